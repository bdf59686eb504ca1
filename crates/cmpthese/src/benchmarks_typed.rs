//! What may be typed of benchmarks that a project has.

use clap::Args;
use std::path::PathBuf;

/// Benchmarks of a Go package.
#[derive(Debug, Args)]
pub struct OfGo {
    /// The package: ./path, or . for that of this directory
    pub package: String,
    /// Names of benchmarks: `BenchmarkSort` or `BenchmarkSort/size=10`; of one that has others below it all of them [default: all]
    #[arg(value_name = "BENCHMARK")]
    pub names: Vec<String>,
    #[command(flatten)]
    pub how: HowToBenchmark,
}

/// Benchmarks of criterion in the project of this directory.
#[derive(Debug, Args)]
pub struct OfCriterion {
    /// Names of benchmarks, or of groups: `sort`, `sort/1000` [default: all]
    #[arg(value_name = "BENCHMARK")]
    pub names: Vec<String>,
    /// The bench target; all of them when missing
    #[arg(long, value_name = "TARGET")]
    pub bench: Option<String>,
    #[command(flatten)]
    pub how: HowToBenchmark,
}

/// Tests that use pytest-benchmark.
#[derive(Debug, Args)]
pub struct OfPytest {
    /// The file with the tests
    pub file: PathBuf,
    /// Names of tests: `test_sort`, `TestSort::test_list`, `test_sort[10]`; of a class, or of one with parameters, all of them [default: all]
    #[arg(value_name = "TEST")]
    pub names: Vec<String>,
    #[command(flatten)]
    pub how: HowToBenchmark,
}

/// How they are run.
#[derive(Debug, Args)]
pub struct HowToBenchmark {
    /// More arguments, in one text, for what builds or runs them: go test -c, cargo bench, pytest
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true, default_value = "", hide_default_value = true, value_parser = words)]
    pub with: Words,
    /// The one that the others are compared with: its name, or its number counted from 1
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// Print the plan that this stands for, and measure nothing
    #[arg(long)]
    pub print_plan: bool,
}

/// Arguments that were typed as one text.
#[derive(Clone, Debug)]
pub struct Words(pub Vec<String>);

fn words(text: &str) -> Result<Words, &'static str> {
    shell_words::split(text).map(Words).map_err(|_| "a quotation mark is missing in it")
}
