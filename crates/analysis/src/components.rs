//! Where the variance of what is compared comes from: from block to block of a launch, or from launch to launch.

use crate::analyze::compared;
use crate::paired;
use model::{PointRecord, Run, Variation};
use stats::Launch;

/// How ln(candidate / baseline) varies: the middle of all pairs with the first variant. `None` where launches hold one block, or
/// none is there.
///
/// The variances are those of Kalibera & Jones 2013, "Rigorous benchmarking in reasonable time", but of the middle half of the
/// values: what is inferred rests on what most of a launch says and on ranks of launches, and one launch of six that went astray
/// would have all others cut short.
pub fn variation(run: &Run, record: &PointRecord) -> Option<Variation> {
    let times = paired::times(&run.plan, record);
    let variants = compared(run, record, &times);
    let (first, others) = variants.split_first()?;
    let of_launch = |launch: usize, other: usize| {
        let blocks = times.ratios_of_blocks(launch, *first, other);
        Some(LaunchRatios { whole: times.ratio(launch, *first, other)?.value(), blocks })
    };
    let of_pair = |other: usize| -> Vec<LaunchRatios> {
        times.net.keys().filter_map(|launch| of_launch(*launch, other)).collect()
    };
    let pairs: Vec<Variation> = others.iter().filter_map(|other| variation_of_pair(&of_pair(*other))).collect();
    let middle = |of: fn(&Variation) -> f64| stats::median(&pairs.iter().map(of).collect::<Vec<_>>());
    Some(Variation {
        block_over_launch: middle(|pair| pair.block_over_launch)?,
        of_launches: middle(|pair| pair.of_launches)?,
    })
}

/// ln(candidate / baseline) of a launch, and of each of its blocks.
struct LaunchRatios {
    whole: f64,
    blocks: Vec<f64>,
}

fn variation_of_pair(launches: &[LaunchRatios]) -> Option<Variation> {
    let blocks = launches.iter().map(|launch| launch.blocks.len()).max()?;
    // A launch that was cut off says nothing of its own.
    let whole: Vec<&LaunchRatios> = launches.iter().filter(|launch| launch.blocks.len() == blocks).collect();
    if blocks < 2 || whole.len() < 2 {
        return None;
    }
    let of_launches = Folded::of(&magnitudes(&whole, |launch| Some(launch.whole)))?.unfolded();
    let middles = magnitudes(&whole, |launch| stats::median(&launch.blocks));
    let Folded { middle, part, .. } = Folded::of(&middles)?;
    let within: Vec<f64> = whole.iter().filter_map(|launch| stats::robust_deviation(&launch.blocks)).collect();
    let block = of_few(blocks) * stats::median(&within)?;
    // How far each launch is from the middle, as a multiple of what its own blocks let expect: while somebody slows a machine down blocks
    // vary more, and so do launches, and more of them are no remedy.
    let expected = |deviation: f64| deviation * of_few(blocks) * (MEDIAN_OVER_MEAN / blocks as f64).sqrt();
    let squares: Vec<f64> = middles
        .iter()
        .zip(&within)
        .map(|(launch, within)| {
            let distance = (launch - middle).abs() / part;
            if distance > 0.0 { (distance / expected(*within)).powi(2) } else { 0.0 }
        })
        .collect();
    let launch_over_block = stats::median(&squares)? / MEDIAN_OF_SQUARES / BY_CHANCE - 1.0;
    // So few launches cannot tell that launches do not differ at all.
    let block_over_launch =
        blocks as f64 / (MEDIAN_OVER_MEAN * launch_over_block).max(blocks as f64 / VARIANCE_RATIO_MAX);
    (block > 0.0).then_some(Variation { block_over_launch, of_launches })
}

/// Without the signs: in which launches one of two equals was the quicker is a toss of coins, and the test of signed ranks takes it for
/// one. A plan made from it would have six that fell alike tell how many more there shall be.
fn magnitudes(launches: &[&LaunchRatios], of: impl Fn(&LaunchRatios) -> Option<f64>) -> Vec<f64> {
    launches.iter().filter_map(|launch| Some(of(launch)?.abs())).collect()
}

/// What magnitudes say of the values whose they are.
struct Folded {
    middle: f64,
    deviation: f64,
    /// The robust deviation of the magnitudes as a part of that of the values: of normal ones with mean 0 it is 0.3991 / 0.6745, and all of
    /// it where they are far from 0, which is told by how far their middle is, as a multiple of that deviation.
    part: f64,
}

impl Folded {
    fn of(magnitudes: &[f64]) -> Option<Folded> {
        let (middle, deviation) = (stats::median(magnitudes)?, stats::robust_deviation(magnitudes)?);
        // No deviation at all is far from 0, or at it, where it does not matter.
        let way =
            if deviation > 0.0 { ((middle / deviation - CENTRED) / (FAR - CENTRED)).clamp(0.0, 1.0) } else { 1.0 };
        Some(Folded { middle, deviation, part: PART_OF_CENTRED + way * (1.0 - PART_OF_CENTRED) })
    }

    /// The deviation of the values.
    fn unfolded(&self) -> f64 {
        self.deviation / self.part
    }
}

/// By how much the robust deviation of so few values falls short of that of many (Croux & Rousseeuw 1992, "Time-efficient algorithms for two
/// highly robust estimators of scale").
fn of_few(values: usize) -> f64 {
    const FACTORS: [f64; 8] = [1.196, 1.495, 1.363, 1.206, 1.200, 1.140, 1.129, 1.107];
    let count = values as f64;
    values.checked_sub(2).and_then(|place| FACTORS.get(place)).copied().unwrap_or(count / (count - 0.8))
}

/// The variance of the median of a large normal sample over that of its mean.
const MEDIAN_OVER_MEAN: f64 = std::f64::consts::FRAC_PI_2;

/// Six launches often vary this many times as much as all of them do: the quantile 0.8 of F with 5 degrees of freedom over very many. What
/// chance may have made of the blocks is not put down to launches: where they differ as much as blocks do it shows all the same, and
/// where they do not, no time is spent on starting more of them.
const BY_CHANCE: f64 = 1.5;

/// The median of the squares of standard normal values.
const MEDIAN_OF_SQUARES: f64 = 0.4549;

/// The robust deviation of the magnitudes of normal values with mean 0, as a part of that of the values: 0.3991 / 0.6745.
const PART_OF_CENTRED: f64 = 0.5917;

/// The median of the magnitudes as a multiple of their robust deviation: of normal values with mean 0, 0.6745 / 0.5917, and of such whose
/// mean is twice their deviation.
const CENTRED: f64 = 1.14;
const FAR: f64 = 2.0;

/// The largest ratio that a few launches are believed to show.
const VARIANCE_RATIO_MAX: f64 = 100.0;

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn launch(blocks: Vec<f64>) -> LaunchRatios {
        LaunchRatios { whole: stats::median(&blocks).expect("it has blocks"), blocks }
    }

    /// Six launches of five blocks, with the ratio turned over in those whose bit is set.
    fn launches(turned: u32) -> Vec<LaunchRatios> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut of_place = |place: u32| {
            let level = random.random_range(-0.02..0.02);
            let sign = if turned >> place & 1 == 0 { 1.0 } else { -1.0 };
            launch((0..5).map(|_| sign * (level + random.random_range(-0.01..0.01))).collect())
        };
        (0..6).map(&mut of_place).collect()
    }

    #[test]
    fn which_of_two_was_the_quicker_in_a_launch_does_not_matter() {
        let variation = |turned: u32| variation_of_pair(&launches(turned)).expect("launches vary");
        let as_they_fell = variation(0);
        for turned in 1..64 {
            let Variation { block_over_launch, of_launches } = variation(turned);
            assert!((of_launches / as_they_fell.of_launches - 1.0).abs() < 1e-9, "{turned:b}: {of_launches}");
            assert!((block_over_launch / as_they_fell.block_over_launch - 1.0).abs() < 1e-9, "{turned:b}");
        }
    }

    /// Normal values (Box & Muller 1958).
    fn normals() -> impl FnMut() -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut uniform = move || 1.0 - random.random::<f64>();
        move || (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos()
    }

    /// Launches of five blocks, with the deviations of each.
    fn normal_launches(count: usize, ratio: f64, of_launch: f64, of_block: impl Fn(usize) -> f64) -> Vec<LaunchRatios> {
        let mut normal = normals();
        let mut of_place = |place: usize| {
            let level = ratio + of_launch * normal();
            launch((0..5).map(|_| level + of_block(place) * normal()).collect())
        };
        (0..count).map(&mut of_place).collect()
    }

    #[test]
    fn the_deviation_of_launches_is_that_of_normal_values_on_the_average() {
        for ratio in [0.0, 0.05] {
            let launches = normal_launches(2001, ratio, 0.01, |_| 1e-5);
            let of_launches = variation_of_pair(&launches).expect("launches vary").of_launches;
            assert!((of_launches / 0.01 - 1.0).abs() < 0.05, "{ratio}: {of_launches}");
        }
    }

    #[test]
    fn launches_are_told_from_blocks_whatever_the_ratio() {
        for ratio in [0.0, 0.05] {
            let of = |of_launch: f64| {
                let launches = normal_launches(2001, ratio, of_launch, |_| 0.01);
                variation_of_pair(&launches).expect("launches vary").block_over_launch
            };
            assert_eq!(of(0.0), VARIANCE_RATIO_MAX, "{ratio}");
            assert!((1.0..2.5).contains(&of(0.01)), "{ratio}: {}", of(0.01));
        }
    }

    #[test]
    fn launches_whose_own_blocks_vary_more_do_not_stand_for_a_difference_between_launches() {
        let launches = normal_launches(2001, 0.005, 0.0, |place| if place % 5 < 2 { 0.03 } else { 0.003 });
        let variation = variation_of_pair(&launches).expect("launches vary");
        assert!(variation.block_over_launch > 20.0, "{}", variation.block_over_launch);
    }
}
