//! The table for spreadsheets and the text for pull requests, of runs made of exact numbers.

use crate::support;
use model::{Event, Failure, FailureKind, Run};
use std::collections::BTreeMap;

/// Names, answers and messages that are anything but text to a spreadsheet, a terminal or a renderer.
fn foreign() -> Run {
    let names = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "a,b", "say \"so\"", "a|b`c` <script>", "red"];
    let variants: String = names
        .iter()
        .map(|name| format!("[[variant]]\nname = {}\nsim = {{ time = '1us' }}\n", serde_json::json!(name)))
        .collect();
    let plan = format!("title = \"<script>alert(1)</script> @everyone | *bold*\"\n{variants}");
    let mut run = support::run(&plan, 20, |_, variant, _| 1000.0 * (1.0 + variant as f64));
    // No plan may hold this name; a history that somebody has written by hand can.
    run.plan.variants[7].name = "\u{1b}[31mred\u{202e}".to_string();
    let answer = protocol::text_answer(b"=1+1\x1b[31m, \"<b>\"");
    run.apply(Event::Answered { point: 0, variant: 1, answer, absent: BTreeMap::new() });
    let failure = Failure {
        kind: FailureKind::Died,
        message: "\t=cmd|' /C calc'!A0\nsecond line".to_string(),
        line: None,
        help: None,
    };
    run.apply(Event::Failed { point: 0, variant: 2, failure });
    run
}

#[test]
fn a_sweep_as_csv() {
    insta::assert_snapshot!(support::report("csv", &support::three()));
}

#[test]
fn a_sweep_as_markdown() {
    insta::assert_snapshot!(support::report("markdown", &support::three()));
}

#[test]
fn one_point_as_markdown() {
    let plan =
        support::THREE.replace("[params]\nsize = [\"1KiB\", \"1MiB\"]\n", "").replace("bytes = \"{size}\"\n", "");
    insta::assert_snapshot!(support::report(
        "markdown",
        &support::run(&plan, 30, |_, variant, launch| {
            [100.0, 130.0, 100.2][variant] * (1.0 + 0.002 * ((launch * 7 + variant) % 5) as f64)
        })
    ));
}

/// What the text says of costs, and of what is taken off, Markdown says, too.
#[test]
fn rare_work_and_what_is_taken_off_are_in_markdown() {
    let variant = |name: &str, more: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n{more}");
    let plan = [variant("start", ""), variant("work", "less = 'start'\n"), variant("rare", "")].concat();
    let run = support::run(&plan, 60, |_, variant, launch| {
        let wobble = 1.0 + 0.002 * ((launch * 7 + variant) % 5) as f64;
        wobble * [1_000.0, 20_000.0, if launch % 8 == 3 { 90_000.0 } else { 19_000.0 }][variant]
    });
    let markdown = support::report("markdown", &run);
    for said in ["- one iteration in ", "- the time of start (1.004 µs) is taken off work\n"] {
        assert!(markdown.contains(said), "{markdown}");
    }
    // Of a sweep without the time, which differs from point to point.
    let run = support::run(&format!("params.n = [1, 2]\n{plan}"), 20, |point, variant, launch| {
        (1.0 + 0.002 * ((launch * 7 + variant) % 5) as f64)
            * [1_000.0 + 50.0 * point as f64, 20_000.0, 19_000.0][variant]
    });
    let markdown = support::report("markdown", &run);
    assert!(markdown.contains("the time of start is taken off work (at 2 of 2 points)"), "{markdown}");
}

#[test]
fn names_that_are_cut_alike_are_told_apart_in_markdown() {
    let name = |n: u32| format!("my $sum = 0; for my $i (1 .. {n}) {{ $sum += $i & 7 }} $sum");
    let variant = |n| format!("[[variant]]\nname = '{}'\nsim = {{ time = '1us' }}\n", name(n));
    let plan = format!("title = 'Sums'\n{}{}", variant(400), variant(402));
    let run = support::run(&plan, 30, |_, variant, launch| [100.0, 130.0][variant] + (launch % 5) as f64);
    let markdown = support::report("markdown", &run);
    assert!(markdown.contains("**`… .. 400) { $sum += $i …` is fastest"), "{markdown}");
    assert!(markdown.contains("\n… .. 402) { \\$sum += \\$i … is my \\$sum = 0;"), "{markdown}");
}

#[test]
fn foreign_text_is_text_in_csv() {
    let csv = support::report("csv", &foreign());
    for record in records(&csv) {
        assert_eq!(record.len(), 20, "{record:?}");
        for cell in record {
            // A number may be negative; no text may begin like a formula.
            let is_number = cell.parse::<f64>().is_ok();
            assert!(is_number || !cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell:?}");
            assert!(!cell.chars().any(char::is_control), "{cell:?}");
        }
    }
    insta::assert_snapshot!(csv);
}

#[test]
fn foreign_text_is_text_in_markdown() {
    let markdown = support::report("markdown", &foreign());
    assert!(!markdown.contains("<script>alert") && !markdown.contains("@everyone") && !markdown.contains('\u{1b}'));
    let cells = |line: &str| line.matches('|').count();
    let table: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
    assert!(table.iter().all(|line| cells(line) == cells(table[0])), "{markdown}");
    insta::assert_snapshot!(markdown);
}

#[test]
fn a_sweep_of_many_points_fits_into_a_pull_request() {
    let sizes: Vec<String> = (1..=200).map(|size| size.to_string()).collect();
    let plan = support::THREE.replace("\"1KiB\", \"1MiB\"", &sizes.join(", "));
    let run = support::run(&plan, 20, |point, variant, launch| {
        (100 + point) as f64 * (1.0 + 0.2 * variant as f64) * (1.0 + 0.01 * (launch % 5) as f64)
    });
    let markdown = support::report("markdown", &run);
    assert!(markdown.lines().count() <= 60, "{markdown}");
    assert!(markdown.contains("| size 1 |") && markdown.contains("| size 200 |"), "{markdown}");
    assert_eq!(support::report("csv", &run).lines().count(), 1 + 3 * 200);
}

#[test]
fn what_was_cut_short_is_exported_all_the_same() {
    let nothing = support::run(support::THREE, 0, |_, _, _| 1.0);
    assert_eq!(support::report("csv", &nothing).lines().count(), 1);
    assert!(support::report("markdown", &nothing).contains("Nothing was measured"));
    let lonely = support::run("[[variant]]\nname = 'one'\nsim = { time = '1us' }\n", 9, |_, _, _| 1000.0);
    assert!(support::report("markdown", &lonely).contains("`one` takes 1.000 µs."));
}

/// The cells of a table, read as RFC 4180 says.
fn records(csv: &str) -> Vec<Vec<String>> {
    let mut records = Vec::new();
    let (mut record, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut rest = csv.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' if is_quoted && rest.peek() == Some(&'"') => cell.extend(rest.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => record.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {
                assert_eq!(rest.next(), Some('\n'));
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            other => cell.push(other),
        }
    }
    assert!(cell.is_empty() && record.is_empty() && !is_quoted);
    records
}

/// A template of JavaScript is between backticks, as names in a sentence are.
#[test]
fn names_keep_their_backticks() {
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    let mut run = support::run(&(variant("a") + &variant("b")), 20, |_, variant, _| 1000.0 * (1.0 + variant as f64));
    run.plan.variants[0].name = "`a${x}`".to_string();
    let answers = [
        ("html", "<code>`a${x}`</code> is fastest: 2.00 times as fast as <code>b</code>."),
        ("markdown", "**<code>&#96;a&#36;&#123;x&#125;&#96;</code> is fastest: 2.00 times as fast as `b`.**"),
    ];
    for (format, answer) in answers {
        let report = support::report(format, &run);
        assert!(report.contains(answer), "{report}");
    }
    assert!(support::text(&run, 80).contains("`` `a${x}` `` is fastest"), "{}", support::text(&run, 80));
}
