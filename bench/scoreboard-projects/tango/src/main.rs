//! The works under tango. The units stand in the name of the executable, `tango-UNITS`, because both sides get the same
//! arguments and the same environment.

#[path = "../../work.rs"]
mod work;

use std::hint::black_box;
use tango_bench::{Benchmark, IntoBenchmarks, benchmark_fn, tango_benchmarks};

fn units() -> u64 {
    let path = std::env::current_exe().expect("this program has a path");
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.rsplit('-').next().and_then(|units| units.parse().ok()).expect("the name of this program ends in its units")
}

fn benchmark(name: &'static str) -> Benchmark {
    benchmark_fn(name, move |bencher| {
        let mut work = work::Work::named(name);
        let units = units();
        bencher.iter(move || work.run(black_box(units)))
    })
}

fn works() -> impl IntoBenchmarks {
    ["cpu", "memory", "calls", "varying"].map(benchmark)
}

tango_benchmarks!(works());
