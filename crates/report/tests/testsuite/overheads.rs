//! What is said of differences that grow with the work, of runs made of exact numbers.

use crate::support;
use model::Run;

/// Three amounts of work, at which the others take what is fixed more, in nanoseconds, and what is in proportion.
fn run(others: &[(f64, f64)]) -> Run {
    run_along("[1, 10, 100]", others)
}

/// The same, with other amounts.
fn run_along(amounts: &str, others: &[(f64, f64)]) -> Run {
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    let plan = format!(
        "baseline = 'plain'\nwork = 'n'\nparams.n = {amounts}\n{}{}",
        variant("plain"),
        (0..others.len()).map(|index| variant(&format!("other {index}"))).collect::<String>()
    );
    support::run(&plan, 30, |point, variant, launch| {
        let wobble = 1.0 + 0.0001 * ((launch * 7 + variant * 3) % 5) as f64;
        let plain_ns = [1e6, 1e7, 1e8][point];
        let (fixed_ns, share) = if variant == 0 { (0.0, 0.0) } else { others[variant - 1] };
        wobble * (plain_ns * (1.0 + share) + fixed_ns)
    })
}

fn answer(run: &Run) -> String {
    cmpthese_report::answer(&analysis::analyze(run))
}

#[test]
fn what_is_saved_is_not_more_in_proportion() {
    let told = answer(&run(&[(-140e3, 0.103), (130e3, -0.103), (-120e3, -0.103), (110e3, 0.103)]));
    insta::assert_snapshot!(told, @"Beside `plain`: `other 0` saves 140 µs and takes 10.3 % more; `other 1` costs 130 µs and takes 10.3 % less; `other 2` saves 120 µs and takes 10.3 % less; 1 more is below.");
}

/// Of 1 ms it is 2 %, and of 100 ms 10 %.
#[test]
fn what_grows_above_the_threshold_is_not_told_to_be_below_it() {
    let run = run(&[(-80e3, 0.1)]);
    let text = support::text(&run, 200);
    let said = "other 0 costs less than 5 % more at the least n, and at least 5 % more at the most\n";
    assert!(text.contains(said) && !text.contains(" already"), "{text}");
    support::assert_follows_schema(&support::json(&run));
}

/// Amounts that are sizes or times are told as such, and small numbers are no zero.
#[test]
fn an_amount_has_its_unit() {
    for (amounts, from) in [
        ("['1KiB', '10KiB', '100KiB']", "10 KiB"),
        ("['1ms', '10ms', '100ms']", "10.00 ms"),
        ("[0.0001, 0.001, 0.01]", "0.00100"),
    ] {
        let run = run_along(amounts, &[(5e5, 0.0)]);
        let text = support::text(&run, 200);
        assert!(text.contains(&format!("costs less than 5 % more from n {from} [")), "{amounts}: {text}");
        assert!(answer(&run).contains(&format!("less than 5 % from n {from} on")), "{amounts}: {}", answer(&run));
    }
}
