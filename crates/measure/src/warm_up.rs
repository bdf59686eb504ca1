//! What fresh workers run before they are measured: that much is not in what an iteration takes in the long run, and is told beside it.

use crate::crew::Order;
use crate::journal::Halt;
use crate::point_run::PointRun;
use crate::random::{Purpose, stream};
use crate::trouble::Trouble;
use model::{Beginning, Event, Metric, Sample};
use rand::RngExt;

/// The part of a period after which the next launch begins: multiples of it lie as evenly between 0 and 1 as can be, however many there are (Niederreiter 1992, "Random number
/// generation and quasi-Monte Carlo methods", chapter 3). Of launches that begin by chance those that hold what comes once a period are often too few or too many.
const GOLDEN: f64 = 0.618_033_988_749_895;

impl PointRun<'_, '_, '_> {
    /// Warms a worker up that a launch has just started, unless the plan says what its process runs. A start in turn is recorded.
    pub(crate) fn warm_up(&mut self, launch: usize, variant: usize, order: Order) -> Result<(), Halt> {
        if self.plan.variants[variant].iterations.is_some() || !self.crew.contains_key(&variant) {
            return Ok(());
        }
        let origin: f64 = stream(self.journal.run.header.seed, Purpose::Phase, &[self.index, variant]).random();
        let phase = (origin + launch as f64 * GOLDEN).fract();
        if self.calibrations[&variant].warm_up_iterations(phase) == 0 {
            return Ok(());
        }
        let warmed_up = match order {
            Order::InTurn if self.is_contestant(variant) => self.begin(variant, launch, phase).map(Some),
            Order::InTurn | Order::Together => self.run_warm(variant, phase).map(|_| None),
        };
        match warmed_up {
            Ok(Some(beginning)) => self.journal.record(Event::Begun { point: self.index, variant, beginning }),
            Ok(None) => Ok(()),
            Err(trouble) => self.lose(variant, trouble),
        }
    }

    /// Warms a worker up with its first iteration by itself.
    fn begin(&mut self, variant: usize, launch: usize, phase: f64) -> Result<Beginning, Trouble> {
        let (_, first_ns) = self.run_ahead(variant, 1)?;
        let calibration = &self.calibrations[&variant];
        let (rest, rest_ns) = match calibration.warm_up_iterations(phase) {
            1 if !calibration.is_sliced => (0, 0),
            _ => self.run_warm(variant, phase)?,
        };
        Ok(Beginning {
            launch,
            first_ns,
            iterations: 1 + rest,
            warm_up_ns: first_ns.saturating_add(rest_ns),
            ..self.crew[&variant].beginning
        })
    }

    fn run_warm(&mut self, variant: usize, phase: f64) -> Result<(u64, u64), Trouble> {
        let calibration = &self.calibrations[&variant];
        let iterations = calibration.whole(calibration.warm_up_iterations(phase) as f64);
        self.run_ahead(variant, iterations)
    }

    /// Runs so many iterations that belong to no block: how many there were, and what they took in nanoseconds. They are in slices, as what is
    /// measured: what a runtime compiles is also the loop around the code, each slice of which is a call.
    pub(crate) fn run_ahead(&mut self, variant: usize, iterations: u64) -> Result<(u64, u64), Trouble> {
        let (mut done, mut took_ns) = (0, 0_u64);
        while done < iterations {
            let batch = self.calibrations[&variant].at_once(iterations - done);
            let Sample { iterations: ran, readings, .. } = self.run_untimed(variant, batch)?;
            done += ran;
            let own_ns = readings.total(Metric::Wall).saturating_sub(readings.total(Metric::Delayed));
            took_ns = took_ns.saturating_add(own_ns);
        }
        Ok((done, took_ns))
    }

    /// A batch that belongs to no block, in slices as those that do.
    pub(crate) fn run_untimed(&mut self, variant: usize, iterations: u64) -> Result<Sample, Trouble> {
        let calibration = self.calibrations[&variant];
        let ready = self.crew.get_mut(&variant).expect("it was started");
        let slices = calibration.slices(iterations).max(1);
        self.fixtures.after(ready.run_outside_blocks(iterations, slices, slices > 1, calibration.pilot.ns))
    }
}
