//! pyperf of Python, by its `timeit`.

use crate::own_tools::code::Code;
use crate::own_tools::tool::{Output, Tool};
use serde_json::Value;

pub const TOOL: Tool = Tool {
    language: "python",
    code: Code {
        looped: "x = 0\nfor i in range(ROUNDS): x += i\nx",
        rounds: 3_000,
        texts: "','.join([str(i * 7) for i in range(8)])",
    },
    name: "pyperf",
    package: "PyPI's pyperf",
    version: &["{tool}/environment/bin/python", "-c", "import pyperf; print(pyperf.__version__)"],
    install: (
        &[],
        &[
            &["python3", "-m", "venv", "--clear", "environment"],
            &["environment/bin/python", "-m", "pip", "install", "--quiet", "pyperf"],
        ],
    ),
    run: &[
        "{tool}/environment/bin/python",
        "-m",
        "pyperf",
        "timeit",
        "--quiet",
        "--processes=5",
        "--values=3",
        "--warmups=1",
        "-o",
        "out.json",
        "@code@",
    ],
    processes: 1,
    output: Output::File("out.json"),
    read,
    reading: "`pyperf timeit` with five processes of a warm-up and three values; the mean of all values, which is what it prints. The \
              code stands in its loop, and the loop is in the time. The clock of the wall; the collector is on.",
    ..super::PLAIN
};

/// The mean of the values of all processes; the one that only calibrates has none.
fn read(text: &str) -> Option<f64> {
    let written: Value = serde_json::from_str(text).ok()?;
    let runs = written["benchmarks"][0]["runs"].as_array()?;
    let values = runs.iter().filter_map(|run| run["values"].as_array()).flatten();
    stats::mean(&values.filter_map(Value::as_f64).map(|seconds| seconds * 1e9).collect::<Vec<f64>>())
}

#[cfg(test)]
mod tests {
    /// As it was written, without what is not read.
    const FILE: &str = r#"{"benchmarks": [{"runs": [
        {"metadata": {"calibrate_loops": 1024}, "warmups": [[1024, 0.11]]},
        {"values": [1.0e-06, 1.2e-06, 1.1e-06], "warmups": [[131072, 1.3e-06]]},
        {"values": [1.4e-06, 1.2e-06, 1.3e-06], "warmups": [[131072, 1.3e-06]]}]}], "version": "1.0"}"#;

    #[test]
    fn its_file_is_read() {
        let mean = super::read(FILE).expect("there are values");
        assert!((mean - 1200.0).abs() < 1e-6, "{mean}");
        assert_eq!(super::read("{}"), None);
    }
}
