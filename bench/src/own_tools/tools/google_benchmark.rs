//! Google Benchmark, of C and C++.

use crate::own_tools::code::Code;
use crate::own_tools::tool::Tool;
use serde_json::Value;

pub const C: Tool = Tool {
    language: "c",
    code: Code {
        looped: "unsigned x = 1; for (int i = 0; i < ROUNDS; i++) x = x * 1664525u + 1013904223u; return x;",
        rounds: 80_000,
        texts: "char *text = malloc(200); int length = 0; for (int i = 0; i < 10; i++) length += sprintf(text + length, \"%d,\", i * 7); free(text); return length;",
    },
    name: "Google Benchmark",
    package: "Debian's libbenchmark-dev",
    version: &["dpkg-query", "--show", "--showformat=${Version}", "libbenchmark-dev"],
    files: &[("code.c", CODE_IN_C), ("own.cpp", AROUND_C)],
    build: &[
        &["gcc", "-O2", "-c", "code.c"],
        &["g++", "-O2", "-o", "own", "own.cpp", "code.o", "-lbenchmark", "-lpthread"],
    ],
    run: &["./own", "--benchmark_min_time=0.8", "--benchmark_format=json"],
    read,
    reading: "`--benchmark_min_time=0.8`, `real_time`, of three processes. The loop is in the time; it calls a function that the compiler does not look into, in C one of another file; in C++ the value is moved into a variable. \
              The clock of the wall.",
    ..super::PLAIN
};

pub const CPP: Tool = Tool {
    language: "cpp",
    code: Code {
        texts: "std::string text; for (int i = 0; i < 40; i++) text += std::to_string(i * 7); return text;",
        ..C.code
    },
    files: &[("own.cpp", IN_CPP)],
    build: &[&["g++", "-O2", "-o", "own", "own.cpp", "-lbenchmark", "-lpthread"]],
    ..C
};

const CODE_IN_C: &str = "#include <stdio.h>
#include <stdlib.h>
long long code(void) {
@code@
}
";

const AROUND_C: &str = "#include <benchmark/benchmark.h>
extern \"C\" long long code(void);
static void own(benchmark::State &state) {
    for (auto _ : state) benchmark::DoNotOptimize(code());
}
BENCHMARK(own);
BENCHMARK_MAIN();
";

const IN_CPP: &str = "#include <benchmark/benchmark.h>
#include <string>
static __attribute__((noipa)) auto code() {
@code@
}
static void own(benchmark::State &state) {
    static decltype(code()) value;
    for (auto _ : state) {
        value = code();
        benchmark::DoNotOptimize(value);
    }
}
BENCHMARK(own);
BENCHMARK_MAIN();
";

fn read(text: &str) -> Option<f64> {
    let written: Value = serde_json::from_str(text).ok()?;
    let benchmark = &written["benchmarks"][0];
    // The unit is its default.
    if benchmark["time_unit"] == "ns" { benchmark["real_time"].as_f64() } else { None }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_it_prints_is_read() {
        let text = r#"{"context": {"num_cpus": 2, "library_build_type": "release"}, "benchmarks": [{"name": "own", "run_type": "iteration",
            "iterations": 3500000, "real_time": 7.9821e+02, "cpu_time": 7.9e+02, "time_unit": "ns"}]}"#;
        assert_eq!(super::read(text), Some(798.21));
        assert_eq!(super::read(r#"{"benchmarks": []}"#), None);
    }
}
