//! Events that are added to every iteration of a variant, to see what one of them takes in its place.

use serde::{Deserialize, Serialize};

/// What is added to every iteration, before the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dose {
    /// The event.
    pub event: DoseEvent,
    /// How many of them. With none the worker does all that it does for a dose but the events.
    pub count: u64,
    /// The bytes of a read call, or from one fault of a mapped file to the next; 1 where the event is another one.
    pub bytes: u64,
    /// How many bytes are gone through, from the first to the last and again from the first: of the file that is read or mapped, or of the memory that is
    /// copied. They decide which caches hold them.
    pub span: u64,
    /// The line of the plan where it stands, counted from 1.
    pub line: usize,
}

/// What can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoseEvent {
    /// A call of read(2) on a file in the page cache, into memory that is in use.
    ReadCall,
    /// A first write to a page of memory that was given back.
    MinorFault,
    /// A first look at a page of a mapped file in the page cache, whose pages were taken out of the mapping before.
    FileFault,
    /// A byte that is copied from memory to memory.
    CopiedByte,
}

/// Every event with its name in plans and messages.
pub const DOSE_EVENTS: &[(&str, DoseEvent)] = &[
    ("read-call", DoseEvent::ReadCall),
    ("minor-fault", DoseEvent::MinorFault),
    ("file-fault", DoseEvent::FileFault),
    ("copied-byte", DoseEvent::CopiedByte),
];

impl DoseEvent {
    /// Its name in plans and messages.
    pub fn key(self) -> &'static str {
        DOSE_EVENTS.iter().find(|(_, event)| *event == self).expect("every event is in the table").0
    }

    /// One of them and several, in the words of a person.
    pub fn words(self) -> [&'static str; 2] {
        match self {
            DoseEvent::ReadCall => ["read call", "read calls"],
            DoseEvent::MinorFault => ["page fault", "page faults"],
            DoseEvent::FileFault => ["fault of a mapped file", "faults of a mapped file"],
            DoseEvent::CopiedByte => ["copied byte", "copied bytes"],
        }
    }

    /// Several of them, likewise.
    pub fn plural(self) -> &'static str {
        let [_, several] = self.words();
        several
    }
}
