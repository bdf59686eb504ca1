//! Where the variance of what is compared comes from: from block to block of a launch, or from launch to launch.

use crate::analyze::compared;
use crate::paired::{self, LaunchTimes};
use model::{PointRecord, Run};
use stats::variance_components;
use std::collections::BTreeMap;

/// How many times the variance that a block adds to ln(candidate / baseline) is that which a launch adds: the middle of all
/// pairs with the first variant. `None` where launches hold one block, or none is there.
///
/// Source: Kalibera & Jones 2013, "Rigorous benchmarking in reasonable time".
pub fn variance_ratio(run: &Run, record: &PointRecord) -> Option<f64> {
    let times = paired::times(&run.plan, record);
    let variants = compared(run, record, &times);
    let (first, others) = variants.split_first()?;
    let ratios: Vec<f64> =
        others.iter().filter_map(|other| ratio_of_pair(times.net.values(), *first, *other)).collect();
    stats::median(&ratios)
}

fn ratio_of_pair<'t>(launches: impl Iterator<Item = &'t LaunchTimes>, first: usize, other: usize) -> Option<f64> {
    let value = |times: &BTreeMap<usize, f64>| Some((times.get(&other)? / times.get(&first)?).ln());
    let launches: Vec<Vec<f64>> = launches.map(|blocks| blocks.iter().filter_map(value).collect()).collect();
    let blocks = launches.iter().map(Vec::len).max()?;
    // A launch that was cut off says nothing of its own.
    let whole: Vec<Vec<f64>> = launches.into_iter().filter(|values| values.len() == blocks).collect();
    if blocks < 2 || whole.len() < 2 {
        return None;
    }
    let found = variance_components::estimate(&whole.concat(), &[whole.len(), blocks])?;
    let [block, launch] = [found.levels[0].component(), found.levels[1].component()];
    // So few launches cannot tell that launches do not differ at all: a tenth of what a block adds is the least.
    (block > 0.0).then(|| block / launch.max(block / VARIANCE_RATIO_MAX))
}

/// The largest ratio that a few launches are believed to show.
const VARIANCE_RATIO_MAX: f64 = 10.0;
