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
#[derive(Clone, Copy, Default)]
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
        let pairs = self.beside(behind);
        let lead: Vec<f64> = pairs.iter().map(|[own, other]| other.after(1.0) - own.after(1.0)).collect();
        stats::mean_interval(&lead, stats::REJECTED).filter(|lead| lead.low > 0.0)?;
        let iterations = jackknifed(&pairs, |[own, other]| level_after(own, other))?;
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

    /// The same, and so many times the other.
    fn plus(self, factor: f64, other: Elapsed) -> Elapsed {
        Elapsed {
            ready_ns: self.ready_ns + factor * other.ready_ns,
            first_ns: self.first_ns + factor * other.first_ns,
            warm_up: self.warm_up + factor * other.warm_up,
            warm_up_ns: self.warm_up_ns + factor * other.warm_up_ns,
            steady_ns: self.steady_ns + factor * other.steady_ns,
        }
    }
}

/// The iterations after which two processes have taken the same time, the second of which is faster in the long run: that many and no more has the first finished
/// before it. `None` where that is none.
fn level_after(ahead: &Elapsed, behind: &Elapsed) -> Option<f64> {
    let gain_ns = ahead.steady_ns - behind.steady_ns;
    let lead = |iterations: f64| behind.after(iterations) - ahead.after(iterations);
    let both_warm = ahead.warm_up.max(behind.warm_up);
    if gain_ns <= 0.0 || lead(1.0) <= 0.0 {
        return None;
    }
    if lead(both_warm) > 0.0 {
        return Some(both_warm + lead(both_warm) / gain_ns);
    }
    Some(stats::halved(1.0, both_warm, |iterations| lead(iterations) > 0.0))
}

/// An estimate that is made of the means over launches, with the interval of its logarithm that leaving out one launch at a time gives (Tukey
/// 1958, "Bias and confidence in not quite large samples"). Without bounds where one launch decides whether there is one.
fn jackknifed(pairs: &[[Elapsed; 2]], estimate: impl Fn([&Elapsed; 2]) -> Option<f64>) -> Option<Interval> {
    let add = |sums: [Elapsed; 2], pair: &[Elapsed; 2]| [0, 1].map(|side| sums[side].plus(1.0, pair[side]));
    let sums = pairs.iter().fold([Elapsed::default(); 2], add);
    let of_means = |sums: [Elapsed; 2], launches: usize| {
        let [own, other] = sums.map(|sum| Elapsed::default().plus(1.0 / launches as f64, sum));
        estimate([&own, &other]).map(f64::ln)
    };
    let count = pairs.len();
    let whole = of_means(sums, count)?;
    let without = |pair: &[Elapsed; 2]| {
        let rest = [0, 1].map(|side| sums[side].plus(-1.0, pair[side]));
        Some(count as f64 * whole - (count - 1) as f64 * of_means(rest, count - 1)?)
    };
    let pseudo_values: Option<Vec<f64>> = if count > 1 { pairs.iter().map(without).collect() } else { None };
    let half = pseudo_values.and_then(|values| stats::mean_interval(&values, ALPHA)).map(|around| around.half_width());
    let half = half.unwrap_or(f64::INFINITY);
    Some(Interval::around(whole, half, 1.0 - ALPHA).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elapsed(ready_ns: f64, first_ns: f64, warm_up: f64, warm_up_ns: f64, steady_ns: f64) -> Elapsed {
        Elapsed { ready_ns, first_ns, warm_up, warm_up_ns, steady_ns }
    }

    #[test]
    fn two_are_level_where_the_slower_one_has_lost_its_lead() {
        let quick_to_start = elapsed(10e6, 1e3, 1.0, 1e3, 1e3);
        let quick_when_warm = elapsed(150e6, 1e6, 10_000.0, 20e6, 100.0);
        // 10 ms + 1 µs·n and 170 ms + 0.1 µs·(n − 10,000) meet at 176,667.
        let level = level_after(&quick_to_start, &quick_when_warm).unwrap();
        assert!((level - 159e6 / 900.0).abs() < 1.0, "{level}");
        assert_eq!(level_after(&quick_when_warm, &quick_to_start), None);
    }

    #[test]
    fn two_may_be_level_while_one_of_them_warms_up() {
        // 1 ms·n and 2 ms + 3 ms + 0.5 ms·(n − 1) meet at 9, of 101 iterations that warm up.
        let level = level_after(&elapsed(0.0, 1e6, 1.0, 1e6, 1e6), &elapsed(2e6, 3e6, 101.0, 53e6, 0.2e6)).unwrap();
        assert!((level - 9.0).abs() < 1e-6, "{level}");
    }

    #[test]
    fn launches_that_are_alike_leave_no_doubt_when_that_is() {
        let pair = [elapsed(0.0, 1e6, 1.0, 1e6, 1e6), elapsed(8e6, 5e5, 1.0, 5e5, 5e5)];
        let level = jackknifed(&[pair; 5], |[own, other]| level_after(own, other)).unwrap();
        assert!((level.point - 16.0).abs() < 1e-6 && level.high / level.low < 1.0001, "{level:?}");
        let alone = jackknifed(&[pair], |[own, other]| level_after(own, other)).unwrap();
        assert_eq!((alone.low, alone.high), (0.0, f64::INFINITY));
    }
}
