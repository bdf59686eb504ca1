//! Where the time of a point's launches goes.

use crate::layout::{launches_min, launches_needed};
use crate::schedule::{BLOCKS_TO_LIVE, LAUNCHES_AT_ALL, LaunchPace, OVERRUN, SPARE_LAUNCHES};
use model::{Run, Schedule};

/// Where the time of a point's launches goes, in nanoseconds.
pub struct Spent {
    began_ns: f64,
    /// When the point's time is over.
    deadline_ns: f64,
    last_ns: f64,
    launches_ns: Vec<f64>,
    blocks_ns: Vec<f64>,
}

impl Spent {
    /// None yet, at the first of these times; at the other the point's is over.
    pub fn new(began_ns: f64, deadline_ns: f64) -> Spent {
        Spent { began_ns, deadline_ns, last_ns: began_ns, launches_ns: Vec::new(), blocks_ns: Vec::new() }
    }

    /// The workers of a launch stand ready at this time.
    pub fn launch(&mut self, now_ns: f64) {
        self.launches_ns.push(now_ns - std::mem::replace(&mut self.last_ns, now_ns));
    }

    /// A block is over at this time.
    pub fn block(&mut self, now_ns: f64) {
        self.blocks_ns.push(now_ns - std::mem::replace(&mut self.last_ns, now_ns));
    }

    /// The middle of the launches, the first of which warm up what those after them need not. Of the blocks the middle, too, or their mean if that is less: what is planned
    /// in excess is cut off by the deadline. The mean where rare work is known to come again, and to take its part of each launch.
    pub fn pace(&self, recurs: bool) -> LaunchPace {
        let middle = |times_ns: &[f64]| stats::median(times_ns).unwrap_or(0.0);
        let mean_ns = stats::mean(&self.blocks_ns).unwrap_or(0.0);
        let block_ns = if recurs { mean_ns } else { middle(&self.blocks_ns).min(mean_ns) };
        LaunchPace { launch_ns: middle(&self.launches_ns), block_ns: block_ns.max(1.0) }
    }

    /// Whether the long launch, with as many blocks as others or enough to show what recurs, goes on past the middle of the point's time.
    pub fn is_long_enough(&self, schedule: &Schedule, launch: usize, block: usize, now_ns: f64) -> bool {
        launch == schedule.long_at
            && block >= schedule.blocks.min(BLOCKS_TO_LIVE)
            && now_ns > (self.began_ns + self.deadline_ns) / 2.0
    }

    /// Whether more than half of the launch of this index would be after the time of the point. Those without which nothing can be established may take longer,
    /// if enough of them will be there by then.
    pub fn is_late(&self, run: &Run, point: usize, launch: usize, now_ns: f64) -> bool {
        let blocks = run.points[point].schedule.as_ref().map_or(1, |schedule| schedule.blocks_of(launch));
        let launch_ns = self.pace(false).launch_of(blocks);
        let would_end_after = now_ns + launch_ns / 2.0 > self.deadline_ns;
        let needed = launches_min(run, point);
        if run.header.budget_is_default && launch < needed.min(launches_needed(run, point)) {
            return false;
        }
        if launch >= needed || !would_end_after {
            return would_end_after;
        }
        let missing = needed.saturating_sub(SPARE_LAUNCHES + launch).max(1);
        let latest_ns = self.began_ns + (self.deadline_ns - self.began_ns).max(0.0) * OVERRUN;
        launch >= LAUNCHES_AT_ALL && now_ns + missing as f64 * launch_ns > latest_ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_work_in_one_block_does_not_set_the_pace() {
        let mut spent = Spent::new(0.0, 1e9);
        let mut now_ns = 0.0;
        for block_ns in [24e6, 24e6, 96e6, 24e6, 25e6] {
            now_ns += 1e6;
            spent.launch(now_ns);
            now_ns += block_ns;
            spent.block(now_ns);
        }
        assert_eq!((spent.pace(false).launch_ns, spent.pace(false).block_ns), (1e6, 24e6));
        assert_eq!(spent.pace(true).block_ns, 38.6e6);
    }

    #[test]
    fn the_long_launch_leaves_half_of_the_time_to_the_others() {
        let spent = Spent::new(1e9, 5e9);
        let schedule = Schedule { launches: 10, blocks: 6, looks: vec![10], long: 100, long_at: 0 };
        let is_over = |launch, block, now_ns| spent.is_long_enough(&schedule, launch, block, now_ns);
        assert_eq!(
            [is_over(0, 6, 2.9e9), is_over(0, 6, 3.1e9), is_over(0, 5, 4e9), is_over(1, 6, 4e9)],
            [false, true, false, false]
        );
    }
}
