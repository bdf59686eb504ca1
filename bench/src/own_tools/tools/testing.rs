//! testing.B of Go.

use crate::own_tools::code::Code;
use crate::own_tools::tool::Tool;

pub const TOOL: Tool = Tool {
    language: "go",
    code: Code {
        looped: "x := uint32(1); for i := 0; i < ROUNDS; i++ { x = x*1664525 + 1013904223 }; return int(x)",
        rounds: 80_000,
        texts: "parts := []string{}; for i := 0; i < 20; i++ { parts = append(parts, strconv.Itoa(i * 7)) }; return len(strings.Join(parts, \",\"))",
    },
    name: "testing.B",
    package: "Debian's golang-go",
    version: &["go", "env", "GOVERSION"],
    files: &[("go.mod", "module own\n"), ("own_test.go", PROGRAM)],
    build: &[&["go", "test", "-c", "-o", "own"]],
    run: &["./own", "-test.run=^$", "-test.bench=.", "-test.benchtime=1s"],
    read,
    reading: "`go test -bench` with `-benchtime=1s` in each of three processes, `ns/op`. A loop of `b.N` calls, which the compiler may inline, and its time is in the number. \
              The clock of the wall; the collector is on.",
    ..super::PLAIN
};

const PROGRAM: &str = r#"package own

import (
	"strconv"
	"strings"
	"testing"
)

var _, _ = strconv.Itoa, strings.Cut

func code() int {
@code@
}

var value int

func BenchmarkOwn(b *testing.B) {
	for i := 0; i < b.N; i++ {
		value = code()
	}
}
"#;

fn read(text: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.starts_with("BenchmarkOwn"))?;
    line.strip_suffix(" ns/op")?.split_whitespace().last()?.parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn its_line_is_read() {
        let text = "goos: linux\ngoarch: amd64\npkg: own\ncpu: AMD EPYC\nBenchmarkOwn-2   \t 4302841\t       833.4 ns/op\nPASS\n";
        assert_eq!(super::read(text), Some(833.4));
        assert_eq!(super::read("PASS\n"), None);
    }
}
