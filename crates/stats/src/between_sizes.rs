//! Where a difference that is known at some sizes may be zero between two of them: by a line and two parabolas through neighbouring sizes, each over the size and over its
//! logarithm (docs/method.md, Laws and crossovers). A step is told from a smooth curve by how steep it is.

/// How finely the space between two sizes is looked through.
const STEPS: usize = 128;

/// A difference that changes so many times as fast as beside it does not change smoothly.
const STEP_MIN: f64 = 2.5;

/// A difference at a place along an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Where.
    pub(crate) x: f64,
    /// The difference.
    pub(crate) value: f64,
    /// Half of its interval.
    pub(crate) half: f64,
}

/// Where the difference may be zero between two places of opposite signs; those between them may have any: where the curves are, and the ends of what each
/// leaves possible. The places are in the order of the axis.
pub(crate) fn zeros(known: &[Known], from: usize, to: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut roots, mut ends) = (Vec::new(), Vec::new());
    for left in from..to {
        // The first and last of the places that each curve from here to the next goes through.
        let before = left.checked_sub(1).map(|first| (first, left + 1));
        let behind = (left + 2 < known.len()).then_some((left, left + 2));
        for (first, last) in [Some((left, left + 1)), before, behind].into_iter().flatten() {
            let through = &known[first..=last];
            let root = root(through, known[left].x, known[left + 1].x);
            ends.extend(not_rejected(through, known[left].x, known[left + 1].x, root));
            roots.extend(root);
        }
    }
    (roots, ends)
}

/// Whether the difference changes much faster between two places than beside them.
pub(crate) fn is_step(known: &[Known], left: usize) -> bool {
    let slope = |left: usize| {
        let (one, other) = (known.get(left)?, known.get(left + 1)?);
        let doubt = (one.half.powi(2) + other.half.powi(2)).sqrt();
        Some(((other.value - one.value).abs() / (other.x - one.x), doubt / (other.x - one.x)))
    };
    let beside: Vec<(f64, f64)> =
        [left.checked_sub(1).and_then(slope), slope(left + 1)].into_iter().flatten().collect();
    let fastest = beside.iter().map(|(slope, doubt)| slope + doubt).fold(0.0, f64::max);
    !beside.is_empty() && slope(left).is_some_and(|(slope, doubt)| slope - doubt > STEP_MIN * fastest)
}

/// What the polynomial through some places is at a place, and half of its interval: that of a sum whose terms are known apart (MOVER: Zou & Donner
/// 2008, Statistics in Medicine 27). The places where zero is inside are Fieller's set.
fn at(through: &[Known], x: f64) -> (f64, f64) {
    let (mut value, mut square) = (0.0, 0.0);
    for (index, own) in through.iter().enumerate() {
        let others = through.iter().enumerate().filter(|(other, _)| *other != index);
        let weight: f64 = others.map(|(_, other)| (x - other.x) / (own.x - other.x)).product();
        value += weight * own.value;
        square += (weight * own.half).powi(2);
    }
    (value, square.sqrt())
}

/// Where it is zero between two places of different signs.
fn root(through: &[Known], first: f64, last: f64) -> Option<f64> {
    let sign = |x: f64| at(through, x).0.signum();
    let at_first = sign(first);
    (at_first != sign(last)).then(|| halved(first, last, |x| sign(x) == at_first))
}

/// The ends of the places between two where it may be zero.
fn not_rejected(through: &[Known], first: f64, last: f64, root: Option<f64>) -> Vec<f64> {
    let is_possible = |x: f64| {
        let (value, half) = at(through, x);
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

/// Where something that is so at the start ceases to be, by halving.
pub fn halved(mut start: f64, mut end: f64, is_so: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..40 {
        let middle = f64::midpoint(start, end);
        if is_so(middle) { start = middle } else { end = middle }
    }
    f64::midpoint(start, end)
}
