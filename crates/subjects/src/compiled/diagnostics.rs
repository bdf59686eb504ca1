//! What a compiler says, read for its first error and the place of it.
//!
//! Sources say `#line N "cmpthese:PART"` before each part, so that messages have the form
//! `cmpthese:code:2:5: error: expected expression`; before it may stand lines that tell how the place was reached, after it
//! notes that name other places.

use protocol::{ErrorKind, Part, WorkerError};
use std::collections::BTreeMap;

/// The error that the output of a compiler tells. `hints` help against errors in which their keys occur.
pub fn error(said: &str, hints: &BTreeMap<String, String>, language: &str) -> WorkerError {
    let Some(first) = first_error(said) else {
        return WorkerError { kind: ErrorKind::Compile, message: without_places(said), part: None, line: None };
    };
    if let Some(name) = first.message.split_once("cmpthese:missing:").map(|(_, name)| name.trim_end_matches('"')) {
        return WorkerError { kind: ErrorKind::Missing, message: name.to_string(), part: None, line: None };
    }
    let hint = hints.iter().find(|(text, _)| first.message.contains(text.as_str())).map(|(_, hint)| hint);
    let words = without_flag(first.message);
    let (message, place) = match first.place() {
        Some(SourcePlace::Param(name)) => {
            (format!("the parameter `{name}` cannot have this name in {language}: {words}"), None)
        }
        Some(SourcePlace::Returns) => (format!("what the code returns is no answer: {words}"), None),
        Some(SourcePlace::Part(part, line)) => (words.to_string(), Some((part, line))),
        None => (words.to_string(), None),
    };
    WorkerError {
        kind: ErrorKind::Compile,
        message: hint.map_or(message.clone(), |hint| format!("{message}; {hint}")),
        part: place.map(|(part, _)| part),
        line: place.map(|(_, line)| line),
    }
}

/// The words of an error without the flag that makes it one, `[-Werror=…]`: the author of the plan did not give it.
fn without_flag(message: &str) -> &str {
    message.rsplit_once(" [-W").map_or(message, |(words, _)| words)
}

/// An error with what was said around it.
struct Diagnostic<'s> {
    message: &'s str,
    /// The place before the word `error`.
    at: &'s str,
    /// What led there, and the notes.
    around: Vec<&'s str>,
}

/// Where an error is, as far as the plan knows the place.
enum SourcePlace<'s> {
    Part(Part, usize),
    Param(&'s str),
    Returns,
}

impl<'s> Diagnostic<'s> {
    fn place(&self) -> Option<SourcePlace<'s>> {
        let around = || self.around.iter().filter_map(|line| place(line));
        place(self.at)
            // The name of a parameter that a header takes for something else.
            .or_else(|| around().find(|place| matches!(place, SourcePlace::Param(_))))
            .or_else(|| around().find(|place| matches!(place, SourcePlace::Part(..))))
            .or_else(|| around().next())
    }
}

fn first_error(said: &str) -> Option<Diagnostic<'_>> {
    let lines: Vec<&str> = said.lines().collect();
    let tells = |line: &&str| line.contains(": error: ") || line.contains(": fatal error: ");
    // The compiler says of its linker that it failed; why, the linker has said itself.
    let of_linker = |line: &&str| line.contains("ld returned") || line.contains("linker command failed");
    let index = lines.iter().position(|line| tells(line) && !of_linker(line))?;
    let (at, message) = lines[index].split_once(": fatal error: ").or_else(|| lines[index].split_once(": error: "))?;
    let ends = |line: &&&str| [": warning: ", ": error: "].iter().any(|word| line.contains(word));
    // What leads to the error stands right before it: lines that end with a colon or a comma, or tell who required it.
    let leads = |line: &&&str| {
        let line = line.trim_end();
        line.ends_with([':', ',']) || line.contains("required from") || line.contains("In instantiation of")
    };
    let before = lines[..index].iter().rev().take_while(leads);
    let after = lines[index + 1..].iter().take_while(|line| !ends(line)).filter(|line| line.contains(": note: "));
    Some(Diagnostic { message, at, around: before.chain(after).copied().collect() })
}

/// The first place of the plan that a line names.
fn place(text: &str) -> Option<SourcePlace<'_>> {
    let rest = &text[text.find("cmpthese:")? + "cmpthese:".len()..];
    let (name, rest) = rest.split_once(':')?;
    let part = match name {
        "param" => return rest.split(':').next().map(SourcePlace::Param),
        "returns" => return Some(SourcePlace::Returns),
        "prelude" => Part::Prelude,
        "setup" => Part::Setup,
        "variant_setup" => Part::VariantSetup,
        "code" => Part::Code,
        "teardown" => Part::Teardown,
        "before_each" => Part::BeforeEach,
        _ => return None,
    };
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    Some(SourcePlace::Part(part, digits.parse().ok()?))
}

/// What was said without an error at a place, such as the words of a linker: the first line that is not about where.
fn without_places(said: &str) -> String {
    let telling = |line: &&str| line.contains("undefined reference") || line.contains("cannot find");
    let line = said.lines().find(telling).or_else(|| said.lines().find(|line| !line.trim_end().ends_with(':')));
    let line = line.unwrap_or("the compiler failed, and said nothing").trim();
    // `/usr/bin/ld: /tmp/cc.o: in function `f':` and what follows: the last words are what happened.
    let start = ["undefined reference", "cannot find"].iter().filter_map(|word| line.find(word)).min();
    line[start.unwrap_or(0)..].to_string()
}
