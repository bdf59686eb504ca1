//! What a run says about a point.

use crate::beginnings::Beginnings;
use crate::comparison::{Comparison, between, turned_around};
use crate::control::Control;
use crate::excluded::Excluded;
use crate::row::Row;
use crate::verdict::Verdict;
use model::Point;
use stats::Interval;

/// What a run says about a point.
#[derive(Clone, Debug)]
pub struct PointAnalysis {
    /// The point.
    pub point: Point,
    /// The ranked variants, slowest first.
    pub rows: Vec<Row>,
    /// Every pair of ranked variants, by the earlier of the two in the plan, then by the later.
    pub comparisons: Vec<Comparison>,
    /// What fresh processes take beside the long run; `None` where that was not timed.
    pub beginnings: Option<Beginnings>,
    /// Who is not ranked, and why.
    pub excluded: Vec<Excluded>,
    /// How many variants answered, and agree.
    pub agreeing: usize,
    /// Index of the variant that sentences compare with: the plan's baseline, else the fastest.
    pub baseline: Option<usize>,
    /// Index of the plan's limit, where it has a time.
    pub limit: Option<usize>,
    /// Launches with at least one finished block.
    pub launches: usize,
    /// Finished blocks.
    pub blocks: usize,
    /// Blocks that do not count, because something outside of what is measured disturbed them.
    pub voided: usize,
    /// What a clone says of a variant that it repeats; `None` where it was measured too seldom.
    pub control: Option<Control>,
    /// The share of the point's time that was spent inside timed batches; `None` until it is finished.
    pub inside: Option<f64>,
    /// The share of its time that was spent inside what is measured all the same: in pilots and warm-ups; `None` where that was not recorded, too.
    pub untimed: Option<f64>,
    /// Its time, in nanoseconds.
    pub elapsed_ns: u64,
}

impl PointAnalysis {
    /// The comparison of two variants, whichever is the candidate; the flag tells whether it is turned around.
    pub fn comparison(&self, baseline: usize, candidate: usize) -> Option<(&Comparison, bool)> {
        let comparison = between(&self.comparisons, baseline, candidate)?;
        Some((comparison, comparison.baseline != baseline))
    }

    /// What was found of a candidate against a baseline: the verdict on it, and its time over that of the baseline. `None` where they were not compared.
    pub fn found(&self, baseline: usize, candidate: usize) -> Option<(Verdict, Interval)> {
        let (comparison, turned) = self.comparison(baseline, candidate)?;
        Some((comparison.verdict.turned(turned), turned_around(comparison.ratio, turned)))
    }

    /// The row of a variant.
    pub fn row(&self, variant: usize) -> Option<&Row> {
        self.rows.iter().find(|row| row.variant == variant)
    }

    /// The name of a variant that has a row.
    pub fn name(&self, variant: usize) -> Option<&str> {
        self.row(variant).map(|row| row.name.as_str())
    }

    /// The row of the variant that is called so.
    pub fn row_named(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// The row of the variant that sentences compare with.
    pub fn baseline_row(&self) -> Option<&Row> {
        self.row(self.baseline?)
    }

    /// What was established of a variant against another; `None` where they were not compared.
    pub fn verdict(&self, of: &Row, against: &Row) -> Option<Verdict> {
        self.found(against.variant, of.variant).map(|(verdict, _)| verdict)
    }

    /// Whether a variant is the limit that the others are held against.
    pub fn is_limit(&self, row: &Row) -> bool {
        self.limit == Some(row.variant)
    }

    /// The time of a variant over that of another, with the interval of their comparison: what a reader finds who divides the times that are told, unless that is none
    /// of the ratios that the comparison leaves open. `None` where they were not compared.
    pub fn ratio(&self, of: &Row, over: &Row) -> Option<Interval> {
        let (_, own) = self.found(over.variant, of.variant)?;
        let told = of.time_ns.point / over.time_ns.point;
        Some(if own.contains(told) { Interval { point: told, ..own } } else { own })
    }

    /// What a variant reaches of the limit: the limit's time over its own. `None` for the limit itself, and where they were not compared.
    pub fn share_of_limit(&self, row: &Row) -> Option<Interval> {
        self.ratio(self.row(self.limit?)?, row)
    }

    /// The variant that was established to be faster than each of the others, the limit apart.
    pub fn fastest(&self) -> Option<&Row> {
        let beats = |row: &Row, other: &Row| self.verdict(row, other) == Some(Verdict::Faster);
        let rows: Vec<&Row> = self.rows.iter().filter(|row| !row.is_empty && !self.is_limit(row)).collect();
        let beats_all = |one: &Row| rows.iter().all(|other| other.variant == one.variant || beats(one, other));
        // Two that are told apart by a hair may stand in the other order by their times.
        rows.iter().rev().find(|one| rows.len() > 1 && beats_all(one)).copied()
    }
}
