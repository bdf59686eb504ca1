//! From the text of a plan to a typed [`model::Plan`], or to all of its mistakes at once.
//!
//! Owns the form of the plan file, which `docs/plan.md` describes for its users, and the quick form of the command line,
//! which is written out as such a file ([`quick`]). Refuses to know about files, processes and clocks: it turns text into
//! values. Read [`parse`], then `plan.rs` for what a plan holds; `tree/` for how a place is kept with every value;
//! `subjects/` for what a variant can run.

mod additions;
mod beside;
mod build;
mod code;
mod collector;
mod command_line;
mod compilation;
mod condition;
mod context;
mod controls;
mod diagnostics;
mod dose;
mod doses;
mod environment;
mod environment_variables;
mod exit_codes;
mod fixture;
mod foreign;
mod idle;
mod iterations;
mod limit;
mod load;
mod located;
mod names;
mod nearest;
mod need;
mod overrides;
mod plan;
mod quantity;
pub mod quick;
mod runtime;
mod server;
mod subjects;
mod sweep;
mod telling;
mod template;
mod tree;
mod value;
mod variant;

pub use doses::DoseSeries;
pub use nearest::nearest;
pub use overrides::{at_point, with_doses, with_params};
pub use subjects::after_scheme;

pub use diagnostics::{Diagnostic, Diagnostics, Place};

use model::{LanguageTraits, Plan, Source};
use tree::{Mistakes, Node};

/// Reads a plan. `languages` are those that snippets may be written in: a variant with one of them as its key is a
/// snippet, which says how it is compiled where its language is.
///
/// ```
/// let source = |text: &str| model::Source { name: "cat.toml".to_string(), text: text.to_string() };
/// let languages = [model::LanguageTraits { name: "perl", ..Default::default() }];
/// let plan = cmpthese_plan::parse(source("variant = [{ command = ['cat'] }]"), &languages).unwrap();
/// assert_eq!((plan.title.as_str(), plan.variants[0].name.as_str()), ("cat", "cat"));
///
/// let mistakes = cmpthese_plan::parse(source("variant = [{ comand = ['cat'] }]"), &languages).unwrap_err();
/// assert!(mistakes.to_string().contains("did you mean `command`?"));
/// ```
///
/// Line ends of Windows are read as those of Unix: sh, for one, takes a carriage return for a part of a word.
///
/// # Errors
/// Every mistake of the text. A text that is no TOML is reported as such, without a look at what it says.
pub fn parse(source: Source, languages: &[LanguageTraits]) -> Result<Plan, Diagnostics> {
    let source = Source { text: source.text.replace("\r\n", "\n"), ..source };
    match read(&source, languages) {
        Ok(plan) => Ok(plan),
        Err(mut list) => {
            list.sort_by_key(|mistake| (mistake.span.start, mistake.span.end));
            Err(Diagnostics { source, list })
        }
    }
}

fn read(source: &Source, languages: &[LanguageTraits]) -> Result<Plan, Mistakes> {
    let tree = additions::lifted(tree::parse(&source.text)?);
    let root = Node { name: "the plan".to_string(), value: &tree, span: 0..0, source: &source.text };
    let mut mistakes = Mistakes::new();
    match plan::read(&root, source, languages, &mut mistakes) {
        Some(plan) if mistakes.is_empty() => Ok(plan),
        _ => Err(mistakes),
    }
}
