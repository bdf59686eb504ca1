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
    Probe { event: E::SystemCall, doses: [2000, 4000, 8000], prepare: system_call::prepare },
    Probe { event: E::ReadCall, doses: [1000, 2000, 4000], prepare: read_call::prepare },
    Probe { event: E::ReadByte256K, doses: [512 * K, M, 2 * M], prepare: |site| read::prepare(site, 256 * K, 0) },
    Probe { event: E::ReadByte8M, doses: [512 * K, M, 2 * M], prepare: |site| read::prepare(site, 8 * M, 0) },
    Probe { event: E::ReadByte64M, doses: [512 * K, M, 2 * M], prepare: |site| read::prepare(site, 64 * M, 0) },
    Probe { event: E::ReadByte256M, doses: [512 * K, M, 2 * M], prepare: |site| read::prepare(site, 256 * M, 0) },
    Probe { event: E::ReadByteAt16, doses: [512 * K, M, 2 * M], prepare: |site| read::prepare(site, 64 * M, 16) },
    Probe { event: E::WriteByte, doses: [512 * K, M, 2 * M], prepare: write::prepare },
    Probe { event: E::MinorFault, doses: [256, 512, 1024], prepare: faults::prepare_minor },
    Probe { event: E::FileFault, doses: [64, 128, 256], prepare: faults::prepare_file },
    Probe { event: E::UnmapPage, doses: faults::UNMAPPED, prepare: faults::prepare_unmapping },
    Probe { event: E::MapUnmap, doses: [500, 1000, 2000], prepare: mapping::prepare },
    Probe { event: E::Switch, doses: [500, 1000, 2000], prepare: switch::prepare },
    Probe { event: E::Spawn, doses: [4, 8, 16], prepare: spawn::prepare },
    Probe { event: E::PipeByte, doses: [512 * K, M, 2 * M], prepare: pipe::prepare },
    Probe { event: E::LoopbackRoundTrip, doses: [100, 200, 400], prepare: loopback::prepare },
    Probe { event: E::CopyL1, doses: [8 * M, 16 * M, 32 * M], prepare: |site| copy::prepare(site, L1) },
    Probe { event: E::CopyL2, doses: [8 * M, 16 * M, 32 * M], prepare: |site| copy::prepare(site, L2) },
    Probe { event: E::CopyL3, doses: [8 * M, 16 * M, 32 * M], prepare: |site| copy::prepare(site, L3) },
    Probe { event: E::CopyMemory, doses: [8 * M, 16 * M, 32 * M], prepare: |site| copy::prepare(site, Memory) },
    Probe { event: E::PassL1, doses: [8 * M, 16 * M, 32 * M], prepare: |site| pass::prepare(site, L1) },
    Probe { event: E::PassL2, doses: [8 * M, 16 * M, 32 * M], prepare: |site| pass::prepare(site, L2) },
    Probe { event: E::PassL3, doses: [8 * M, 16 * M, 32 * M], prepare: |site| pass::prepare(site, L3) },
    Probe { event: E::PassMemory, doses: [8 * M, 16 * M, 32 * M], prepare: |site| pass::prepare(site, Memory) },
    Probe { event: E::PassFile16M, doses: [2 * M, 4 * M, 8 * M], prepare: |site| pass::prepare_file(site, 16 * M) },
    Probe { event: E::PassFile64M, doses: [8 * M, 16 * M, 32 * M], prepare: |site| pass::prepare_file(site, 64 * M) },
    Probe { event: E::PassFile256M, doses: [8 * M, 16 * M, 32 * M], prepare: |site| pass::prepare_file(site, 256 * M) },
    Probe { event: E::LoadL1, doses: [200_000, 400_000, 800_000], prepare: |site| load_latency::prepare(site, L1) },
    Probe { event: E::LoadL2, doses: [100_000, 200_000, 400_000], prepare: |site| load_latency::prepare(site, L2) },
    Probe { event: E::LoadL3, doses: [20_000, 40_000, 80_000], prepare: |site| load_latency::prepare(site, L3) },
    Probe {
        event: E::LoadMemory,
        doses: [10_000, 20_000, 40_000],
        prepare: |site| load_latency::prepare(site, Memory),
    },
    Probe { event: E::BranchMiss, doses: [20_000, 40_000, 80_000], prepare: branch::prepare },
];
