//! The pilots of a point: what a batch of each variant holds.

use crate::fixture::Fixtures;
use crate::fixture_state::untouched;
use crate::journal::{Halt, Journal};
use crate::pilot;
use crate::point_run::{Calibrations, Crew, PointRun};
use design::Calibration;
use model::{Pilot, Role};

impl PointRun<'_> {
    /// The pilot, unless the run was resumed and has it. A clone takes over what its original was found to need.
    pub(crate) fn calibrate(
        &self,
        journal: &mut Journal,
        crew: &mut Crew,
        fixtures: &mut Fixtures,
    ) -> Result<Calibrations, Halt> {
        let mut calibrations = Calibrations::new();
        for variant in crew.keys().copied().collect::<Vec<_>>() {
            let measured = match self.plan.variants[variant].role {
                Role::Clone => self.plan.cloned().unwrap_or(variant),
                Role::Contestant | Role::EmptyLoop | Role::Floor => variant,
            };
            let recorded = journal.run.points[self.index].cases[measured].pilot;
            if let Some(Pilot { iterations, ns, warm_up, round, around_ns }) = recorded {
                let known = Calibration::new(self.plan, &self.plan.variants[variant], self.point, iterations, ns);
                calibrations.insert(variant, known.warmed_up_by(warm_up, round).surrounded_by(around_ns));
                continue;
            }
            let ready = crew.get_mut(&variant).expect("the key is from the crew");
            let calibrated = pilot::calibrate(self.plan, &self.plan.variants[variant], self.point, ready, fixtures);
            match calibrated.and_then(|calibration| untouched(fixtures).map(|()| calibration)) {
                Ok(calibration) => {
                    calibrations.insert(variant, calibration);
                    self.record_calibration(journal, variant, calibration)?;
                }
                Err(trouble) => {
                    crew.remove(&variant);
                    self.fail(journal, variant, trouble)?;
                }
            }
        }
        if journal.run.points[self.index].schedule.is_none() {
            self.doubt(journal, crew, &mut calibrations, fixtures.any_cold())?;
        }
        Ok(calibrations)
    }

    /// Tries those again whose pilot was much slower than another's.
    fn doubt(
        &self,
        journal: &mut Journal,
        crew: &mut Crew,
        calibrations: &mut Calibrations,
        any_cold: bool,
    ) -> Result<(), Halt> {
        for variant in calibrations.keys().copied().collect::<Vec<_>>() {
            let Some(more) = design::iterations_of_quicker(self.plan, variant, calibrations, any_cold) else {
                continue;
            };
            let declared = &self.plan.variants[variant];
            let ready = crew.get_mut(&variant).expect("it was calibrated");
            match pilot::once_more(self.plan, declared, self.point, ready, calibrations[&variant], more) {
                Ok(calibration) => {
                    self.record_calibration(journal, variant, calibration)?;
                    calibrations.insert(variant, calibration);
                }
                Err(trouble) => {
                    crew.remove(&variant);
                    calibrations.remove(&variant);
                    self.fail(journal, variant, trouble)?;
                }
            }
        }
        let original = self.plan.cloned().and_then(|original| calibrations.get(&original).copied());
        for (variant, calibration) in calibrations {
            if let (Role::Clone, Some(original)) = (self.plan.variants[*variant].role, original) {
                *calibration = original;
            }
        }
        Ok(())
    }
}
