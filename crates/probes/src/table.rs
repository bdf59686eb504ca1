//! The probes: measuring another event is a line here and a file beside it.

use crate::caches::Level::{L1, L2, L3, Memory};
use crate::probe::Probe;
use crate::{
    branch, copy, faults, load_latency, loopback, mapping, pass, pipe, read, read_call, spawn, switch, system_call,
    write,
};
use model::CostlyEvent as E;

const K: u64 = 1 << 10;
const M: u64 = 1 << 20;

/// Every probe, in the order of the events. Doses count events: bytes where the cost is told for a byte.
pub const PROBES: &[Probe] = &[
    Probe { event: E::SystemCall, dose: 2000, prepare: system_call::prepare },
    Probe { event: E::ReadCall, dose: 1000, prepare: read_call::prepare },
    Probe { event: E::ReadByte256K, dose: 512 * K, prepare: |site| read::prepare(site, 256 * K, 0) },
    Probe { event: E::ReadByte8M, dose: 512 * K, prepare: |site| read::prepare(site, 8 * M, 0) },
    Probe { event: E::ReadByte64M, dose: 512 * K, prepare: |site| read::prepare(site, 64 * M, 0) },
    Probe { event: E::ReadByte256M, dose: 512 * K, prepare: |site| read::prepare(site, 256 * M, 0) },
    Probe { event: E::ReadByteAt16, dose: 512 * K, prepare: |site| read::prepare(site, 64 * M, 16) },
    Probe { event: E::WriteByte, dose: 512 * K, prepare: write::prepare },
    Probe { event: E::MinorFault, dose: 256, prepare: faults::prepare_minor },
    Probe { event: E::FileFault, dose: 64, prepare: faults::prepare_file },
    Probe { event: E::UnmapPage, dose: faults::UNMAPPED, prepare: faults::prepare_unmapping },
    Probe { event: E::MapUnmap, dose: 500, prepare: mapping::prepare },
    Probe { event: E::Switch, dose: 500, prepare: switch::prepare },
    Probe { event: E::Spawn, dose: 4, prepare: spawn::prepare },
    Probe { event: E::PipeByte, dose: 512 * K, prepare: pipe::prepare },
    Probe { event: E::LoopbackRoundTrip, dose: 100, prepare: loopback::prepare },
    Probe { event: E::CopyL1, dose: 8 * M, prepare: |site| copy::prepare(site, L1) },
    Probe { event: E::CopyL2, dose: 8 * M, prepare: |site| copy::prepare(site, L2) },
    Probe { event: E::CopyL3, dose: 8 * M, prepare: |site| copy::prepare(site, L3) },
    Probe { event: E::CopyMemory, dose: 8 * M, prepare: |site| copy::prepare(site, Memory) },
    Probe { event: E::PassL1, dose: 8 * M, prepare: |site| pass::prepare(site, L1) },
    Probe { event: E::PassL2, dose: 8 * M, prepare: |site| pass::prepare(site, L2) },
    Probe { event: E::PassL3, dose: 8 * M, prepare: |site| pass::prepare(site, L3) },
    Probe { event: E::PassMemory, dose: 8 * M, prepare: |site| pass::prepare(site, Memory) },
    Probe { event: E::PassFile16M, dose: 2 * M, prepare: |site| pass::prepare_file(site, 16 * M) },
    Probe { event: E::PassFile64M, dose: 8 * M, prepare: |site| pass::prepare_file(site, 64 * M) },
    Probe { event: E::PassFile256M, dose: 8 * M, prepare: |site| pass::prepare_file(site, 256 * M) },
    Probe { event: E::LoadL1, dose: 200_000, prepare: |site| load_latency::prepare(site, L1) },
    Probe { event: E::LoadL2, dose: 100_000, prepare: |site| load_latency::prepare(site, L2) },
    Probe { event: E::LoadL3, dose: 20_000, prepare: |site| load_latency::prepare(site, L3) },
    Probe { event: E::LoadMemory, dose: 10_000, prepare: |site| load_latency::prepare(site, Memory) },
    Probe { event: E::BranchMiss, dose: 20_000, prepare: branch::prepare },
];
