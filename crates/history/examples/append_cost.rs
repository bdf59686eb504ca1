//! Prints what recording a block of two samples costs: `cargo run --release -p cmpthese-history --example append_cost`.

use cmpthese_history::History;
use model::{Block, Event, Readings, RunHeader, Sample, Source};
use std::time::Instant;

/// How many blocks are recorded; enough for the log to be written back more than once.
const BLOCKS: usize = 20_000;

fn main() -> Result<(), cmpthese_history::HistoryError> {
    let directory = tempfile::tempdir_in(".").expect("the current directory can be written");
    let history = History::open(&directory.path().join("history.db"))?;
    let run = history.begin(&header(), "append cost")?;
    let mut times_us: Vec<f64> = Vec::with_capacity(BLOCKS);
    for number in 0..BLOCKS {
        let event = Event::BlockFinished { block: block(number) };
        let start = Instant::now();
        history.append(run, &event)?;
        times_us.push(start.elapsed().as_secs_f64() * 1e6);
    }
    let mean = times_us.iter().sum::<f64>() / BLOCKS as f64;
    times_us.sort_by(f64::total_cmp);
    let quantile = |share: f64| times_us[(share * (BLOCKS - 1) as f64) as usize];
    let (median, rare, worst) = (quantile(0.5), quantile(0.99), quantile(1.0));
    println!("append of a block: mean {mean:.1} µs, median {median:.1} µs, 99 % {rare:.1} µs, worst {worst:.0} µs");
    Ok(())
}

fn header() -> RunHeader {
    RunHeader {
        version: env!("CARGO_PKG_VERSION").into(),
        source: Source { name: "command line".into(), text: String::new() },
        ..RunHeader::default()
    }
}

/// A block with every reading that the spawner of commands can take.
fn block(number: usize) -> Block {
    let readings: Readings = model::METRICS.iter().zip(1_000_000..).map(|(info, value)| (info.metric, value)).collect();
    let samples = [0, 1].map(|variant| Sample {
        variant,
        iterations: 1000,
        readings: readings.clone(),
        slices_ns: Vec::new(),
        latencies: None,
    });
    Block { point: 0, launch: number / 100, block: number % 100, samples: samples.into() }
}
