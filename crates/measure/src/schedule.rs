//! How many launches of how many blocks fit into a share of the budget, and who is too slow for it. Pure.

use model::{Schedule, Variation};
use std::f64::consts::FRAC_PI_2;

/// Blocks beyond this in one launch say nothing about other launches.
const BLOCKS_MAX: usize = 128;

/// Blocks of a launch whose variance against that of launches is not known yet: two tell it.
const BLOCKS_TO_EXPLORE: usize = 2;

/// The part of the time of a launch that starting it shall take, or little more, where that leaves launches enough.
const START_PART: f64 = 0.03;

/// While they explore, launches are enough when so many times the fewest fit into the time. With more of them a clone would be measured in
/// some, and in none once the plan is made anew, when it needs fewer launches than that.
const EXPLORING_LAUNCHES: f64 = 1.3;

/// How many times as many launches as were planned are worth another plan.
const MANY_MORE: f64 = 1.1;

/// By how much the square of the error may exceed the least for the sake of that part: near the least it hardly depends on the blocks.
const ERROR_FOR_THRIFT: f64 = 1.1;

/// Launches are enough when their error, so many standard ones, is half the margin within which two count as alike: then there is
/// as much room again for what is told apart at it.
const ERRORS_IN_HALF_MARGIN: f64 = 2.5;

/// Launches beyond the fewest that can establish anything, so that one launch that went the other way hides nothing.
pub const SPARE_LAUNCHES: usize = 3;

/// A clone is measured in one of so many launches, because it costs those that are compared their time: in one of the first number where
/// that is often enough, else in one of the second.
pub const CLONE_EVERY: [usize; 2] = [4, 2];

/// What may err when a clone is held against its original, over all points.
const ALPHA_OF_CLONE: f64 = 0.01;

/// How many times slower than the median of its rivals a variant must be to be dropped for the sake of the others.
const HOPELESS: f64 = 4.0;

/// The fewest launches that are planned for, however little can be told from them.
pub const LAUNCHES_AT_ALL: usize = 3;

/// A point may overrun its share by this factor before the launches are given up without which nothing can be established.
pub const OVERRUN: f64 = 1.25;

/// What slices say of a launch is the densest place of their ratios, which few of them do not show: by launches of 12 slices of each
/// variant, as many slices tell a ratio by a fifth less sharply than by launches of 72, and starting takes more of the time.
const SLICES_OF_LAUNCH: usize = 48;

/// What the pilot found about a point, all in nanoseconds.
#[derive(Clone, Debug)]
pub struct Costs {
    /// Starting and preparing all workers of a launch.
    pub launch_ns: f64,
    /// Warm-ups of a launch of which the first launches have yet to tell whether they are needed.
    pub doubtful_ns: f64,
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
    /// The time of the shortest batch that it may have.
    pub least_ns: f64,
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
    /// It is an empty loop or a clone: its batches are short or few by design, so nobody is slow against it.
    Control,
}

/// The fewest launches that can establish a difference within a family of comparisons, with a few to spare.
pub fn launches_min(family: usize) -> usize {
    stats::launches_needed(model::ERROR_LEVEL / family.max(1) as f64) + SPARE_LAUNCHES
}

/// In one of how many of so many launches a clone is measured. `None` where it would have too few of them to tell anything.
pub fn clone_every(launches: usize, points: usize) -> Option<usize> {
    let needed = stats::launches_needed(ALPHA_OF_CLONE / points.max(1) as f64);
    CLONE_EVERY.into_iter().find(|every| launches / every >= needed)
}

/// The plan of blocks for a share of the budget, before anything is known of the variances.
///
/// Launches hold as many blocks as make starting them a small part of the time, when enough of them fit, and some at least unless they
/// cost next to nothing, so that the variances show. Two do not show them well, because what slows a machine down for some tens of
/// milliseconds slows both, and passes for a difference between launches; they are what there is time for when longer launches would be
/// too few. `reach` is how many shares a point may
/// get at most, when others do not need theirs.
pub fn schedule(costs: &Costs, share_ns: f64, aim: &Aim, reach: f64) -> Schedule {
    let pace = costs.pace();
    // One that turns out to be needed in every launch is told from one that is not only where launches hold blocks.
    let dearest = Pace { launch_ns: costs.launch_ns + costs.doubtful_ns, ..pace };
    let thrifty = thrifty_blocks(dearest);
    let (launches, blocks) = match filling(0, pace, thrifty, share_ns, &aim.exploring()) {
        (launches, blocks) if blocks >= thrifty.min(BLOCKS_TO_EXPLORE) => (launches, blocks),
        _ if exploring_leaves_enough(dearest, share_ns, aim) => {
            ((share_ns / pace.launch_of(BLOCKS_TO_EXPLORE)) as usize, BLOCKS_TO_EXPLORE)
        }
        _ => filling(0, pace, 1, share_ns, aim),
    };
    planned(0, launches, blocks, aim, reach)
}

/// The plan of blocks once `done` launches of one block each have told the costs, but no variances, for the time that is left: the pilot
/// started its workers while caches were cold, and maybe while somebody had the CPU, so that launches take less than it says. They
/// hold more blocks, which then tell the variances, or there are more of them. `None` where the plan that was made is as good.
pub fn replanned(done: usize, pace: Pace, made: &Schedule, left_ns: f64, aim: &Aim, reach: f64) -> Option<Schedule> {
    let (launches, blocks) = filling(done, pace, thrifty_blocks(pace), left_ns, &aim.exploring());
    let plan = planned(done, launches, blocks, aim, reach);
    (blocks > 1 || plan.launches as f64 >= MANY_MORE * made.launches as f64).then_some(plan)
}

/// The plan of launches of one block, where a process runs no other, `done` of them included.
pub fn of_single_blocks(done: usize, pace: Pace, left_ns: f64, aim: &Aim, reach: f64) -> Schedule {
    let (launches, blocks) = filling(done, pace, 1, left_ns, aim);
    planned(done, launches, blocks, aim, reach)
}

/// A plan of at least as many launches as are needed: whether they are given up is decided by the time that they take.
fn planned(done: usize, launches: usize, blocks: usize, aim: &Aim, reach: f64) -> Schedule {
    let needed = aim.launches_min.max(LAUNCHES_AT_ALL);
    let most = Schedule::LAUNCHES_MAX.max(done);
    Schedule { launches: reached(launches, reach).max(needed).min(most), blocks, looks: Vec::new() }
}

/// Whether launches that explore in pairs of blocks leave time for the others that are needed, of one block each.
fn exploring_leaves_enough(pace: Pace, share_ns: f64, aim: &Aim) -> bool {
    let others = aim.launches_min.saturating_sub(EXPLORED) as f64;
    EXPLORED as f64 * pace.launch_of(BLOCKS_TO_EXPLORE) + others * pace.launch_of(1) <= share_ns
}

/// What the launches of a point are to be enough for.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// The fewest that can establish anything.
    pub launches_min: usize,
    /// The relative difference within which two count as alike.
    pub margin: f64,
    /// Into how many slices a batch is divided, where batches are.
    pub slices: Option<u64>,
}

impl Aim {
    /// What those that explore are to be enough for.
    fn exploring(&self) -> Aim {
        Aim { launches_min: (EXPLORING_LAUNCHES * self.launches_min as f64) as usize, ..*self }
    }

    /// The fewest blocks of a launch that say much of it.
    fn blocks_min(&self) -> usize {
        self.slices.map_or(1, |slices| (SLICES_OF_LAUNCH as u64).div_ceil(slices.max(1)) as usize)
    }

    /// As how many blocks so many of a launch count. Slices all do; of whole batches a launch says the median, of which three tell hardly
    /// more than two, whose median is their mean: one over its variance for normal values, to 2 % from 3 on.
    fn counting(&self, blocks: usize) -> f64 {
        let count = blocks as f64;
        match self.slices {
            None if blocks > 2 => (count + if blocks.is_multiple_of(2) { 1.36 } else { FRAC_PI_2 - 1.0 }) / FRAC_PI_2,
            _ => count,
        }
    }

    /// Whether launches of so many blocks tell more for it than those of fewer.
    fn suits(&self, blocks: usize) -> bool {
        self.slices.is_some() || blocks == 1 || blocks.is_multiple_of(2)
    }
}

/// Launches that tell how many blocks each of the others shall hold.
pub const EXPLORED: usize = 6;

/// The plan of blocks once `done` launches have told the costs and the variances, for the time that is left.
///
/// The blocks that give the smallest error in a time follow from the variances; where launches differ little that are dear to
/// start, it is one, and most of the time is spent on starting. As long as the error is small enough for the margin, or hardly larger
/// for it, launches hold as many blocks as make starting a small part of the time: more is seen of what is measured.
pub fn adapted(done: usize, pace: Pace, variation: &Variation, left_ns: f64, aim: &Aim, reach: f64) -> Schedule {
    let sharpest = wanted_blocks(pace, variation.block_over_launch).max(aim.blocks_min());
    let thrifty = sharpest.max(thrifty_blocks(pace));
    let (launches, blocks) = filling(done, pace, thrifty, left_ns, aim);
    let error = ERRORS_IN_HALF_MARGIN * variation.of_launches / (launches.max(1) as f64).sqrt();
    let (launches, blocks) = if blocks >= sharpest && error <= aim.margin.ln_1p() / 2.0 {
        (launches, blocks)
    } else {
        let square =
            |blocks: usize| (1.0 + variation.block_over_launch / aim.counting(blocks)) * pace.launch_of(blocks);
        let suiting = (aim.blocks_min()..=thrifty).filter(|blocks| aim.suits(*blocks));
        let least = suiting.clone().map(square).fold(f64::INFINITY, f64::min);
        let hardly_larger = |blocks: &usize| square(*blocks) <= ERROR_FOR_THRIFT * least;
        filling(done, pace, suiting.rev().find(hardly_larger).unwrap_or(1), left_ns, aim)
    };
    planned(done, launches, blocks, aim, reach)
}

/// The blocks of a launch of which starting it is a small part.
fn thrifty_blocks(pace: Pace) -> usize {
    (pace.launch_ns * (1.0 / START_PART - 1.0) / pace.block_ns).clamp(1.0, BLOCKS_MAX as f64) as usize
}

/// How many launches, those that are done included, of how many blocks fill the time: of as many blocks as are wanted and suit, or of
/// fewer where the launches would become too few.
fn filling(done: usize, pace: Pace, wanted: usize, time_ns: f64, aim: &Aim) -> (usize, usize) {
    let launches = |blocks: usize| done + (time_ns / pace.launch_of(blocks)) as usize;
    let are_enough = |blocks: &usize| aim.suits(*blocks) && launches(*blocks) >= aim.launches_min;
    let blocks = (1..=wanted).rev().find(are_enough).unwrap_or(1);
    (launches(blocks), blocks)
}

fn reached(launches: usize, reach: f64) -> usize {
    (launches as f64 * reach) as usize
}

/// The blocks of a launch that give the smallest error in a time.
fn wanted_blocks(pace: Pace, variance_ratio: f64) -> usize {
    let costs = [pace.block_ns, pace.launch_ns.max(1.0)];
    stats::variance_components::repetitions(&costs, &[variance_ratio, 1.0])[0].unwrap_or(BLOCKS_MAX).min(BLOCKS_MAX)
}

/// What a launch and a block were seen to take, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Starting and preparing all workers of a launch.
    pub launch_ns: f64,
    /// A block with what surrounds it.
    pub block_ns: f64,
}

impl Pace {
    fn launch_of(self, blocks: usize) -> f64 {
        self.launch_ns + blocks as f64 * self.block_ns
    }
}

/// The variant that must go so that the others get enough launches in the share: the slowest, if it may be dropped and is
/// hopelessly slower than the others, however short its batches. `None` when all fit, or when nobody stands out. Of two, who would be
/// left is compared with nobody: so both stay, as long as a few launches of them can be made.
pub fn hopeless(costs: &Costs, share_ns: f64, launches_min: usize) -> Option<BatchCost> {
    let contestants = costs.batches.iter().filter(|batch| batch.standing != Standing::Control);
    let (needed, most_ns) = match contestants.clone().count() {
        ..=2 => (launches_min.min(LAUNCHES_AT_ALL), share_ns * OVERRUN),
        _ => (launches_min, share_ns),
    };
    if needed as f64 * (costs.launch_ns + costs.block_ns()) <= most_ns {
        return None;
    }
    let slowest = contestants.clone().max_by(|left, right| left.least_ns.total_cmp(&right.least_ns))?;
    let rivals: Vec<f64> = contestants.filter(|batch| batch.variant != slowest.variant).map(|batch| batch.ns).collect();
    let stands_out = slowest.least_ns > HOPELESS * stats::median(&rivals)?;
    (slowest.standing == Standing::Droppable && stands_out).then_some(*slowest)
}

impl Costs {
    /// A launch of one block, in which no control is measured.
    pub fn least_launch_ns(&self) -> f64 {
        let batches = self.batches.iter().filter(|batch| batch.standing != Standing::Control);
        self.launch_ns + batches.map(|batch| batch.ns).sum::<f64>()
    }

    /// What the pilot says of launches.
    pub fn pace(&self) -> Pace {
        Pace { launch_ns: self.launch_ns, block_ns: self.block_ns() }
    }

    fn block_ns(&self) -> f64 {
        self.batches.iter().map(|batch| batch.ns).sum::<f64>().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim(launches_min: usize) -> Aim {
        Aim { launches_min, margin: 0.01, slices: None }
    }

    fn costs(launch_ns: f64, batches: &[f64]) -> Costs {
        let batches = batches.iter().enumerate();
        Costs {
            launch_ns,
            doubtful_ns: 0.0,
            batches: batches
                .map(|(variant, ns)| BatchCost { variant, ns: *ns, least_ns: *ns, standing: Standing::Droppable })
                .collect(),
        }
    }

    #[test]
    fn one_block_a_launch_when_launches_are_free() {
        assert_eq!(of(schedule(&costs(0.0, &[10e6, 10e6]), 1e9, &aim(6), 1.0)), (50, 1));
        assert_eq!(of(schedule(&costs(0.0, &[10e6, 10e6]), 1e9, &aim(6), 2.0)), (100, 1));
    }

    #[test]
    fn dear_launches_hold_more_blocks() {
        assert_eq!(of(schedule(&costs(9e6, &[5e6, 5e6]), 13e9, &aim(12), 1.0)), (44, 28));
    }

    #[test]
    fn where_a_warm_up_may_be_needed_launches_hold_blocks_that_show_what_it_takes() {
        let in_doubt = |share_ns: f64| {
            let costs = Costs { doubtful_ns: 20e6, ..costs(0.1e6, &[10e6, 10e6]) };
            of(schedule(&costs, share_ns, &aim(12), 1.0))
        };
        assert_eq!([10e9, 1e9, 0.61e9, 0.6e9, 0.2e9].map(in_doubt), [(15, 32), (24, 2), (15, 2), (29, 1), (12, 1)]);
    }

    #[test]
    fn blocks_give_way_to_launches_when_the_share_is_small() {
        assert_eq!(of(schedule(&costs(90e6, &[5e6, 5e6]), 13e9, &aim(12), 1.0)), (15, 76));
        assert_eq!(of(schedule(&costs(90e6, &[5e6, 5e6]), 1.21e9, &aim(12), 1.0)), (12, 1));
    }

    #[test]
    fn the_more_launches_differ_the_fewer_blocks_they_hold() {
        let pace = Pace { launch_ns: 90e6, block_ns: 10e6 };
        let aim = Aim { launches_min: 12, margin: 0.01, slices: None };
        let with = |block_over_launch: f64| {
            of(adapted(6, pace, &Variation { block_over_launch, of_launches: 0.05 }, 10e9, &aim, 1.0))
        };
        assert_eq!([with(0.0), with(1.0), with(4.0)], [(96, 2), (82, 4), (58, 10)]);
    }

    #[test]
    fn launches_that_differ_little_hold_blocks_enough_to_be_worth_their_start() {
        let pace = Pace { launch_ns: 30e6, block_ns: 10e6 };
        let aim = Aim { launches_min: 12, margin: 0.01, slices: None };
        let with = |of_launches: f64| {
            of(adapted(6, pace, &Variation { block_over_launch: 1.0, of_launches }, 10e9, &aim, 1.0))
        };
        assert_eq!([with(0.001), with(0.02)], [(16, 96), (206, 2)]);
    }

    #[test]
    fn launches_that_are_needed_may_take_a_little_longer() {
        let pace = Pace { launch_ns: 30e6, block_ns: 70e6 };
        let with = |left_ns: f64| {
            let variation = Variation { block_over_launch: 4.0, of_launches: 0.05 };
            of(adapted(6, pace, &variation, left_ns, &aim(12), 1.0))
        };
        assert_eq!([1.1e9, 0.6e9, 0.3e9, 0.0].map(with), [(12, 2), (12, 1), (12, 1), (12, 1)]);
    }

    #[test]
    fn a_pilot_that_took_launches_for_dear_is_mended() {
        let made = schedule(&costs(400e6, &[20e6, 20e6]), 1.7e9, &aim(10), 1.0);
        assert_eq!((made.launches, made.blocks), (10, 1));
        let with = |left_ns: f64, launch_ns: f64| {
            let pace = Pace { launch_ns, block_ns: 40e6 };
            replanned(6, pace, &made, left_ns, &aim(10), 1.0).map(of)
        };
        assert_eq!([with(1.2e9, 20e6), with(0.5e9, 20e6), with(0.2e9, 20e6)], [Some((18, 2)), Some((14, 1)), None]);
        assert_eq!([with(1.2e9, 0.0), with(1.2e9, 300e6)], [Some((36, 1)), None]);
    }

    #[test]
    fn exploring_leaves_time_for_the_launches_that_are_needed() {
        let in_doubt = |share_ns: f64| {
            let costs = Costs { doubtful_ns: 250e6, ..costs(13e6, &[125e6, 125e6]) };
            of(schedule(&costs, share_ns, &aim(10), 1.0))
        };
        assert_eq!([7e9, 6.65e9, 6.6e9].map(in_doubt), [(13, 2), (12, 2), (25, 1)]);
    }

    #[test]
    fn a_launch_holds_slices_enough_to_show_where_most_ratios_are() {
        let pace = Pace { launch_ns: 10e6, block_ns: 25e6 };
        let with = |slices: u64, left_ns: f64| {
            let aim = Aim { launches_min: 9, margin: 0.002, slices: Some(slices) };
            of(adapted(6, pace, &Variation { block_over_launch: 1.0, of_launches: 0.05 }, left_ns, &aim, 1.0))
        };
        assert_eq!([with(48, 4e9), with(12, 4e9), with(5, 4e9)], [(120, 1), (42, 4), (20, 11)]);
        assert_eq!(with(12, 0.2e9), (9, 2));
    }

    #[test]
    fn whole_batches_count_as_the_variance_of_their_median_says() {
        // The variance of the median of so many standard normal values, by numeric integration with SciPy.
        let variances =
            [(1, 1.0), (2, 0.5), (3, 0.4487), (4, 0.2982), (5, 0.2868), (6, 0.2147), (7, 0.2104), (20, 0.0734)];
        for (blocks, variance) in variances {
            let counting = aim(12).counting(blocks);
            assert!((counting * variance - 1.0).abs() < 0.025, "{blocks} count as {counting}");
        }
        let of_slices = Aim { slices: Some(8), ..aim(12) };
        assert_eq!([1, 3, 7].map(|blocks| of_slices.counting(blocks)), [1.0, 3.0, 7.0]);
    }

    #[test]
    fn a_clone_is_measured_as_often_as_it_must_be_and_no_more() {
        // One point needs eight launches with a clone, ten points eleven.
        assert_eq!([15, 16, 31, 32].map(|launches| clone_every(launches, 1)), [None, Some(2), Some(2), Some(4)]);
        assert_eq!(
            [16, 21, 22, 43, 44].map(|launches| clone_every(launches, 10)),
            [None, None, Some(2), Some(2), Some(4)]
        );
    }

    fn of(schedule: Schedule) -> (usize, usize) {
        (schedule.launches, schedule.blocks)
    }

    #[test]
    fn who_stands_out_goes_and_who_does_not_stays() {
        assert_eq!(hopeless(&costs(0.0, &[1e6, 1e6, 500e6]), 5e9, 12).map(|batch| batch.variant), Some(2));
        assert!(hopeless(&costs(0.0, &[400e6, 500e6]), 5e9, 12).is_none());
        assert!(hopeless(&costs(0.0, &[1e6, 1e6, 500e6]), 50e9, 12).is_none());
    }

    #[test]
    fn who_would_be_quick_enough_in_shorter_batches_stays() {
        let mut in_doubt = costs(50e6, &[18e6, 18e6, 100e6]);
        in_doubt.batches[2].least_ns = 5e6;
        assert!(hopeless(&in_doubt, 1e9, 12).is_none());
        in_doubt.batches[2].least_ns = 100e6;
        assert_eq!(hopeless(&in_doubt, 1e9, 12).map(|batch| batch.variant), Some(2));
    }

    #[test]
    fn two_are_compared_however_slow_one_of_them_is_if_time_allows_it() {
        let pair = costs(0.0, &[1e6, 1e9]);
        assert!(hopeless(&pair, 3e9, 12).is_none());
        assert_eq!(hopeless(&pair, 2e9, 12).map(|batch| batch.variant), Some(1));
    }

    #[test]
    fn nobody_is_slow_against_an_empty_loop() {
        let mut with_loop = costs(90e6, &[5e6, 1e6]);
        with_loop.batches[1].standing = Standing::Control;
        assert!(hopeless(&with_loop, 100e6, 12).is_none());
    }
}
