//! How many launches of how many blocks fit into a share of the budget, and who is too slow for it. Pure.

use model::Schedule;

/// No comparison gets sharper by more launches than this: the machine drifts, and the analysis looks at all pairs.
const LAUNCHES_MAX: usize = 1000;

/// Blocks beyond this in one launch say nothing about other launches.
const BLOCKS_MAX: usize = 16;

/// Launches beyond the fewest that can establish anything, so that one launch that went the other way hides nothing.
const SPARE_LAUNCHES: usize = 3;

/// How many times slower than the median of its rivals a variant must be to be dropped for the sake of the others.
const HOPELESS: f64 = 4.0;

/// What the pilot found about a point, all in nanoseconds.
#[derive(Clone, Debug)]
pub struct Costs {
    /// Starting and preparing all workers of a launch.
    pub launch_ns: f64,
    /// One batch of each variant that is measured, with what surrounds it.
    pub batches: Vec<BatchCost>,
}

/// What one batch costs.
#[derive(Clone, Copy, Debug)]
pub struct BatchCost {
    /// Index of the variant.
    pub variant: usize,
    /// Its time.
    pub ns: f64,
    /// What may become of it.
    pub standing: Standing,
}

/// What the shortage of time may do to a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is dropped when it is hopelessly slow.
    Droppable,
    /// It stays however slow it is.
    Kept,
    /// It is an empty loop: its batches are short by design, so nobody is slow against it.
    EmptyLoop,
}

/// The fewest launches that can establish a difference within a family of comparisons, with a few to spare.
pub fn launches_min(family: usize) -> usize {
    stats::launches_needed(0.05 / family.max(1) as f64) + SPARE_LAUNCHES
}

/// The plan of blocks for a share of the budget.
///
/// Blocks per launch follow Kalibera & Jones 2013, r = √(cost of a launch / cost of a block · variance ratio), with the two
/// variances taken as equal. The launches fill the share, but are never fewer than three.
pub fn schedule(costs: &Costs, share_ns: f64, launches_min: usize) -> Schedule {
    let block_ns = costs.block_ns();
    let wanted = (costs.launch_ns / block_ns).sqrt().ceil().clamp(1.0, BLOCKS_MAX as f64) as usize;
    let fitting = |blocks: usize| (share_ns / (costs.launch_ns + blocks as f64 * block_ns)) as usize;
    let blocks = (1..=wanted).rev().find(|blocks| fitting(*blocks) >= launches_min).unwrap_or(1);
    Schedule { launches: fitting(blocks).clamp(3, LAUNCHES_MAX), blocks }
}

/// The variant that must go so that the others get enough launches in the share: the slowest, if it may be dropped and is
/// hopelessly slower than the others. `None` when all fit, or when nobody stands out.
pub fn hopeless(costs: &Costs, share_ns: f64, launches_min: usize) -> Option<BatchCost> {
    if launches_min as f64 * (costs.launch_ns + costs.block_ns()) <= share_ns {
        return None;
    }
    let contestants = costs.batches.iter().filter(|batch| batch.standing != Standing::EmptyLoop);
    let slowest = contestants.clone().max_by(|left, right| left.ns.total_cmp(&right.ns))?;
    let rivals: Vec<f64> = contestants.filter(|batch| batch.variant != slowest.variant).map(|batch| batch.ns).collect();
    let stands_out = slowest.ns > HOPELESS * stats::median(&rivals)?;
    (slowest.standing == Standing::Droppable && stands_out).then_some(*slowest)
}

impl Costs {
    fn block_ns(&self) -> f64 {
        self.batches.iter().map(|batch| batch.ns).sum::<f64>().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(launch_ns: f64, batches: &[f64]) -> Costs {
        let batches = batches.iter().enumerate();
        Costs {
            launch_ns,
            batches: batches
                .map(|(variant, ns)| BatchCost { variant, ns: *ns, standing: Standing::Droppable })
                .collect(),
        }
    }

    #[test]
    fn one_block_a_launch_when_launches_are_free() {
        assert_eq!(schedule(&costs(0.0, &[10e6, 10e6]), 1e9, 6), Schedule { launches: 50, blocks: 1 });
    }

    #[test]
    fn dear_launches_hold_more_blocks() {
        assert_eq!(schedule(&costs(90e6, &[5e6, 5e6]), 13e9, 12), Schedule { launches: 108, blocks: 3 });
    }

    #[test]
    fn blocks_give_way_to_launches_when_the_share_is_small() {
        assert_eq!(schedule(&costs(90e6, &[5e6, 5e6]), 1.21e9, 12), Schedule { launches: 12, blocks: 1 });
    }

    #[test]
    fn who_stands_out_goes_and_who_does_not_stays() {
        assert_eq!(hopeless(&costs(0.0, &[1e6, 1e6, 500e6]), 5e9, 12).map(|batch| batch.variant), Some(2));
        assert!(hopeless(&costs(0.0, &[400e6, 500e6]), 5e9, 12).is_none());
        assert!(hopeless(&costs(0.0, &[1e6, 1e6, 500e6]), 50e9, 12).is_none());
    }

    #[test]
    fn nobody_is_slow_against_an_empty_loop() {
        let mut with_loop = costs(90e6, &[5e6, 1e6]);
        with_loop.batches[1].standing = Standing::EmptyLoop;
        assert!(hopeless(&with_loop, 100e6, 12).is_none());
    }
}
