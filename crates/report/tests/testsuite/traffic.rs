//! What is told of requests, of runs made of exact numbers: latencies, what can be believed, and how an overhead grows.

use crate::support;
use model::{Latencies, Metric, Readings, Run, Sample};

/// Requests of a batch.
const REQUESTS: u64 = 20_000;

/// Connections when the plan does not say.
const CONNECTIONS: u64 = 10;

/// What is special about the requests of a variant in a launch.
#[derive(Clone, Copy)]
struct Requests {
    /// The wall time over the number of requests, in nanoseconds.
    service_ns: f64,
    /// The part of the connections that were busy on average.
    busy: f64,
    /// The part of a CPU that the generator needed.
    generator: f64,
    /// How much longer than usual one of a hundred requests takes.
    tail: f64,
    /// How long one of all requests takes; 0 for none of them.
    stall_ns: u64,
    /// Requests that fail.
    failed: u64,
    /// Requests a second that were planned; 0 in a closed loop.
    rate: u64,
}

const USUAL: Requests =
    Requests { service_ns: 20_000.0, busy: 0.99, generator: 0.25, tail: 3.0, stall_ns: 0, failed: 0, rate: 0 };

impl Requests {
    fn sample(self, variant: usize) -> Sample {
        let wall = self.service_ns * REQUESTS as f64;
        let usual_ns = self.service_ns * self.busy * CONNECTIONS as f64;
        let of_time = |part: f64| (wall * part) as u64;
        let readings = [
            (Metric::Wall, of_time(1.0)),
            (Metric::User, of_time(0.6)),
            (Metric::System, of_time(0.2)),
            (Metric::InFlight, of_time(self.busy * CONNECTIONS as f64)),
            (Metric::GeneratorCpu, of_time(self.generator)),
            (Metric::Opened, CONNECTIONS),
            (Metric::Reused, REQUESTS - CONNECTIONS),
            (Metric::FailedRequests, self.failed),
            (Metric::ReceivedBytes, 200 * REQUESTS),
            (Metric::ServerMemory, 30 << 20),
        ];
        let planned = [
            (Metric::Planned, (REQUESTS + self.failed) * 1_000_000_000 / self.rate.max(1)),
            (Metric::Lag, 3_000 * REQUESTS),
        ];
        let is_open = self.rate > 0;
        let readings: Readings = readings.into_iter().chain(planned.into_iter().filter(|_| is_open)).collect();
        Sample {
            variant,
            iterations: REQUESTS,
            readings,
            slices_ns: Vec::new(),
            latencies: Some(Box::new(self.latencies(usual_ns))),
        }
    }

    fn latencies(self, usual_ns: f64) -> Latencies {
        let parts = [(0.9, 0.4), (1.0, 0.3), (1.1, 0.29), (self.tail, 0.008), (1.5 * self.tail, 0.002)];
        let counts = parts.map(|(factor, part)| ((usual_ns * factor) as u64, (REQUESTS as f64 * part) as u64));
        let stall = (self.stall_ns, 1);
        let counts = counts.into_iter().chain(Some(stall).filter(|(nanos, _)| *nanos > 0)).collect();
        Latencies { planned: self.rate > 0, counts }
    }
}

/// Three of one server.
const THREE: &str = "
baseline = 'first'
server.some.command = ['server', '{port}']
[[variant]]
name = 'first'
http = '/first'
[[variant]]
name = 'second'
http = '/second'
[[variant]]
name = 'third'
http = '/third'
";

/// Two variants of one server.
const TWO: &str = "
title = 'Two pages'
baseline = 'short page'
server.some.command = ['server', '{port}']
[[variant]]
name = 'short page'
http = '/short'
[[variant]]
name = 'long page'
http = '/long'
";

/// A run of two variants, the second of which is as told.
fn two(plan: &str, usual: Requests, other: Requests) -> Run {
    support::run_of(plan, 30, |_, variant, launch| {
        let requests = if variant == 0 { usual } else { other };
        let wobble = 1.0 + 0.004 * ((launch * 7 + variant * 3) % 5) as f64;
        Requests { service_ns: requests.service_ns * wobble, ..requests }.sample(variant)
    })
}

/// The text of a run whose JSON follows the schema.
fn text(run: &Run) -> String {
    support::assert_follows_schema(&support::json(run));
    support::text(run, 80)
}

#[test]
fn a_closed_loop() {
    let slower = Requests { service_ns: 26_000.0, tail: 9.0, failed: 40, ..USUAL };
    let run = two(TWO, USUAL, slower);
    insta::assert_snapshot!(text(&run));
    insta::assert_snapshot!(support::json(&run));
}

/// The wall time of planned requests is that of the plan, so that their latencies are compared.
#[test]
fn an_open_loop() {
    let usual = Requests { service_ns: 50_000.0, busy: 0.05, rate: 20_000, ..USUAL };
    let slower = Requests { service_ns: 62_500.0, busy: 0.9, tail: 8.0, ..usual };
    let run = two(&format!("load.rate = 20000\n{TWO}"), usual, slower);
    insta::assert_snapshot!(text(&run));
}

#[test]
fn a_generator_that_may_be_the_limit() {
    let run = two(TWO, USUAL, Requests { service_ns: 30_000.0, generator: 0.95, ..USUAL });
    insta::assert_snapshot!(text(&run));
}

#[test]
fn connections_that_are_not_all_busy() {
    let run = two(TWO, USUAL, Requests { service_ns: 30_000.0, busy: 0.7, ..USUAL });
    insta::assert_snapshot!(text(&run));
}

/// Of 20 000 requests one takes two seconds, in which 10 000 others would have been sent.
#[test]
fn a_stall_that_a_closed_loop_hides() {
    let run = two(TWO, USUAL, Requests { stall_ns: 2_000_000_000, ..USUAL });
    insta::assert_snapshot!(text(&run));
}

/// They were up to 199 columns wide.
#[test]
fn sentences_about_requests_fit_eighty_columns() {
    let other = Requests { service_ns: 30_000.0, busy: 0.7, stall_ns: 2_000_000_000, ..USUAL };
    let text = text(&two(TWO, USUAL, other));
    let sentences = text.lines().skip_while(|line| !line.starts_with("Little's law"));
    let sentences: Vec<&str> = sentences.take_while(|line| !line.is_empty()).collect();
    assert!(sentences.iter().any(|line| line.contains("hides stalls")), "{text}");
    assert!(sentences.iter().all(|line| cmpthese_report::width(line) <= 80), "{text}");
}

const ALONG_THE_WORK: &str = "
title = 'What comes on top'
baseline = 'plain'
work = 'delay'
params.delay = [1, 10, 100, 1000]
server.some.command = ['server', '{port}']
[[variant]]
name = 'plain'
http = '/plain'
[[variant]]
name = 'fixed'
http = '/fixed'
[[variant]]
name = 'in proportion'
http = '/proportional'
[[variant]]
name = 'both'
http = '/both'
[[variant]]
name = 'square root'
http = '/root'
";

fn along_the_work() -> Run {
    support::run_of(ALONG_THE_WORK, 30, |point, variant, launch| {
        let wobble = 1.0 + 0.001 * ((launch * 7 + variant * 3) % 5) as f64;
        let plain_ns = 20_000.0 + 1_000.0 * [1.0, 10.0, 100.0, 1000.0][point];
        let service_ns = match variant {
            0 => plain_ns,
            1 => plain_ns + 5_000.0,
            2 => plain_ns * 1.2,
            3 => plain_ns * 1.2 + 5_000.0,
            _ => plain_ns + 50.0 * f64::sqrt(plain_ns),
        };
        Requests { service_ns: service_ns * wobble, ..USUAL }.sample(variant)
    })
}

#[test]
fn overheads_along_the_work() {
    let text = text(&along_the_work());
    let (_, section) = text.split_once("Overhead over plain").expect("the section is there");
    insta::assert_snapshot!(section);
}

#[test]
fn who_failed_is_told_beside_what_the_others_cost() {
    let mut run = along_the_work();
    let failure =
        model::Failure { kind: model::FailureKind::Died, message: "boom".to_string(), line: None, help: None };
    run.apply(model::Event::Failed { point: 0, variant: 4, failure });
    let answer = cmpthese_report::answer(&analysis::analyze(&run));
    assert!(
        answer.starts_with("Beside `plain`: ") && answer.ends_with("; `square root` failed at 1 of 4 points."),
        "{answer}"
    );
}

/// The time of a planned request is a latency: no bytes per second follow from it.
#[test]
fn a_planned_rate_has_no_throughput() {
    let plan = format!("bytes = '1KiB'\n{TWO}");
    let planned = Requests { service_ns: 50_000.0, busy: 0.05, rate: 20_000, ..USUAL };
    let open = two(&format!("load.rate = 20000\n{plan}"), planned, planned);
    let closed = two(&plan, USUAL, USUAL);
    let signs = [
        ("json", "\"bytes_per_second\""),
        ("gobench", " MB/s"),
        ("googlebench", "\"bytes_per_second\""),
        ("html", "<th scope=\"col\">throughput</th>"),
    ];
    for (run, is_told) in [(open, false), (closed, true)] {
        assert_eq!(support::text(&run, 120).contains("throughput"), is_told);
        for (format, sign) in signs {
            assert_eq!(support::report(format, &run).contains(sign), is_told, "{format}");
        }
    }
}

/// The rate is planned, and what the cells compare is the latency.
#[test]
fn a_matrix_of_latencies_is_not_told_to_be_one_of_rates() {
    let planned = Requests { service_ns: 50_000.0, busy: 0.05, rate: 20_000, ..USUAL };
    let run = |plan: &str, requests: Requests| {
        support::run_of(plan, 30, |_, variant, launch| {
            let wobble = 1.0 + 0.004 * ((launch * 7 + variant * 3) % 5) as f64;
            Requests { service_ns: requests.service_ns * wobble, ..requests }.sample(variant)
        })
    };
    let open = support::report("html", &run(&format!("load.rate = 20000\n{THREE}"), planned));
    assert!(open.contains("<caption>How much higher the p50 of a column is than that of a line</caption>"), "{open}");
    let closed = support::report("html", &run(THREE, USUAL));
    assert!(closed.contains("<caption>How much higher the rate of a line is than that of a column</caption>"));
}

/// A batch ends with its last answer. A server whose answers take a tenth of a batch, all of them alike, keeps up with it.
#[test]
fn answers_that_take_long_are_no_server_that_does_not_keep_up() {
    // It answers in a tenth of a second; what a request takes from when it was planned may be longer.
    let at = |answer_ns: u64, wall_ns: u64| {
        let requests = 100;
        let readings = [
            (Metric::Wall, wall_ns),
            (Metric::InFlight, requests * 100_000_000),
            (Metric::GeneratorCpu, wall_ns / 50),
            (Metric::Planned, 990_000_000),
            (Metric::Lag, 3_000 * requests),
        ];
        let latencies = Latencies { planned: true, counts: vec![(answer_ns, requests)] };
        let readings = Readings::from_iter(readings);
        Sample {
            variant: 0,
            iterations: requests,
            readings,
            slices_ns: Vec::new(),
            latencies: Some(Box::new(latencies)),
        }
    };
    let said = |answer_ns: u64, wall_ns: u64| {
        let sample = at(answer_ns, wall_ns);
        text(&support::run_of(&format!("load.rate = 100\n{TWO}"), 30, |_, variant, _| Sample {
            variant,
            ..sample.clone()
        }))
    };
    let steady = said(100_000_000, 1_090_000_000);
    assert!(steady.contains("planned 100/s, reached 100/s") && !steady.contains("does not keep up"), "{steady}");
    // The last of them waits for as long as the batch was planned to take: half of the rate is reached.
    let late = said(600_000_000, 2_080_000_000);
    assert!(late.contains("planned 100/s, reached 50.0/s: the server does not keep up"), "{late}");
    // A twentieth too slow is told.
    let hardly = said(130_000_000, 1_150_000_000);
    assert!(hardly.contains("does not keep up"), "{hardly}");
}

/// One in eleven fails, as quickly as others are answered.
#[test]
fn failed_requests_are_no_server_that_does_not_keep_up() {
    let usual = Requests { service_ns: 50_000.0, busy: 0.05, rate: 20_000, ..USUAL };
    let run = two(&format!("load.rate = 20000\n{TWO}"), usual, Requests { failed: 2_000, ..usual });
    let text = text(&run);
    assert!(text.contains("long page: planned 20000/s, reached 18182/s, sent"), "{text}");
    assert!(text.contains("long page: 60000 requests failed") && !text.contains("does not keep up"), "{text}");
}

/// The server of one of them closes every third connection.
#[test]
fn the_part_of_requests_on_a_connection_in_use_is_not_that_of_one_variant_alone() {
    let mut run = two(TWO, USUAL, USUAL);
    let samples = run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples);
    for sample in samples.filter(|sample| sample.variant == 1) {
        sample.readings.extend([(Metric::Opened, REQUESTS / 3), (Metric::Reused, REQUESTS * 2 / 3)]);
    }
    let text = text(&run);
    assert!(text.contains("connections: 200280 opened, 67 % to 100 % of the requests on one in use\n"), "{text}");
}

/// What the text says of the worth of figures, the page and Markdown say, too.
#[test]
fn what_makes_figures_doubtful_is_in_every_report_for_people() {
    let planned = Requests { service_ns: 50_000.0, busy: 0.05, rate: 20_000, ..USUAL };
    let open = (format!("load.rate = 20000\n{TWO}"), planned, Requests { service_ns: 62_500.0, busy: 0.9, ..planned });
    let closed = |other: Requests| (TWO.to_string(), USUAL, Requests { service_ns: 30_000.0, ..other });
    let cases = [
        (open, "the server does not keep up"),
        (closed(Requests { generator: 0.95, ..USUAL }), "it may have been the limit for long page"),
        (closed(Requests { busy: 0.7, ..USUAL }), "long page did not keep all connections busy"),
        (closed(Requests { failed: 40, ..USUAL }), "long page: 1200 requests failed"),
    ];
    for ((plan, usual, other), said) in cases {
        let run = two(&plan, usual, other);
        for format in ["html", "markdown"] {
            let report = support::report(format, &run);
            assert!(report.contains(said), "{format}: {report}");
        }
    }
}

#[test]
fn what_makes_figures_of_a_sweep_doubtful_is_told_once() {
    let run = two(&format!("params.n = [1, 2, 3]\n{TWO}"), USUAL, Requests { failed: 40, ..USUAL });
    let markdown = support::report("markdown", &run);
    assert!(markdown.contains("- long page: some of its requests failed (at 3 of 3 points)\n"), "{markdown}");
    assert!(text(&run).contains("\nlong page: some of its requests failed\n"), "{}", text(&run));
}

#[test]
fn latencies_that_have_no_picture_are_counted() {
    let values: Vec<String> = (1..=13).map(|value| value.to_string()).collect();
    let run = two(&format!("params.n = [{}]\n{TWO}", values.join(", ")), USUAL, USUAL);
    let page = support::report("html", &run);
    assert!(page.contains("1 more point is in the JSON report."), "{page}");
}
