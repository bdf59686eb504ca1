//! The CPU of a launch: which it is, and when all of the launch moves to another.

use crate::disturbance::Disturbance;
use crate::point_run::{Crew, PointRun};
use crate::random::{Purpose, stream};
use design::all_sliced;
use model::Subject;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use subjects::OnCpu;

/// A block takes so long at least, if its CPU is to be the one that is disturbed least: to ask two takes two thirds of a millisecond.
const WORTH_ASKING_NS: f64 = 25e6;

/// A CPU on which all workers of a launch run, and the scheduler while it lives: to wake a CPU that has nothing to do takes longer than to
/// change over.
pub(crate) struct PinnedCpu {
    cpu: usize,
    _asking: OnCpu,
}

impl PinnedCpu {
    pub fn taken(cpu: usize, crew: &mut Crew) -> PinnedCpu {
        crew.values_mut().for_each(|ready| ready.worker.bind(cpu));
        PinnedCpu { cpu, _asking: OnCpu::new(cpu) }
    }
}

impl PointRun<'_, '_, '_> {
    /// Takes note of the snippets that ran in one thread up to now. A runtime that compiles or collects garbage in others would be in its own way
    /// on one CPU.
    pub(crate) fn note_threads(&mut self) {
        let snippets = self.crew.iter().filter(|(variant, ready)| {
            let is_snippet = matches!(self.plan.variants[**variant].subject, Subject::Snippet(_));
            is_snippet && ready.worker.is_one_thread() && ready.worker.ran_in_one_thread()
        });
        self.single_threaded.extend(snippets.map(|(variant, _)| *variant));
    }

    /// Whether one CPU is enough for everybody, as far as answers and pilots told. A clone is as its original.
    pub(crate) fn one_cpu_is_enough(&self) -> bool {
        self.calibrations.keys().all(|variant| match self.plan.variants[*variant].subject {
            Subject::Sim(_) => true,
            Subject::Snippet(_) | Subject::Command(_) => self.single_threaded.contains(&self.original(*variant)),
            Subject::Http(_) | Subject::Imported(_) => false,
        })
    }

    /// A CPU for a launch: where slices are compared, or a block is long, of some that are drawn the one that is disturbed least.
    pub(crate) fn draw_cpu(&self, random: &mut impl Rng) -> Option<usize> {
        let mut allowed = subjects::allowed_cpus();
        let block_ns: f64 = self.calibrations.values().map(|one| one.pilot.ns * one.pilot.iterations as f64).sum();
        // Elsewhere the CPU is that of what sends requests, and the quietest would be taken from the servers.
        if self.one_cpu_is_enough() && (all_sliced(&self.calibrations) || block_ns >= WORTH_ASKING_NS) {
            allowed.shuffle(random);
            return subjects::quietest(&self.fixtures.context.clock, &allowed);
        }
        allowed.choose(random).copied()
    }

    /// Whether the contestants were disturbed in a block, and a better CPU is to be looked for; never where nothing has slices.
    pub(crate) fn sees_disturbance(&self, at: (usize, usize), disturbance: &mut Disturbance) -> bool {
        let last = self.record().blocks.last().filter(|block| (block.launch, block.block) == at);
        let samples = last.into_iter().flat_map(|block| &block.samples);
        disturbance.sees(samples.filter(|sample| self.is_contestant(sample.variant)))
    }

    /// Moves all of a launch to another CPU, if one is disturbed less and nobody would be torn apart.
    pub(crate) fn moved(
        &mut self,
        launch: usize,
        block: usize,
        pinned: PinnedCpu,
        disturbance: &mut Disturbance,
    ) -> PinnedCpu {
        if !self.crew.values().all(|ready| ready.worker.is_one_thread()) {
            return pinned;
        }
        let before = pinned.cpu;
        drop(pinned); // else its CPU would be the only one that is allowed
        let mut random = stream(self.journal.run.header.seed, Purpose::Launch, &[self.index, launch, block]);
        let cpu = self.draw_cpu(&mut random).unwrap_or(before);
        disturbance.in_vain = cpu == before;
        PinnedCpu::taken(cpu, &mut self.crew)
    }
}
