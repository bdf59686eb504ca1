//! Which requests of a batch count.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Where a request stands in its batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    /// The first over its connection, where it does not count.
    First,
    #[default]
    Counts,
    /// Another before or behind those that count: it keeps the load up.
    Beside,
}

/// What comes before the requests that count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LeadIn {
    /// A request over each of so many connections at least.
    pub(crate) connections: u64,
    /// So many in all at least. A number, and no time: what comes every so many requests is under way at a moment more often the longer it takes, and what is sent
    /// from then on would have it too seldom.
    pub(crate) requests: u64,
    /// And before each connection has had an answer, but not after that.
    pub(crate) patience_ns: u64,
}

impl LeadIn {
    /// Between once and twice so many requests, by chance: what comes every so many requests comes behind the end of one batch, and another has it anywhere.
    pub(crate) fn at_random(connections: u64, requests: u64, patience_ns: u64, seed: u64) -> LeadIn {
        let more = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64() % (requests + 1);
        LeadIn { connections, requests: requests + more, patience_ns }
    }
}

/// The requests of a batch in the order in which they are sent. All count, but where the load is one that goes on.
pub(crate) struct Counting {
    lead_in: Option<LeadIn>,
    /// How many count.
    requests: u64,
    first: Group,
    counted: Group,
    beside: Group,
    /// Of the first ones, how many have run out of time.
    unserved: u64,
    /// How many had no answer when the last of those that count had its.
    outlasting: u64,
}

#[derive(Default)]
struct Group {
    sent: u64,
    ended: u64,
}

impl Group {
    fn under_way(&self) -> u64 {
        self.sent - self.ended
    }
}

impl Counting {
    /// So many that count, and maybe others before and behind them.
    pub(crate) fn new(requests: u64, lead_in: Option<LeadIn>) -> Counting {
        let [first, counted, beside] = [(); 3].map(|()| Group::default());
        Counting { lead_in, requests, first, counted, beside, unserved: 0, outlasting: 0 }
    }

    /// How many are to be sent; whoever keeps a load up is told when it is enough.
    pub(crate) fn to_send(&self) -> u64 {
        if self.lead_in.is_some() && self.requests > 0 { u64::MAX } else { self.requests }
    }

    /// Another is sent.
    pub(crate) fn send(&mut self, now_ns: u64) -> Part {
        let LeadIn { connections, requests, patience_ns } = self.lead_in.unwrap_or_default();
        let is_short = self.uncounted() < requests || now_ns < patience_ns && self.first.under_way() > 0;
        let part = match self.counted.sent {
            0 if self.first.sent < connections => Part::First,
            sent if sent < self.requests && !(sent == 0 && is_short) => Part::Counts,
            _ => Part::Beside,
        };
        self.group(part).sent += 1;
        part
    }

    /// One has ended, or has run out of time.
    pub(crate) fn end(&mut self, part: Part, in_time: bool) {
        self.group(part).ended += 1;
        match part {
            Part::First => self.unserved += u64::from(!in_time),
            Part::Counts => self.outlasting = self.first.under_way() + self.unserved,
            Part::Beside => {}
        }
    }

    fn group(&mut self, part: Part) -> &mut Group {
        match part {
            Part::First => &mut self.first,
            Part::Counts => &mut self.counted,
            Part::Beside => &mut self.beside,
        }
    }

    /// Whether all that count have ended.
    pub(crate) fn is_enough(&self) -> bool {
        self.left() == 0
    }

    /// Whether nothing is under way any more, either.
    pub(crate) fn is_over(&self) -> bool {
        self.is_enough() && self.first.under_way() + self.beside.under_way() == 0
    }

    /// Of those that count, how many have not ended.
    pub(crate) fn left(&self) -> u64 {
        self.requests - self.counted.ended
    }

    /// How many were sent that do not count.
    pub(crate) fn uncounted(&self) -> u64 {
        self.first.sent + self.beside.sent
    }

    /// The connections that took part; 0 where all requests count. One that had no answer at all before all that count had theirs over the others did not.
    pub(crate) fn taking_part(&self) -> u64 {
        self.lead_in.map_or(0, |lead_in| lead_in.connections - self.outlasting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONNECTIONS: u64 = 10;

    /// How a server works in virtual time, in which a quick request is 1 of work.
    #[derive(Clone, Copy, Debug)]
    enum Server {
        /// So many CPUs are shared by all requests, each of which has one at most.
        Shared(f64),
        /// So many are served at a time, the others wait in turn.
        Queue(usize),
        /// One at a time is quick; slow ones wait beside it, and for nobody.
        Timers,
    }

    /// A request that is under way.
    struct Request {
        part: Part,
        left: f64,
        is_slow: bool,
        since: f64,
    }

    /// What a batch tells.
    struct Told {
        /// What a request takes.
        takes: f64,
        /// How many it sent in the time of its longest answer.
        sent_in_longest: u64,
    }

    impl Server {
        /// Which of those under way are worked on, in the order in which they were sent, and at what pace.
        fn works_on(self, under_way: &[Request]) -> (Vec<usize>, f64) {
            let all = 0..under_way.len();
            match self {
                Server::Shared(cpus) => (all.collect(), (cpus / under_way.len() as f64).min(1.0)),
                Server::Queue(places) => (all.take(places).collect(), 1.0),
                Server::Timers => {
                    let quick = all.clone().find(|one| !under_way[*one].is_slow);
                    (all.filter(|one| under_way[*one].is_slow).chain(quick).collect(), 1.0)
                }
            }
        }

        /// What a request takes in the long run where one in fifty is so slow.
        fn truth(self, slow: f64) -> f64 {
            let work = 0.98 + 0.02 * slow;
            match self {
                Server::Shared(cpus) => work / cpus.min(CONNECTIONS as f64),
                Server::Queue(places) => work / places as f64,
                Server::Timers => f64::NAN,
            }
        }

        /// What a batch tells of its requests.
        fn batch(self, counting: &mut Counting, slow: f64, is_slow: &mut dyn FnMut() -> bool) -> Told {
            let (mut now, mut connected, mut longest, mut last_sent) = (0.0, 0.0, 0.0_f64, 1.0_f64);
            let mut under_way: Vec<Request> = Vec::new();
            while !counting.is_over() {
                while under_way.len() < CONNECTIONS as usize
                    && !counting.is_enough()
                    && counting.uncounted() + counting.counted.sent < counting.to_send()
                {
                    let is_slow = is_slow();
                    last_sent = last_sent.max(now);
                    let left = if is_slow { slow } else { 1.0 };
                    under_way.push(Request { part: counting.send(now as u64), left, is_slow, since: now });
                }
                let (worked_on, pace) = self.works_on(&under_way);
                let next = worked_on.iter().min_by(|a, b| under_way[**a].left.total_cmp(&under_way[**b].left));
                let next = *next.expect("some are");
                let work = under_way[next].left;
                now += work / pace;
                worked_on.iter().for_each(|one| under_way[*one].left -= work);
                let ended = under_way.remove(next);
                longest = longest.max(now - ended.since);
                counting.end(ended.part, true);
                if ended.part == Part::Counts {
                    connected += now - ended.since;
                }
            }
            let took = if counting.lead_in.is_some() { connected / counting.taking_part() as f64 } else { now };
            let sent = counting.uncounted() + counting.requests;
            Told { takes: took / counting.requests as f64, sent_in_longest: (longest / last_sent * sent as f64) as u64 }
        }

        /// The mean of such batches, whose length varies by a tenth as those of a run do. `recurs`: it is every fiftieth that is slow, else one in fifty.
        fn mean_of_batches(self, batches: u32, requests: u64, slow: f64, goes_on: bool, recurs: bool) -> f64 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
            let mut draws = Xoshiro256PlusPlus::seed_from_u64(8);
            let (mut sent, mut sent_in_longest): (u64, u64) = (0, 0);
            let mut is_slow = || {
                sent += 1;
                if recurs { sent.is_multiple_of(50) } else { random.next_u64().is_multiple_of(50) }
            };
            let mut batch = || {
                let length = requests - draws.next_u64() % (requests / 10);
                let lead_in = LeadIn::at_random(CONNECTIONS, sent_in_longest, length, draws.next_u64());
                let mut counting = Counting::new(length, goes_on.then_some(lead_in));
                let told = self.batch(&mut counting, slow, &mut is_slow);
                sent_in_longest = told.sent_in_longest;
                told.takes
            };
            (0..batches).map(|_| batch()).sum::<f64>() / f64::from(batches)
        }
    }

    /// Whatever requests wait for, batches of about 130 and 400 tell the time of the long run where one in fifty, or every fiftieth, takes fifty times as long.
    #[test]
    fn batches_tell_what_a_load_that_goes_on_takes() {
        for (server, slow) in [
            (Server::Shared(1.0), 50.0),
            (Server::Shared(2.0), 50.0),
            (Server::Shared(10.0), 50.0),
            (Server::Queue(1), 50.0),
            (Server::Queue(2), 50.0),
            (Server::Timers, 50.0),
            (Server::Timers, 300.0),
        ] {
            let truth = |recurs| match server.truth(slow) {
                unknown if unknown.is_nan() => server.mean_of_batches(1, 100_000, slow, true, recurs),
                known => known,
            };
            for (requests, recurs) in [(130, false), (130, true), (400, false), (400, true)] {
                let told =
                    server.mean_of_batches(200_000 / requests as u32, requests, slow, true, recurs) / truth(recurs);
                assert!((0.97..1.03).contains(&told), "{server:?}, {slow}, {requests} requests, {recurs}: {told:.3}");
            }
        }
    }

    /// Why there are requests that do not count.
    #[test]
    fn a_batch_by_itself_counts_its_last_answer_too_much() {
        let server = Server::Shared(10.0);
        let told = server.mean_of_batches(1000, 200, 50.0, false, false) / server.truth(50.0);
        assert!((1.6..1.8).contains(&told), "{told:.3}");
    }

    /// Whether it still waits for its first answer or has run out of time.
    #[test]
    fn connections_that_are_never_served_take_no_part() {
        for runs_out in [false, true] {
            let mut counting = Counting::new(3, Some(LeadIn { connections: 2, ..LeadIn::default() }));
            let parts: Vec<Part> = (0..2).map(|_| counting.send(0)).collect();
            counting.end(parts[0], true);
            if runs_out {
                counting.end(parts[1], false);
            }
            for _ in 0..3 {
                let part = counting.send(0);
                assert_eq!(part, Part::Counts);
                counting.end(part, true);
            }
            assert_eq!((counting.is_enough(), counting.is_over()), (true, runs_out));
            assert_eq!((counting.taking_part(), counting.uncounted()), (1, 2));
            assert_eq!(counting.send(0), Part::Beside);
            assert_eq!(counting.uncounted(), 3);
        }
    }
}
