//! What the records come to, and what must hold.

use super::record::{Record, Said};
use std::collections::BTreeMap;

/// Ratios that are nearer to 1 have no direction; nor have those of which the truth itself does not tell.
const NO_DIRECTION: f64 = 0.002;

/// Ratios within it count as the same: the program's own margin.
const MARGIN: f64 = 0.01;

/// Truths that are further from 1 are large enough to be decided.
const LARGE: f64 = 0.10;

/// What the program says of a cost that has no single number.
const DEPENDS: &str = "depends_on_count";

/// So many of so many.
#[derive(Clone, Copy, Default)]
pub struct Share {
    pub count: u64,
    pub of: u64,
}

/// Counts over some of the records.
#[derive(Default)]
pub struct Tally {
    pub runs: u64,
    /// No comparison at all.
    pub missing: Share,
    pub right: u64,
    pub undecided: u64,
    pub wrong: Share,
    pub held: Share,
    /// Equal means that were called different.
    pub different: Share,
    /// No single number, and said so.
    pub said_none: Share,
    /// A single number, but said that there is none.
    pub denied: Share,
    /// Large differences that were decided.
    pub decided: Share,
    pub truths: Vec<f64>,
    pub ratios: Vec<f64>,
}

/// Something that must hold in so many runs.
pub struct Promise {
    pub what: &'static str,
    pub share: Share,
    pub limit: Limit,
}

/// How often at most, or at least; or what is only told.
#[derive(Clone, Copy)]
pub enum Limit {
    Most(f64),
    Least(f64),
    Told,
}

impl Share {
    fn add(&mut self, counts: bool) {
        self.count += u64::from(counts);
        self.of += 1;
    }

    /// The share, if anything was counted.
    pub fn rate(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }
}

impl Promise {
    /// Whether it was kept; also where nothing tried it.
    pub fn holds(&self) -> bool {
        self.share.rate().is_none_or(|rate| match self.limit {
            Limit::Most(limit) => rate <= limit,
            Limit::Least(limit) => rate >= limit,
            Limit::Told => true,
        })
    }
}

/// The tallies of records that have the same key, in the order of the keys.
pub fn by<'r>(records: &'r [Record], key: impl Fn(&'r Record) -> String) -> BTreeMap<String, Tally> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for record in records {
        tallies.entry(key(record)).or_default().add(record);
    }
    tallies
}

impl Tally {
    /// Counts a record.
    fn add(&mut self, record: &Record) {
        self.runs += 1;
        self.truths.extend(record.truth);
        self.missing.add(record.said.is_none());
        let differs_much = record.truth.is_some_and(|truth| truth.ln().abs() > LARGE.ln_1p());
        let Some(said) = &record.said else {
            if differs_much {
                self.decided.add(false);
            }
            return;
        };
        self.ratios.extend(said.ratio);
        let says_none = said.why.as_deref() == Some(DEPENDS);
        let Some(truth) = record.truth else {
            self.said_none.add(says_none);
            return;
        };
        self.denied.add(says_none);
        if differs_much {
            self.decided.add(said.verdict != "undecided");
        }
        if !says_none {
            self.held.add(holds(said, truth, record.tolerance));
        }
        self.judge(said, truth, record);
    }

    fn judge(&mut self, said: &Said, truth: f64, record: &Record) {
        let claims = said.verdict == "faster" || said.verdict == "slower";
        if record.equal {
            self.different.add(claims);
        }
        let wrong = match said.verdict.as_str() {
            "faster" => truth > 1.0,
            "slower" => truth < 1.0,
            "equivalent" => (truth - 1.0).abs() > MARGIN + record.tolerance * truth,
            _ => false,
        };
        if truth.ln().abs() > record.tolerance.max(NO_DIRECTION) {
            self.wrong.add(wrong);
        }
        let wrong = wrong || record.equal && claims;
        match said.verdict.as_str() {
            "undecided" => self.undecided += 1,
            _ => self.right += u64::from(!wrong),
        }
    }

    /// Decided, and not right.
    pub fn wrong_of_all(&self) -> u64 {
        self.runs - self.missing.count - self.said_none.of - self.right - self.undecided
    }

    /// What is promised, and what is told beside it.
    pub fn promises(&self) -> [Promise; 7] {
        let promise = |what, share, limit| Promise { what, share, limit };
        [
            promise("wrong direction", self.wrong, Limit::Most(0.05)),
            promise("interval holds the truth", self.held, Limit::Least(0.93)),
            promise("equal means called different", self.different, Limit::Most(0.05)),
            promise("no single number, and said so", self.said_none, Limit::Least(0.90)),
            promise("a single number, but denied", self.denied, Limit::Told),
            promise("more than 10 % apart, and decided", self.decided, Limit::Told),
            promise("no comparison at all", self.missing, Limit::Most(0.01)),
        ]
    }
}

/// An interval that is open on a side holds all that is on it.
fn holds(said: &Said, truth: f64, tolerance: f64) -> bool {
    said.low.is_none_or(|low| low <= truth * (1.0 + tolerance))
        && said.high.is_none_or(|high| truth * (1.0 - tolerance) <= high)
}
