//! An invented run: a plan of two variants at two points, and one event of every kind.

use cmpthese_history::{History, RunId};
use model::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tempfile::TempDir;

/// A history in a directory that removes itself.
pub struct Scratch {
    pub history: History,
    pub path: PathBuf,
    /// Removes the directory when it is dropped.
    pub directory: TempDir,
}

pub fn scratch() -> Scratch {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("deep/er/history.db");
    Scratch { history: History::open(&path).unwrap(), path, directory }
}

/// A scratch history with a run that has every event.
pub fn recorded() -> (Scratch, RunId) {
    let scratch = scratch();
    let run = scratch.history.begin(&header(), "Two ways").unwrap();
    for event in every_event() {
        scratch.history.append(run, &event).unwrap();
    }
    (scratch, run)
}

/// What is loaded, as text: the comparison of whole records.
pub fn loaded(history: &History, run: RunId) -> String {
    format!("{:#?}", history.load(run, parse).unwrap())
}

pub fn header() -> RunHeader {
    RunHeader {
        version: "0.1.0".into(),
        started_at: 1_700_000_000,
        seed: u64::MAX - 1,
        budget_ns: 60_000_000_000,
        budget_is_default: true,
        is_of_fixed_size: true,
        source: Source { name: "two-ways.toml".into(), text: "title = \"Two ways\"\n# ünïcode\0\n".into() },
        published: Some("[source]\n".into()),
        directory: Some("/home/ünïcode".into()),
        machine: Machine { cpu: Some("an invented one".into()), cpus: 2, ..Machine::default() },
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it stands for a parser that can refuse")]
pub fn parse(source: &Source) -> Result<Plan, String> {
    Ok(Plan {
        source: source.clone(),
        title: "Two ways".into(),
        baseline: None,
        limit: None,
        bytes: None,
        check: Check::Exact,
        expect: None,
        budget_ns: None,
        margin: 0.01,
        params: vec![Param { name: "size".into(), values: vec![Value::Size(1024), Value::Size(4096)] }],
        builds: Vec::new(),
        fixtures: Vec::new(),
        languages: BTreeMap::new(),
        servers: Vec::new(),
        load: Load::default(),
        environments: Vec::new(),
        work: None,
        locate: Some("size".into()),
        setup: Vec::new(),
        teardown: Vec::new(),
        variants: vec![variant("one"), variant("other")],
    })
}

fn variant(name: &str) -> Variant {
    let sim = SimSubject {
        time: Template::parse("1000"),
        start_ns: 0,
        noise: 0.01,
        launch_noise: 0.0,
        tail: None,
        weather: None,
        answer: Template::default(),
        fault: None,
    };
    Variant::plain(name, Role::Contestant, Subject::Sim(sim))
}

/// A block of two samples; `number` makes it differ from all others.
pub fn block(point: usize, number: usize) -> Block {
    let sample = |variant: usize| Sample {
        variant,
        iterations: 100 + number as u64,
        readings: Readings::from([
            (Metric::Wall, 1_000_000 + number as u64),
            (Metric::User, 900_000),
            (Metric::ReadBytes, u64::MAX),
        ]),
        slices_ns: if variant == 0 { vec![500_000, u64::MAX] } else { Vec::new() },
        latencies: (variant == 1).then(|| Box::new(Latencies { planned: true, counts: vec![(1, 99), (u64::MAX, 1)] })),
    };
    Block { point, launch: number / 10, block: number % 10, samples: vec![sample(1), sample(0)] }
}

pub fn block_finished(point: usize, number: usize) -> Event {
    Event::BlockFinished { block: block(point, number) }
}

/// Events of every kind, in an order that a run could have, with values that are hard to store.
pub fn every_event() -> Vec<Event> {
    let answer = Answer { digest: "ab".repeat(32), length: 3, head: "\"\\u0000\"".repeat(1000) };
    let absent = BTreeMap::from([("user_ns".to_string(), "no getrusage(2) here".to_string())]);
    let failure =
        Failure { kind: FailureKind::Timeout, message: "it ran longer than 10 s".into(), line: Some(7), help: None };
    let no_wall =
        Sample { variant: 0, iterations: u64::MAX, readings: Readings::new(), slices_ns: Vec::new(), latencies: None };
    vec![
        Event::Noted { point: None, variant: None, note: "the governor is not `performance`".into() },
        Event::PointStarted { point: 0 },
        Event::Skipped { point: 0, variant: 1, reason: "the plan limits it to size > 1 KiB".into() },
        Event::Answered { point: 0, variant: 0, answer, absent },
        Event::Failed { point: 1, variant: 1, failure },
        Event::Calibrated {
            point: 0,
            variant: 0,
            pilot: Pilot {
                iterations: 1 << 40,
                ns: 0.1 + 0.2,
                warm_up: 1 << 41,
                period: 1 << 42,
                around_ns: 0.3,
                seldom_ns: 0.4,
            },
        },
        Event::Scheduled {
            point: 0,
            schedule: Schedule { launches: 3, blocks: 10, long: 0, long_at: 0, looks: vec![2, 3] },
        },
        block_finished(0, 1),
        Event::Noted { point: Some(0), variant: Some(1), note: "its time drifts".into() },
        block_finished(0, 0),
        Event::BlockFinished { block: Block { point: 1, launch: 0, block: 0, samples: vec![no_wall] } },
        Event::BlockFinished { block: Block { point: 1, launch: 0, block: 1, samples: Vec::new() } },
        Event::BlockVoided { block: block(0, 2), reason: "the machine was suspended for 3 s".into() },
        Event::Looked { point: 0, launches: 2 },
        Event::PointFinished { point: 0, elapsed_ns: 1_234_567, untimed_ns: Some(234_567) },
        Event::Building { name: "copy".into() },
        Event::Built { name: "copy".into(), digest: "ab".repeat(32) },
        Event::Refilled { point: 0, refill_ns: 0.1 + 0.7, ahead: true },
        Event::PointAdded { point: Point { params: vec![("size".into(), Value::Size(2048))] } },
        Event::PointStarted { point: 2 },
        Event::Begun {
            point: 0,
            variant: 1,
            beginning: Beginning {
                launch: 2,
                start_ns: 1 << 43,
                prepare_ns: 0,
                first_ns: u64::MAX,
                iterations: 1,
                warm_up_ns: 3,
            },
        },
        Event::Finished { end: End::Interrupted },
    ]
}
