//! How many launches of how many blocks fit into a share of the budget, and who is too slow for it. Pure.

use model::{Role, Schedule};

/// Blocks beyond this in one launch say nothing about other launches.
pub const BLOCKS_MAX: usize = 128;

/// The fewest blocks of a launch whose processes run one iteration after another, where there is time: what recurs after some iterations is
/// seen as often as it occurs only where launches hold several periods of it.
pub const BLOCKS_TO_LIVE: usize = 6;

/// So many periods of rare work a launch holds at least, where there is time (`stats/tests/operating_characteristics/periods.rs`).
pub const PERIODS_MIN: f64 = 3.0;

/// The part of the time of a launch that starting it shall take, or little more, where that leaves launches enough; and that blocks take at least where
/// starting takes nearly all of it.
const START_PART: f64 = 0.08;

/// Launches beyond the fewest that can establish anything, so that one launch that went the other way hides nothing.
pub const SPARE_LAUNCHES: usize = 3;

/// Launches after which the plan is made anew, with what they cost.
pub const EXPLORED: usize = 6;

/// So many times the fewest launches are worth more than a start that takes less of the time: launches differ by the luck of their layout.
const MORE_LAUNCHES: usize = 2;

/// A clone is measured in one of so many launches, because it costs those that are compared their time: in one of the first number where
/// that is often enough, else in one of the second.
pub const CLONE_EVERY: [usize; 2] = [4, 2];

/// How many times slower than the median of its rivals a variant must be to be dropped for the sake of the others.
const HOPELESS: f64 = 4.0;

/// The fewest launches that are planned for, however little can be told from them.
pub const LAUNCHES_AT_ALL: usize = 3;

/// A point may overrun its share by this factor before the launches are given up without which nothing can be established.
pub const OVERRUN: f64 = 1.25;

/// The part of a point's time that its first launch gets where workers live on from block to block: what comes only after many iterations is seen there or nowhere
/// (docs/decisions/verdicts.md, *Launches count alike*).
pub const LONG_PART: f64 = 0.25;

/// The part of what starting the fewest launches leaves that it gets at most, and that it gets of servers, which compile, fill what they keep and collect garbage over
/// seconds, while a launch has tenths of one.
pub const LONG_PART_MAX: f64 = 0.5;

/// The plan is made anew where a block takes so many times as long as it was planned by.
pub const FAR_OFF: f64 = 2.0;

/// What the pilot found about a point, all in nanoseconds.
#[derive(Clone, Debug)]
pub struct Costs {
    /// Starting and preparing all workers of a launch.
    pub launch_ns: f64,
    /// One batch of each variant that is measured, with what surrounds it.
    pub batches: Vec<BatchCost>,
}

#[derive(Clone, Copy, Debug)]
pub struct BatchCost {
    pub variant: usize,
    pub ns: f64,
    /// The time of the shortest batch that it may have.
    pub least_ns: f64,
    /// Whose it is. Batches of empty loops and clones are short or few by design, so nobody is slow against them.
    pub role: Role,
    /// Whether it goes when it is hopelessly slow.
    pub may_go: bool,
}

/// In one of how many of so many launches a clone is measured. `None` where it would have too few of them to tell anything.
pub fn clone_every(launches: usize, points: usize) -> Option<usize> {
    let needed = stats::launches_needed(stats::DOUBTED / points.max(1) as f64);
    CLONE_EVERY.into_iter().find(|every| launches / every >= needed)
}

/// The plan of blocks for the time that is left after `done` launches, which have told the costs, where there are any. Launches hold as many blocks as make starting them a
/// small part of the time, or fewer where the launches would become too few. There are at least as many as are needed: whether they are given up is decided by the time
/// that they take.
pub fn schedule(done: usize, pace: LaunchPace, left_ns: f64, aim: &Aim) -> Schedule {
    let blocks_of = |part: f64| (pace.launch_ns * part / pace.block_ns).clamp(1.0, aim.blocks_max as f64) as usize;
    let launches = |blocks: usize| done + (left_ns / pace.launch_of(blocks)) as usize;
    let are_enough = |blocks: &usize| launches(*blocks) >= aim.launches_min;
    let are_many = |blocks: &usize| launches(*blocks) >= MORE_LAUNCHES * aim.launches_min;
    let thrifty = (aim.blocks_min..=blocks_of(1.0 / START_PART - 1.0).max(aim.blocks_min)).rev().find(are_many);
    let blocks = thrifty.or_else(|| (1..=aim.blocks_min).rev().find(are_enough)).unwrap_or(1);
    let blocks = blocks.max(blocks_of(START_PART));
    let reached = (launches(blocks) as f64 * aim.shares_max) as usize;
    let planned = reached.max(aim.launches_min).min(Schedule::LAUNCHES_MAX.max(done));
    Schedule { launches: planned, blocks, ..Schedule::default() }
}

/// What the launches of a point are to be enough for.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// The fewest that can establish anything.
    pub launches_min: usize,
    /// The fewest blocks of a launch, where there is time.
    pub blocks_min: usize,
    pub blocks_max: usize,
    /// How many shares of the budget the point may get at most, when others do not need theirs.
    pub shares_max: f64,
}

/// What a launch and a block were seen to take, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct LaunchPace {
    /// Starting and preparing all workers of a launch.
    pub launch_ns: f64,
    /// A block with what surrounds it.
    pub block_ns: f64,
}

impl LaunchPace {
    /// A launch of so many blocks.
    pub fn launch_of(self, blocks: usize) -> f64 {
        self.launch_ns + blocks as f64 * self.block_ns
    }
}

/// The variant that must go so that the others get enough launches in the share: the slowest, if it may be dropped and is
/// hopelessly slower than the others, however short its batches. `None` when all fit, or when nobody stands out. Of two, who would be
/// left is compared with nobody: so both stay where nobody said how long it may take, or as long as a few launches of them can be made.
pub fn hopeless(costs: &Costs, share_ns: f64, launches_min: usize, is_default: bool) -> Option<usize> {
    let contestants = costs.batches.iter().filter(|batch| batch.role == Role::Contestant);
    let (needed, most_ns) = match contestants.clone().count() {
        ..=2 if is_default => return None,
        ..=2 => (LAUNCHES_AT_ALL, share_ns * OVERRUN),
        _ => (launches_min, share_ns),
    };
    if needed as f64 * costs.pace().launch_of(1) <= most_ns {
        return None;
    }
    let slowest = contestants.clone().max_by(|left, right| left.least_ns.total_cmp(&right.least_ns))?;
    let rivals: Vec<f64> = contestants.filter(|batch| batch.variant != slowest.variant).map(|batch| batch.ns).collect();
    let stands_out = slowest.least_ns > HOPELESS * stats::median(&rivals)?;
    (slowest.may_go && stands_out).then_some(slowest.variant)
}

impl Costs {
    /// A launch of one block, in which no control is measured.
    pub fn least_launch_ns(&self) -> f64 {
        let batches = self.batches.iter().filter(|batch| matches!(batch.role, Role::Contestant | Role::Floor));
        self.launch_ns + batches.map(|batch| batch.ns).sum::<f64>()
    }

    /// What the pilot says of launches.
    pub fn pace(&self) -> LaunchPace {
        let block_ns = self.batches.iter().map(|batch| batch.ns).sum::<f64>().max(1.0);
        LaunchPace { launch_ns: self.launch_ns, block_ns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim(launches_min: usize) -> Aim {
        Aim { launches_min, blocks_min: 1, blocks_max: BLOCKS_MAX, shares_max: 1.0 }
    }

    fn costs(launch_ns: f64, batches: &[f64]) -> Costs {
        let cost = |(variant, ns)| BatchCost { variant, ns, least_ns: ns, role: Role::Contestant, may_go: true };
        Costs { launch_ns, batches: batches.iter().copied().enumerate().map(cost).collect() }
    }

    /// The plan after the pilot.
    fn first(costs: &Costs, share_ns: f64, aim: &Aim) -> Schedule {
        schedule(0, costs.pace(), share_ns, aim)
    }

    #[test]
    fn one_block_a_launch_when_launches_are_free() {
        assert_eq!(of(first(&costs(0.0, &[10e6, 10e6]), 1e9, &aim(6))), (50, 1));
        assert_eq!(of(first(&costs(0.0, &[10e6, 10e6]), 1e9, &Aim { shares_max: 2.0, ..aim(6) })), (100, 1));
    }

    #[test]
    fn dear_launches_hold_more_blocks() {
        assert_eq!(of(first(&costs(9e6, &[5e6, 5e6]), 13e9, &aim(12))), (119, 10));
    }

    #[test]
    fn blocks_give_way_to_launches_when_the_share_is_small() {
        assert_eq!(of(first(&costs(90e6, &[5e6, 5e6]), 13e9, &aim(12))), (24, 45));
        assert_eq!(of(first(&costs(90e6, &[5e6, 5e6]), 1.21e9, &aim(12))), (12, 1));
    }

    #[test]
    fn a_start_that_takes_nearly_all_of_the_time_is_not_made_for_a_single_block() {
        assert_eq!(of(first(&costs(400e6, &[2.5e6, 2.5e6]), 2.4e9, &aim(10))), (10, 6));
    }

    #[test]
    fn a_plan_is_made_anew_with_what_launches_cost() {
        let made = first(&costs(400e6, &[20e6, 20e6]), 1.7e9, &aim(10));
        assert_eq!(of(made), (10, 1));
        let with =
            |left_ns: f64, launch_ns: f64| of(schedule(6, LaunchPace { launch_ns, block_ns: 40e6 }, left_ns, &aim(10)));
        assert_eq!([with(1.2e9, 20e6), with(0.5e9, 20e6), with(0.2e9, 20e6)], [(26, 1), (14, 1), (10, 1)]);
    }

    #[test]
    fn who_lives_on_gets_several_blocks_where_there_is_time() {
        let with = |share_ns: f64| of(first(&costs(0.0, &[10e6, 10e6]), share_ns, &Aim { blocks_min: 6, ..aim(10) }));
        assert_eq!([with(2.4e9), with(0.5e9), with(0.2e9)], [(20, 6), (12, 2), (10, 1)]);
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
        assert_eq!(hopeless(&costs(0.0, &[1e6, 1e6, 500e6]), 5e9, 12, false), Some(2));
        assert_eq!(hopeless(&costs(0.0, &[400e6, 500e6]), 5e9, 12, false), None);
        assert_eq!(hopeless(&costs(0.0, &[1e6, 1e6, 500e6]), 50e9, 12, false), None);
    }

    #[test]
    fn who_would_be_quick_enough_in_shorter_batches_stays() {
        let mut in_doubt = costs(50e6, &[18e6, 18e6, 100e6]);
        in_doubt.batches[2].least_ns = 5e6;
        assert_eq!(hopeless(&in_doubt, 1e9, 12, false), None);
        in_doubt.batches[2].least_ns = 100e6;
        assert_eq!(hopeless(&in_doubt, 1e9, 12, false), Some(2));
    }

    #[test]
    fn two_are_compared_however_slow_one_of_them_is_if_time_allows_it() {
        let pair = costs(0.0, &[1e6, 1e9]);
        assert_eq!(hopeless(&pair, 3e9, 12, false), None);
        assert_eq!(hopeless(&pair, 2e9, 12, false), Some(1));
        assert_eq!(hopeless(&pair, 2e9, 12, true), None);
    }

    #[test]
    fn nobody_is_slow_against_what_is_taken_off() {
        let mut with_floor = costs(0.0, &[10e9, 25e9, 1e6]);
        with_floor.batches[2].role = Role::Floor;
        assert_eq!(hopeless(&with_floor, 120e9, 12, false), None);
    }

    #[test]
    fn nobody_is_slow_against_an_empty_loop() {
        let mut with_loop = costs(90e6, &[5e6, 1e6]);
        with_loop.batches[1].role = Role::EmptyLoop;
        assert_eq!(hopeless(&with_loop, 100e6, 12, false), None);
    }
}
