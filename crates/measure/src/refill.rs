//! How much slower a variant is at first because the others have filled the caches with theirs: it decides how long a batch is.

use crate::journal::Halt;
use crate::point_run::PointRun;
use crate::random::{Purpose, stream};
use crate::trouble::Trouble;
use design::{BATCH_MIN_NS, all_sliced, refill_ns, runs_ahead};
use model::{Event, Role};
use rand::RngExt;
use std::collections::BTreeMap;

/// Rounds in which each variant has a batch after those of the others and one after its own, both as short as one may be, and what runs between the two: by chance,
/// because rounds that are as long as what recurs in the code would all begin where it is dear.
const ROUNDS: usize = 5;
const BETWEEN_NS: std::ops::Range<f64> = 1e6..11e6;

impl PointRun<'_, '_, '_> {
    /// Runs batches of all variants in turn, unless the run was resumed and knows, or nobody's batches are timed in slices.
    pub(crate) fn refill(&mut self) -> Result<(), Halt> {
        let record = self.record();
        let is_known = record.refill_ns.is_some() || record.schedule.is_some();
        let is_timed = |variant: &usize| self.plan.variants[*variant].role != Role::EmptyLoop;
        let mut timed: Vec<usize> = self.calibrations.keys().copied().filter(is_timed).collect();
        let round_ns = |variant: &usize| -> f64 {
            let known = &self.calibrations[variant];
            let lengths = [BATCH_MIN_NS, (BETWEEN_NS.start + BETWEEN_NS.end) / 2.0, BATCH_MIN_NS];
            lengths.iter().map(|ns| known.of_length(*ns) as f64 * known.pilot.ns).sum()
        };
        let takes_ns = || ROUNDS as f64 * timed.iter().map(round_ns).sum::<f64>();
        // They are left out where they would take half of what is left: eight snippets of 5 ms took all of half a second, and each had three launches.
        if is_known || !all_sliced(&self.calibrations) || takes_ns() > 0.5 * self.known().left_ns {
            return Ok(());
        }
        let mut random = stream(self.journal.run.header.seed, Purpose::Refill, &[self.index]);
        let mut rounds: BTreeMap<usize, Vec<[Vec<f64>; 2]>> = BTreeMap::new();
        for _ in 0..ROUNDS {
            for variant in timed.clone() {
                match self.refill_round(variant, random.random_range(BETWEEN_NS)) {
                    Ok(round) => rounds.entry(variant).or_default().push(round),
                    Err(trouble) => {
                        rounds.remove(&variant);
                        timed.retain(|other| *other != variant);
                        self.lose(variant, trouble)?;
                    }
                }
            }
        }
        if rounds.len() < 2 {
            return Ok(());
        }
        let refill_ns = rounds.values().map(|rounds| refill_ns(rounds)).fold(0.0, f64::max);
        self.journal.record(Event::Refilled { point: self.index, refill_ns, ahead: runs_ahead(refill_ns) })
    }

    /// The slices of two batches: after those of the others, and after its own.
    fn refill_round(&mut self, variant: usize, between_ns: f64) -> Result<[Vec<f64>; 2], Trouble> {
        let cold = self.slices(variant)?;
        self.run_ahead(variant, self.calibrations[&variant].of_length(between_ns))?;
        Ok([cold, self.slices(variant)?])
    }

    /// The slices of a batch, in nanoseconds.
    fn slices(&mut self, variant: usize) -> Result<Vec<f64>, Trouble> {
        let sample = self.run_untimed(variant, self.calibrations[&variant].of_length(BATCH_MIN_NS))?;
        Ok(sample.slices_ns.iter().map(|slice| *slice as f64).collect())
    }
}
