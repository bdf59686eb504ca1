//! What experiments of one kind come to: how often a tool was right, and how often it would have been at the same rate of
//! false alarms as the others.

use crate::scoreboard::design::EFFECTS;
use crate::scoreboard::record::{Decision, Experiment, Finding};

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many are what was counted.
    pub found: usize,
    /// Among how many.
    pub of: usize,
}

/// What the experiments of a tool come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The median wall time, in seconds.
    pub wall_s: f64,
    /// Differences claimed of a program against itself.
    pub false_alarms: Count,
    /// Right claims at each effect above 0.
    pub power: Vec<(u32, Count)>,
    /// Claims that the candidate is faster, where it is slower.
    pub wrong_signs: Count,
    /// The median of estimate over truth, less 1.
    pub bias: Option<f64>,
    /// Intervals that hold the truth.
    pub coverage: Count,
    /// Answers that say neither that there is a difference nor that there is none.
    pub undecided: Count,
    /// The same at a threshold of the score that was learnt from half of the comparisons with itself.
    pub matched: Option<Matched>,
    /// Experiments without an answer.
    pub failures: Count,
}

/// What a tool would have found, had it claimed a difference above a threshold of its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Matched {
    /// From how many comparisons with itself the threshold was learnt.
    pub learnt_from: usize,
    /// False alarms in the other half.
    pub false_alarms: Count,
    /// Right claims at each effect above 0.
    pub power: Vec<(u32, Count)>,
}

/// The rate of false alarms that tools are compared at.
const MATCHED_RATE: f64 = 0.05;

/// What experiments come to, in the order in which they were made.
pub fn score(experiments: &[&Experiment]) -> Score {
    let findings: Vec<(u32, &Finding)> =
        experiments.iter().filter_map(|one| Some((one.cell.effect, one.finding.as_ref()?))).collect();
    let claims = |effect: u32, decision: Decision| {
        count(findings.iter().filter(|(one, _)| *one == effect), |(_, finding)| finding.decision == decision)
    };
    let effects = || EFFECTS.into_iter().filter(|effect| *effect > 0);
    let biases: Vec<f64> = findings.iter().map(|(effect, finding)| finding.estimate / truth(*effect) - 1.0).collect();
    let intervals = findings.iter().filter_map(|(effect, finding)| Some((truth(*effect), finding.interval?)));
    let walls: Vec<f64> = experiments.iter().map(|one| one.wall_s).collect();
    Score {
        wall_s: stats::median(&walls).unwrap_or(f64::NAN),
        false_alarms: count(findings.iter().filter(|(effect, _)| *effect == 0), |(_, one)| {
            one.decision != Decision::None
        }),
        power: effects().map(|effect| (effect, claims(effect, Decision::Slower))).collect(),
        wrong_signs: count(findings.iter().filter(|(effect, _)| *effect > 0), |(_, one)| {
            one.decision == Decision::Faster
        }),
        bias: stats::median(&biases),
        coverage: count(intervals, |(truth, [low, high])| low <= truth && truth <= high),
        undecided: count(findings.iter(), |(_, one)| one.decision == Decision::None && one.said != "equivalent"),
        matched: matched(&findings),
        failures: count(experiments.iter(), |one| one.finding.is_none()),
    }
}

/// The ratio that there is.
pub fn truth(effect: u32) -> f64 {
    1.0 + f64::from(effect) / 100.0
}

/// How many of some are found to be so.
pub fn count<T>(of: impl IntoIterator<Item = T>, is_found: impl Fn(&T) -> bool) -> Count {
    of.into_iter().fold(Count::default(), |count, one| Count {
        found: count.found + usize::from(is_found(&one)),
        of: count.of + 1,
    })
}

/// `None` without comparisons of a program with itself to learn from and to try on.
fn matched(findings: &[(u32, &Finding)]) -> Option<Matched> {
    // Every other one, so that both halves saw the same hours.
    let same: Vec<f64> = findings.iter().filter(|(effect, _)| *effect == 0).map(|(_, one)| one.score).collect();
    let half = |rest: usize| same.iter().skip(rest).step_by(2).copied().collect::<Vec<f64>>();
    let (learnt, tried) = (half(0), half(1));
    if tried.is_empty() {
        return None;
    }
    let threshold = threshold(&learnt)?;
    let power = |effect: u32| {
        let of = findings.iter().filter(|(one, _)| *one == effect);
        (effect, count(of, |(_, one)| one.score > threshold && one.estimate > 1.0))
    };
    Some(Matched {
        learnt_from: learnt.len(),
        false_alarms: count(tried, |score| *score > threshold),
        power: EFFECTS.into_iter().filter(|effect| *effect > 0).map(power).collect(),
    })
}

/// The score that a program against itself exceeds in one of twenty comparisons. With fewer than twenty the largest that was
/// seen stands in for it, which is exceeded more often: the false alarms in the other half tell how often.
fn threshold(scores: &[f64]) -> Option<f64> {
    let mut sorted = scores.to_vec();
    sorted.sort_by(f64::total_cmp);
    // The place of a conformal quantile: a new score is above it with at most the rate, when there are enough.
    let place = ((sorted.len() + 1) as f64 * (1.0 - MATCHED_RATE)).ceil() as usize;
    sorted.get(place.clamp(1, sorted.len().max(1)) - 1).copied()
}

/// A score that can be written as JSON: a tool that saw no spread is as sure as can be, or has nothing to be sure of.
pub fn finite(score: f64) -> f64 {
    if score.is_nan() { 0.0 } else { score.min(1e9) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoreboard::design::{Cell, Class, Condition, Work};

    /// An invented result.
    fn experiment(effect: u32, decision: Decision, score: f64, interval: [f64; 2]) -> Experiment {
        let middle = (interval[0] + interval[1]) / 2.0;
        let finding = Finding { estimate: middle, decision, said: "so".into(), interval: Some(interval), score };
        Experiment {
            tool: "it".into(),
            cell: Cell { class: Class::Perl, work: Work::Cpu, condition: Condition::Quiet, budget_s: 2, effect },
            repetition: 0,
            session: 0,
            order: 0,
            seed: 0,
            wall_s: 2.0,
            finding: Some(finding),
            failure: None,
        }
    }

    fn counted(found: usize, of: usize) -> Count {
        Count { found, of }
    }

    #[test]
    fn every_count_is_of_what_it_says() {
        let mut failed = experiment(1, Decision::None, 0.0, [1.0, 1.0]);
        (failed.finding, failed.failure) = (None, Some("it broke".into()));
        let all = [
            experiment(0, Decision::None, 0.5, [0.99, 1.01]),
            experiment(0, Decision::Faster, 3.0, [0.97, 0.99]),
            experiment(1, Decision::Slower, 2.0, [1.005, 1.015]),
            experiment(1, Decision::Faster, 2.0, [0.98, 0.99]),
            experiment(5, Decision::Slower, 9.0, [1.04, 1.06]),
            failed,
        ];
        let score = score(&all.iter().collect::<Vec<_>>());
        assert_eq!(score.false_alarms, counted(1, 2));
        assert_eq!(score.power, [(1, counted(1, 2)), (2, counted(0, 0)), (5, counted(1, 1))]);
        assert_eq!(score.wrong_signs, counted(1, 3));
        assert_eq!(score.coverage, counted(3, 5));
        assert_eq!(score.undecided, counted(1, 5));
        assert_eq!(score.failures, counted(1, 6));
        assert!(score.bias.is_some_and(|bias| bias.abs() < 1e-12), "{:?}", score.bias);
        // Learnt from the first comparison with itself, 0.5, and tried on the second.
        let matched = score.matched.expect("there are two");
        assert_eq!((matched.learnt_from, matched.false_alarms), (1, counted(1, 1)));
        assert_eq!(matched.power[0], (1, counted(1, 2)));
    }

    #[test]
    fn equivalent_is_decided() {
        let mut one = experiment(0, Decision::None, 0.1, [0.9999, 1.0001]);
        if let Some(finding) = &mut one.finding {
            finding.said = "equivalent".into();
        }
        assert_eq!(score(&[&one]).undecided, counted(0, 1));
    }

    #[test]
    fn a_threshold_is_exceeded_by_one_of_twenty() {
        let scores = |count: u32| (1..=count).map(f64::from).collect::<Vec<f64>>();
        // Of 19, a new one is above the largest with a chance of 1/20; of 39, above the second largest with 2/40.
        assert_eq!(threshold(&scores(19)), Some(19.0));
        assert_eq!(threshold(&scores(39)), Some(38.0));
        assert_eq!(threshold(&scores(5)), Some(5.0));
        assert_eq!(threshold(&[]), None);
    }
}
