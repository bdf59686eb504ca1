//! Where the variance of what is compared comes from: from block to block of a launch, or from launch to launch.

use crate::analyze::compared;
use crate::paired;
use model::{PointRecord, Run, Variation};

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
        Some(LaunchRatios { whole: times.ratio(launch, *first, other)?, blocks })
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
    // Of the magnitudes alone: in which launches one of two equals was the quicker is a toss of coins, and the test of signed ranks
    // takes it for one. A plan made from it would have six that fell alike tell how many more there shall be.
    let deviation = |of: &dyn Fn(&LaunchRatios) -> Option<f64>| {
        let magnitudes: Vec<f64> = whole.iter().filter_map(|launch| Some(of(launch)?.abs())).collect();
        Some(stats::robust_deviation(&magnitudes)? / MAGNITUDES)
    };
    let of_launches = deviation(&|launch| Some(launch.whole))?;
    let of_middles = deviation(&|launch| stats::median(&launch.blocks))?;
    let within: Vec<f64> = whole.iter().filter_map(|launch| stats::robust_deviation(&launch.blocks)).collect();
    let block = (of_few(blocks) * stats::median(&within)?).powi(2);
    let launch = of_middles.powi(2) / BY_CHANCE - MEDIAN_OVER_MEAN * block / blocks as f64;
    // So few launches cannot tell that launches do not differ at all.
    let block_over_launch = block / launch.max(block / VARIANCE_RATIO_MAX);
    (block > 0.0).then_some(Variation { block_over_launch, of_launches })
}

/// Six launches often vary this many times as much as all of them do: the quantile 0.8 of F with 5 degrees of freedom over very many. What
/// chance may have made of the blocks is not put down to launches: where they differ as much as blocks do it shows all the same, and
/// where they do not, no time is spent on starting more of them.
const BY_CHANCE: f64 = 1.5;

/// By how much the robust deviation of so few values falls short of that of many (Croux & Rousseeuw 1992, "Time-efficient algorithms for two
/// highly robust estimators of scale").
fn of_few(values: usize) -> f64 {
    const FACTORS: [f64; 8] = [1.196, 1.495, 1.363, 1.206, 1.200, 1.140, 1.129, 1.107];
    let count = values as f64;
    values.checked_sub(2).and_then(|place| FACTORS.get(place)).copied().unwrap_or(count / (count - 0.8))
}

/// The variance of the median of a large normal sample over that of its mean.
const MEDIAN_OVER_MEAN: f64 = std::f64::consts::FRAC_PI_2;

/// The robust deviation of the magnitudes of normal values with mean 0, as a part of that of the values: 0.3991 / 0.6745. Where there is a
/// difference that is large against the deviation it is all of it, and the deviation is taken for larger than it is: then launches are
/// not what is lacking.
const MAGNITUDES: f64 = 0.5917;

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

    #[test]
    fn the_deviation_of_launches_is_that_of_normal_values_on_the_average() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let uniform = |random: &mut Xoshiro256PlusPlus| 1.0 - random.random::<f64>();
        // Box & Muller 1958.
        let mut normal = || {
            let radius = (-2.0 * uniform(&mut random).ln()).sqrt();
            radius * (std::f64::consts::TAU * uniform(&mut random)).cos()
        };
        let launches: Vec<LaunchRatios> = (0..2001)
            .map(|_| {
                let level = 0.01 * normal();
                launch((0..3).map(|_| level + 1e-5 * normal()).collect())
            })
            .collect();
        let of_launches = variation_of_pair(&launches).expect("launches vary").of_launches;
        assert!((of_launches / 0.01 - 1.0).abs() < 0.05, "{of_launches}");
    }
}
