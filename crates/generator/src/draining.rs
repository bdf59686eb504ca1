//! The end of a batch, when all is sent and fewer and fewer requests are under way.

/// How long so many requests were under way.
pub(crate) struct Draining {
    /// Of one, two, three, …, in nanoseconds.
    pub(crate) times_ns: Vec<u64>,
    last_ns: u64,
}

impl Draining {
    /// Of so many connections.
    pub(crate) fn of(connections: usize) -> Draining {
        Draining { times_ns: vec![0; connections], last_ns: 0 }
    }

    /// One of so many ends that have not ended, those that are to be sent among them; the last that was sent was so at `sent_ns`.
    pub(crate) fn one_ends(&mut self, left: u64, sent_ns: u64, now_ns: u64) {
        if let Some(time_ns) = self.times_ns.get_mut(left as usize - 1) {
            *time_ns += now_ns - self.last_ns.max(sent_ns);
            self.last_ns = now_ns;
        }
    }
}
