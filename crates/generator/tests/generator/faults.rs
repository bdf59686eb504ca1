//! Nothing that goes wrong is counted as a fast answer, and every batch ends.

use crate::server::{Reply, Server, answer, closed, run, sized};
use cmpthese_generator::{Fault, FaultKind, Generator, HEAD_BYTES_MAX, Load, LoadOutcome, Pace, Target};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::time::Duration;

/// The only kind of fault in an outcome without any success, how often it came, and its example.
fn only_fault(outcome: &LoadOutcome) -> (FaultKind, u64, &str) {
    assert_eq!((outcome.completed, outcome.faults.len()), (0, 1), "{outcome:?}");
    let (kind, fault) = outcome.faults.first_key_value().unwrap();
    (*kind, fault.count, &fault.example)
}

#[test]
fn what_is_wrong_is_said() {
    type Case = (fn(Vec<u8>) -> Reply, &'static str, FaultKind, &'static str);
    let cases: [Case; 15] = [
        (
            Reply::Close,
            "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nshort",
            FaultKind::Closed,
            "the connection was closed 15 bytes before the end of the body",
        ),
        (
            Reply::Close,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHel",
            FaultKind::Closed,
            "the connection was closed before the last chunk of the body",
        ),
        (
            Reply::Close,
            "HTTP/1.1 200 OK\r\nConte",
            FaultKind::Closed,
            "the connection was closed after 22 bytes of the response's head",
        ),
        (Reply::Close, "", FaultKind::Closed, "the connection was closed after 0 bytes of the response's head"),
        (
            Reply::Keep,
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok!",
            FaultKind::Surplus,
            "bytes follow the end of the response",
        ),
        (
            Reply::Keep,
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok!",
            FaultKind::Garbage,
            "not an HTTP/1 response: two values of Content-Length",
        ),
        (
            Reply::Keep,
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            FaultKind::Garbage,
            "not an HTTP/1 response: Content-Length is no number",
        ),
        (
            Reply::Keep,
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            FaultKind::Garbage,
            "not an HTTP/1 response: Content-Length is no number",
        ),
        (
            Reply::Keep,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            FaultKind::Garbage,
            "not an HTTP/1 response: the size of a chunk is no number",
        ),
        (
            Reply::Keep,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nokay\r\n",
            FaultKind::Garbage,
            "not an HTTP/1 response: a chunk does not end where its size says",
        ),
        (
            Reply::Keep,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
            FaultKind::Garbage,
            "not an HTTP/1 response: the size of a chunk is too large",
        ),
        (Reply::Keep, "SSH-2.0-OpenSSH_9.9\r\n", FaultKind::Garbage, "not an HTTP/1 response: invalid HTTP version"),
        (
            Reply::Keep,
            "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno",
            FaultKind::UnexpectedStatus,
            "status 500 instead of 200",
        ),
        (Reply::Endless, "X: y\r\n", FaultKind::Garbage, "not an HTTP/1 response: invalid HTTP version"),
        (
            Reply::Endless,
            "HTTP/1.1 100 Continue\r\nEndless: ",
            FaultKind::HeadTooLarge,
            "the head of the response is too large",
        ),
    ];
    for (reply, bytes, kind, example) in cases {
        let server = Server::start(move |_| reply(bytes.as_bytes().to_vec()));
        let outcome = server.load(2, 10);
        assert_eq!(only_fault(&outcome), (kind, 10, example), "{bytes}");
    }
}

#[test]
fn an_unexpected_status_leaves_the_connection_alone() {
    let server = Server::start(|number| match number % 2 {
        0 => Reply::Keep(b"HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy".to_vec()),
        _ => Reply::Keep(sized("ok")),
    });
    let outcome = server.load(1, 200);
    assert_eq!((outcome.completed, outcome.faulty(), outcome.connections_opened), (100, 100, 1));
    assert_eq!(outcome.faults[&FaultKind::UnexpectedStatus].count, 100);
}

#[test]
fn endless_heads_do_not_eat_memory() {
    for head in ["HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 "] {
        let server = Server::start(move |_| {
            let mut bytes = head.as_bytes().to_vec();
            bytes.resize(HEAD_BYTES_MAX + 1, b'x');
            Reply::Endless(bytes)
        });
        assert_eq!(only_fault(&server.load(2, 4)).0, FaultKind::HeadTooLarge);
    }
    let server = Server::start(|_| Reply::Keep([b"HTTP/1.1 200 OK\r\n".to_vec(), b"X: y\r\n".repeat(1000)].concat()));
    assert_eq!(only_fault(&server.load(2, 4)).0, FaultKind::HeadTooLarge);
}

#[test]
fn a_fault_closes_its_connection() {
    let server = Server::start(|number| match number % 2 {
        0 => Reply::Keep(b"rubbish\r\n".to_vec()),
        _ => Reply::Keep(sized("ok")),
    });
    let outcome = server.load(1, 20);
    assert_eq!((outcome.completed, outcome.faults[&FaultKind::Garbage].count), (10, 10));
    assert_eq!((outcome.connections_opened, server.connections()), (11, 11));
}

#[test]
fn a_response_too_many_is_found_out() {
    // One answer twice: seen with the first, or as the answer to a request that has not been answered yet.
    let server = Server::start(|number| match number {
        0 => Reply::Keep([sized("ok"), b"rubbish".to_vec()].concat()),
        _ => Reply::Keep(sized("ok")),
    });
    let outcome = server.load(1, 10);
    assert_eq!((outcome.completed, outcome.faulty()), (9, 1));
}

#[test]
fn resets_are_faults() {
    let server = Server::resetting();
    assert_eq!(only_fault(&server.load(2, 10)).0, FaultKind::Reset);
}

#[test]
fn a_server_that_is_gone_ends_the_batch_soon() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Server::start(|_| Reply::Silence);
    for keep_alive in [true, false] {
        let mut target = server.target("");
        target.address = address;
        let outcome = run(target, Load { keep_alive, ..closed(3) }, 1_000_000);
        assert_eq!(only_fault(&outcome), (FaultKind::Refused, 100, "the connection was refused"));
        assert_eq!((outcome.abandoned, outcome.connections_opened), (999_900, 0));
        assert_eq!(outcome.connections_failed, 100 + u64::from(keep_alive));
    }
}

#[test]
fn silence_is_timed_out_and_given_up() {
    let server = Server::start(|_| Reply::Silence);
    for (connections, expected) in [(1, 3), (4, 8)] {
        let load = Load { timeout: Duration::from_millis(5), ..closed(connections) };
        let outcome = run(server.target(""), load, 1000);
        let (kind, count, example) = only_fault(&outcome);
        assert_eq!((kind, example), (FaultKind::TimedOut, "no complete response within 5 ms"));
        assert!((expected..=expected + connections as u64).contains(&count), "{count}");
        assert!(outcome.wall_ns >= 2 * 5_000_000);
    }
}

#[test]
fn a_connection_that_does_not_open_is_timed_out() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    // SAFETY: the call changes the length of the queue of a socket that is listening, and touches no memory.
    assert_eq!(unsafe { libc::listen(listener.as_raw_fd(), 0) }, 0);
    let address = listener.local_addr().unwrap();
    // The queue takes one; whoever comes after that is not answered.
    let _first = TcpStream::connect(address).unwrap();
    let target = Target { address, request: b"GET / HTTP/1.1\r\n\r\n".to_vec(), head_only: false };
    let load = Load { keep_alive: false, timeout: Duration::from_millis(5), ..closed(2) };
    let outcome = run(target, load, 100);
    let (kind, count, _) = only_fault(&outcome);
    assert_eq!((kind, outcome.connections_opened, outcome.connections_failed), (FaultKind::TimedOut, 0, count));
}

#[test]
fn whatever_a_server_says_every_request_ends() {
    const PARTS: [&str; 8] = [
        "HTTP/1.1 200 OK\r\n",
        "Content-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\n",
        "\r\n",
        "3\r\n",
        "abc",
        "\r\n",
        "0\r\n\r\n",
    ];
    for keeps in [true, false] {
        // A different text for each request: the digits of its number choose the parts.
        let server = Server::start(move |number| {
            let digits =
                (0..8).map(|place| PARTS[(number.wrapping_mul(0x9e3779b97f4a7c15) >> (3 * place + 20)) as usize & 7]);
            let text: Vec<&str> = std::iter::once(PARTS[0]).chain(digits).collect();
            if keeps { Reply::Keep(text.concat().into()) } else { Reply::Close(text.concat().into()) }
        });
        let load = Load { timeout: Duration::from_millis(5), ..closed(4) };
        run(server.target(""), load, 500);
    }
}

#[test]
fn one_stall_does_not_end_a_batch() {
    let server = Server::start(|number| if number == 3 { Reply::Silence } else { Reply::Keep(sized("ok")) });
    let load = Load { timeout: Duration::from_millis(200), ..closed(1) };
    let outcome = run(server.target(""), load, 20);
    assert_eq!((outcome.completed, outcome.faults[&FaultKind::TimedOut].count), (19, 1));
}

#[test]
fn a_load_that_makes_no_sense_is_refused() {
    let server = Server::start(|_| Reply::Silence);
    let loads = [
        closed(0),
        Load { timeout: Duration::ZERO, ..closed(1) },
        Load { pace: Pace::Fixed { per_second: 0.0 }, ..closed(1) },
        Load { pace: Pace::Poisson { per_second: f64::NAN }, ..closed(1) },
    ];
    for load in loads {
        assert!(Generator::new(server.target(""), load).is_err());
    }
}

#[test]
fn an_answer_has_faults_too() {
    let fault = |server: &Server, timeout| answer(server.target(""), Load { timeout, ..closed(1) }).unwrap_err();
    let long = Duration::from_secs(20);
    let silent = Server::start(|_| Reply::Silence);
    assert_eq!(fault(&silent, Duration::from_millis(5)), Fault::TimedOut { timeout_ns: 5_000_000 });
    let short = Server::start(|_| Reply::Close(b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nshort".to_vec()));
    assert_eq!(fault(&short, long), Fault::ClosedInBody { missing: 15 });
    assert_eq!(fault(&Server::resetting(), long), Fault::Reset);
    let long_body = Server::start(|_| Reply::Keep(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok!".to_vec()));
    assert_eq!(fault(&long_body, long), Fault::Surplus);
}
