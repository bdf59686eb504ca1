//! Crossovers whose truth is known, with sizes added where they tell most: how often intervals hold them, how narrow these are, and what an even grid
//! takes for the same.

use super::laws::{Study, TRIALS, least};
use super::source::Source;
use cmpthese_stats::{Crossing, PairLevel, crossings, gaps_to_halve};

/// What is narrow enough, as the ratio of the ends of an interval.
const NEAR: f64 = 1.2;

/// Nine sizes from 16 to a million, four times apart.
const COARSE: Study = Study { sizes: 9, factor: 4.0, launches: 20, noise: 0.01 };

/// The sizes that may be measured: between two of the first ones lie seven more.
const FAMILY: usize = 9 + 8 * 7;

/// The sizes of even grids of the same range.
const EVEN: [usize; 6] = [12, 17, 23, 31, 45, 62];

/// Two variants and where they change places.
struct Truth {
    name: &'static str,
    at: &'static [f64],
    times: fn(f64) -> [f64; 2],
}

/// A factor by which a second takes longer than the first: it is less beyond one size, and more again beyond another.
fn twice_crossing(size: f64, one: f64, other: f64) -> f64 {
    size * (0.12 * (size / one).ln() * (size / other).ln() / (other / one).ln()).exp()
}

const CROSSING: [Truth; 7] = [
    Truth { name: "lines", at: &[3000.0], times: |size| [600.0 + 1.2 * size, 3000.0 + 0.4 * size] },
    Truth { name: "lines, early", at: &[90.0], times: |size| [18.0 + 1.2 * size, 90.0 + 0.4 * size] },
    Truth { name: "n log n", at: &[5000.0], times: |size| [2500.0 + size, 1.5 / 5000_f64.log2() * size * size.log2()] },
    Truth { name: "square", at: &[20_000.0], times: |size| [size, size * size / 20_000.0] },
    Truth {
        name: "cache",
        at: &[32_768.0],
        times: |size| [size, if size <= 32_768.0 { 0.8 * size } else { 1.3 * size }],
    },
    Truth { name: "step", at: &[1500.0], times: |size| [size, if size <= 1500.0 { 0.9 * size } else { 1.1 * size }] },
    Truth { name: "two", at: &[300.0, 60_000.0], times: |size| [size, twice_crossing(size, 300.0, 60_000.0)] },
];

const NOT_CROSSING: [Truth; 4] = [
    Truth { name: "the same", at: &[], times: |size| [100.0 + size, 100.0 + size] },
    Truth { name: "parallel", at: &[], times: |size| [100.0 + size, 102.0 + size] },
    Truth { name: "touching", at: &[], times: |size| [size, size * (0.05 * (size / 4096.0).ln().powi(2)).exp()] },
    Truth {
        name: "a cache of both",
        at: &[],
        times: |size| [size, 1.1 * size].map(|time| if size > 9e3 { 2.0 * time } else { time }),
    },
];

impl Truth {
    fn level(&self, source: &mut Source, size: f64, family: usize) -> PairLevel {
        COARSE.pair_level(source, size, family, (self.times)(size))
    }

    /// What is known at the coarse sizes, and at those that are added one after the other: half way in the widest gap that is worth it.
    fn located(&self, source: &mut Source) -> Vec<PairLevel> {
        let mut levels: Vec<PairLevel> = COARSE.sizes().map(|size| self.level(source, size, FAMILY)).collect();
        loop {
            let gaps = gaps_to_halve(&levels, NEAR).into_iter().filter(|(low, high)| high / low > NEAR);
            let Some((low, high)) = gaps.max_by(|left, right| (left.1 / left.0).total_cmp(&(right.1 / right.0))) else {
                return levels;
            };
            levels.push(self.level(source, (low * high).sqrt().round(), FAMILY));
        }
    }

    /// What is known on an even grid.
    fn even(&self, source: &mut Source, sizes: usize) -> Vec<PairLevel> {
        let study = Study { sizes, factor: 4_f64.powf(8.0 / (sizes - 1) as f64), ..COARSE };
        study.sizes().map(|size| self.level(source, size, sizes)).collect()
    }

    fn is_narrow(&self, found: &[Crossing]) -> bool {
        found.len() == self.at.len() && found.iter().all(|one| one.at.high <= NEAR * one.at.low)
    }
}

/// How many sizes are needed, on average.
fn assert_located(truth: &Truth) -> f64 {
    let mut source = Source::seeded(45);
    let (mut as_many, mut held, mut narrow, mut sizes) = (0, 0, 0, 0);
    for _ in 0..TRIALS {
        let levels = truth.located(&mut source);
        let found = crossings(&levels);
        sizes += levels.len();
        if found.len() == truth.at.len() {
            as_many += 1;
            held += usize::from(found.iter().zip(truth.at).all(|(one, at)| one.at.contains(*at)));
            narrow += usize::from(truth.is_narrow(&found));
        }
    }
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    let name = truth.name;
    let (right, held, narrow) = (share(as_many, TRIALS as usize), share(held, as_many), share(narrow, as_many));
    let sizes = share(sizes, TRIALS as usize);
    println!("{name}: as many {right:.3}, all held {held:.3}, all narrow {narrow:.3}, {sizes:.1} sizes");
    assert!(right >= least(TRIALS) + 0.02, "{name}: as many in {right}");
    // Of two, each may be missed in a twentieth.
    let held_min = 1.0 - (1.0 - least(TRIALS)) * truth.at.len() as f64;
    assert!(truth.at.is_empty() || held >= held_min, "{name}: held in {held}");
    assert!(truth.at.is_empty() || narrow >= 0.95, "{name}: narrow in {narrow}");
    sizes
}

/// The fewest sizes of an even grid that places the crossings of nine runs of ten as narrowly.
fn even_sizes(truth: &Truth) -> usize {
    let trials = TRIALS / 10;
    let is_enough = |sizes: &usize| {
        let mut source = Source::seeded(46);
        let narrow = (0..trials).filter(|_| truth.is_narrow(&crossings(&truth.even(&mut source, *sizes)))).count();
        narrow as f64 >= 0.9 * trials as f64
    };
    EVEN.into_iter().find(is_enough).unwrap_or(EVEN[EVEN.len() - 1])
}

/// Whoever lays out an even grid does not know yet what he will find, so it has to be fine enough for all that may be there.
#[test]
fn crossovers_are_located_with_a_third_of_the_sizes_of_an_even_grid() {
    let needed: Vec<(f64, usize)> = CROSSING.iter().map(|truth| (assert_located(truth), even_sizes(truth))).collect();
    for (truth, (own, even)) in CROSSING.iter().zip(&needed) {
        println!("{}: {own:.1} sizes against {even} of an even grid", truth.name);
    }
    let own = needed.iter().map(|(own, _)| own).sum::<f64>() / needed.len() as f64;
    let even = needed.iter().map(|(_, even)| *even).max().unwrap_or(0);
    println!("{own:.1} sizes on average against {even} of the even grid that is fine enough for all of them");
    assert!(3.0 * own <= even as f64, "{own} against {even}");
}

#[test]
fn nothing_is_located_where_nothing_changes_places() {
    for truth in NOT_CROSSING {
        let sizes = assert_located(&truth);
        assert!(sizes < 10.0, "{}: {sizes} sizes, though there is nothing to look for", truth.name);
    }
}
