//! Where the time of a point's launches goes.

use crate::schedule::LaunchPace;

/// Where the time of a point's launches goes, in nanoseconds.
pub struct Spent {
    /// When they began.
    pub began_ns: f64,
    last_ns: f64,
    launches_ns: Vec<f64>,
    blocks_ns: Vec<f64>,
}

impl Spent {
    /// None yet, at this time.
    pub fn new(began_ns: f64) -> Spent {
        Spent { began_ns, last_ns: began_ns, launches_ns: Vec::new(), blocks_ns: Vec::new() }
    }

    /// The workers of a launch stand ready at this time.
    pub fn launch(&mut self, now_ns: f64) {
        self.launches_ns.push(now_ns - self.last_ns);
        self.last_ns = now_ns;
    }

    /// A block is over at this time.
    pub fn block(&mut self, now_ns: f64) {
        self.blocks_ns.push(now_ns - self.last_ns);
        self.last_ns = now_ns;
    }

    /// The middle of the launches: the first of them warm up what those after them need not. Of the blocks the middle, too, or their mean if that
    /// is less: where one of the first held rare work, a plan by the mean would end the point long before its time. What is planned in excess is
    /// cut off by the deadline.
    pub fn pace(&self) -> LaunchPace {
        let block_ns = middle(&self.blocks_ns).min(stats::mean(&self.blocks_ns).unwrap_or(0.0));
        LaunchPace { launch_ns: middle(&self.launches_ns), block_ns: block_ns.max(1.0) }
    }
}

fn middle(times_ns: &[f64]) -> f64 {
    stats::median(times_ns).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_work_in_one_block_does_not_set_the_pace() {
        let mut spent = Spent::new(0.0);
        let mut now_ns = 0.0;
        for block_ns in [24e6, 24e6, 96e6, 24e6, 25e6] {
            now_ns += 1e6;
            spent.launch(now_ns);
            now_ns += block_ns;
            spent.block(now_ns);
        }
        assert_eq!((spent.pace().launch_ns, spent.pace().block_ns), (1e6, 24e6));
    }
}
