//! What fresh workers run before they are measured: that much is not in what an iteration takes in the long run, and is told beside it.

use crate::crew::{Order, PreparedWorker, Trouble};
use crate::journal::{Halt, Journal};
use crate::pilot;
use crate::point_run::{Crew, PointRun};
use design::Calibration;
use model::{Beginning, Event, Metric};
use rand::RngExt;

impl PointRun<'_> {
    /// Warms a worker up that a launch has just started, unless the plan says what its process runs. A start in turn is recorded.
    pub(crate) fn warm_up(
        &self,
        journal: &mut Journal,
        launch: usize,
        variant: usize,
        crew: &mut Crew,
        calibration: &Calibration,
        (order, random): (Order, &mut impl RngExt),
    ) -> Result<(), Halt> {
        let is_planned = self.plan.variants[variant].iterations.is_some();
        let Some(ready) = crew.get_mut(&variant).filter(|_| !is_planned) else { return Ok(()) };
        let phase = random.random();
        let warmed_up = match order {
            Order::InTurn if self.is_contestant(variant) => {
                self.begin(variant, launch, ready, calibration, phase).map(Some)
            }
            Order::InTurn | Order::Together => self.run_warm(variant, ready, calibration, phase).map(|_| None),
        };
        match warmed_up {
            Ok(Some(beginning)) => journal.record(Event::Begun { point: self.index, variant, beginning }),
            Ok(None) => Ok(()),
            Err(trouble) => {
                crew.remove(&variant);
                self.fail(journal, variant, trouble)
            }
        }
    }

    /// Warms a worker up with its first iteration by itself.
    fn begin(
        &self,
        variant: usize,
        launch: usize,
        ready: &mut PreparedWorker,
        calibration: &Calibration,
        phase: f64,
    ) -> Result<Beginning, Trouble> {
        let (_, first_ns) = self.run_ahead(variant, ready, calibration, 1)?;
        let (rest, rest_ns) = match calibration.warm_up_iterations(phase) {
            0 | 1 if !calibration.is_sliced() => (0, 0),
            _ => self.run_warm(variant, ready, calibration, phase)?,
        };
        Ok(Beginning {
            launch,
            start_ns: ready.opening.start_ns,
            prepare_ns: ready.opening.prepare_ns,
            first_ns,
            iterations: 1 + rest,
            warm_up_ns: first_ns.saturating_add(rest_ns),
        })
    }

    fn run_warm(
        &self,
        variant: usize,
        ready: &mut PreparedWorker,
        calibration: &Calibration,
        phase: f64,
    ) -> Result<(u64, u64), Trouble> {
        let iterations = calibration.whole(calibration.warm_up_iterations(phase) as f64);
        self.run_ahead(variant, ready, calibration, iterations)
    }

    /// Runs so many iterations that belong to no block: how many there were, and what they took in nanoseconds. They are in slices, as what is
    /// measured: what a runtime compiles is also the loop around the code, each slice of which is a call.
    fn run_ahead(
        &self,
        variant: usize,
        ready: &mut PreparedWorker,
        calibration: &Calibration,
        iterations: u64,
    ) -> Result<(u64, u64), Trouble> {
        let declared = &self.plan.variants[variant];
        let slices = calibration.slices(iterations).max(1);
        let (iterations, readings) =
            pilot::run_outside_blocks(self.plan, declared, ready, iterations, calibration.ns, slices)?;
        let read = |metric| readings.get(&metric).copied().unwrap_or(0);
        Ok((iterations, read(Metric::Wall).saturating_sub(read(Metric::Delayed))))
    }
}
