//! The probes: measuring another event is a line here and a file beside it.

use crate::caches::Level::{L1, L2, L3, Memory};
use crate::probe::Probe;
use crate::{branch, copy, faults, load_latency, loopback, mapping, pass, pipe, read, spawn, switch, system_call};
use model::CostlyEvent as E;

const K: u64 = 1 << 10;
const M: u64 = 1 << 20;

/// Every probe, in the order of the events. Doses count events: bytes where the cost is told for a byte.
pub const PROBES: &[Probe] = &[
    Probe { event: E::SystemCall, doses: [2000, 4000, 8000], prepare: system_call::prepare },
    Probe { event: E::ReadByte, doses: [512 * K, M, 2 * M], prepare: read::prepare_cached },
    Probe { event: E::ReadByteMemory, doses: [512 * K, M, 2 * M], prepare: read::prepare_in_memory },
    Probe { event: E::MinorFault, doses: [256, 512, 1024], prepare: faults::prepare_minor },
    Probe { event: E::FileFault, doses: [64, 128, 256], prepare: faults::prepare_file },
    Probe { event: E::UnmapPage, doses: [1024, 2048, 4096], prepare: faults::prepare_unmapping },
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
