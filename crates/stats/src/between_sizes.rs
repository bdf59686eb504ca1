//! Where a difference that is known at some sizes may be zero between two of them.
//!
//! Nobody knows how it goes there. Two parabolas, each through both sizes and the next one on one side, lie on either side of a smooth curve whose third
//! derivative keeps its sign (the error terms of Lagrange's interpolation have opposite signs), so what both leave possible is kept. A step is told from
//! a smooth curve by how steep it is.

use crate::interval::Interval;

/// How finely the space between two sizes is looked through.
const STEPS: usize = 128;

/// A difference that changes so many times as fast as beside it does not change smoothly.
const STEP_MIN: f64 = 2.5;

/// A difference at a place along the axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Where: the logarithm of the size, or the size itself.
    pub(crate) x: f64,
    pub(crate) difference: Interval,
}

/// Where the difference may be zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zero {
    pub(crate) point: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) is_step: bool,
}

/// The zero between two places whose differences have opposite signs; those between them may have any. The places are in the order of the axis.
pub(crate) fn zero(places: &[Place], from: usize, to: usize) -> Zero {
    let (start, end) = (places[from].x, places[to].x);
    if to == from + 1 && is_step(places, from) {
        return Zero { point: f64::midpoint(start, end), low: start, high: end, is_step: true };
    }
    let mut roots = Vec::new();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for left in from..to {
        for through in curves(places, left) {
            let curve = Curve { places: &places[through.0..=through.1] };
            let (first, last) = (places[left].x, places[left + 1].x);
            let root = curve.root(first, last);
            roots.extend(root);
            for kept in curve.not_rejected(first, last, root) {
                (low, high) = (low.min(kept), high.max(kept));
            }
        }
    }
    let point = match roots.len() {
        0 => f64::midpoint(start, end),
        count => roots.iter().sum::<f64>() / count as f64,
    };
    Zero { point, low: low.min(point), high: high.max(point), is_step: false }
}

/// Whether the difference changes much faster between two places than beside them.
fn is_step(places: &[Place], left: usize) -> bool {
    let slope = |left: usize| {
        let (one, other) = (places.get(left)?, places.get(left + 1)?);
        let doubt = (one.difference.half_width().powi(2) + other.difference.half_width().powi(2)).sqrt();
        let change = other.difference.point - one.difference.point;
        Some((change.abs() / (other.x - one.x), doubt / (other.x - one.x)))
    };
    let beside: Vec<(f64, f64)> =
        [left.checked_sub(1).and_then(slope), slope(left + 1)].into_iter().flatten().collect();
    let fastest = beside.iter().map(|(slope, doubt)| slope + doubt).fold(0.0, f64::max);
    !beside.is_empty() && slope(left).is_some_and(|(slope, doubt)| slope - doubt > STEP_MIN * fastest)
}

/// The first and last of the places that each curve between a place and the next goes through: the parabolas, and the straight line where
/// there is one of them at most.
fn curves(places: &[Place], left: usize) -> Vec<(usize, usize)> {
    let mut through = Vec::new();
    through.extend(left.checked_sub(1).map(|first| (first, left + 1)));
    through.extend((left + 2 < places.len()).then_some((left, left + 2)));
    if through.len() < 2 {
        through.push((left, left + 1));
    }
    through
}

/// The polynomial through some places.
struct Curve<'a> {
    places: &'a [Place],
}

impl Curve<'_> {
    /// What it is at a place, and half of its interval: that of a sum whose terms are known apart (MOVER: Zou & Donner 2008, Statistics in Medicine
    /// 27). The places where zero is inside are Fieller's set.
    fn at(&self, x: f64) -> (f64, f64) {
        let (mut value, mut square) = (0.0, 0.0);
        for (index, own) in self.places.iter().enumerate() {
            let others = self.places.iter().enumerate().filter(|(other, _)| *other != index);
            let weight: f64 = others.map(|(_, other)| (x - other.x) / (own.x - other.x)).product();
            value += weight * own.difference.point;
            square += (weight * own.difference.half_width()).powi(2);
        }
        (value, square.sqrt())
    }

    /// Where it is zero between two places of different signs.
    fn root(&self, first: f64, last: f64) -> Option<f64> {
        let sign = |x: f64| self.at(x).0.signum();
        let at_first = sign(first);
        (at_first != sign(last)).then(|| halved(first, last, |x| sign(x) == at_first))
    }

    /// The ends of the places between two where it may be zero.
    fn not_rejected(&self, first: f64, last: f64, root: Option<f64>) -> Vec<f64> {
        let is_possible = |x: f64| {
            let (value, half) = self.at(x);
            value.abs() <= half
        };
        let grid = |step: usize| first + (last - first) * step as f64 / STEPS as f64;
        let mut kept: Vec<f64> = (0..=STEPS).map(grid).filter(|x| is_possible(*x)).chain(root).collect();
        kept.sort_unstable_by(f64::total_cmp);
        let (Some(low), Some(high)) = (kept.first().copied(), kept.last().copied()) else { return kept };
        let step = (last - first) / STEPS as f64;
        let below = halved((low - step).max(first), low, |x| !is_possible(x));
        let above = halved(high, (high + step).min(last), is_possible);
        vec![below, above]
    }
}

/// Where something ceases to be, by halving.
fn halved(mut start: f64, mut end: f64, is_so: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..40 {
        let middle = f64::midpoint(start, end);
        if is_so(middle) { start = middle } else { end = middle }
    }
    f64::midpoint(start, end)
}
