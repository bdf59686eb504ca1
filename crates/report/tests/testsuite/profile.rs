//! Where the time of two variants goes inside them, of stacks that are invented.

use crate::support;
use insta::assert_snapshot;
use model::{Frame, Metric, Readings, Run, Sample, Stacks};

const PLAN: &str = "baseline = 'read'\n[[variant]]\nname = 'read'\nsim = { time = '1us' }\n\
    [[variant]]\nname = 'map & look'\nsim = { time = '1us' }\n";

/// An iteration of the first takes 1 ms of the CPU, one of the second 0.6 ms and 0.1 ms of waiting.
fn run() -> Run {
    support::run_of(PLAN, 10, |_, variant, launch| {
        let factor = 1.0 + 0.0005 * (launch as f64 * 2.0).sin();
        let total = |ns: f64| (factor * ns * 100.0).round() as u64;
        let [user, system, waiting] = [[200e3, 800e3, 0.0], [500e3, 100e3, 100e3]][variant];
        let readings = Readings::from([
            (Metric::Wall, total(user + system + waiting)),
            (Metric::User, total(user)),
            (Metric::System, total(system)),
        ]);
        Sample { variant, iterations: 100, readings, slices_ns: Vec::new(), latencies: None }
    })
}

fn stacks(of: &[(&str, u64)]) -> Stacks {
    let frame = |name: &str| Frame { function: name.to_string(), is_kernel: name.starts_with("sys_") };
    of.iter().map(|(names, count)| (names.split(' ').map(frame).collect(), *count)).collect()
}

/// Of the first a fifth is work and the rest copies; the second works longer and has faults. Both spend a little alike.
fn found() -> [Stacks; 2] {
    [
        stacks(&[
            ("main work", 2000),
            ("main read sys_read sys_copy", 7600),
            ("main read sys_read", 200),
            ("main log", 200),
        ]),
        stacks(&[("main work", 7670), ("work sys_fault sys_map<T>", 2000), ("main log", 200), ("main main log", 130)]),
    ]
}

fn profile(run: &Run, [one, other]: &[Stacks; 2]) -> Option<(analysis::Analysis, analysis::Profile)> {
    let analysis = analysis::analyze(run);
    let point = &analysis.points[0];
    let rows = [0, 1].map(|variant| point.row(variant).expect("it was measured"));
    let profile = analysis::profile(&point.point, rows, [one, other])?;
    Some((analysis, profile))
}

#[test]
fn functions_in_which_one_takes_longer_are_told() {
    let (analysis, found) = profile(&run(), &found()).expect("both were found");
    let text = cmpthese_report::profile(&analysis.points[0], &found);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_snapshot!(text);
    let json = cmpthese_report::explanation_json(&analysis, &analysis::Explained::default(), None, Some(&found));
    support::assert_follows(&json, "explanation");
}

/// Parts make the whole, and a part that both have is no difference.
#[test]
fn parts_make_the_time_of_the_cpu() {
    let (_, found) = profile(&run(), &found()).expect("both were found");
    for side in [0, 1] {
        let of_spots: f64 = found.spots.iter().map(|spot| spot.ns[side]).sum();
        let of_calls: f64 = found.calls.iter().map(|call| call.ns[side]).sum();
        for sum in [of_spots + found.rest_ns[side], of_calls] {
            assert!((sum / found.sides[side].cpu_ns - 1.0).abs() < 1e-9, "{sum}: {found:?}");
        }
    }
    let told: Vec<&str> = found.spots.iter().map(|spot| spot.frame.function.as_str()).collect();
    assert_eq!(told, ["sys_copy", "work", "sys_map<T>", "sys_read"], "of log both have as much");
    // Who called the fault is seen in one place and not in another; `main` that calls itself is there once.
    let work = found.calls.iter().find(|call| call.frame.function == "work").expect("it is outermost once");
    assert!((work.ns[1] / 120e3 - 1.0).abs() < 1e-3 && (work.anywhere_ns[1] / 580.2e3 - 1.0).abs() < 1e-3, "{work:?}");
    let main = found.calls.iter().find(|call| call.frame.function == "main").expect("it is outermost");
    assert!((main.anywhere_ns[1] / 480e3 - 1.0).abs() < 1e-3, "{main:?}");
}

/// Of the same stacks no function is told apart more often than one in twenty, and none at all where they are equal.
#[test]
fn who_takes_as_long_is_not_told_apart() {
    let same = stacks(&[("main a", 500), ("main b", 300), ("main sys_c", 200)]);
    let mut run = run();
    let of_first = run.points[0].blocks.iter().map(|block| block.samples[0].readings.clone()).collect::<Vec<_>>();
    for (block, readings) in run.points[0].blocks.iter_mut().zip(of_first) {
        block.samples.iter_mut().for_each(|sample| sample.readings = readings.clone());
    }
    let (_, found) = profile(&run, &[same.clone(), same]).expect("both were found");
    assert!(found.spots.is_empty(), "{found:?}");
}

/// Names that are cut alike are told by their place, and no line is wider than a screen.
#[test]
fn names_that_look_alike_are_told_by_their_place() {
    let [one, other] = ["my @numbers = sort map { rand } 1..2000; 1", "my @numbers = map { rand } 1..2000; 1"];
    let mut run = run();
    run.plan.variants[0].name = one.to_string();
    run.plan.variants[1].name = other.to_string();
    let long = "sys_finish_task_switch_of_a_scheduler.isra.0";
    let [mut first, second] = found();
    first.extend(stacks(&[(long, 5000)]));
    let (analysis, found) = profile(&run, &[first, second]).expect("both were found");
    let text = cmpthese_report::profile(&analysis.points[0], &found);
    assert!(text.contains(".isra.0 (kernel)") && text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(one), "{text}");
    assert!(text.contains("the first  the second"), "{text}");
}

#[test]
fn who_was_found_nowhere_has_no_profile() {
    assert!(profile(&run(), &[found()[0].clone(), Stacks::new()]).is_none());
}

/// A picture is XML, holds names as text, and is as wide as the slower one.
#[test]
fn flame_graphs_are_one_picture() {
    let (analysis, found) = profile(&run(), &found()).expect("both were found");
    let picture = cmpthese_report::flame_graph(&analysis.points[0], &found);
    for told in
        ["map &amp; look: 600.0 µs of the CPU", "sys_map&lt;T&gt; (kernel)", "sys_copy (kernel): 760.0 µs here, 76.0 %"]
    {
        assert!(picture.contains(told), "{told}: {picture}");
    }
    let widths = picture.split("width=\"").skip(3).filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok());
    let widest = widths.fold(0.0, f64::max);
    assert!((widest - 1180.0).abs() < 0.1, "{widest}");
    assert_snapshot!(picture);
}
