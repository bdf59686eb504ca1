//! Batches that a script ran in its own process, as the events of a run that has ended.

use crate::exit::Complaint;
use model::{Answer, Block, End, Event, Metric, Plan, Readings, Role, Sample, Schedule};
use std::collections::{BTreeMap, BTreeSet};

/// What stands for the empty loop in the place of the index of a variant.
const EMPTY: &str = "-";

/// The events, in the order in which they happened. The first line of the text is a note on the run; the others are batches: round, index of
/// the variant, iterations, nanoseconds, those of them in which others had the CPU, with tabs between. A round is a launch of one block.
pub fn events(text: &str, plan: &Plan) -> Result<Vec<Event>, Complaint> {
    let (note, lines) = text.split_once('\n').unwrap_or((text, ""));
    let mut rounds: BTreeMap<usize, Vec<Sample>> = BTreeMap::new();
    for line in lines.lines() {
        let (round, sample) = batch(line, plan)
            .ok_or_else(|| Complaint::usage(format!("`{}` is no batch", report::printable(line)), None))?;
        rounds.entry(round).or_default().push(sample);
    }
    let variants: BTreeSet<usize> = rounds.values().flatten().map(|sample| sample.variant).collect();
    let elapsed_ns = rounds.values().flatten().map(|sample| sample.readings[&Metric::Wall]).sum();
    let schedule = Schedule { launches: rounds.len(), blocks: 1, looks: vec![rounds.len()], ..Schedule::default() };
    let begun = [Event::PointStarted { point: 0 }, Event::Noted { point: None, variant: None, note: note.to_string() }];
    let answered = variants.into_iter().map(|variant| Event::Answered {
        point: 0,
        variant,
        answer: Answer { digest: String::new(), length: 4, head: "null".to_string() },
        absent: BTreeMap::new(),
    });
    let ended = [
        Event::Looked { point: 0, launches: rounds.len() },
        Event::PointFinished { point: 0, elapsed_ns, untimed_ns: Some(0) },
        Event::Finished { end: End::Complete },
    ];
    let block = |(launch, samples)| Event::BlockFinished { block: Block { point: 0, launch, block: 0, samples } };
    let blocks = rounds.into_values().enumerate().map(block);
    let scheduled = [Event::Scheduled { point: 0, schedule }];
    Ok(begun.into_iter().chain(answered).chain(scheduled).chain(blocks).chain(ended).collect())
}

fn batch(line: &str, plan: &Plan) -> Option<(usize, Sample)> {
    let [round, of, iterations, wall_ns, delayed_ns] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    let variant = match of {
        EMPTY => plan.variants.iter().position(|variant| variant.role == Role::EmptyLoop)?,
        index => index.parse().ok().filter(|index| *index < plan.contestants().count())?,
    };
    let iterations = iterations.parse().ok().filter(|count: &u64| *count > 0)?;
    let wall_ns: u64 = wall_ns.parse().ok()?;
    let delayed_ns = delayed_ns.parse().ok().filter(|delayed_ns| *delayed_ns <= wall_ns)?;
    let readings = Readings::from([(Metric::Wall, wall_ns), (Metric::Delayed, delayed_ns)]);
    let sample = Sample { variant, iterations, readings, slices_ns: Vec::new(), latencies: None };
    Some((round.parse().ok()?, sample))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_batch_is_refused() {
        let text = "variant = [{ perl = '1' }, { perl = '2' }]".to_string();
        let source = model::Source { name: "a.pl".to_string(), text };
        let plan = plan::parse(source, &subjects::languages::traits()).expect("it is a plan");
        let is_right = |line: &str| events(&format!("why\n0\t0\t10\t999\t0\n{line}\n"), &plan).is_ok();
        assert!(is_right("0\t1\t10\t999\t0") && is_right("1\t-\t10\t999\t999"));
        for line in [
            "",
            "0\t2\t10\t9\t0",
            "0\t0\t0\t9\t0",
            "0\t0\t1\t-9\t0",
            "0\t0\t1\t9",
            "x\t0\t1\t9\t0",
            "0\t0\t1\t9\t9\t9",
            "0\t0\t1\t9\t10",
        ] {
            assert!(!is_right(line), "{line}");
        }
    }
}
