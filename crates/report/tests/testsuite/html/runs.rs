//! Invented runs of every kind that a page has to show.

use crate::support;
use model::{Event, Failure, FailureKind, Latencies, Metric, Readings, Run, Sample};
use std::collections::BTreeMap;

/// Each with its name.
pub fn all() -> Vec<(&'static str, Run)> {
    vec![
        ("one-point", one_point()),
        ("sweep", sweep(&["1KiB", "4KiB", "16KiB", "64KiB"], 4)),
        ("sweep-of-one-point", sweep(&["1KiB"], 3)),
        ("sweep-of-words", sweep(&["a", "b & c"], 3)),
        ("two-parameters", two_parameters()),
        ("requests", requests()),
        ("then-and-now", then_and_now()),
        ("foreign", foreign()),
        ("lonely", support::run(&plan("", 1), 9, |_, _, _| 1000.0)),
        ("nothing", support::run(&plan("", 3), 0, |_, _, _| 1000.0)),
        ("too-few-launches", support::run(&plan("", 3), 2, |_, variant, _| 1000.0 * (1.0 + variant as f64))),
    ]
}

fn plan(head: &str, variants: usize) -> String {
    const NAMES: [&str; 6] = ["nolayer", "raw", "mmap", "unix", "a name of several words", "last"];
    let variants = NAMES.iter().take(variants);
    let variants: String =
        variants.map(|name| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n")).collect();
    format!("title = 'Reading a file'\nbaseline = 'nolayer'\nmargin = '3%'\n{head}\n{variants}")
}

fn wobble(launch: usize, variant: usize) -> f64 {
    1.0 + 0.004 * ((launch * 7 + variant * 3) % 5) as f64
}

fn one_point() -> Run {
    let mut run = support::run(&plan("", 6), 30, |_, variant, launch| {
        let noise = if variant == 4 { 1.0 + 0.1 * ((launch * 11) % 7) as f64 } else { 1.0 };
        [100_000.0, 100_400.0, 31_000.0, 950_000.0, 78_000.0, 1.0][variant] * wobble(launch, variant) * noise
    });
    let answer = protocol::text_answer(b"another");
    run.apply(Event::Answered { point: 0, variant: 5, answer, absent: BTreeMap::new() });
    run
}

/// A sweep over some values of a parameter; the first half is won by one, the second by another.
pub fn sweep(values: &[&str], variants: usize) -> Run {
    let values: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
    support::run(&plan(&format!("params.size = [{}]", values.join(", ")), variants), 20, |point, variant, launch| {
        let size = 1000.0 * 4f64.powf(point as f64 % 12.0);
        let times = [size, 1.001 * size, 9000.0, 10.0 * size, 1.5 * size + 300.0, size];
        times[variant] * wobble(launch, variant)
    })
}

fn two_parameters() -> Run {
    let head = "params.mode = ['fast', 'safe']\nparams.n = [1, 10, 100]";
    support::run(&plan(head, 3), 20, |point, variant, launch| {
        (1.0 + variant as f64) * 10f64.powi(point as i32 % 3) * 100.0 * wobble(launch, variant)
    })
}

fn requests() -> Run {
    const REQUESTS: u64 = 20_000;
    let plan = "title = 'Two pages'\nbaseline = 'short page'\nserver.some.command = ['server', '{port}']\n\
                [[variant]]\nname = 'short page'\nhttp = '/short'\n[[variant]]\nname = 'long page'\nhttp = '/long'\n";
    support::run_of(plan, 30, |_, variant, launch| {
        let service_ns = [20_000.0, 26_000.0][variant] * wobble(launch, variant);
        let wall = (service_ns * REQUESTS as f64) as u64;
        let readings = Readings::from([
            (Metric::Wall, wall),
            (Metric::InFlight, 10 * wall),
            (Metric::GeneratorCpu, wall / 4),
            (Metric::Opened, 10),
            (Metric::Reused, REQUESTS - 10),
        ]);
        let parts = [(0.9, 8_000), (1.0, 6_000), (1.1, 5_800), (3.0, 160), (4.5 + variant as f64, 40)];
        let counts = parts.map(|(factor, count)| ((10.0 * service_ns * factor) as u64, count)).to_vec();
        let latencies = Some(Box::new(Latencies { planned: false, counts: counts.into_iter().collect() }));
        Sample { variant, iterations: REQUESTS, readings, slices_ns: Vec::new(), latencies }
    })
}

fn then_and_now() -> Run {
    let mut run = sweep(&["1KiB", "16KiB"], 4);
    let table =
        |size: u64, rates: &str| format!("[[table]]\nplan = 'plan'\nparams.size = {size}\nrates = {{ {rates} }}\n");
    run.header.published = Some(format!(
        "source = 'A post about layers, <em>2011</em>'\nmachine = 'an older machine'\n{}{}",
        table(1024, "nolayer = 300000, raw = 310000, mmap = 40000, unix = 20000"),
        table(16384, "nolayer = 30000, raw = 31000, mmap = 42000, unix = 200"),
    ));
    run
}

/// Whatever a name, a title, an answer or a message can hold.
fn foreign() -> Run {
    let mut run = support::run(&plan("params.size = [1, 10]", 6), 20, |_, variant, launch| {
        1000.0 * (1.0 + variant as f64) * wobble(launch, variant)
    });
    run.plan.title = "</title><script>alert(1)</script> & \"quoted\" \u{1b}[31m \u{202e}drawkcab".to_string();
    run.header.source.name = "<img src=x onerror=alert(1)>".to_string();
    run.header.source.text.push_str("# </code></pre><script>alert(2)</script>\u{1b}]0;x\u{7}\n");
    run.header.machine.cpu = Some("<svg onload=alert(3)>".to_string());
    let broken = String::from_utf8_lossy(b"broken \xff\xfe utf-8").to_string();
    let names = [
        "\" onmouseover=\"alert(4)",
        "<script>alert(5)</script>",
        "' autofocus '",
        "`code` & `more`",
        "\u{200b}\u{feff}",
        &broken,
    ];
    for (variant, name) in run.plan.variants.iter_mut().zip(names) {
        variant.name = name.to_string();
    }
    run.notes.push("<b>noted</b> `<i>`".to_string());
    let message = "<script>alert(6)</script>\n\u{1b}[2J".to_string();
    run.apply(Event::Failed {
        point: 0,
        variant: 3,
        failure: Failure { kind: FailureKind::Died, message, line: None, help: None },
    });
    let answer = protocol::text_answer(b"<script>alert(7)</script>");
    run.apply(Event::Answered { point: 1, variant: 4, answer, absent: BTreeMap::new() });
    run
}

/// Two runs of the same plan, of machines that differ, beside each other.
pub fn beside() -> String {
    let other = |time: f64| {
        let mut run = support::run(&plan("", 4), 30, |_, variant, launch| {
            [100_000.0, 100_400.0, time, 950_000.0][variant] * wobble(launch, variant)
        });
        run.header.machine.kernel = Some(format!("Linux {time}"));
        analysis::analyze(&run)
    };
    let analyses = [other(31_000.0), other(140_000.0), analysis::analyze(&one_point())];
    let run = |(place, analysis): (usize, _)| cmpthese_report::RunBeside {
        number: (place + 1).to_string(),
        date: "2026-01-31 12:00".to_string(),
        analysis,
    };
    cmpthese_report::page_beside(&analyses.iter().enumerate().map(run).collect::<Vec<_>>())
}
