//! One work under criterion; work and units come from the environment, because its arguments are criterion's.

#[path = "../../work.rs"]
mod work;

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn benchmark(criterion: &mut Criterion) {
    let name = std::env::var("SCOREBOARD_WORK").expect("the work is named");
    let units: u64 =
        std::env::var("SCOREBOARD_UNITS").ok().and_then(|text| text.parse().ok()).expect("units are given");
    let mut work = work::Work::named(&name);
    criterion.bench_function(&name, |bencher| bencher.iter(|| work.run(black_box(units))));
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
