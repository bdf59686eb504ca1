//! Requests that are sent when they are planned, not when the server is ready.

use crate::server::{Reply, Server, closed, run, sized};
use cmpthese_generator::{Arrivals, FaultKind, Load, Pace};
use std::thread;
use std::time::Duration;

fn fixed(connections: usize, per_second: f64) -> Load {
    Load { pace: Pace::Fixed { per_second }, ..closed(connections) }
}

fn stalling(stall: Duration) -> Server {
    Server::start(move |number| {
        if number == 0 {
            thread::sleep(stall);
        }
        Reply::Keep(sized("ok"))
    })
}

#[test]
fn requests_are_not_sent_before_they_are_planned() {
    let server = Server::start(|_| Reply::Keep(sized("ok")));
    let outcome = run(server.target(""), fixed(3, 2000.0), 50);
    assert_eq!((outcome.completed, server.requests(), outcome.planned_ns), (50, 50, 50 * 500_000));
    assert!(outcome.wall_ns >= outcome.planned_ns);
    assert_eq!((outcome.connections_opened, outcome.connections_reused), (3, 47));
}

#[test]
fn poisson_arrivals_are_those_of_the_seed() {
    let server = Server::start(|_| Reply::Keep(sized("ok")));
    let load = Load { pace: Pace::Poisson { per_second: 5000.0 }, ..closed(2) };
    let outcome = run(server.target(""), load, 100);
    assert_eq!(outcome.completed, 100);
    assert_eq!(Some(outcome.planned_ns), Arrivals::poisson(5000.0, 42).nth(99));
}

#[test]
fn a_stall_counts_for_everything_that_was_planned_in_it() {
    let server = stalling(Duration::from_millis(20));
    let outcome = run(server.target(""), fixed(1, 1000.0), 20);
    assert_eq!(outcome.completed, 20);
    // Request k was planned at k ms and not answered before 20 ms. Three digits are kept.
    for quantile in 1..=20 {
        let least_ns = f64::from(quantile) * 1e6 * 0.998;
        let latency_ns = outcome.latencies.value_at_quantile(f64::from(quantile) / 20.0);
        assert!(latency_ns as f64 >= least_ns, "{quantile}: {latency_ns}");
    }
    // One connection: never more than one in flight, although twenty were waiting.
    assert!(outcome.busy_ns <= outcome.wall_ns);
    assert_eq!(server.connections(), 1);
}

#[test]
fn requests_that_wait_too_long_for_a_connection_time_out() {
    let server = stalling(Duration::from_millis(60));
    let load = Load { timeout: Duration::from_millis(30), ..fixed(1, 1000.0) };
    let outcome = run(server.target(""), load, 10);
    // The first is not answered in time; the others get the connection that replaces its connection, or expire with it.
    assert!(outcome.faults[&FaultKind::TimedOut].count >= 1);
    assert_eq!(outcome.faults.len(), 1, "{:?}", outcome.faults);
}

#[test]
fn a_connection_a_request_in_an_open_loop() {
    let server = Server::start(|_| Reply::Keep(sized("ok")));
    let outcome = run(server.target(""), Load { keep_alive: false, ..fixed(2, 5000.0) }, 50);
    assert_eq!((outcome.completed, outcome.connections_opened, server.connections()), (50, 50, 50));
}

#[test]
fn an_idle_connection_that_the_server_closes_is_replaced() {
    let server = Server::start(|_| Reply::Close(sized("ok")));
    let outcome = run(server.target(""), fixed(2, 2000.0), 20);
    assert_eq!((outcome.completed, outcome.faulty(), outcome.connections_opened), (20, 0, 20), "{:?}", outcome.faults);
}

#[test]
fn rubbish_on_an_idle_connection_is_a_fault_of_the_next_request() {
    // The rubbish comes with the response or after it; either way one request pays for it.
    let server = Server::start(|number| match number {
        0 => Reply::Drip([sized("ok"), b"rubbish".to_vec()].concat()),
        _ => Reply::Keep(sized("ok")),
    });
    let outcome = run(server.target(""), fixed(1, 200.0), 4);
    assert_eq!((outcome.completed, outcome.faulty()), (3, 1), "{:?}", outcome.faults);
}
