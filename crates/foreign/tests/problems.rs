//! What is said of files that cannot be read: the place, the reason, and what to do next.

use cmpthese_foreign::{File, READERS, read};

fn said(path: &str, bytes: &[u8], as_format: Option<&str>) -> String {
    let reader = as_format.map(|name| READERS.iter().find(|reader| reader.name == name).expect("there is one"));
    let problem =
        read(&[File { path: path.to_string(), bytes: bytes.to_vec() }], reader).expect_err("it cannot be read");
    format!("{problem} | {}", problem.help.lines().next().unwrap_or_default())
}

#[test]
fn whole_files() {
    for (bytes, expected) in [
        (&b""[..], "it is empty | the tool wrote nothing: look whether it ended as it should"),
        (b" \n ", "it is empty | the tool wrote nothing: look whether it ended as it should"),
        (b"\x1f\x8b\x08", "it is compressed | unpack it first: gunzip FILE"),
        (
            b"SQLite format 3\0",
            "it is neither JSON nor text | import the file that the tool exports, not its own database",
        ),
        (b"hello\nworld\n", "it is text, and of no tool that is known | these are known:"),
        (b"{\"a\": 1, \"b\": []}", "it is JSON with a, b, and of no tool that is known | these are known:"),
        (
            b"{\"results\": [{\"command\": \"ls\", \"times\": [0.1, ",
            "line 1, column 46: the JSON ends in the middle | it was cut off: write or copy it again",
        ),
        (b"{\"results\": []}", "it holds no benchmark with a time | look whether the tool ran any"),
        (
            b"{\"results\": [{\"command\": \"ls\", \"times\": [0.1, NaN]}]}",
            ".results[0].times[1]: this is no number | measure it again: its time is not known",
        ),
        (
            b"{\"results\": [{\"command\": \"ls\", \"times\": [0.1, 0.0]}]}",
            ".results[0].times[1]: a time of 0.0 cannot be | the tool took off as much as it measured: measure without what it takes off, such as the \
             shell of hyperfine with -N",
        ),
        (
            b"{\"results\": [{\"command\": \"ls\"}]}",
            ".results[0]: `mean` is missing | another version of the tool may have written it: give it again with the options that docs/formats.md names",
        ),
        (
            b"{\"reason\": \"benchmark-complete\", \"id\": \"a\", \"unit\": \"ns\", \"iteration_count\": [1, 2], \"measured_values\": [5.0]}",
            "line 1, : 1 times and 2 numbers of iterations do not go together | run the benchmark again: its file was not written to the end",
        ),
        (b"BenchmarkX-2 100 0 ns/op\n", "line 1: `0` is no time | give the benchmark a longer -benchtime"),
    ] {
        assert_eq!(said("a.json", bytes, None), expected);
    }
}

#[test]
fn what_is_not_what_it_is_called() {
    let go = b"BenchmarkX-2 100 12.5 ns/op\n";
    assert_eq!(
        said("times.json", go, Some("hyperfine")),
        "it is not hyperfine --export-json: it looks like the text of go test -bench | import it with --as gobench, or without --as"
    );
    assert_eq!(said("times.txt", b"{}", Some("jmh")), "it is JSON, and not JMH -rf json | these are known:");
}
