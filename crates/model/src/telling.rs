//! A command that times itself: it runs many iterations in one execution, and writes what they took as some tool does.

/// How a command tells its times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// The format of what it writes, one of [`Telling::FORMATS`].
    pub format: String,
}

impl Telling {
    /// The names of the formats: those of the tools whose files `foreign` reads.
    pub const FORMATS: &[&str] = &[
        "hyperfine",
        "googlebench",
        "gobench",
        "criterion",
        "cargo-criterion",
        "jmh",
        "pyperf",
        "pytest-benchmark",
        "perl",
    ];

    /// The placeholder for how many iterations an execution is to run.
    pub const ITERATIONS: &str = "iterations";

    /// The placeholder for the seconds that they are likely to take, for what cannot be told a number.
    pub const SECONDS: &str = "seconds";

    /// The placeholder for the path of the file, or of the folder, to which it writes; where it stands nowhere, standard output is read.
    pub const RESULTS: &str = "results";

    /// What has another value in every execution.
    pub const PLACEHOLDERS: [&str; 3] = [Telling::ITERATIONS, Telling::SECONDS, Telling::RESULTS];
}
