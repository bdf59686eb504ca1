//! What the kernel and the CPU count about a worker, read from outside around every batch that is not bare: so reading costs the worker
//! nothing, and one implementation serves all languages. The message that asks for the batch is counted with it, which is
//! little beside a batch of milliseconds.
//!
//! Counters of the CPU are there on real machines and seldom in virtual ones. Rejected: a library for perf_event_open(2),
//! which is one system call here; and counting migrations alone for commands, because every counter that is inherited
//! lengthens the start of a program by about a hundredth of the shortest.

use crate::system::perf_event::{Counter, Scope, Source, Stand};
use model::{Metric, Readings};
use std::collections::BTreeMap;
use std::io;

/// Every counter: what it is read for, and its number among PERF_COUNT_HW_* or PERF_COUNT_SW_*.
const COUNTERS: [(Metric, Source, u64); 5] = [
    (Metric::Migrations, Source::Software, 4),
    (Metric::Instructions, Source::Hardware, 1),
    (Metric::Cycles, Source::Hardware, 0),
    (Metric::CacheMisses, Source::Hardware, 3),
    (Metric::BranchMisses, Source::Hardware, 5),
];

/// Whose events count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The worker's own, and those of whatever it starts: the host of a language.
    Worker,
    /// Those of what it starts, without its own: the spawner.
    Children,
    /// Nobody's: what works is not the worker, nor started by it.
    Nobody,
}

/// The counters of one worker.
pub struct Counters {
    attached: Vec<Attached>,
    /// The rest, each with the reason.
    pub absent: BTreeMap<String, String>,
}

struct Attached {
    metric: Metric,
    total: Counter,
    own: Option<Counter>,
}

impl Counters {
    /// Attaches all counters that this machine has to a worker that was just started.
    pub fn attach(pid: i32, of: Of) -> Counters {
        let mut counters = Counters { attached: Vec::new(), absent: BTreeMap::new() };
        for (metric, source, config) in COUNTERS {
            if of == Of::Nobody {
                counters.miss(metric, "it would be counted of the generator of load, not of the server".into());
                continue;
            }
            match attach(metric, source, config, pid, of) {
                Ok(attached) => counters.attached.push(attached),
                Err(error) => counters.miss(metric, reason(source, &error)),
            }
        }
        let hardware = counters.attached.iter().any(|one| one.metric != Metric::Migrations);
        if of == Of::Children && !hardware && !counters.attached.is_empty() {
            counters.attached.clear();
            counters
                .miss(Metric::Migrations, "counting them alone is not worth the longer start of every program".into());
        }
        counters
    }

    fn miss(&mut self, metric: Metric, reason: String) {
        self.absent.insert(metric.info().key.to_string(), reason);
    }

    /// What they stand at.
    pub fn read(&self) -> Stands {
        self.attached.iter().filter_map(|one| Some((one.metric, one.read().ok()?))).collect()
    }

    /// Adds to the readings of a batch what was counted since `before`.
    pub fn add(&self, readings: &mut Readings, before: &Stands) {
        for (metric, (total, own)) in self.read() {
            let Some((total_before, own_before)) = before.get(&metric) else { continue };
            let counted = total.since(total_before).zip(own.since(own_before));
            readings.extend(counted.map(|(total, own)| (metric, total.saturating_sub(own))));
        }
    }
}

/// What counters stand at: all that is counted, and the part of it that is the worker's own and does not count.
type Stands = BTreeMap<Metric, (Stand, Stand)>;

impl Attached {
    fn read(&self) -> io::Result<(Stand, Stand)> {
        let own = self.own.as_ref().map_or(Ok(Stand::default()), Counter::read)?;
        Ok((self.total.read()?, own))
    }
}

fn attach(metric: Metric, source: Source, config: u64, pid: i32, of: Of) -> io::Result<Attached> {
    let total = Counter::attach(source, config, pid, Scope::WithDescendants)?;
    let own = (of == Of::Children).then(|| Counter::attach(source, config, pid, Scope::Alone)).transpose()?;
    Ok(Attached { metric, total, own })
}

fn reason(source: Source, error: &io::Error) -> String {
    match (source, error.raw_os_error()) {
        (_, Some(libc::EACCES | libc::EPERM)) => {
            "perf_event_open(2) is forbidden here: see /proc/sys/kernel/perf_event_paranoid".to_string()
        }
        (_, Some(libc::ENOSYS)) => "this kernel was built without perf_event_open(2)".to_string(),
        (Source::Hardware, Some(libc::ENOENT | libc::EOPNOTSUPP | libc::ENODEV)) => {
            "this CPU has no such counter, or its hypervisor hides it".to_string()
        }
        _ => format!("perf_event_open(2): {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_counted_is_absent_with_a_reason() {
        let counters = Counters::attach(std::process::id() as i32, Of::Worker);
        let read = counters.read();
        for (metric, ..) in COUNTERS {
            let reason = counters.absent.get(metric.info().key);
            assert_ne!(read.contains_key(&metric), reason.is_some(), "{metric:?}: {reason:?}");
        }
        // Kernels say it in several ways; what a person reads is one of few.
        let forbidden = io::Error::from_raw_os_error(libc::EACCES);
        assert!(reason(Source::Software, &forbidden).contains("perf_event_paranoid"));
        let hidden = io::Error::from_raw_os_error(libc::ENOENT);
        assert_eq!(reason(Source::Hardware, &hidden), "this CPU has no such counter, or its hypervisor hides it");
    }
}
