//! Laws and crossovers whose truth is known: how often intervals hold it, a wrong law is named, or a crossover where there is none.

use super::binomial::Frequency;
use super::source::Source;
use cmpthese_stats::{
    Crossing, Form, LAW_TOLERANCE, Law, NoLaw, Order, PairLevel, SizeLevel, crossings, law, mean_interval,
    meeting_of_lines,
};

const FULL: bool = !cfg!(debug_assertions);

/// Of each truth.
pub const TRIALS: u64 = if FULL { 400 } else { 100 };

/// The share of trials in which an interval of 95 % has to hold the truth; of a hundred trials chance takes more.
pub fn least(trials: u64) -> f64 {
    if trials >= 400 { 0.93 } else { 0.88 }
}

/// The true time at a size.
type Curve = fn(f64) -> f64;

/// How a study is made.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    pub sizes: usize,
    pub factor: f64,
    pub launches: usize,
    /// The spread of a launch, as a part of its time.
    pub noise: f64,
}

const STUDIES: [Study; 4] = [
    Study { sizes: 6, factor: 4.0, launches: 8, noise: 0.005 },
    Study { sizes: 9, factor: 4.0, launches: 12, noise: 0.01 },
    Study { sizes: 12, factor: 4.0, launches: 15, noise: 0.02 },
    Study { sizes: 10, factor: 2.0, launches: 10, noise: 0.02 },
];

impl Study {
    pub fn sizes(self) -> impl Iterator<Item = f64> {
        (0..self.sizes).map(move |index| 16.0 * self.factor.powi(index as i32))
    }

    fn levels(self, source: &mut Source, truth: impl Fn(f64) -> f64) -> Vec<SizeLevel> {
        let mut level = |size: f64| {
            let launches = source.sample(self.launches, |source| truth(size) * (1.0 + self.noise * source.normal()));
            SizeLevel { size, launches }
        };
        self.sizes().map(&mut level).collect()
    }

    /// The laws found of a truth, each trial with its own noise.
    fn found(self, truth: impl Fn(f64) -> f64) -> Vec<Result<Law, NoLaw>> {
        let mut source = Source::seeded(41);
        (0..TRIALS).map(|_| law(&self.levels(&mut source, &truth), LAW_TOLERANCE)).collect()
    }

    /// A pair at a size of which the true times are known, among so many comparisons, and with a margin of 1 %.
    pub fn pair_level(self, source: &mut Source, size: f64, family: usize, [first, second]: [f64; 2]) -> PairLevel {
        const MARGIN: f64 = 0.01;
        let truth = (second / first).ln();
        let logarithms =
            source.sample(self.launches, |source| truth + self.noise * (source.normal() - source.normal()));
        let strict = mean_interval(&logarithms, 0.05 / family as f64).expect("a sample");
        let order = match strict {
            _ if strict.low >= -MARGIN && strict.high <= MARGIN => Order::Same,
            _ if strict.low > 0.0 => Order::FirstFaster,
            _ if strict.high < 0.0 => Order::SecondFaster,
            _ => Order::Open,
        };
        let difference = mean_interval(&logarithms, 0.05).expect("a sample");
        PairLevel { size, time: (first * second).sqrt(), difference, order }
    }

    /// A size in the middle of the sweep, half way between two.
    fn middle(self) -> f64 {
        16.0 * self.factor.powf((self.sizes / 2) as f64 - 0.5)
    }
}

fn share(found: &[Result<Law, NoLaw>], is_hit: impl Fn(&Law) -> bool) -> f64 {
    let laws: Vec<&Law> = found.iter().flatten().collect();
    let hits = laws.iter().filter(|law| is_hit(law)).count();
    hits as f64 / laws.len().max(1) as f64
}

/// Asserts that the form is named, and its coefficients are in their intervals.
fn assert_found(study: Study, form: Form, [fixed, per_unit]: [f64; 2], found: &[Result<Law, NoLaw>]) {
    let label = format!("{form:?}, {fixed} and {per_unit}, {study:?}");
    let named = found.iter().flatten().filter(|law| law.form == form && !law.is_tail).count();
    let named = named as f64 / found.len() as f64;
    let of_form = |is_hit: &dyn Fn(&Law) -> bool| share(found, |law| law.form != form || is_hit(law));
    let holds_fixed = of_form(&|law| law.fixed.contains(fixed));
    let holds_per_unit = of_form(&|law| law.per_unit.is_none_or(|found| found.contains(per_unit)));
    println!("{label}: named {named:.3}, fixed {holds_fixed:.3}, per unit {holds_per_unit:.3}");
    assert!(named >= least(TRIALS) + 0.02, "{label}: named in {named}");
    assert!(holds_fixed >= least(TRIALS), "{label}: fixed {holds_fixed}");
    assert!(holds_per_unit >= least(TRIALS), "{label}: per unit {holds_per_unit}");
}

#[test]
fn laws_are_named_and_their_coefficients_are_in_their_intervals() {
    for study in STUDIES {
        assert_found(study, Form::Constant, [700.0, 0.0], &study.found(|_| 700.0));
        for (fixed, per_unit) in [(700.0, 1.0), (50.0, 2.0), (0.0, 1.0)] {
            assert_found(study, Form::Linear, [fixed, per_unit], &study.found(|size| fixed + per_unit * size));
        }
        for (fixed, per_unit) in [(300.0, 1.0), (0.0, 0.2)] {
            let truth = |size: f64| fixed + per_unit * size * size.log2();
            assert_found(study, Form::NLogN, [fixed, per_unit], &study.found(truth));
        }
        assert_found(study, Form::Quadratic, [900.0, 0.02], &study.found(|size| 900.0 + 0.02 * size * size));
    }
}

/// Beyond a cache every unit costs more, not only those that do not fit; beyond a threshold only those.
#[test]
fn a_break_is_found_and_placed() {
    for study in STUDIES {
        let at = study.middle();
        for is_jump in [true, false] {
            let truth = |size: f64| match size {
                _ if size <= at => 40.0 + 1.0 * size,
                _ if is_jump => 40.0 + 2.0 * size,
                _ => 40.0 + at + 3.0 * (size - at),
            };
            let found = study.found(truth);
            let label = format!("jump {is_jump}, {study:?}");
            let named = found.iter().flatten().filter(|law| law.form == Form::TwoPieces).count();
            let placed = share(&found, |law| law.changes.is_some_and(|found| found.at.contains(at)));
            let beyond = if is_jump { 2.0 } else { 3.0 };
            let dearer = share(&found, |law| law.changes.is_none_or(|found| found.per_unit.contains(beyond)));
            let before = share(&found, |law| law.changes.is_none() || law.per_unit.is_some_and(|b| b.contains(1.0)));
            println!("{label}: named {named}, placed {placed:.3}, before {before:.3}, beyond {dearer:.3}");
            assert!(placed >= least(TRIALS) && dearer >= least(TRIALS) && before >= least(TRIALS), "{label}");
            assert!(named as f64 >= (least(TRIALS) + 0.02) * TRIALS as f64, "{label}: named in {named}");
        }
    }
}

/// A time that falls, one that waves, and one whose power is no form of ours get no law that pretends to be one.
#[test]
fn what_follows_no_law_gets_none() {
    let study = STUDIES[1];
    let truths: [(&str, Curve); 3] = [
        ("falls", |size| 10.0 + 1e5 / size),
        ("waves", |size| size * (1.3 + (2.5 * size.ln()).sin())),
        ("square root", |size| 100.0 * size.sqrt()),
    ];
    for (name, truth) in truths {
        let found = study.found(truth);
        let none = Frequency { count: found.iter().filter(|law| law.is_err()).count() as u64, trials: TRIALS };
        assert!(none.share() >= 0.95, "{name}: none in {}, else {:?}", none.share(), found.iter().flatten().next());
    }
}

/// Curves that wander within 2 % of a line by whatever the machine does are that line, and what is told of it is as unsure as that makes it.
#[test]
fn a_line_with_bumps_within_the_tolerance_is_a_line() {
    let study = Study { noise: 0.003, ..STUDIES[1] };
    let mut source = Source::seeded(43);
    let one = |_| {
        let bumps: Vec<(f64, f64)> =
            study.sizes().map(|size| (size, 1.0 + 0.02 * source.normal().clamp(-1.5, 1.5))).collect();
        let bump = |size: f64| bumps.iter().find(|(known, _)| *known == size).map_or(1.0, |(_, bump)| *bump);
        law(&study.levels(&mut source, |size| (700.0 + size) * bump(size)), LAW_TOLERANCE)
    };
    let found: Vec<Result<Law, NoLaw>> = (0..TRIALS).map(one).collect();
    assert_found(study, Form::Linear, [700.0, 1.0], &found);
    assert!(share(&found, |law| law.off_max < 0.05) >= 0.95, "told to be farther off than they are");
}

/// Small sizes pay for something else; the line begins where that ends.
#[test]
fn a_line_of_the_large_sizes_is_found_where_the_small_ones_follow_none() {
    let study = STUDIES[1];
    let own = |size: f64| [900.0, 1500.0, 600.0][(size / 16.0).log(4.0).round() as usize % 3];
    let found = study.found(|size| if size < 1000.0 { own(size) } else { 500.0 + size });
    let is_tail = |law: &&Law| law.is_tail && law.form == Form::Linear && law.from == 1024.0;
    let tails: Vec<&Law> = found.iter().flatten().filter(is_tail).collect();
    let dear = tails.iter().filter(|law| law.per_unit.is_some_and(|found| found.contains(1.0))).count();
    let of_all = |count: usize| count as f64 / TRIALS as f64;
    println!(
        "tails {}, of which {dear} hold what a unit costs; else {:?}",
        tails.len(),
        found.iter().find(|law| !law.as_ref().is_ok_and(|law| is_tail(&law)))
    );
    assert!(of_all(tails.len()) >= 0.95 && of_all(dear) >= least(TRIALS));
}

/// What is established of a pair by Student's test at each size, with Bonferroni's correction.
fn pair(study: Study, source: &mut Source, first: impl Fn(f64) -> f64, second: impl Fn(f64) -> f64) -> Vec<PairLevel> {
    study.sizes().map(|size| study.pair_level(source, size, study.sizes, [first(size), second(size)])).collect()
}

/// Asserts that the crossings are those, each in its interval.
fn assert_crossings(
    label: &str,
    study: Study,
    truths: &[f64],
    first: impl Fn(f64) -> f64,
    second: impl Fn(f64) -> f64,
) {
    let mut source = Source::seeded(42);
    let found: Vec<Vec<Crossing>> =
        (0..TRIALS).map(|_| crossings(&pair(study, &mut source, &first, &second))).collect();
    let count = found.iter().filter(|one| one.len() == truths.len()).count() as f64 / TRIALS as f64;
    let all: Vec<(&Crossing, f64)> = found
        .iter()
        .filter(|one| one.len() == truths.len())
        .flat_map(|one| one.iter().zip(truths.iter().copied()))
        .collect();
    let hits = all.iter().filter(|(one, truth)| one.at.contains(*truth)).count() as f64 / all.len().max(1) as f64;
    let mut widths: Vec<f64> = all.iter().map(|(one, _)| one.at.high / one.at.low).collect();
    widths.sort_unstable_by(f64::total_cmp);
    let width = widths.get(widths.len() / 2).copied().unwrap_or(1.0);
    println!("{label}, {study:?}: as many {count:.3}, held {hits:.3}, usual width {width:.2}");
    assert!(count >= least(TRIALS) + 0.02, "{label}, {study:?}: as many in {count}");
    assert!(truths.is_empty() || hits >= least(TRIALS), "{label}, {study:?}: held in {hits}");
}

#[test]
fn crossovers_are_in_their_intervals() {
    // The last hardly has noise: how the curve goes between two sizes is all that is unknown.
    let quiet = Study { noise: 0.0002, ..STUDIES[1] };
    for study in STUDIES.into_iter().chain([quiet]) {
        for share in [0.15, 0.35, 0.5, 0.62, 0.85] {
            let at = 16.0 * study.factor.powf(share * (study.sizes - 1) as f64);
            // Two lines; a line against n log n; a square against a line.
            assert_crossings("lines", study, &[at], |size| 0.2 * at + 1.2 * size, |size| at + 0.4 * size);
            let scale = 1.5 / at.log2();
            assert_crossings("n log n", study, &[at], |size| 0.5 * at + size, |size| scale * size * size.log2());
            assert_crossings("square", study, &[at], |size| size, |size| size * size / at);
            // One that becomes dearer beyond a cache, and is then the slower one.
            assert_crossings(
                "step",
                study,
                &[at],
                |size| size,
                |size| if size <= at { 0.8 * size } else { 1.3 * size },
            );
        }
    }
}

#[test]
fn several_crossovers_are_all_found() {
    for study in [STUDIES[1], STUDIES[2]] {
        let place = |share: f64| 16.0 * study.factor.powf(share * (study.sizes - 1) as f64);
        let (one, two) = (place(0.3), place(0.72));
        let truth = |size: f64| size * (0.12 * (size / one).ln() * (size / two).ln() / (two / one).ln()).exp();
        assert_crossings("two", study, &[one, two], |size| size, truth);
    }
}

#[test]
fn no_crossover_is_found_where_there_is_none() {
    for study in STUDIES {
        assert_crossings("the same", study, &[], |size| 100.0 + size, |size| 100.0 + size);
        assert_crossings("parallel", study, &[], |size| 100.0 + size, |size| 102.0 + size);
        let middle = study.middle();
        let touching = |size: f64| size * (0.05 * (size / middle).ln().powi(2)).exp();
        assert_crossings("touching", study, &[], |size| size, touching);
        assert_crossings("level at last", study, &[], |size| size, |size| size + 300.0);
    }
}

/// Figures of a post have no launches: what they are beside their lines is all that tells their error.
#[test]
fn lines_through_single_figures_meet_in_their_interval() {
    let study = Study { noise: 0.03, ..STUDIES[1] };
    let mut source = Source::seeded(44);
    let mut figures = |truth: Curve| -> Vec<(f64, f64)> {
        study.sizes().map(|size| (size, truth(size) * (1.0 + study.noise * source.normal()))).collect()
    };
    let (mut held, mut missed, mut none) = (0_u64, 0_u64, 0_u64);
    for _ in 0..TRIALS {
        match meeting_of_lines(&figures(|size| 500.0 + 2.0 * size), &figures(|size| 3000.0 + size)) {
            Some(at) if at.contains(2500.0) => held += 1,
            Some(_) => missed += 1,
            None => none += 1,
        }
    }
    println!("held {held}, missed {missed}, none {none}");
    assert!(held as f64 >= least(TRIALS) * TRIALS as f64, "held {held}, missed {missed}, none {none}");
    let parallel = (0..TRIALS).filter(|_| {
        let found = meeting_of_lines(&figures(|size| 500.0 + size), &figures(|size| 3000.0 + size));
        found.is_some_and(|at| at.low > 0.0)
    });
    assert!(parallel.count() as f64 <= 0.05 * TRIALS as f64);
}
