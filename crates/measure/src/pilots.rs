//! The pilots of a point: what a batch of each variant holds.

use crate::journal::Halt;
use crate::pilot;
use crate::point_run::PointRun;
use crate::trouble::Trouble;
use design::Calibration;
use model::{Event, Role};

impl PointRun<'_, '_, '_> {
    /// The pilot, unless the run was resumed and has it. A clone takes over what its original was found to need.
    pub(crate) fn calibrate(&mut self) -> Result<(), Halt> {
        for variant in self.crew.keys().copied().collect::<Vec<_>>() {
            if let Some(pilot) = self.record().cases[self.original(variant)].pilot {
                self.calibrations.insert(variant, Calibration::of(self.crew[&variant].case, pilot));
                continue;
            }
            let left_ns = (self.deadline_ns - self.now_ns()).max(0.0);
            let ready = self.crew.get_mut(&variant).expect("the key is from the crew");
            let calibrated = pilot::calibrate(ready, self.fixtures, left_ns);
            self.take_calibration(variant, calibrated)?;
        }
        if self.record().schedule.is_none() { self.doubt() } else { Ok(()) }
    }

    /// Tries those again whose pilot was much slower than another's, for a part of the time, and then for as long as that makes them much quicker: the beginning of a
    /// process may be long.
    fn doubt(&mut self) -> Result<(), Halt> {
        let any_cold = self.fixtures.any_cold();
        for variant in self.calibrations.keys().copied().collect::<Vec<_>>() {
            let until_ns = self.now_ns() + pilot::WATCHED_PART * (self.deadline_ns - self.now_ns()).max(0.0);
            while let Some(more) = design::iterations_of_quicker(self.plan, variant, &self.calibrations, any_cold) {
                let before_ns = self.calibrations[&variant].pilot.ns;
                self.try_again(variant, more)?;
                let is_quicker = |now: &Calibration| now.pilot.ns <= pilot::PILOT_SPEEDUP_MIN * before_ns;
                if self.now_ns() >= until_ns && !self.calibrations.get(&variant).is_some_and(is_quicker) {
                    break;
                }
            }
        }
        let original = self.plan.cloned().and_then(|original| self.calibrations.get(&original).copied());
        for (variant, calibration) in &mut self.calibrations {
            if let (Role::Clone, Some(original)) = (self.plan.variants[*variant].role, original) {
                *calibration = original;
            }
        }
        Ok(())
    }

    /// Runs a batch of so many iterations once more of a variant whose pilot was slow.
    pub(crate) fn try_again(&mut self, variant: usize, iterations: u64) -> Result<(), Halt> {
        let before = self.calibrations[&variant];
        let ready = self.crew.get_mut(&variant).expect("it was calibrated");
        let calibrated = pilot::once_more(ready, before, iterations);
        self.take_calibration(variant, calibrated)
    }

    fn take_calibration(&mut self, variant: usize, calibrated: Result<Calibration, Trouble>) -> Result<(), Halt> {
        match self.fixtures.after(calibrated) {
            Ok(calibration) => {
                self.calibrations.insert(variant, calibration);
                self.journal.record(Event::Calibrated { point: self.index, variant, pilot: calibration.pilot })
            }
            Err(trouble) => self.lose(variant, trouble),
        }
    }
}
