//! What may be typed of causes.

use clap::Args;
use std::path::PathBuf;

/// How a cause is looked for.
#[derive(Debug, Args)]
pub struct Proving {
    /// Try the cause: add more and more of what goes with most of the difference to the faster of two variants, and see whether the time
    /// follows. It is a run of its own
    #[arg(long, group = "apart")]
    pub prove: bool,
    /// Look where the time of two variants goes inside them, with perf(1): each runs alone for half of the time, and functions that take longer
    /// in one of them are told
    #[arg(long, group = "apart")]
    pub profile: bool,
    /// Draw what --profile finds as flame graphs, one above the other
    #[arg(long, value_name = "SVG", requires = "profile")]
    pub flame_graph: Option<PathBuf>,
    /// Of a sweep the point at which that is done: size=64KiB
    #[arg(long = "point", value_name = "NAME=VALUE", requires = "apart")]
    pub points: Vec<String>,
    /// Wall time for those runs
    #[arg(long, value_name = "TIME", default_value = "20s", requires = "apart")]
    pub budget: String,
    /// The seed of everything that is random in them
    #[arg(long, allow_negative_numbers = true, requires = "apart")]
    pub seed: Option<u64>,
    /// No progress and no remarks on standard error
    #[arg(long, short)]
    pub quiet: bool,
}
