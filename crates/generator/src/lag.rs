//! How late requests are sent.

/// How late requests were sent, in nanoseconds.
#[derive(Default)]
pub(crate) struct LagSum {
    sum_ns: u64,
    count: u64,
}

impl LagSum {
    pub(crate) fn add(&mut self, lag_ns: u64) {
        self.sum_ns += lag_ns;
        self.count += 1;
    }

    pub(crate) fn mean_ns(&self) -> u64 {
        self.sum_ns.checked_div(self.count).unwrap_or(0)
    }
}
