//! What a fresh process takes beside what an iteration takes in the long run: who is faster once warm need not have finished first.
//!
//! Owns when that is worth telling. Refuses to touch a verdict, which is about the long run.

use crate::row::Row;
use crate::timed::Timed;
use model::Beginning;
use stats::{ALPHA, Interval};
use std::collections::BTreeMap;

/// What the variants of a point take from the start of a process on.
#[derive(Clone, Debug)]
pub struct Beginnings {
    /// Those of which it was timed, in the order of the rows.
    pub rows: Vec<BeginningRow>,
    /// Pairs that change places while a process runs, in the order of the rows.
    pub overtakings: Vec<Overtaking>,
}

/// What a variant takes from the start of a process on.
#[derive(Clone, Debug)]
pub struct BeginningRow {
    /// Index of the variant.
    pub variant: usize,
    /// Launches that were timed so.
    pub launches: usize,
    /// From the start of its process until its code can run, in nanoseconds.
    pub start_ns: Interval,
    /// The first iteration, in nanoseconds.
    pub first_ns: Interval,
    /// Both, in that order, over those of the variant that sentences compare with; `None` for itself, and where nothing is known of that.
    pub ratios: Option<[Interval; 2]>,
}

/// Two variants of which one is faster in the long run, and the other has finished first for some iterations.
#[derive(Clone, Debug)]
pub struct Overtaking {
    /// Who has finished first at first.
    pub ahead: usize,
    /// Who is faster in the long run.
    pub behind: usize,
    /// Up to how many iterations of a fresh process, its start included.
    pub iterations: Interval,
}

impl Beginnings {
    /// Who has finished first from the first iteration on, each with the one that overtakes it first; nobody where the first is never overtaken.
    pub fn leaders(&self) -> Vec<&Overtaking> {
        let first_ns = |row: &BeginningRow| row.start_ns.point + row.first_ns.point;
        let first = self.rows.iter().min_by(|left, right| first_ns(left).total_cmp(&first_ns(right)));
        let next = |ahead: usize, from: f64| {
            let overtakings = self.overtakings.iter().filter(|one| one.ahead == ahead && one.iterations.point > from);
            overtakings.min_by(|left, right| left.iterations.point.total_cmp(&right.iterations.point))
        };
        let first = first.and_then(|first| next(first.variant, 0.0));
        std::iter::successors(first, |one| next(one.behind, one.iterations.point)).collect()
    }
}

/// The beginnings of the variants of a point whose comparisons are judged, by what these say of two; nothing where none was timed. `baseline` is the variant that sentences
/// compare with.
pub fn beginnings(
    timed: &Timed,
    rows: &[Row],
    baseline: Option<usize>,
    is_faster: impl Fn(&Row, &Row) -> bool,
) -> Option<Beginnings> {
    let courses: Vec<Course> = rows.iter().filter_map(|row| Course::of(timed, row)).collect();
    let reference = courses.iter().find(|course| Some(course.row.variant) == baseline);
    let rows: Vec<BeginningRow> = courses.iter().filter_map(|course| course.told(reference)).collect();
    let pairs = courses.iter().flat_map(|ahead| courses.iter().map(move |behind| (ahead, behind)));
    let overtakings = pairs.filter(|(ahead, behind)| is_faster(behind.row, ahead.row));
    let overtakings = overtakings.filter_map(|(ahead, behind)| ahead.overtaken_by(behind)).collect();
    (!rows.is_empty()).then_some(Beginnings { rows, overtakings })
}

/// What a variant took in each launch.
struct Course<'r> {
    row: &'r Row,
    launches: BTreeMap<usize, Elapsed>,
}

/// What the iterations of a process take, all in nanoseconds: from its start to its first iteration, to the end of its warm-up, and each beyond that.
#[derive(Clone, Copy)]
struct Elapsed {
    ready_ns: f64,
    first_ns: f64,
    warm_up: f64,
    warm_up_ns: f64,
    steady_ns: f64,
}

impl Course<'_> {
    /// `None` where no launch was timed, or it has no time in the long run.
    fn of<'r>(timed: &Timed, row: &'r Row) -> Option<Course<'r>> {
        // The times of a point stand to each other as its comparisons say.
        let anchored = row.time_ns.point / stats::mean(&row.launch_times)?;
        let elapsed = |beginning: &Beginning| {
            let steady_ns = timed.times.means.get(&beginning.launch)?.get(&row.variant)?;
            let elapsed = Elapsed {
                ready_ns: beginning.ready_ns() as f64,
                first_ns: beginning.first_ns as f64,
                warm_up: beginning.iterations as f64,
                warm_up_ns: beginning.warm_up_ns as f64,
                steady_ns: steady_ns * anchored,
            };
            Some((beginning.launch, elapsed))
        };
        let launches: BTreeMap<usize, Elapsed> =
            timed.record.cases[row.variant].beginnings.iter().filter_map(elapsed).collect();
        (!row.is_empty && !launches.is_empty()).then_some(Course { row, launches })
    }

    fn told(&self, reference: Option<&Course>) -> Option<BeginningRow> {
        let of = |what: fn(&Elapsed) -> f64| {
            let found = stats::mean_interval(&self.launches.values().map(what).collect::<Vec<_>>(), ALPHA)?;
            // Nothing takes less than no time.
            Some(Interval { low: found.low.max(0.0), ..found })
        };
        let others = reference.filter(|reference| reference.row.variant != self.row.variant);
        Some(BeginningRow {
            variant: self.row.variant,
            launches: self.launches.len(),
            start_ns: of(|elapsed| elapsed.ready_ns)?,
            first_ns: of(|elapsed| elapsed.first_ns)?,
            ratios: others.and_then(|reference| {
                let pairs = self.beside(reference);
                let ratio = |what: fn(&Elapsed) -> f64| {
                    let [own, base] = [0, 1].map(|side| pairs.iter().map(|pair| what(&pair[side])).collect::<Vec<_>>());
                    stats::ratio_of_means(&own, &base, ALPHA)
                };
                Some([ratio(|elapsed| elapsed.ready_ns)?, ratio(|elapsed| elapsed.first_ns)?])
            }),
        })
    }

    /// The launches that both have.
    fn beside(&self, other: &Course) -> Vec<[Elapsed; 2]> {
        self.launches.iter().filter_map(|(launch, own)| Some([*own, *other.launches.get(launch)?])).collect()
    }

    /// Up to how many iterations this one has finished before one that is faster in the long run; `None` where it is not established that it has
    /// finished the first one before.
    fn overtaken_by(&self, behind: &Course) -> Option<Overtaking> {
        let iterations = level_after(&self.beside(behind))?;
        Some(Overtaking { ahead: self.row.variant, behind: behind.row.variant, iterations })
    }
}

impl Elapsed {
    /// The time from the start of the process to the end of so many iterations, at least one.
    fn after(&self, iterations: f64) -> f64 {
        let of_iterations = if iterations < self.warm_up {
            let part = (iterations - 1.0) / (self.warm_up - 1.0);
            self.first_ns + part * (self.warm_up_ns - self.first_ns)
        } else {
            self.warm_up_ns + (iterations - self.warm_up) * self.steady_ns
        };
        self.ready_ns + of_iterations
    }
}

/// The iterations after which launches of two processes, of which the first has finished the first iteration before, have taken the same time in the mean, with those at which
/// Student's test does not tell the two apart.
fn level_after(pairs: &[[Elapsed; 2]]) -> Option<Interval> {
    let lead = |iterations: f64, alpha: f64| {
        let leads = pairs.iter().map(|[own, other]| other.after(iterations) - own.after(iterations));
        stats::mean_interval(&leads.collect::<Vec<f64>>(), alpha)
    };
    lead(1.0, stats::REJECTED).filter(|lead| lead.low > 0.0)?;
    let at = |bound: fn(Interval) -> f64| stats::root(1.0, |iterations| lead(iterations, ALPHA).map(bound));
    let (point, low, high) = (at(|lead| lead.point)?, at(|lead| lead.low)?, at(|lead| lead.high)?);
    point.is_finite().then_some(Interval { point, low, high, level: 1.0 - ALPHA })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elapsed(ready_ns: f64, first_ns: f64, warm_up: f64, warm_up_ns: f64, steady_ns: f64) -> Elapsed {
        Elapsed { ready_ns, first_ns, warm_up, warm_up_ns, steady_ns }
    }

    /// Of five launches that are alike.
    fn level(own: Elapsed, other: Elapsed) -> Option<Interval> {
        level_after(&[[own, other]; 5])
    }

    #[test]
    fn two_are_level_where_the_slower_one_has_lost_its_lead() {
        let quick_to_start = elapsed(10e6, 1e3, 1.0, 1e3, 1e3);
        let quick_when_warm = elapsed(150e6, 1e6, 10_000.0, 20e6, 100.0);
        // 10 ms + 1 µs·n and 170 ms + 0.1 µs·(n − 10,000) meet at 176,667.
        let found = level(quick_to_start, quick_when_warm).unwrap();
        assert!((found.point - 159e6 / 900.0).abs() < 1.0, "{found:?}");
        assert_eq!(level(quick_when_warm, quick_to_start), None);
    }

    #[test]
    fn two_may_be_level_while_one_of_them_warms_up() {
        // 1 ms·n and 2 ms + 3 ms + 0.5 ms·(n − 1) meet at 9, of 101 iterations that warm up.
        let found = level(elapsed(0.0, 1e6, 1.0, 1e6, 1e6), elapsed(2e6, 3e6, 101.0, 53e6, 0.2e6)).unwrap();
        assert!((found.point - 9.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn launches_tell_when_that_is_as_surely_as_they_are_alike() {
        let pair = |ready_ns: f64| [elapsed(0.0, 1e6, 1.0, 1e6, 1e6), elapsed(ready_ns, 5e5, 1.0, 5e5, 5e5)];
        let alike = level_after(&[pair(8e6); 5]).unwrap();
        assert!((alike.point - 16.0).abs() < 1e-6 && alike.high / alike.low < 1.0001, "{alike:?}");
        // Their mean is 8 ± 0.755 ms, and each 0.5 ms of it is an iteration.
        let apart = level_after(&[7e6, 7e6, 8e6, 8e6, 8e6, 9e6, 9e6].map(pair)).unwrap();
        assert!((apart.point - 16.0).abs() < 1e-6 && (apart.high - 17.51).abs() < 0.01, "{apart:?}");
        assert_eq!(level_after(&[pair(8e6)]), None);
    }
}
