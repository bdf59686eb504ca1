//! criterion of Rust: the project of the scoreboard with another program.

use crate::own_tools::code::Code;
use crate::own_tools::tool::{Output, Tool};
use serde_json::Value;

pub const TOOL: Tool = Tool {
    language: "rust",
    code: Code {
        looped: "let mut x = 1u32; for _ in 0..ROUNDS { x = x.wrapping_mul(1664525).wrapping_add(1013904223) } x",
        rounds: 80_000,
        texts: "let parts: Vec<String> = (0..16).map(|i| (i * 7).to_string()).collect(); parts.join(\",\")",
    },
    name: "criterion",
    package: "crates.io's criterion",
    version: &["sed", "--quiet", "/^name = \"criterion\"$/ { n; s/version = \"\\(.*\\)\"/\\1/p }", "Cargo.lock"],
    install: (&[("Cargo.lock", LOCK)], &[&["cargo", "--version"]]),
    files: &[
        ("Cargo.toml", include_str!("../../../scoreboard-projects/criterion/Cargo.toml")),
        ("Cargo.lock", LOCK),
        ("src/main.rs", PROGRAM),
    ],
    build: &[
        &["cargo", "build", "--release", "--quiet", "--locked", "--target-dir", "{tool}/target"],
        &["cp", "{tool}/target/release/scoreboard-criterion", "own-program"],
    ],
    run: &[
        "env",
        "CRITERION_HOME=.",
        "./own-program",
        "--bench",
        "--noplot",
        "--warm-up-time=0.2",
        "--measurement-time=1",
    ],
    output: Output::File("own/new/estimates.json"),
    read,
    reading: "`iter` with a warm-up of 0.2 s and a second of measurement in each of three processes, the mean. A loop into which the code is compiled, and which \
              drops each value; the loop is in the time. The clock of the wall.",
    ..super::PLAIN
};

const LOCK: &str = include_str!("../../../scoreboard-projects/criterion/Cargo.lock");

const PROGRAM: &str = r#"
use criterion::{Criterion, criterion_group, criterion_main};

fn benchmark(criterion: &mut Criterion) {
    criterion.bench_function("own", |bencher| bencher.iter(|| {
@code@
    }));
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
"#;

fn read(text: &str) -> Option<f64> {
    let estimates: Value = serde_json::from_str(text).ok()?;
    estimates["mean"]["point_estimate"].as_f64()
}

#[cfg(test)]
mod tests {
    #[test]
    fn its_file_is_read() {
        let text = r#"{"mean":{"confidence_interval":{"confidence_level":0.95,"lower_bound":99803.1,"upper_bound":100012.4},"point_estimate":99907.5,"standard_error":53.2},
            "median":{"confidence_interval":{"confidence_level":0.95,"lower_bound":99700.0,"upper_bound":99800.0},"point_estimate":99750.1,"standard_error":20.4}}"#;
        assert_eq!(super::read(text), Some(99907.5));
        assert_eq!(super::read("{}"), None);
    }
}
