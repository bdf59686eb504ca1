//! Benchmarks that a project has already: a plan of commands that time themselves.

use super::chosen;
use super::error::QuickError;
use super::toml_text::toml_text;
use model::{Source, Template};

/// The benchmarks of a project, and what they have in common.
#[derive(Clone, Debug)]
pub struct QuickBenchmarks {
    /// What is compared, in one line.
    pub title: String,
    /// The format in which they tell their times.
    pub format: &'static str,
    /// The benchmarks.
    pub benchmarks: Vec<QuickBenchmark>,
}

/// A benchmark.
#[derive(Clone, Debug)]
pub struct QuickBenchmark {
    /// Its name.
    pub name: String,
    /// What runs it and no other.
    pub words: Vec<Word>,
    /// Where it starts.
    pub directory: String,
    /// Variables of its environment.
    pub env: Vec<(&'static str, Word)>,
}

/// An argument.
#[derive(Clone, Debug)]
pub enum Word {
    /// Any text, braces included.
    Literal(String),
    /// Text with placeholders.
    Template(&'static str),
}

/// The plan of benchmarks. `baseline` is the one that the others are compared with: its name, or its number from 1.
///
/// # Errors
/// The baseline is none of them.
pub fn benchmarks(quick: &QuickBenchmarks, baseline: Option<&str>) -> Result<Source, QuickError> {
    let mut lines = vec![format!("title = {}", toml_text(&quick.title))];
    if let Some(baseline) = baseline {
        let names: Vec<&str> = quick.benchmarks.iter().map(|benchmark| benchmark.name.as_str()).collect();
        let (one, several) = ("benchmark that is compared", "benchmarks that are compared");
        lines.push(format!("baseline = {}", toml_text(chosen(baseline, &names, one, several)?)));
    }
    // What a benchmark computes is its own business.
    lines.push("check = \"none\"".to_string());
    for benchmark in &quick.benchmarks {
        let words: Vec<String> = benchmark.words.iter().map(Word::toml).collect();
        lines.push(format!("\n[[variant]]\nname = {}", toml_text(&Template::escape(&benchmark.name))));
        lines.push(format!("command = [{}]", words.join(", ")));
        lines.push(format!("tells = {}", toml_text(quick.format)));
        lines.push(format!("cwd = {}", toml_text(&Template::escape(&benchmark.directory))));
        let env: Vec<String> = benchmark.env.iter().map(|(name, value)| format!("{name} = {}", value.toml())).collect();
        if !env.is_empty() {
            lines.push(format!("env = {{ {} }}", env.join(", ")));
        }
    }
    Ok(Source { name: Source::COMMAND_LINE.to_string(), text: lines.join("\n") + "\n" })
}

impl Word {
    fn toml(&self) -> String {
        match self {
            Word::Literal(text) => toml_text(&Template::escape(text)),
            Word::Template(text) => toml_text(text),
        }
    }
}
