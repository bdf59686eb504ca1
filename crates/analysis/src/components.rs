//! Where the variance of what is compared comes from: from block to block of a launch, or from launch to launch.

use crate::analyze::compared;
use crate::paired::{self, LaunchTimes};
use model::{PointRecord, Run, Variation};
use std::collections::BTreeMap;

/// How ln(candidate / baseline) varies: the middle of all pairs with the first variant. `None` where launches hold one block, or
/// none is there.
///
/// The variances are those of Kalibera & Jones 2013, "Rigorous benchmarking in reasonable time", but of the middle half of the
/// values: what is inferred rests on medians of blocks and on ranks of launches, and one launch of six that went astray
/// would have all others cut short.
pub fn variation(run: &Run, record: &PointRecord) -> Option<Variation> {
    let times = paired::times(&run.plan, record);
    let variants = compared(run, record, &times);
    let (first, others) = variants.split_first()?;
    let pairs: Vec<Variation> =
        others.iter().filter_map(|other| variation_of_pair(times.net.values(), *first, *other)).collect();
    let middle = |of: fn(&Variation) -> f64| stats::median(&pairs.iter().map(of).collect::<Vec<_>>());
    Some(Variation {
        block_over_launch: middle(|pair| pair.block_over_launch)?,
        of_launches: middle(|pair| pair.of_launches)?,
    })
}

fn variation_of_pair<'t>(
    launches: impl Iterator<Item = &'t LaunchTimes>,
    first: usize,
    other: usize,
) -> Option<Variation> {
    let value = |times: &BTreeMap<usize, f64>| Some((times.get(&other)? / times.get(&first)?).ln());
    let launches: Vec<Vec<f64>> = launches.map(|blocks| blocks.iter().filter_map(value).collect()).collect();
    let blocks = launches.iter().map(Vec::len).max()?;
    // A launch that was cut off says nothing of its own.
    let whole: Vec<Vec<f64>> = launches.into_iter().filter(|values| values.len() == blocks).collect();
    if blocks < 2 || whole.len() < 2 {
        return None;
    }
    let middles: Vec<f64> = whole.iter().filter_map(|values| stats::median(values)).collect();
    let of_launches = stats::robust_deviation(&middles)?;
    let within: Vec<f64> = whole.iter().filter_map(|values| stats::robust_deviation(values)).collect();
    let block = stats::median(&within)?.powi(2);
    let launch = of_launches.powi(2) - MEDIAN_OVER_MEAN * block / blocks as f64;
    // So few launches cannot tell that launches do not differ at all.
    let block_over_launch = block / launch.max(block / VARIANCE_RATIO_MAX);
    (block > 0.0).then_some(Variation { block_over_launch, of_launches })
}

/// The variance of the median of a large normal sample over that of its mean.
const MEDIAN_OVER_MEAN: f64 = std::f64::consts::FRAC_PI_2;

/// The largest ratio that a few launches are believed to show.
const VARIANCE_RATIO_MAX: f64 = 100.0;
