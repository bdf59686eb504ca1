//! How late requests are sent.

use crate::outcome::Lag;

/// How late requests were sent, in nanoseconds.
#[derive(Default)]
pub(crate) struct LagSum {
    max_ns: u64,
    sum_ns: u64,
    count: u64,
}

impl LagSum {
    pub(crate) fn add(&mut self, lag_ns: u64) {
        self.max_ns = self.max_ns.max(lag_ns);
        self.sum_ns += lag_ns;
        self.count += 1;
    }

    pub(crate) fn lag(&self) -> Lag {
        Lag { max_ns: self.max_ns, mean_ns: self.sum_ns.checked_div(self.count).unwrap_or(0) }
    }
}
