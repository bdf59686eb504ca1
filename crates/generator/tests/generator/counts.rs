//! What is counted is what the server counts.

use crate::server::{Reply, Server, answer, closed, run, sized};
use cmpthese_generator::{FaultKind, Generator, Load, Target};
use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::time::Duration;

const HELLO: &str = "Hello, world!\n";

/// A response of this status.
fn of_status(status: u16) -> Vec<u8> {
    String::from_utf8(sized(HELLO)).unwrap().replace("200 OK", &format!("{status} So")).into_bytes()
}

fn hello() -> Server {
    Server::start(|_| Reply::Keep(sized(HELLO)))
}

#[test]
fn every_request_is_counted_by_both_sides() {
    let server = hello();
    let outcome = server.load(5, 1000);
    assert_eq!((outcome.completed, server.requests()), (1000, 1000));
    assert_eq!((outcome.connections_opened, outcome.connections_reused, outcome.connections_failed), (5, 995, 0));
    assert_eq!(server.connections(), 5);
    assert_eq!(outcome.bytes_received, 1000 * sized(HELLO).len() as u64);
    assert!(outcome.cpu_ns > 0 && outcome.busy_ns > 0);
    assert_eq!((outcome.planned_ns, outcome.lag_ns), (0, 0));
}

#[test]
fn batches_follow_each_other() {
    let server = hello();
    let mut generator = Generator::new(server.target(""), closed(3)).unwrap();
    for batch in 1..=3 {
        assert_eq!(generator.run(30, batch, 200).unwrap().completed, 30);
        assert_eq!(server.connections(), 3 * batch);
    }
    assert_eq!(generator.run(0, 0, 200).unwrap().wall_ns, 0);
}

#[test]
fn no_more_connections_are_opened_than_requests_are_sent() {
    let server = hello();
    assert_eq!(server.load(50, 2).connections_opened, 2);
    assert_eq!(server.connections(), 2);
}

#[test]
fn a_connection_a_request_when_the_server_closes() {
    let server = Server::start(|_| {
        Reply::Close(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok".to_vec())
    });
    let load = Load { keep_alive: false, ..closed(4) };
    let outcome = run(server.target("Connection: close\r\n"), load, 300);
    assert_eq!((outcome.completed, outcome.connections_opened, outcome.connections_reused), (300, 300, 0));
    assert_eq!((server.requests(), server.connections()), (300, 300));
}

#[test]
fn a_connection_a_request_when_the_server_would_keep_it() {
    let server = hello();
    let outcome = run(server.target(""), Load { keep_alive: false, ..closed(4) }, 300);
    assert_eq!((outcome.completed, outcome.connections_opened, outcome.connections_reused), (300, 300, 0));
    assert_eq!((server.requests(), server.connections()), (300, 300));
}

#[test]
fn a_server_that_announces_to_close_and_does_not_stops_nobody() {
    let server =
        Server::start(|_| Reply::Keep(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok".to_vec()));
    let outcome = server.load(2, 50);
    assert_eq!((outcome.completed, outcome.connections_opened, outcome.connections_reused), (50, 50, 0));
}

#[test]
fn a_connection_that_is_closed_without_a_word_is_no_fault() {
    let server = Server::start(|number| match number % 7 {
        6 => Reply::Close(sized(HELLO)),
        _ => Reply::Keep(sized(HELLO)),
    });
    let outcome = server.load(1, 70);
    assert_eq!((outcome.completed, outcome.faulty()), (70, 0), "{:?}", outcome.faults);
    assert_eq!((server.requests(), server.connections()), (70, 10));
    assert_eq!((outcome.connections_opened, outcome.connections_reused), (10, 60));
}

#[test]
fn a_large_request_is_sent_whole() {
    let server = hello();
    let body = vec![b'x'; 5_000_000];
    let mut request =
        format!("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n", body.len()).into_bytes();
    request.extend(body);
    let target = Target { request, ..server.target("") };
    assert_eq!(answer(target.clone(), closed(1)).unwrap().body, HELLO.as_bytes());
    let outcome = run(target, closed(2), 6);
    assert_eq!((outcome.completed, server.requests()), (6, 7));
}

#[test]
fn a_stall_is_in_the_latency_of_the_request_that_met_it() {
    let server = Server::start(|number| {
        if number == 5 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        Reply::Keep(sized(HELLO))
    });
    let outcome = server.load(1, 10);
    assert!(outcome.latencies.max() >= 5_000_000);
}

#[test]
fn a_load_that_goes_on_counts_what_is_asked_for() {
    let server = hello();
    let outcome = Generator::new(server.target(""), closed(5)).unwrap().run_sustained(1000, 42, 200).unwrap();
    assert_eq!((outcome.completed, outcome.requests, outcome.latencies.len()), (1000, 1000, 1000));
    assert!((5..100).contains(&outcome.uncounted), "{}", outcome.uncounted);
    let all = 1000 + outcome.uncounted;
    assert_eq!((server.requests(), server.connections()), (all, 5));
    assert_eq!((outcome.connections_opened, outcome.connections_reused), (5, all - 5));
    assert_eq!(outcome.bytes_received, all * sized(HELLO).len() as u64);
    assert!((outcome.counted_share() * all as f64 - 1000.0).abs() < 1e-6);
    assert!(outcome.busy_ns <= 5 * outcome.sustained_ns && outcome.sustained_ns < outcome.wall_ns, "{outcome:?}");
}

/// One request follows the other there, so a batch has no beginning and no end of its own.
#[test]
fn every_request_over_one_connection_counts() {
    let server = hello();
    let outcome = Generator::new(server.target(""), closed(1)).unwrap().run_sustained(10, 42, 200).unwrap();
    assert_eq!((outcome.completed, outcome.uncounted, outcome.connections_opened, server.requests()), (10, 0, 1, 10));
    assert_eq!(outcome.sustained_ns, outcome.wall_ns);
}

/// A server that sends head and body apart waits for the acknowledgement of the first, which a fresh connection sends at once: later it comes after 40 ms.
#[test]
fn the_first_answer_over_a_connection_that_is_kept_is_acknowledged_like_the_others() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || -> io::Result<()> {
        let (mut stream, mut buffer) = (listener.accept()?.0, [0; 4096]);
        while stream.read(&mut buffer)? > 0 {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")?;
            stream.write_all(b"ok\n")?;
        }
        Ok(())
    });
    let target = Target { address, request: b"GET / HTTP/1.1\r\n\r\n".to_vec(), head_only: false };
    let outcome = Generator::new(target, closed(1)).unwrap().run_sustained(1, 42, 200).unwrap();
    assert!(outcome.wall_ns >= 20_000_000, "{outcome:?}");
}

/// Where no status is expected.
#[test]
fn the_first_usable_status_is_that_of_all() {
    let server = Server::start(|number| Reply::Keep(of_status(if number == 2 { 201 } else { 200 })));
    let outcome = Generator::new(server.target(""), closed(1)).unwrap().run_sustained(4, 42, None).unwrap();
    assert_eq!((outcome.status, outcome.completed, outcome.faulty()), (Some(200), 3, 1));
    let server = Server::start(|_| Reply::Keep(of_status(500)));
    let outcome = Generator::new(server.target(""), closed(1)).unwrap().run_sustained(4, 42, None).unwrap();
    assert_eq!((outcome.status, outcome.completed, outcome.faulty()), (None, 0, 4));
}

#[test]
fn a_connection_that_is_not_served_takes_no_part() {
    let server = Server::start(|number| if number == 0 { Reply::Silence } else { Reply::Keep(sized(HELLO)) });
    let load = Load { timeout: Duration::from_millis(200), ..closed(2) };
    let outcome = Generator::new(server.target(""), load).unwrap().run_sustained(20, 42, 200).unwrap();
    assert_eq!((outcome.completed, outcome.faults[&FaultKind::TimedOut].count, outcome.latencies.len()), (20, 1, 20));
    assert!(outcome.wall_ns >= 200_000_000);
    assert!((outcome.busy_ns..100_000_000).contains(&outcome.sustained_ns), "{outcome:?}");
}
