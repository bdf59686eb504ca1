//! Code that takes no more than the loop around it has no rate, whatever a typical iteration of it takes.

use crate::support;
use model::{Metric, Readings, Role, Sample};

const PLAN: &str = "[[variant]]\nname = 'nothing'\nperl = '1'\n";

/// Slices of ten iterations; of the empty loop one in ten was interrupted for long.
#[test]
fn what_is_above_the_empty_loop_in_the_middle_but_not_in_the_mean_has_no_rate() {
    let run = support::run_of(PLAN, 10, |_, variant, _| {
        let slices_ns = if variant == 0 { vec![30; 10] } else { [vec![20; 9], vec![900]].concat() };
        let readings = Readings::from([(Metric::Wall, slices_ns.iter().sum())]);
        Sample { variant, iterations: 100, readings, slices_ns, latencies: None }
    });
    assert_eq!(run.plan.variants[1].role, Role::EmptyLoop);
    let analysis = analysis::analyze(&run);
    assert!(analysis.points[0].rows[0].why_no_rate().is_some(), "{:?}", analysis.points[0].rows[0].time_ns);
}

/// The kernel tells by its ticks in which mode a process was, and found the loop outside of user mode once in ten times: what is left of both together is no
/// more than the time that is left.
#[test]
fn a_loop_with_more_of_one_mode_leaves_no_more_cpu_time_than_time() {
    let [user_ns, system_ns] = [Metric::User, Metric::System].map(|mode| row_of(1_000_000).metrics[&mode]);
    assert!((user_ns - 14.0).abs() < 1e-9 && system_ns == 0.0, "{user_ns} {system_ns}");
}

/// A process that was measured for 14 µs had no tick of the kernel.
#[test]
fn cpu_time_of_young_processes_is_not_divided_into_user_and_system() {
    let row = row_of(1);
    assert!((row.cpu_ns.unwrap() - 14.0).abs() < 1e-9 && row.cpu_share == Some(1.0), "{row:?}");
    assert!(!row.metrics.contains_key(&Metric::User) && !row.metrics.contains_key(&Metric::System), "{row:?}");
}

/// An execution of a command is such a process, however many there are: one without a tick has all its time told as the user's.
#[test]
fn cpu_time_of_short_commands_is_not_divided_into_user_and_system() {
    let told = [9_000_000, 11_000_000].map(|cpu_ns| {
        let run = support::run_of("[[variant]]\nname = 'c'\nshell = 'c'\n", 10, |_, variant, _| {
            let readings = [(Metric::Wall, 2 * cpu_ns), (Metric::User, cpu_ns - 1000), (Metric::System, 1000)];
            Sample {
                variant,
                iterations: 1,
                readings: Readings::from(readings),
                slices_ns: Vec::new(),
                latencies: None,
            }
        });
        let row = analysis::analyze(&run).points[0].rows[0].clone();
        assert!(row.cpu_share == Some(0.5), "{row:?}");
        row.metrics.contains_key(&Metric::User)
    });
    assert_eq!(told, [false, true]);
}

fn row_of(times: u64) -> analysis::Row {
    let run = support::run_of(PLAN, 10, |_, variant, _| {
        let [wall, user, system] = if variant == 0 { [2400, 2400, 0] } else { [1000, 900, 100] }.map(|ns| ns * times);
        let readings = Readings::from([(Metric::Wall, wall), (Metric::User, user), (Metric::System, system)]);
        Sample { variant, iterations: 100 * times, readings, slices_ns: Vec::new(), latencies: None }
    });
    let row = analysis::analyze(&run).points[0].rows[0].clone();
    assert!(!row.is_empty && (row.time_ns.point - 14.0).abs() < 1e-9, "{:?}", row.time_ns);
    row
}

/// What is left of CPU time that is mostly the loop's is the error of both.
#[test]
fn cpu_time_that_is_mostly_the_loops_is_not_told() {
    let run = support::run_of(PLAN, 10, |_, variant, _| {
        let [wall, user] = if variant == 0 { [1400, 1200] } else { [1000, 1000] }.map(|ns| ns * 1_000_000);
        let readings = Readings::from([(Metric::Wall, wall), (Metric::User, user), (Metric::System, 0)]);
        Sample { variant, iterations: 100_000_000, readings, slices_ns: Vec::new(), latencies: None }
    });
    let row = &analysis::analyze(&run).points[0].rows[0];
    assert!(!row.is_empty && row.cpu_share.is_none() && row.cpu_ns.is_none(), "{row:?}");
}
