//! Several runs beside each other, as text and as a page.

use crate::support;
use cmpthese_report::{RunBeside, Style};
use model::Run;

/// A run of a plan without a baseline, so that the fastest is the one that the others are compared with.
fn run(names: &[&str], times: &[f64]) -> Run {
    let variant = |name: &&str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    support::run(&names.iter().map(variant).collect::<String>(), 20, |_, variant, launch| {
        times[variant] * (1.0 + 0.002 * ((launch * 7 + variant * 3) % 5) as f64)
    })
}

fn told(runs: &[Run]) -> [String; 2] {
    let analyses: Vec<analysis::Analysis> = runs.iter().map(analysis::analyze).collect();
    let beside = analyses.iter().enumerate().map(|(place, analysis)| RunBeside {
        number: (place + 1).to_string(),
        date: "2026-01-31 12:00".to_string(),
        analysis,
    });
    let beside: Vec<RunBeside> = beside.collect();
    let style = Style { color: false, width: 80 };
    [cmpthese_report::side_by_side(&beside, style), cmpthese_report::page_beside(&beside)]
}

/// Each run has the faster one of its own as the baseline.
#[test]
fn a_pair_and_the_same_the_other_way_around_are_one() {
    let names = ["one", "other"];
    let [text, page] = told(&[run(&names, &[1000.0, 2000.0]), run(&names, &[2000.0, 1000.0])]);
    assert_eq!(text.matches("ratio to ").count(), 1, "{text}");
    assert!(page.contains("The runs do not come to the same verdict."), "{page}");
}

/// Both sizes are told as 977 KiB.
#[test]
fn points_that_are_told_alike_are_two() {
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    let plan =
        format!("baseline = 'one'\nparams.size = ['1000000B', '1000100B']\n{}{}", variant("one"), variant("other"));
    let run = support::run(&plan, 20, |point, variant, launch| {
        [[1000.0, 2000.0], [1000.0, 500.0]][point][variant] * (1.0 + 0.002 * ((launch * 7 + variant * 3) % 5) as f64)
    });
    let [text, _] = told(&[run.clone(), run]);
    let ratios = |ratio: &str| text.lines().filter(|line| line.matches(ratio).count() == 2).count();
    assert_eq!((ratios("2.0000 ["), ratios("0.5000 [")), (1, 1), "{text}");
}

/// No run has two names that look alike before they are cut.
#[test]
fn long_names_are_told_by_where_they_differ() {
    let code = |rounds: u32| format!("my $s = 0; for my $i (1..{rounds}) {{ $s += $i & 7 }} $s");
    let [first, second, third] = [400, 402, 800].map(code);
    let times = [1000.0, 2000.0];
    let [text, page] = told(&[run(&[&first, &second], &times), run(&[&first, &third], &times)]);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for rounds in [400, 402, 800] {
        let shown = format!("…i (1..{rounds}) {{ $s += $i …");
        let legend = format!("{shown} is my $s = 0; for my $i (1..{rounds})");
        assert!(text.matches(&shown).count() > 1 && words.contains(&legend), "{text}");
        assert!(page.contains(&legend), "{page}");
    }
}
