//! A function under criterion; its path comes from the environment, because its arguments are criterion's.

#[path = "../../subject.rs"]
mod subject;

use criterion::{Criterion, criterion_group, criterion_main};
use std::path::Path;

fn benchmark(criterion: &mut Criterion) {
    let path = std::env::var_os("SCOREBOARD_SUBJECT").expect("the function is named");
    let subject = subject::load(Path::new(&path));
    criterion.bench_function("subject", |bencher| bencher.iter(subject));
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
