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

use crate::content::{Content, File, content};
use crate::foreign::Foreign;
use crate::problem::Problem;
pub use criterion::is_of_folder;
pub use go::names as go_names;

/// A format of another tool.
pub struct Reader {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is, in a list.
    pub title: &'static str,
    recognises: fn(&Content) -> bool,
    read: fn(&Content) -> Result<Foreign, Problem>,
}

/// All formats. A file is of the first one that recognises it; no file is of two.
pub const READERS: &[Reader] = &[
    Reader {
        name: "hyperfine",
        title: "hyperfine --export-json",
        recognises: hyperfine::recognises,
        read: hyperfine::read,
    },
    Reader {
        name: "googlebench",
        title: "Google Benchmark --benchmark_format=json",
        recognises: google_benchmark::recognises,
        read: google_benchmark::read,
    },
    Reader { name: "gobench", title: "the text of go test -bench", recognises: go::recognises, read: go::read },
    Reader {
        name: "criterion",
        title: "the folder target/criterion",
        recognises: criterion::recognises,
        read: criterion::read,
    },
    Reader {
        name: "cargo-criterion",
        title: "cargo criterion --message-format=json",
        recognises: cargo_criterion::recognises,
        read: cargo_criterion::read,
    },
    Reader { name: "jmh", title: "JMH -rf json", recognises: jmh::recognises, read: jmh::read },
    Reader { name: "pyperf", title: "pyperf --output", recognises: pyperf::recognises, read: pyperf::read },
    Reader {
        name: "pytest-benchmark",
        title: "pytest --benchmark-json",
        recognises: pytest_benchmark::recognises,
        read: pytest_benchmark::read,
    },
    Reader { name: "perl", title: "the text of Perl's Benchmark", recognises: perl::recognises, read: perl::read },
];

/// Reads what a tool wrote: one file, or the files of a folder. Without `as_format` the format is found out; with it, what is another is told.
///
/// # Errors
/// What is wrong with it, where, and what to do next.
pub fn read(files: &[File], as_format: Option<&Reader>) -> Result<Foreign, Problem> {
    let content = content(files)?;
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
    let keys = match content {
        Content::Json(value) => value.as_object().map(|object| object.keys().take(4).cloned().collect::<Vec<_>>()),
        Content::JsonLines(_) | Content::Text(_) | Content::Folder(_) => None,
    };
    let keys = keys.filter(|keys| !keys.is_empty()).map_or(String::new(), |keys| format!(" with {}", keys.join(", ")));
    let what = wanted.map_or("of no tool that is known".to_string(), |reader| format!("not {}", reader.title));
    let known: Vec<String> = READERS.iter().map(|reader| format!("{:<18}{}", reader.name, reader.title)).collect();
    Problem::whole(
        format!("it is {}{keys}, and {what}", content.noun()),
        format!("these are known:\n{}", known.join("\n")),
    )
}
