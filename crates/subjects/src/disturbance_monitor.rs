//! Evidence from outside of what is measured that the machine was not what it was: what was measured meanwhile is void.
//!
//! Nothing here knows a sample, so nothing is voided for what it says. Three signs: the hypervisor's account of time that
//! it gave to others (`steal` of proc_stat(5)), the distance between the clock that counts a suspended machine's time and the
//! one that does not, and a sentinel, a fixed piece of work that is timed before and after.

use crate::Clock;
use crate::system::{affinity, clocks};
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::hint::black_box;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

/// The part of all CPU time that the hypervisor may give away before a block is void; and one that is timed in slices, of which those
/// that were not stolen say all the same.
const STOLEN_MAX: f64 = 0.05;
const STOLEN_FROM_SLICES_MAX: f64 = 0.5;

/// The account of stolen time comes in ticks, and a single one may have been stolen long before.
const TICKS_MIN: u64 = 2;

/// So many standard errors more than usual are more than chance brings a block. A block is long because of what it measures: by the part alone, where others always have a
/// little more than it, every long block is void, and of short ones, which meet no second tick, hardly any.
const ERRORS_MAX: f64 = 4.0;

/// A suspended machine is away for longer than this; a shorter distance is how the two clocks are read.
const GAP_NS: u64 = 1_000_000;

/// How many times slower than usual the sentinel must be, before and after.
const SLOWED: f64 = 1.5;

/// What was found is true for so long.
const STILL_TRUE: Duration = Duration::from_micros(300);

/// Steps of the sentinel: some microseconds, so that most hold no interrupt.
const STEPS: u64 = 5_000;

/// Sentinels that tell what is usual, and how many it takes.
const USUAL: usize = 64;
const USUAL_MIN: usize = 10;

/// Watches the machine while something is measured.
pub struct DisturbanceMonitor {
    /// The accounts of the CPUs, on a virtual machine.
    stat: Option<File>,
    /// All of the machine, because the account is one of all of them.
    cpus: u64,
    is_real: bool,
    /// What was found when it was made.
    first: Observed,
    began: Observed,
    /// What was found when it was last asked.
    last: Option<Observed>,
    /// What the sentinel took lately, on each CPU: they may be of different speeds.
    sentinels: BTreeMap<usize, VecDeque<u64>>,
}

/// How the machine was found at a moment.
#[derive(Clone, Copy)]
struct Observed {
    at: Instant,
    stolen: Option<u64>,
    away_ns: u64,
    cpu: Option<usize>,
    sentinel_ns: u64,
}

impl DisturbanceMonitor {
    /// One that has seen nothing yet; on virtual time it never does.
    pub fn new(clock: &Clock, is_virtual_machine: bool) -> DisturbanceMonitor {
        let stat = if is_virtual_machine { File::open("/proc/stat").ok() } else { None };
        let first = Observed { at: Instant::now(), stolen: None, away_ns: 0, cpu: None, sentinel_ns: 0 };
        let (cpus, sentinels) = (affinity::online(), BTreeMap::new());
        let is_real = matches!(clock, Clock::Real(_));
        let mut monitor = DisturbanceMonitor { stat, cpus, is_real, first, began: first, last: None, sentinels };
        monitor.first.stolen = monitor.stolen();
        monitor
    }

    /// Begins to watch. What was found at the end of the block before is still true at the beginning of the next.
    pub fn begin(&mut self) {
        if self.is_real {
            let last = self.last.filter(|last| last.at.elapsed() < STILL_TRUE);
            self.began = last.unwrap_or_else(|| self.observe());
        }
    }

    fn observe(&self) -> Observed {
        let (stolen, away_ns, sentinel_ns) = (self.stolen(), clocks::away_ns(), sentinel_ns());
        Observed { at: Instant::now(), stolen, away_ns, cpu: affinity::current(), sentinel_ns }
    }

    /// Why what was measured since [`DisturbanceMonitor::begin`], in slices or not, is void, as a clause; `None` when nothing speaks against it.
    pub fn objection(&mut self, is_sliced: bool) -> Option<String> {
        if !self.is_real {
            return None;
        }
        let (began, now) = (self.began, self.observe());
        self.last = Some(now);
        let on_one = now.cpu.filter(|_| now.cpu == began.cpu);
        let slowed = on_one.and_then(|cpu| self.slowed(cpu, now.sentinel_ns.min(began.sentinel_ns)));
        let away_ns = now.away_ns.saturating_sub(began.away_ns);
        let (stolen, ticks) = self.ticks_between(&began, &now);
        let usual = self.ticks_between(&self.first, &began);
        let stolen_max = if is_sliced { STOLEN_FROM_SLICES_MAX } else { STOLEN_MAX };
        if away_ns > GAP_NS {
            Some(format!("the machine was suspended for {}", model::format_duration(away_ns as f64)))
        } else if is_stolen((stolen, ticks), usual, stolen_max) {
            let share = 100.0 * stolen as f64 / ticks;
            Some(format!("the hypervisor gave {:.0} % of the time to others", share.min(100.0)))
        } else {
            slowed.map(|factor| format!("a fixed piece of work beside it took {factor:.1} times as long as usual"))
        }
    }

    /// The ticks that were stolen between two moments, and all of them.
    fn ticks_between(&self, before: &Observed, after: &Observed) -> (u64, f64) {
        let stolen = after.stolen.zip(before.stolen).map_or(0, |(after, before)| after.saturating_sub(before));
        let seconds = after.at.duration_since(before.at).as_secs_f64();
        (stolen, seconds * (clocks::ticks_per_second() * self.cpus) as f64)
    }

    /// How many times slower than usual the sentinel was on a CPU, where that is too much. What is usual is what it takes mostly.
    fn slowed(&mut self, cpu: usize, sentinel_ns: u64) -> Option<f64> {
        let sentinels = self.sentinels.entry(cpu).or_default();
        let mut known: Vec<u64> = sentinels.iter().copied().collect();
        known.sort_unstable();
        if sentinels.len() == USUAL {
            sentinels.pop_front();
        }
        sentinels.push_back(sentinel_ns);
        let usual = known.get(known.len() / 2).filter(|_| known.len() >= USUAL_MIN)?;
        let factor = sentinel_ns as f64 / (*usual).max(1) as f64;
        (factor > SLOWED).then_some(factor)
    }

    /// Ticks that the hypervisor gave to others so far, all CPUs together: the eighth number of the first line.
    fn stolen(&self) -> Option<u64> {
        let mut head = [0; 256];
        let count = self.stat.as_ref()?.read_at(&mut head, 0).ok()?;
        let line = std::str::from_utf8(&head[..count]).ok()?.lines().next()?;
        line.split_ascii_whitespace().nth(8)?.parse().ok()
    }
}

/// Whether of so many ticks more were stolen than that part of them, and than usual: before, of so many.
fn is_stolen((stolen, ticks): (u64, f64), usual: (u64, f64), part: f64) -> bool {
    let expected = usual.0 as f64 / usual.1.max(1.0) * ticks;
    let most = (part * ticks).max(expected + ERRORS_MAX * expected.sqrt());
    stolen >= TICKS_MIN && stolen as f64 > most
}

fn sentinel_ns() -> u64 {
    let start = Instant::now();
    spin(STEPS);
    start.elapsed().as_nanos() as u64
}

/// A chain of multiplications, of which none can begin before the last has ended: it needs the speed of the CPU, and no memory.
pub fn spin(steps: u64) {
    let mut state = black_box(1_u64);
    for _ in 0..steps {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
    }
    black_box(state);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_sentinel_that_was_slow_once_is_told_and_one_that_is_always_slow_is_usual() {
        let mut monitor = DisturbanceMonitor::new(&Clock::real(), false);
        assert!((0..USUAL_MIN).all(|_| monitor.slowed(0, 100).is_none()));
        assert_eq!(monitor.slowed(1, 210), None);
        assert_eq!(monitor.slowed(0, 210), Some(2.1));
        for _ in 0..USUAL {
            monitor.slowed(0, 210);
        }
        assert_eq!(monitor.slowed(0, 210), None);
    }

    /// A command of 20 ms takes 2 s once in a hundred times beside one of 40 ms, on two CPUs of which others always have the same part: what is kept has the same mean.
    #[test]
    fn where_others_always_have_a_part_dear_blocks_are_kept_like_others() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for share in [0.0, 0.03, 0.06, 0.07, 0.1, 0.2] {
            let (mut usual, mut kept) = ((0, 0.0), Vec::new());
            for _ in 0..20_000 {
                let own_s = if random.random_bool(0.01) { 2.0 } else { 0.02 };
                let ticks: f64 = (own_s + 0.04) * 200.0;
                // A tick is of others or not, each for itself.
                let stolen = (0..ticks.round() as u64).filter(|_| random.random_bool(share)).count() as u64;
                if !is_stolen((stolen, ticks), usual, STOLEN_MAX) {
                    kept.push(own_s);
                }
                usual = (usual.0 + stolen, usual.1 + ticks);
            }
            let mean_s = kept.iter().sum::<f64>() / kept.len() as f64;
            assert!((mean_s / 0.0398 - 1.0).abs() < 0.15, "{mean_s} where others have {share}");
        }
        assert!(is_stolen((6, 100.0), (0, 1e3), STOLEN_MAX));
        assert!(!is_stolen((1, 12.0), (0, 1e3), STOLEN_MAX) && !is_stolen((5, 100.0), (0, 1e3), STOLEN_MAX));
        assert!(is_stolen((40, 100.0), (10, 1e3), STOLEN_MAX));
    }

    #[test]
    fn on_a_virtual_clock_nothing_is_seen() {
        let mut monitor = DisturbanceMonitor::new(&Clock::stopped(), true);
        monitor.begin();
        assert_eq!(monitor.objection(false), None);
    }

    #[test]
    fn the_account_of_stolen_time_is_found() {
        assert!(DisturbanceMonitor::new(&Clock::real(), true).stolen().is_some());
    }
}
