//! `dose = { event = "read-call", count = 100 }`: events that are added to every iteration of a variant, to see what they take.

use crate::Diagnostic;
use crate::foreign::quoted;
use crate::quantity;
use crate::tree::{self, Mistakes, Node, Table};
use model::{DOSE_EVENTS, Dose, DoseEvent, Subject};
use std::ops::Range;

/// More than this is a slip: the cheapest of them would take a tenth of a second, read calls minutes.
const COUNT_MAX: i64 = 1_000_000_000;

/// The largest read call: what it reads is held in memory.
const BYTES_MAX: u64 = 64 << 20;

/// The most that is gone through: a file of that size is made, or memory held.
const SPAN_MAX: u64 = 1 << 30;

/// How far apart faults of a mapped file are when nobody says: what the kernel maps with one where the file was written in pieces of that size, as cp does.
const APART_DEFAULT: u64 = 128 << 10;

/// What is gone through when nobody says: more than most second caches hold, and little to make.
const SPAN_DEFAULT: u64 = 1 << 20;

/// What a variant says of it.
pub fn of_variant(node: &Node, subject: Option<&Subject>, mistakes: &mut Mistakes) -> Option<Dose> {
    if subject.is_some_and(|subject| !suits(node, subject, mistakes)) {
        return None;
    }
    read(node, mistakes)
}

/// Whether events can be added to what a subject runs: inside a process, by the host of a snippet. It says so where they cannot.
pub fn suits(node: &Node, subject: &Subject, mistakes: &mut Mistakes) -> bool {
    let what = match subject {
        Subject::Command(_) => "a command",
        Subject::Http(_) => "a request",
        Subject::Sim(_) => "simulated",
        Subject::Imported(_) => "imported",
        Subject::Snippet(_) => return true,
    };
    let mistake = node.mistake("events are added by the host of a snippet, inside its process");
    mistakes.push(mistake.label(format!("the variant is {what}")).help("remove it: other variants can have no dose"));
    false
}

fn read(node: &Node, mistakes: &mut Mistakes) -> Option<Dose> {
    let mut table = Table::open(node, "a dose", mistakes)?;
    let event = event(&mut table, mistakes);
    let count = table.required("count", count, mistakes);
    let amount = event.and_then(|event| amount(&mut table, event, mistakes));
    finish(table, event, mistakes);
    let Amount { bytes, span } = amount?;
    Some(Dose { event: event?, count: count?, bytes, span, line: node.line() })
}

/// Which event it is.
pub fn event(table: &mut Table, mistakes: &mut Mistakes) -> Option<DoseEvent> {
    table.required("event", |node, mistakes| tree::choice(node, DOSE_EVENTS, mistakes), mistakes)
}

/// How many events; none is an amount, too.
pub fn count(node: &Node, mistakes: &mut Mistakes) -> Option<u64> {
    tree::whole(node, 0, COUNT_MAX, mistakes)
}

/// How much there is to each event.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// The bytes of a read call, or from one fault of a mapped file to the next.
    pub bytes: u64,
    /// The bytes that are gone through.
    pub span: u64,
}

/// Reads that, as far as the event has it.
pub fn amount(table: &mut Table, event: DoseEvent, mistakes: &mut Mistakes) -> Option<Amount> {
    let (bytes, span) = (table.node("bytes"), table.node("span"));
    let bytes = match (event, bytes) {
        (DoseEvent::ReadCall | DoseEvent::FileFault, Some(node)) => quantity::size(&node, (1, BYTES_MAX), mistakes),
        (DoseEvent::MinorFault | DoseEvent::CopiedByte, Some(node)) => {
            not_of(event, "bytes", "read-call or file-fault", node.span).tell(mistakes)
        }
        (DoseEvent::FileFault, None) => Some(APART_DEFAULT),
        (_, None) => Some(1),
    }?;
    let span = match (event, span) {
        (DoseEvent::ReadCall | DoseEvent::FileFault | DoseEvent::CopiedByte, Some(node)) => {
            quantity::size(&node, (bytes, SPAN_MAX), mistakes)
        }
        (DoseEvent::MinorFault, Some(node)) => {
            not_of(event, "span", "read-call, file-fault or copied-byte", node.span).tell(mistakes)
        }
        (_, None) => Some(SPAN_DEFAULT.max(bytes)),
    }?;
    Some(Amount { bytes, span })
}

fn not_of(event: DoseEvent, key: &str, owners: &str, span: Range<usize>) -> Diagnostic {
    let message = format!("the key {} goes with {owners} only", quoted(key));
    Diagnostic::new(span, message).label(format!("the event is {}", event.key())).help("remove it")
}

/// Reports unknown keys. Which there are depends on the event.
pub fn finish(mut table: Table, event: Option<DoseEvent>, mistakes: &mut Mistakes) {
    if event.is_none() {
        ["bytes", "span"].iter().for_each(|key| drop(table.node(key)));
    }
    table.finish(mistakes);
}
