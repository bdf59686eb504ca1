//! What a compiler says, read for its first error and the place of it.
//!
//! Sources say `#line N "cmpthese:PART"` before each part, so that messages have the form
//! `cmpthese:code:2:5: error: expected expression`; before it may stand lines that tell how the place was reached, after it
//! notes that name other places. Rust has `error[CODE]` there, Go nothing at all, and the message of GHC begins in the next line.

use protocol::{ErrorKind, Part, WorkerError};
use std::collections::BTreeMap;

/// The error that the output of a compiler tells. `hints` help against errors in which their keys occur, `needs` are
/// what stands in the lines of `cmpthese:need`.
pub fn error(said: &str, needs: &[String], hints: &BTreeMap<String, String>, language: &str) -> WorkerError {
    let said = &in_one_line(said);
    let helped = |message: String, about: &str| {
        let hint = hints.iter().find(|(text, _)| about.contains(text.as_str()));
        hint.map_or(message.clone(), |(_, hint)| format!("{message}; {hint}"))
    };
    let Some(first) = first_error(said) else {
        return WorkerError::new(ErrorKind::Compile, helped(without_places(said), said));
    };
    if let Some(name) = first.message.split_once("cmpthese:missing:").map(|(_, name)| name.trim_end_matches('"')) {
        return WorkerError::new(ErrorKind::Missing, name.to_string());
    }
    // What is missing explains the rest.
    if let Some(name) = said.lines().find_map(|line| missing(line, needs)) {
        return WorkerError::new(ErrorKind::Missing, name.clone());
    }
    let words = match first.detail {
        Some(detail) => format!("{}: {detail}", without_flag(first.message)),
        None => without_flag(first.message).to_string(),
    };
    let (message, place) = match first.place() {
        Some(SourcePlace::Param(name)) => {
            (format!("the parameter `{name}` cannot have this name in {language}: {words}"), None)
        }
        Some(SourcePlace::Returns) => (format!("what the code returns is no answer: {words}"), None),
        Some(SourcePlace::Part(part, line)) => (words, Some((part, line))),
        Some(SourcePlace::Need(_)) | None => (words, None),
    };
    let (part, line) = place.unzip();
    WorkerError { kind: ErrorKind::Compile, message: helped(message, first.message), part, line }
}

/// The same with a message, which may begin with a bullet, in the line of the word `error` before it, without the number that GHC gives errors since 9.6.
/// Where a line of it ends with a colon, the next one says the rest.
fn in_one_line(said: &str) -> String {
    let mut pieces = said.split(": error: [GHC-");
    let first = pieces.next().unwrap_or_default().to_string();
    let without_number = |piece: &str| format!(": error:{}", piece.split_once(']').map_or(piece, |(_, rest)| rest));
    let said = first + &pieces.map(without_number).collect::<String>();
    let said = said
        .replace(": error:\n    ", ": error: ")
        .replace(": error: * ", ": error: ")
        .replace(": error: \u{2022} ", ": error: ");
    let mut lines: Vec<String> = Vec::new();
    for line in said.lines() {
        // What is shown of a source stands behind a bar.
        let is_more = line.starts_with(' ') && !line.trim().is_empty() && !line.contains(" | ");
        match lines.last_mut().filter(|last| is_more && last.contains(": error: ") && last.ends_with(':')) {
            Some(last) => *last += &format!(" {}", line.trim()),
            None => lines.push(line.to_string()),
        }
    }
    lines.join("\n")
}

/// What a line says is missing of what is needed. Lines that begin with a blank belong to the one before.
fn missing<'n>(line: &str, needs: &'n [String]) -> Option<&'n String> {
    let is_other = line.starts_with([' ', '\t']) || line.contains("not used") || line.contains(": warning: ");
    match place(line).filter(|_| !is_other)? {
        SourcePlace::Need(line) => needs.get(line.checked_sub(1)?),
        _ => None,
    }
}

/// The words of an error without the flag that makes it one, `[-Werror=…]`: the author of the plan did not give it.
fn without_flag(message: &str) -> &str {
    message.rsplit_once(" [-W").map_or(message, |(words, _)| words)
}

/// An error with what was said around it.
struct Diagnostic<'s> {
    message: &'s str,
    /// What the message is about, where that is said in a line of its own: `  symbol:   variable x`, of javac.
    detail: Option<&'s str>,
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
    /// The line of what a variant needs, counted from 1.
    Need(usize),
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
    let tells = |line: &&str| [": error: ", ": fatal error: ", ": error["].iter().any(|word| line.contains(word));
    // The compiler says of its linker that it failed; why, the linker has said itself.
    let of_linker = |line: &&str| line.contains("ld returned") || line.contains("linker command failed");
    let Some(index) = lines.iter().position(|line| tells(line) && !of_linker(line)) else {
        return lines.iter().find_map(|line| without_word(line));
    };
    let (at, message) = lines[index]
        .split_once(": fatal error: ")
        .or_else(|| lines[index].split_once(": error: "))
        .or_else(|| lines[index].split_once(": error[").and_then(|(at, rest)| Some((at, rest.split_once("]: ")?.1))))?;
    let ends = |line: &&&str| [": warning: ", ": error: "].iter().any(|word| line.contains(word));
    // What leads to the error stands right before it: lines that end with a colon or a comma, or tell who required it.
    let leads = |line: &&&str| {
        let line = line.trim_end();
        line.ends_with([':', ',']) || line.contains("required from") || line.contains("In instantiation of")
    };
    let before = lines[..index].iter().rev().take_while(leads);
    let after = || lines[index + 1..].iter().take_while(|line| !ends(line));
    let detail = after().find_map(|line| line.strip_prefix("  symbol:")).map(str::trim);
    // Where no file can be called by a parameter, a comment in the line that is shown names it.
    let notes = after().filter(|line| line.contains(": note: ") || line.contains("// cmpthese:param:"));
    Some(Diagnostic { message, detail, at, around: before.chain(notes).copied().collect() })
}

/// A line of Go: `cmpthese:code:2: undefined: x`. Lines that begin with a tab belong to the one before.
fn without_word(line: &str) -> Option<Diagnostic<'_>> {
    let (before, rest) = line.split_once("cmpthese:")?;
    // What is called `param` has a name behind that.
    let has_line =
        rest.trim_start_matches("param:").split(':').nth(1).is_some_and(|line| line.parse::<usize>().is_ok());
    if before.starts_with('\t') || !has_line {
        return None;
    }
    let (_, message) = rest.split_once(": ")?;
    Some(Diagnostic { message, detail: None, at: line, around: Vec::new() })
}

/// The first place of the plan that a line names.
fn place(text: &str) -> Option<SourcePlace<'_>> {
    // Where no file can have a name of the program's choice it is called `cmpthese_code.java`.
    let begin = text.find("cmpthese:").or_else(|| text.rfind("cmpthese_"))? + "cmpthese:".len();
    let (name, rest) = text[begin..].trim_start_matches('/').split_once(':')?;
    let name = name.trim_end_matches(".java");
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    let part = match name {
        "param" => return rest.split(':').next().map(SourcePlace::Param),
        "returns" => return Some(SourcePlace::Returns),
        "need" => return Some(SourcePlace::Need(digits.parse().ok()?)),
        "prelude" => Part::Prelude,
        "setup" => Part::Setup,
        "variant_setup" => Part::VariantSetup,
        "code" => Part::Code,
        "teardown" => Part::Teardown,
        "before_each" => Part::BeforeEach,
        _ => return None,
    };
    Some(SourcePlace::Part(part, digits.parse().ok()?))
}

/// The first part of a snippet that foreign words name as its source does, and the line of that part.
pub fn place_told(said: &str) -> Option<(Part, usize)> {
    said.lines().find_map(|line| match place(line)? {
        SourcePlace::Part(part, line) => Some((part, line)),
        _ => None,
    })
}

/// What was said without an error at a place, such as the words of a linker: the first line that is not about where.
fn without_places(said: &str) -> String {
    let telling = |line: &&str| line.contains("undefined reference") || line.contains("cannot find");
    // go(1) says first of which package it speaks.
    let is_message = |line: &&str| !line.trim_end().ends_with(':') && !line.starts_with("# ");
    let line = said.lines().find(telling).or_else(|| said.lines().find(is_message));
    let line = line.unwrap_or("the compiler failed, and said nothing").trim();
    // `/usr/bin/ld: /tmp/cc.o: in function `f':` and what follows: the last words are what happened.
    let start = ["undefined reference", "cannot find"].iter().filter_map(|word| line.find(word)).min();
    line[start.unwrap_or(0)..].to_string()
}
