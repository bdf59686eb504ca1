//! Writes a run of a million samples into a history: `cargo run --release -p cmpthese-history --example million_samples -- PATH`. Then
//! `/usr/bin/time -v cmpthese show --history PATH --html report.html` tells what its report takes.

use cmpthese_history::{History, HistoryError};
use model::{Answer, Block, End, Event, Metric, Readings, RunHeader, Sample, Source};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Four variants, a hundred launches, and blocks enough for a million samples.
const VARIANTS: usize = 4;
const LAUNCHES: usize = 100;
const BLOCKS: usize = 1_000_000 / VARIANTS / LAUNCHES;

fn main() -> Result<(), HistoryError> {
    let path = PathBuf::from(std::env::args_os().nth(1).expect("the path of a history"));
    let history = History::open(&path)?;
    let run = history.begin(&header(), "A million samples")?;
    let append = |event: Event| history.append(run, &event);
    append(Event::PointStarted { point: 0 })?;
    for variant in 0..VARIANTS {
        let answer = Answer { digest: "the same".into(), length: 8, head: "the same".into() };
        append(Event::Answered { point: 0, variant, answer, absent: BTreeMap::new() })?;
    }
    let mut noise = Noise(1);
    for launch in 0..LAUNCHES {
        let luck: Vec<f64> = (0..VARIANTS).map(|_| 1.0 + 0.01 * noise.next()).collect();
        for block in 0..BLOCKS {
            let samples = (0..VARIANTS).map(|variant| sample(variant, luck[variant] * (1.0 + 0.05 * noise.next())));
            append(Event::BlockFinished { block: Block { point: 0, launch, block, samples: samples.collect() } })?;
        }
    }
    append(Event::PointFinished { point: 0, elapsed_ns: 0, untimed_ns: Some(0) })?;
    append(Event::Finished { end: End::Complete })?;
    println!("run {run} of {} holds {} samples", path.display(), VARIANTS * LAUNCHES * BLOCKS);
    Ok(())
}

fn header() -> RunHeader {
    let names = ["join", "pack", "sprintf", "concat"];
    let variants = names.map(|name| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '10us' }}\n"));
    let text = format!("title = 'A million samples'\nbaseline = 'join'\n{}", variants.concat());
    RunHeader {
        version: env!("CARGO_PKG_VERSION").into(),
        seed: 1,
        source: Source { name: "million.toml".into(), text },
        ..RunHeader::default()
    }
}

/// A batch, with what a worker reads around it.
fn sample(variant: usize, factor: f64) -> Sample {
    const ITERATIONS: u64 = 1000;
    let wall = (factor * [10_000.0, 9_000.0, 14_000.0, 10_020.0][variant] * ITERATIONS as f64) as u64;
    let readings = Readings::from([
        (Metric::Wall, wall),
        (Metric::User, wall / 10 * 9),
        (Metric::System, wall / 10),
        (Metric::PeakRss, 5 << 20),
        (Metric::MinorFaults, 2 * ITERATIONS),
        (Metric::VoluntarySwitches, 0),
    ]);
    Sample { variant, iterations: ITERATIONS, readings, slices_ns: Vec::new(), latencies: None }
}

/// Numbers from -1 to 1 that look random: a multiplicative congruential generator (Lehmer), with the constants of MINSTD.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 as f64 / 1_073_741_823.5 - 1.0
    }
}
