//! The formats that are read: a file each.

mod cargo_criterion;
mod criterion;
mod go;
mod google_benchmark;
mod hyperfine;
mod jmh;
mod perl;
mod pyperf;
mod pytest_benchmark;

use crate::content::{Content, File, as_lines, as_text, content};
use crate::foreign::Foreign;
use crate::problem::Problem;
pub use criterion::is_of_folder;
pub use go::{failed as go_failed, names as go_names};

/// A format of another tool.
pub struct Reader {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is, in a list.
    pub title: &'static str,
    recognises: fn(&Content) -> bool,
    read: fn(&Content) -> Result<Foreign, Problem>,
}

/// For each format its name, its title and its file.
macro_rules! readers {
    ($($name:literal $title:literal $file:ident;)*) => {
        &[$(Reader { name: $name, title: $title, recognises: $file::recognises, read: $file::read }),*]
    };
}

/// All formats. A file is of the first one that recognises it; no file is of two.
pub const READERS: &[Reader] = readers! {
    "hyperfine" "hyperfine --export-json" hyperfine;
    "googlebench" "Google Benchmark --benchmark_format=json" google_benchmark;
    "gobench" "the text of go test -bench" go;
    "criterion" "the folder target/criterion" criterion;
    "cargo-criterion" "cargo criterion --message-format=json" cargo_criterion;
    "jmh" "JMH -rf json" jmh;
    "pyperf" "pyperf --output" pyperf;
    "pytest-benchmark" "pytest --benchmark-json" pytest_benchmark;
    "perl" "the text of Perl's Benchmark" perl;
};

/// Reads what a tool wrote: one file, or the files of a folder. Without `as_format` the format is found out; with it, what is another is told.
///
/// # Errors
/// What is wrong with it, where, and what to do next.
pub fn read(files: &[File], as_format: Option<&Reader>) -> Result<Foreign, Problem> {
    let is_known = |content: &Content| READERS.iter().any(|reader| (reader.recognises)(content));
    let otherwise = || as_text(files).filter(is_known).or_else(|| as_lines(files).filter(is_known));
    let content = match content(files) {
        // What a whole document of something else quotes is none of its own.
        Ok(content) if is_known(&content) || matches!(content, Content::Json(_)) => content,
        other => otherwise().map_or(other, Ok)?,
    };
    let found = READERS.iter().find(|reader| (reader.recognises)(&content));
    let reader = match (as_format, found) {
        (None, Some(found)) => found,
        (Some(wanted), _) if (wanted.recognises)(&content) => wanted,
        (Some(wanted), Some(found)) => {
            return Err(Problem::whole(
                format!("it is not {}: it looks like {}", wanted.title, found.title),
                format!("import it with --as {}, or without --as", found.name),
            ));
        }
        (_, None) => return Err(unknown(&content, as_format)),
    };
    let foreign = (reader.read)(&content)?;
    if foreign.cases.iter().any(|case| case.values() > 0) {
        return Ok(foreign);
    }
    let first = foreign.cases.into_iter().find_map(|case| case.failure);
    Err(first.unwrap_or(Problem::whole("it holds no benchmark with a time", "look whether the tool ran any")))
}

fn unknown(content: &Content, wanted: Option<&Reader>) -> Problem {
    let keys = content.json().as_object().map(|object| object.keys().take(4).cloned().collect::<Vec<_>>());
    let keys = keys.filter(|keys| !keys.is_empty()).map_or(String::new(), |keys| format!(" with {}", keys.join(", ")));
    let what = wanted.map_or("of no tool that is known".to_string(), |reader| format!("not {}", reader.title));
    let known: Vec<String> = READERS.iter().map(|reader| format!("{:<18}{}", reader.name, reader.title)).collect();
    Problem::whole(
        format!("it is {}{keys}, and {what}", content.noun()),
        format!("these are known:\n{}", known.join("\n")),
    )
}
