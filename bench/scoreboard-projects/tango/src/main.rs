//! A function under tango. It is in the shared object beside the executable, because both sides get the same arguments and the
//! same environment.

#[path = "../../subject.rs"]
mod subject;

use tango_bench::{IntoBenchmarks, benchmark_fn, tango_benchmarks};

fn subjects() -> impl IntoBenchmarks {
    let measured = benchmark_fn("subject", |bencher| {
        let own = std::env::current_exe().expect("this program has a path");
        bencher.iter(subject::load(&own.with_extension("so")))
    });
    [measured]
}

tango_benchmarks!(subjects());
