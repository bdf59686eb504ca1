//! Whether a sample has more than one mode.

use crate::preconditions::sorted_sample;

/// How far a sample is from having one mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dip {
    /// The largest distance between the empirical distribution and the unimodal one nearest to it.
    pub statistic: f64,
    /// Whether one mode is rejected at the level of 0.001.
    pub is_rejected: bool,
}

/// The dip test of Hartigan and Hartigan (1985), "The dip test of unimodality", Annals of Statistics
/// 13: two modes in the times of one variant say that it ran in two states (two layouts, two clock
/// frequencies, two CPUs), and that the middle between them describes neither.
///
/// Critical values are those of the uniform distribution, for which the dip is largest among
/// distributions with one mode; so a sample with one mode is called bimodal less often than the
/// level says. A two-component normal likelihood ratio was rejected: it finds two components in any
/// skewed sample, and times are skewed.
///
/// Values in any order, one for each launch. `None` for fewer than [`DIP_SAMPLE_MIN`] values, one that
/// is not finite, or a sample in which fewer than half of the values are distinct: the steps of a
/// coarse clock are modes as well.
///
/// ```
/// let two_states: Vec<f64> = (0..40).map(|i| f64::from(i % 2) * 5.0 + f64::from(i) / 40.0).collect();
/// let one_state: Vec<f64> = (0..40).map(|i| f64::from(i) / 40.0).collect();
/// assert!(cmpthese_stats::dip(&two_states).unwrap().is_rejected);
/// assert!(!cmpthese_stats::dip(&one_state).unwrap().is_rejected);
/// ```
pub fn dip(values: &[f64]) -> Option<Dip> {
    let sorted = sorted_sample(values)?;
    let distinct = sorted.chunk_by(|left, right| left == right).count();
    if sorted.len() < DIP_SAMPLE_MIN || 2 * distinct < sorted.len() {
        return None;
    }
    let statistic = dip_statistic(&sorted);
    Some(Dip { statistic, is_rejected: statistic > critical_value(sorted.len()) })
}

/// Below it the test finds nothing but the grossest.
pub const DIP_SAMPLE_MIN: usize = 10;

/// √n·dip of n uniform values that is exceeded with a probability of 0.001: simulated with
/// [`dip_statistic`], and held to R's `diptest::qDiptab` by a test.
const CRITICAL: [(usize, f64); 9] = [
    (10, 0.5709),
    (15, 0.6021),
    (20, 0.6199),
    (30, 0.6421),
    (50, 0.6638),
    (100, 0.6873),
    (200, 0.6972),
    (500, 0.7148),
    (2000, 0.7240),
];

/// Interpolated in 1/√n, along which √n·dip approaches its limit almost straight; beyond the table
/// its last line, which is near enough.
fn critical_value(n: usize) -> f64 {
    let root = (n as f64).sqrt();
    let Some(above) = CRITICAL.iter().position(|&(size, _)| n <= size) else {
        return CRITICAL[CRITICAL.len() - 1].1 / root;
    };
    let (high_size, high) = CRITICAL[above];
    let (low_size, low) = CRITICAL[above.saturating_sub(1)];
    let place = |size: usize| 1.0 / (size as f64).sqrt();
    let span = place(low_size) - place(high_size);
    let weight = if span > 0.0 { (place(low_size) - place(n)) / span } else { 1.0 };
    (low + weight * (high - low)) / root
}

/// The dip of an ascending sample.
///
/// A unimodal distribution function is convex up to its mode and concave after it. The modal
/// interval is narrowed until the band around the empirical function that it asks for between the
/// convex minorant and the concave majorant is no wider than the one that the tails ask for already
/// (the paper's section 4). Distances are counted in observations, twice: the band has two halves.
fn dip_statistic(sorted: &[f64]) -> f64 {
    let (mut low, mut high) = (0, sorted.len() - 1);
    // No distribution function follows a step of the empirical one closer than half its height.
    let mut band = 1.0_f64;
    loop {
        let minorant = hull(sorted, low, high, |turn| turn <= 0.0);
        let majorant = hull(sorted, low, high, |turn| turn >= 0.0);
        let (gap, modal) = widest_gap(sorted, &minorant, &majorant);
        if gap <= band {
            break;
        }
        let left = minorant.windows(2).filter(|edge| edge[1] <= modal.0).map(|edge| beyond_edge(sorted, edge, 1.0));
        let right = majorant.windows(2).filter(|edge| edge[0] >= modal.1).map(|edge| beyond_edge(sorted, edge, -1.0));
        band = left.chain(right).fold(band, f64::max);
        if gap <= band || modal == (low, high) {
            break;
        }
        (low, high) = modal;
    }
    band / (2 * sorted.len()) as f64
}

/// The vertices, as places in the sample, of the hull of the points (value, place) from `low` to
/// `high`. A vertex goes where the next point makes a turn that is `dropped`.
fn hull(sorted: &[f64], low: usize, high: usize, dropped: impl Fn(f64) -> bool) -> Vec<usize> {
    let mut vertices: Vec<usize> = Vec::new();
    for point in low..=high {
        while let [.., first, second] = vertices[..]
            && dropped(turn(sorted, first, second, point))
        {
            vertices.pop();
        }
        vertices.push(point);
    }
    vertices
}

/// Positive where the path over the three points turns left.
fn turn(sorted: &[f64], first: usize, second: usize, third: usize) -> f64 {
    let run = |from: usize, to: usize| sorted[to] - sorted[from];
    run(first, second) * (third - first) as f64 - run(first, third) * (second - first) as f64
}

/// The widest vertical distance from the minorant up to the majorant, and the vertices around it: a
/// vertex of the minorant and the next one of the majorant, or one of the majorant and the one
/// before of the minorant.
fn widest_gap(sorted: &[f64], minorant: &[usize], majorant: &[usize]) -> (f64, (usize, usize)) {
    let mut widest = (0.0, (minorant[0], minorant[minorant.len() - 1]));
    let mut offer = |gap: f64, low: usize, high: usize| {
        if gap > widest.0 && low <= high {
            widest = (gap, (low, high));
        }
    };
    for &low in minorant {
        let end = majorant.partition_point(|&vertex| vertex < low).max(1);
        let edge = &majorant[end - 1..=end];
        offer(height_of_edge(sorted, edge, low) - low as f64 + 1.0, low, edge[1]);
    }
    for &high in majorant {
        let end = minorant.partition_point(|&vertex| vertex < high).max(1);
        let edge = &minorant[end - 1..=end];
        offer(high as f64 + 1.0 - height_of_edge(sorted, edge, high), edge[0], high);
    }
    widest
}

/// The height of the edge at the value of `place`, in places.
fn height_of_edge(sorted: &[f64], edge: &[usize], place: usize) -> f64 {
    let (start, end) = (edge[0], edge[1]);
    let run = sorted[end] - sorted[start];
    let share = if run > 0.0 { (sorted[place] - sorted[start]) / run } else { 0.0 };
    start as f64 + share * (end - start) as f64
}

/// How far the empirical function is beyond an edge: above one of the minorant (`side` 1), below one of the majorant (−1).
fn beyond_edge(sorted: &[f64], edge: &[usize], side: f64) -> f64 {
    let beyond = |place: usize| side * (place as f64 + side - height_of_edge(sorted, edge, place));
    (edge[0]..=edge[1]).map(beyond).fold(1.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        values
    }

    /// R: `diptest::dip(sin((1:n)^2))` and the same with 5 added to every second value.
    const DIPS: [(usize, f64, f64); 4] = [
        (10, 0.088803205332346, 0.159550931233519),
        (25, 0.0908389246226955, 0.145823922761644),
        (40, 0.0840140010766965, 0.150129221720708),
        (100, 0.0605926793640122, 0.150071071969908),
    ];

    #[test]
    fn statistics_are_those_of_r() {
        for (n, one, two) in DIPS {
            let value = |i: usize| ((i * i) as f64).sin();
            let shifted = |i: usize| value(i) + if i.is_multiple_of(2) { 5.0 } else { 0.0 };
            let found = (dip_statistic(&sorted((1..=n).map(value))), dip_statistic(&sorted((1..=n).map(shifted))));
            assert!((found.0 - one).abs() < 1e-12 && (found.1 - two).abs() < 1e-12, "{n}: {found:?}");
        }
        // R: dip(1:10); dip(statfaculty)
        assert!((dip_statistic(&sorted((1..=10).map(f64::from))) - 0.05).abs() < 1e-15);
        let ages = [
            30, 33, 35, 36, 37, 37, 39, 39, 39, 39, 39, 40, 40, 40, 40, 41, 42, 43, 43, 43, 44, 44, 45, 45, 46, 46, 47,
            47, 48, 48, 48, 49, 50, 50, 51, 52, 52, 53, 53, 53, 53, 53, 54, 54, 57, 57, 59, 60, 60, 60, 61, 61, 61, 61,
            62, 62, 62, 62, 63, 66, 70, 72, 72,
        ];
        let found = dip_statistic(&sorted(ages.into_iter().map(f64::from)));
        assert!((found - 0.0595238095238095).abs() < 1e-12, "{found}");
    }

    /// R: `diptest::qDiptab[n, "0.999"]`, from a million samples.
    const QDIPTAB: [(usize, f64); 5] =
        [(10, 0.180611196), (30, 0.117164140), (100, 0.068447973), (1000, 0.022868917), (5000, 0.010349880)];

    #[test]
    fn critical_values_are_those_of_r_within_simulation_and_interpolation() {
        for (n, expected) in QDIPTAB {
            let found = critical_value(n);
            assert!((found / expected - 1.0).abs() < 0.012, "{n}: {found} not {expected}");
        }
    }
}
