//! Where the time of a point's launches goes.

use crate::schedule::Pace;

/// Where the time of a point's launches goes, in nanoseconds.
pub struct Spent {
    /// When they began.
    pub began_ns: f64,
    last_ns: f64,
    launches_ns: Vec<f64>,
    blocks: f64,
    in_blocks_ns: f64,
}

impl Spent {
    /// None yet, at this time.
    pub fn new(began_ns: f64) -> Spent {
        Spent { began_ns, last_ns: began_ns, launches_ns: Vec::new(), blocks: 0.0, in_blocks_ns: 0.0 }
    }

    /// The workers of a launch stand ready at this time.
    pub fn launch(&mut self, now_ns: f64) {
        self.launches_ns.push(now_ns - self.last_ns);
        self.last_ns = now_ns;
    }

    /// A block is over at this time.
    pub fn block(&mut self, now_ns: f64) {
        self.in_blocks_ns += now_ns - self.last_ns;
        self.blocks += 1.0;
        self.last_ns = now_ns;
    }

    /// The middle of the launches: the first of them warm up what those after them need not.
    pub fn pace(&self) -> Pace {
        let launch_ns = stats::median(&self.launches_ns).unwrap_or(0.0);
        Pace { launch_ns, block_ns: (self.in_blocks_ns / self.blocks.max(1.0)).max(1.0) }
    }
}
