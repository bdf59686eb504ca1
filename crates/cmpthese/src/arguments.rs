//! What may be typed.

use crate::benchmarks_typed::{OfCriterion, OfGo, OfPytest};
use crate::destinations::Destinations;
use crate::exit::EXIT_CODES;
use crate::explain_typed::Proving;
use crate::habits::Habits;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use model::ExitCodes;
use std::ffi::OsString;
use std::path::PathBuf;

/// Which of these ways to do the same job is faster, by how much, and is the difference real?
///
/// Measures commands, code snippets or whole plans side by side in random order, compares their answers first, and says
/// with every number how sure it is.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
#[command(override_usage = "cmpthese [OPTIONS] 'COMMAND A' 'COMMAND B' ...\n       \
    cmpthese --lang perl [OPTIONS] 'CODE A' 'CODE B' ...\n       cmpthese <COMMAND>")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub quick: Quick,
    #[command(flatten)]
    pub options: RunOptions,
    #[command(flatten)]
    pub habits: Habits,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a plan file or a built-in experiment
    Run {
        /// Path of a plan, or the name of an experiment (see `cmpthese experiments`)
        plan: String,
        /// Other values for a parameter of the plan: size=64MiB, n=1..5, n=1KiB..1MiB*4 (factor), mode=fast,slow
        #[arg(long = "param", value_name = "NAME=VALUES")]
        params: Vec<String>,
        #[command(flatten)]
        options: RunOptions,
    },
    /// Run a Perl script: its `cmpthese` and `timethese` (Benchmark) measure as this program does
    Perl {
        #[command(flatten)]
        options: RunOptions,
        /// What perl is given: its options, the script, the arguments of the script; without any it reads the script from standard input
        #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Run benchmarks of a Go package, as they are, against each other: each launch a fresh process of its test binary
    Go {
        #[command(flatten)]
        options: RunOptions,
        #[command(flatten)]
        which: OfGo,
    },
    /// Run benchmarks that criterion has in this Cargo project, as they are, against each other: each launch a fresh process
    Criterion {
        #[command(flatten)]
        options: RunOptions,
        #[command(flatten)]
        which: OfCriterion,
    },
    /// Run tests that use pytest-benchmark, as they are, against each other: each launch a fresh process
    Pytest {
        #[command(flatten)]
        options: RunOptions,
        #[command(flatten)]
        which: OfPytest,
    },
    /// What such a script starts: the plan is on standard input
    #[command(hide = true)]
    Called {
        #[command(flatten)]
        of_script: OfScript,
        #[command(flatten)]
        options: RunOptions,
    },
    /// List the recorded runs
    List {
        /// All of them, and not the newest 50 alone
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        options: PastOptions,
    },
    /// Show the report of a recorded run, or of several what they found of the same pairs, beside each other
    #[command(visible_alias = "report")]
    Show {
        /// Number of the run, or of several; the last one when missing
        #[arg(value_name = "RUN")]
        runs: Vec<history::RunId>,
        /// Of a sweep these points alone, in full: size=64KiB; of several values of a parameter any, of several parameters all
        #[arg(long = "point", value_name = "NAME=VALUE")]
        points: Vec<String>,
        #[command(flatten)]
        options: ShowOptions,
    },
    /// Say what goes with the differences of a run: calls, faults, bytes, at the price that they have on this machine
    Explain {
        /// Number of the run; the last one when missing
        run: Option<history::RunId>,
        /// Two variants, by name: what the first takes more than the second
        #[arg(value_names = ["A", "B"], num_args = 2)]
        variants: Vec<String>,
        /// Write all of it as JSON to a file, or to standard output with `-`
        #[arg(long, value_name = "PATH")]
        json: Option<PathBuf>,
        #[command(flatten)]
        proving: Proving,
        #[command(flatten)]
        options: PastOptions,
    },
    /// Show how the results of a plan went over its newest 50 runs
    History {
        /// Number of a run of the plan; the last run when missing
        run: Option<history::RunId>,
        #[command(flatten)]
        options: PastOptions,
    },
    /// Show the recorded runs as pages to a browser on this machine; a run that is being made is followed
    Serve {
        /// The port of 127.0.0.1; 0 takes any that is free
        #[arg(long, default_value_t = 8118)]
        port: u16,
        #[command(flatten)]
        options: PastOptions,
    },
    /// Take in what another tool measured, and report it as what was not measured side by side: hyperfine, Google Benchmark, go test, criterion, JMH, pyperf, pytest-benchmark, Perl's Benchmark
    Import {
        /// What the tool wrote; of criterion its folder target/criterion
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        how: HowToImport,
        #[command(flatten)]
        options: ImportOptions,
    },
    /// Go on with a run that was stopped or killed
    Resume {
        /// Number of the run; the last one when missing
        run: Option<history::RunId>,
        #[command(flatten)]
        options: ShowOptions,
    },
    /// List the built-in experiments
    Experiments,
    /// Show what is known of this machine, and what single events cost on it
    Machine {
        /// Measure the costs again, though they were measured since the machine was started
        #[arg(long)]
        again: bool,
    },
    /// Try the promises on this machine: false alarms, what is found in which time, what makes times uneven
    Selftest {
        /// Wall time for the whole test
        #[arg(long, value_name = "TIME", default_value = "60s")]
        budget: String,
        /// No remarks on standard error
        #[arg(long, short)]
        quiet: bool,
    },
    /// Try a worker of your own: does it keep what docs/protocol.md asks of one?
    Conformance {
        /// Code in its language for what it takes code to try: a file with a table `conformance`, as in a worker.toml
        #[arg(long, value_name = "PATH")]
        snippets: Option<PathBuf>,
        /// The worker and its arguments
        #[arg(value_name = "WORKER", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        worker: Vec<String>,
    },
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page: `cmpthese man | man -l -`
    Man,
}

/// How files of other tools are taken.
#[derive(Debug, Args)]
pub struct HowToImport {
    /// What the files are, instead of finding it out
    #[arg(long = "as", value_name = "FORMAT", value_parser = formats_of_others())]
    pub format: Option<String>,
    /// Only benchmarks with this text in their name; of several texts any
    #[arg(long = "only", value_name = "TEXT")]
    pub only: Vec<String>,
    /// Each file is another launch of the same variants, and not a variant of its own
    #[arg(long)]
    pub launches: bool,
    /// The one that the others are compared with: its name, or its number counted from 1 [default: the first]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
}

/// How an import is kept and shown.
#[derive(Debug, Args)]
pub struct ImportOptions {
    /// Record nothing
    #[arg(long, conflicts_with = "history")]
    pub no_history: bool,
    #[command(flatten)]
    pub show: ShowOptions,
}

fn formats_of_others() -> clap::builder::PossibleValuesParser {
    foreign::READERS.iter().map(|reader| reader.name).collect::<Vec<_>>().into()
}

/// What a script compares, and how.
#[derive(Debug, Args)]
pub struct OfScript {
    /// What the plan is called; names of files may hold anything
    pub name: OsString,
    /// The process that forks the workers, and the descriptor of the pipe that it reads, with a colon between
    #[arg(long)]
    pub workers: Option<String>,
    /// What the script measured itself
    #[arg(long, conflicts_with = "workers")]
    pub samples: Option<PathBuf>,
    /// Where the nanoseconds of an iteration go, all of them and those in user mode and in the kernel, a line a variant, 0 where nothing was measured
    #[arg(long)]
    pub results: PathBuf,
    /// Which of the comparisons of the script it is, counted from 1
    #[arg(long, default_value_t = 1)]
    pub nth: u32,
}

/// The quick form: what to compare, without a file.
#[derive(Debug, Args)]
pub struct Quick {
    /// What to compare: commands, code with --lang, or addresses that begin with http://
    #[arg(value_name = "COMMAND")]
    pub subjects: Vec<String>,
    /// The arguments are code in this language
    #[arg(long, value_name = "LANGUAGE", conflicts_with = "shell")]
    pub lang: Option<String>,
    /// The commands are given to sh, or to another shell: --shell=bash
    #[arg(long, value_name = "SHELL", num_args = 0..=1, require_equals = true, default_missing_value = "sh")]
    pub shell: Option<String>,
    /// Code that is compiled once, before the snippets: definitions and data
    #[arg(long, value_name = "CODE", requires = "lang", allow_hyphen_values = true)]
    pub prelude: Option<String>,
    /// The interpreter or compiler in the place of the usual one, also as --interpreter or --toolchain: a program, with arguments if it has any; of several, between commas, all code is run by each; `\,` is a comma
    #[arg(long = "runtime", aliases = ["interpreter", "toolchain"], value_name = "PROGRAM", requires = "lang")]
    pub runtimes: Vec<String>,
    /// A parameter to sweep, {NAME} in commands and a variable in code: n=1..5, n=1..100:10 (step), size=1KiB..1MiB*4 (factor), mode=fast,slow
    #[arg(long = "param", value_name = "NAME=VALUES")]
    pub params: Vec<String>,
    /// The one that the others are compared with: its name, or its number counted from 1
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub baseline: Option<String>,
    /// A name for a subject; repeat it for the second, third ...
    #[arg(long = "name", value_name = "NAME", allow_hyphen_values = true)]
    pub names: Vec<String>,
    /// How answers are compared
    #[arg(long, value_enum)]
    pub check: Option<CheckArgument>,
    /// A file for the standard input of commands
    #[arg(long, value_name = "PATH")]
    pub stdin: Option<String>,
    /// Where the output of commands goes while they are timed: pipe, null, file, or a path; repeat it for one each [default: pipe]
    #[arg(long, value_name = "WHERE")]
    pub stdout: Vec<String>,
    /// The exit codes of commands that mean success: 1, or 0,1, or any [default: 0]
    #[arg(long, value_name = "CODES", value_parser = exit_codes)]
    pub exit: Option<ExitCodes>,
    /// Run before timing: of snippets code, once in every process; of commands and addresses a text for sh, once a point
    #[arg(long, value_name = "CODE", allow_hyphen_values = true)]
    pub setup: Option<String>,
    /// Run after timing, as often as --setup before it
    #[arg(long, value_name = "CODE", allow_hyphen_values = true)]
    pub teardown: Option<String>,
    /// Run before every iteration and not timed, to put things back: of snippets code, given once for all; of commands a text for sh,
    /// given once for all, or repeated for one each
    #[arg(long, value_name = "CODE", allow_hyphen_values = true)]
    pub before_each: Vec<String>,
    /// Each fresh process runs so many iterations, all of them timed, the first included; for snippets
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub iterations: Option<String>,
    /// Two are the same where the whole interval of their ratio is within it [default: 1%]
    #[arg(long, value_name = "PERCENT", allow_hyphen_values = true)]
    pub margin: Option<String>,
    /// What one iteration processes, such as 64KiB or '{size}' with a parameter: gives the throughput
    #[arg(long, value_name = "SIZE")]
    pub bytes: Option<String>,
    /// The longest time of one iteration, such as 10s
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<String>,
    /// How many connections ask at a time, for addresses [default: 10]
    #[arg(long, value_name = "N")]
    pub connections: Option<String>,
    /// Requests a second that are planned, for addresses: an open loop
    #[arg(long, value_name = "N")]
    pub rate: Option<String>,
    /// Servers on other machines may be asked: they get all the load that fits, or the planned rate
    #[arg(long)]
    pub allow_remote: bool,
    /// Print the plan that this stands for, and measure nothing
    #[arg(long)]
    pub print_plan: bool,
}

fn exit_codes(text: &str) -> Result<ExitCodes, &'static str> {
    ExitCodes::parse(text).ok_or("codes are numbers from 0 to 255 with commas between, or the word any")
}

/// `--check`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CheckArgument {
    /// A number and its text differ
    Exact,
    /// Numbers are compared as their text
    Lenient,
    /// Answers are not compared
    None,
}

/// How a run is made.
#[derive(Debug, Default, Args)]
pub struct RunOptions {
    /// Wall time for the whole run, such as 10s or 2min
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub budget: Option<String>,
    /// Find out where variants change places along this parameter: begin with few values, n=16..65536, and add others between them
    #[arg(long, value_name = "NAME")]
    pub locate: Option<String>,
    /// The seed of everything that is random
    #[arg(long, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// When everything is decided, run once more from the start for the whole budget, without looking before the end: what a
    /// run shows that stopped at its verdict is a little too large
    #[arg(long)]
    pub confirm: bool,
    /// Record nothing
    #[arg(long, conflicts_with = "history")]
    pub no_history: bool,
    #[command(flatten)]
    pub show: ShowOptions,
}

/// How a report is shown.
#[derive(Debug, Default, Args)]
pub struct ShowOptions {
    #[command(flatten)]
    pub destinations: Destinations,
    /// Write the pictures of the report to this directory, as SVG
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Of a sweep every point in full, below the table of all
    #[arg(long)]
    pub verbose: bool,
    /// No progress and no remarks on standard error
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub past: PastOptions,
}

/// Where the past is kept, and colour.
#[derive(Clone, Debug, Default, Args)]
pub struct PastOptions {
    /// The database of runs
    #[arg(long, value_name = "PATH")]
    pub history: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorArgument::Auto, value_name = "WHEN")]
    pub color: ColorArgument,
}

/// `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorArgument {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
