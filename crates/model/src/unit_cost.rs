//! What this machine takes for one of a kind of event, as data: measuring another one starts with a line here.

use serde::{Deserialize, Serialize};

/// What one of the events is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum Per {
    Event,
    Byte,
}

/// The documentation of an event.
#[derive(Clone, Copy, Debug)]
pub struct EventInfo {
    /// The event.
    pub event: CostlyEvent,
    /// What its cost is told for.
    pub per: Per,
    /// What it is, as a noun.
    pub help: &'static str,
}

macro_rules! events {
    ($($name:ident $key:literal $per:ident $help:literal;)*) => {
        /// Something that takes time wherever it happens, about as much each time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum CostlyEvent {
            $(#[doc = $help] #[serde(rename = $key)] $name,)*
        }

        /// Every event, in the order of the report.
        pub const COSTLY_EVENTS: &[EventInfo] = &[
            $(EventInfo { event: CostlyEvent::$name, per: Per::$per, help: $help },)*
        ];
    };
}

events! {
    SystemCall "system_call" Event "a system call that does nothing";
    ReadCall "read_call" Event "a read(2) of one byte that is in the page cache";
    ReadByte256K "read_byte_256k" Byte "a byte that read(2) copies of a file of 256 KiB in the page cache";
    ReadByte8M "read_byte_8m" Byte "the same of a file of 8 MiB";
    ReadByte64M "read_byte_64m" Byte "the same of a file of 64 MiB";
    ReadByte256M "read_byte_256m" Byte "the same of a file of 256 MiB";
    ReadByteAt16 "read_byte_64m_at_16" Byte "the same of 64 MiB, into a buffer that begins 16 bytes after a page does";
    WriteByte "write_byte" Byte "a byte that write(2) puts in the place of another in the page cache";
    MinorFault "minor_fault" Event "a first write to a page of fresh memory";
    FileFault "file_fault" Event "a fault on a mapped file in the page cache, with 64 KiB around it";
    UnmapPage "unmap_page" Event "a page of a mapped file that is taken away with its mapping";
    MapUnmap "map_unmap" Event "a mapping of one page that is made and taken away untouched";
    Switch "switch" Event "a switch from one process to another on the same CPU, through a pipe";
    Spawn "spawn" Event "a process that is started, does nothing, and is waited for";
    PipeByte "pipe_byte" Byte "a byte that goes through a pipe";
    LoopbackRoundTrip "loopback_round_trip" Event "a byte there and back over a TCP connection to this machine";
    CopyL1 "copy_l1" Byte "a byte that is copied within the first cache";
    CopyL2 "copy_l2" Byte "a byte that is copied within the second cache";
    CopyL3 "copy_l3" Byte "a byte that is copied within the last cache";
    CopyMemory "copy_memory" Byte "a byte that is copied in memory that no cache holds";
    PassL1 "pass_l1" Byte "a byte that is read and summed within the first cache";
    PassL2 "pass_l2" Byte "a byte that is read and summed within the second cache";
    PassL3 "pass_l3" Byte "a byte that is read and summed within the last cache";
    PassMemory "pass_memory" Byte "a byte that is read and summed in memory that no cache holds";
    PassFile16M "pass_file_16m" Byte "a byte that is read and summed of a mapped file of 16 MiB";
    PassFile64M "pass_file_64m" Byte "the same of 64 MiB";
    PassFile256M "pass_file_256m" Byte "the same of 256 MiB";
    LoadL1 "load_l1" Event "a load that waits for the one before it, from the first cache";
    LoadL2 "load_l2" Event "the same from the second cache";
    LoadL3 "load_l3" Event "the same from the last cache";
    LoadMemory "load_memory" Event "the same from memory";
    BranchMiss "branch_miss" Event "a branch that is predicted wrongly";
}

/// What one event takes, with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitCost {
    /// The event.
    pub event: CostlyEvent,
    /// Nanoseconds for one.
    pub ns: f64,
    /// The bounds of the interval.
    pub low_ns: f64,
    /// The bounds of the interval.
    pub high_ns: f64,
}

/// What a machine was found to take for each, between two of its starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitCosts {
    /// The costs; what could not be measured is missing.
    pub costs: Vec<UnitCost>,
}

/// What [`CostlyEvent::FileFault`] maps, in bytes: as much as the kernel maps around a page of small folios, unless it is told otherwise (`fault_around_bytes`).
pub const FILE_FAULT: usize = 64 << 10;

impl CostlyEvent {
    /// The documentation of this event.
    pub fn info(self) -> &'static EventInfo {
        &COSTLY_EVENTS[self as usize] // the table is made from the enum
    }
}

impl UnitCost {
    /// What so many of the event take.
    pub fn times(self, factor: f64) -> UnitCost {
        UnitCost { ns: factor * self.ns, low_ns: factor * self.low_ns, high_ns: factor * self.high_ns, ..self }
    }
}

impl UnitCosts {
    /// The cost of an event; `None` where it was not measured.
    pub fn of(&self, event: CostlyEvent) -> Option<UnitCost> {
        self.costs.iter().find(|cost| cost.event == event).copied()
    }
}
