//! Where the variance of what is compared comes from: from block to block of a launch, or from launch to launch.

use crate::analyze::compared;
use crate::paired;
use model::{PointRecord, Run, Variation};

/// The largest ratio of variances that a few launches are believed to show.
const VARIANCE_RATIO_MAX: f64 = 100.0;

/// How ln(candidate / baseline) of typical times varies: the middle of all pairs with the first variant. `None` where launches hold one
/// block, or none is there.
///
/// The variances are those of Kalibera & Jones 2013, "Rigorous benchmarking in reasonable time": T² of launches is S² of their middles less what
/// their blocks add to it; both from robust deviations, because one launch of six that went astray would have all others cut short.
pub fn variation(run: &Run, record: &PointRecord) -> Option<Variation> {
    let times = paired::times(&run.plan, record);
    let variants = compared(run, record, &times);
    let (first, others) = variants.split_first()?;
    let blocks_of = |other: usize| -> Vec<Vec<f64>> {
        times.net.keys().map(|launch| times.ratios_of_blocks(*launch, *first, other)).collect()
    };
    let pairs: Vec<Variation> = others.iter().filter_map(|other| variation_of_pair(&blocks_of(*other))).collect();
    let middle = |of: fn(&Variation) -> f64| stats::median(&pairs.iter().map(of).collect::<Vec<_>>());
    Some(Variation {
        block_over_launch: middle(|pair| pair.block_over_launch)?,
        of_launches: middle(|pair| pair.of_launches)?,
    })
}

/// Of as many blocks of each launch as most of them have.
fn variation_of_pair(launches: &[Vec<f64>]) -> Option<Variation> {
    let counts: Vec<f64> = launches.iter().map(|blocks| blocks.len() as f64).collect();
    let blocks = stats::median(&counts)? as usize;
    let whole: Vec<&[f64]> = launches.iter().filter_map(|launch| launch.get(..blocks)).collect();
    if blocks < 2 || whole.len() < 2 {
        return None;
    }
    let middles: Vec<f64> = whole.iter().filter_map(|launch| stats::median(launch)).collect();
    let within: Vec<f64> = whole.iter().filter_map(|launch| stats::robust_deviation(launch)).collect();
    let (of_launches, of_blocks) = (stats::robust_deviation(&middles)?, stats::median(&within)?.powi(2));
    let launch = of_launches.powi(2) - of_blocks / blocks as f64;
    let block_over_launch = if launch > 0.0 { of_blocks / launch } else { f64::INFINITY };
    (of_blocks > 0.0).then_some(Variation { block_over_launch: block_over_launch.min(VARIANCE_RATIO_MAX), of_launches })
}
