//! Requests through the protocol of workers, and servers through their keeper. The server is written in Python.

use crate::stage::{Actor, Stage, Witness, shell};
use cmpthese_subjects::{NoServer, RunningServer, http};
use model::{CommandLine, Metric, Readings, Scope, Server, StopSignal, Template};
use protocol::{ErrorKind, HttpCase, Reply, Request, WorkerCase};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

/// server.py PORT [FILE]: with a file it goes to the background, and writes to it when it is asked to stop.
const SERVER: &str = r#"
import os, signal, socket, sys, threading, time

lock, count = threading.Lock(), 0

def burn():
    child = os.fork()
    if child == 0:
        while time.process_time() < 0.06:
            pass
        os._exit(0)
    os.waitpid(child, 0)

def serve(connection):
    global count
    received = b""
    while True:
        while b"\r\n\r\n" not in received:
            more = connection.recv(65536)
            if not more:
                return
            received += more
        head, _, received = received.partition(b"\r\n\r\n")
        path = head.decode().split(" ")[1]
        body = b"hello\n"
        if path == "/count":
            body = b"%d\n" % count
        elif path == "/pid":
            body = b"%d\n" % os.getpid()
        else:
            with lock:
                count += 1
        if path == "/burn":
            burn()
        if path == "/answers-once" and count > 1:
            time.sleep(30)
        fails = path == "/fails-twice-in-40" and count % 40 in (20, 21) or path == "/works-once" and count > 1
        status = b"503 Service Unavailable" if fails else b"200 OK"
        connection.sendall(b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n" % (status, len(body)) + body)

def serve_quietly(connection):
    try:
        serve(connection)
    except OSError:
        pass
    connection.close()

def asked(*_):
    with open(sys.argv[2], "w") as file:
        file.write("asked to stop")
    os._exit(0)

listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", int(sys.argv[1])))
listener.listen(128)
if len(sys.argv) > 2:
    signal.signal(signal.SIGTERM, asked)
    if os.fork():
        os._exit(0)
    os.setsid()
while True:
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=serve_quietly, args=(connection,), daemon=True).start()
"#;

/// A server that a command line starts, with the script beside it.
fn server(argv: &[String]) -> Server {
    Server {
        name: "python".to_string(),
        line: CommandLine::Argv(argv.iter().map(|word| Template::parse(word)).collect()),
        files: argv.iter().filter(|word| *word == "server.py").cloned().collect(),
        env: Vec::new(),
        ready: None,
        patience_ns: 60_000_000_000,
        stop: StopSignal::Term,
        needs: Vec::new(),
    }
}

fn words(more: &[&str]) -> Vec<String> {
    ["python3", "server.py", "{port}"].iter().chain(more).map(|word| word.to_string()).collect()
}

fn start(stage: &Stage, argv: &[String]) -> RunningServer {
    stage.write("server.py", SERVER);
    let started = RunningServer::start(&server(argv), &Scope::new(), &[], &stage.context);
    let mut running = started.expect("python3 is installed");
    running.await_ready().expect("it listens");
    running
}

fn generator(stage: &Stage) -> Actor {
    Actor::greeted(http::start(&stage.context).expect("the generator can be started"))
}

fn case(server: &RunningServer, path: &str) -> HttpCase {
    HttpCase {
        address: server.address(),
        request: format!("GET {path} HTTP/1.1\r\nHost: here\r\n\r\n"),
        head_only: false,
        connections: 4,
        keep_alive: true,
        per_second: None,
        by_chance: false,
        awake: false,
        timeout_ns: 60_000_000_000,
        status: None,
        answer_headers: Vec::new(),
        server: Some(server.keeper()),
    }
}

/// What the server answers to a path, asked without the generator.
fn asked(server: &RunningServer, path: &str) -> String {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\n\r\n").as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").expect("an answer has a head").1.trim().to_string()
}

/// The readings of a batch in which every request is answered, and has its latency.
fn run(actor: &mut Actor, requests: u64) -> Readings {
    match actor.ask(&Request::Run { iterations: requests, padding: 0, slices: 1, bare: false }) {
        Ok(Reply::Sample { iterations, readings, latencies, notes, .. }) => {
            assert_eq!((iterations, notes), (requests, Vec::new()));
            assert_eq!(latencies.map(|latencies| latencies.count()), Some(requests));
            readings
        }
        other => panic!("no sample: {other:?}"),
    }
}

#[test]
fn the_server_counts_as_many_requests_as_the_generator() {
    let stage = Stage::new();
    let server = start(&stage, &words(&[]));
    let mut actor = generator(&stage);
    assert_eq!(actor.hello.worker, "http");
    let absent = actor.hello.absent.values();
    assert!(absent.clone().all(|why| why.contains("the generator of load, not of the server")), "{absent:?}");
    actor.prepare(WorkerCase::Http(case(&server, "/")));
    assert_eq!(actor.answer().head, r#""hello\n""#);
    let readings = run(&mut actor, 200);
    assert_eq!(asked(&server, "/count"), "201");
    assert_eq!(readings[&Metric::FailedRequests], 0);
    assert_eq!(readings[&Metric::Opened] + readings[&Metric::Reused], 200);
    assert!((1..=4).contains(&readings[&Metric::Opened]), "{readings:?}");
    assert_eq!(
        readings[&Metric::ReceivedBytes],
        200 * "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n".len() as u64
    );
    assert!(!readings.contains_key(&Metric::ServerMemory), "the first batch is a warm-up");

    actor.prepare(WorkerCase::Http(HttpCase { keep_alive: false, ..case(&server, "/") }));
    let readings = run(&mut actor, 50);
    assert_eq!((readings[&Metric::Opened], readings[&Metric::Reused]), (50, 0));
    // The answer that tells the status of the others is asked for when nobody did.
    assert_eq!(asked(&server, "/count"), "252");

    actor.prepare(WorkerCase::Http(HttpCase { per_second: Some(2000.0), by_chance: true, ..case(&server, "/") }));
    let readings = run(&mut actor, 100);
    assert!(readings[&Metric::Planned] > 0 && readings.contains_key(&Metric::Lag), "{readings:?}");
    assert_eq!(asked(&server, "/count"), "353");
}

#[test]
fn what_makes_no_sense_to_a_generator() {
    let stage = Stage::new();
    let mut actor = generator(&stage);
    let errors = [
        actor.answer_error(),
        actor.error(&Request::Run { iterations: 1, padding: 0, slices: 1, bare: false }),
        actor.prepare_error(shell("true")),
    ];
    let messages = errors.map(|error| (error.kind, error.message));
    let none = (ErrorKind::Protocol, "no request is prepared".to_string());
    let other = (ErrorKind::Protocol, "only requests are for the generator of load".to_string());
    assert_eq!(messages, [none.clone(), none, other]);
}

#[test]
fn a_server_that_is_gone_is_a_failure_of_the_case() {
    let stage = Stage::new();
    let server = start(&stage, &words(&[]));
    let mut actor = generator(&stage).ready(WorkerCase::Http(case(&server, "/")));
    actor.answer();
    let address = server.address();
    drop(server);
    let error = actor.answer_error();
    assert_eq!((error.kind, error.message), (ErrorKind::Died, format!("nobody listens at {address}")));
    let error = actor.error(&Request::Run { iterations: 10, padding: 0, slices: 1, bare: false });
    assert_eq!(error.message, "10 of 10 requests failed: the connection was refused");
}

/// A batch of one that fails is no failure of the case while few fail.
#[test]
fn a_batch_that_fails_is_sent_again_unless_too_many_do() {
    let stage = Stage::new();
    let server = start(&stage, &words(&[]));
    let one_at_a_time = |path: &str| HttpCase { connections: 1, keep_alive: false, ..case(&server, path) };
    let mut actor = generator(&stage).ready(WorkerCase::Http(one_at_a_time("/works-once")));
    actor.answer();
    let error = actor.error(&Request::Run { iterations: 1, padding: 0, slices: 1, bare: false });
    assert_eq!(error.message, "6 of 6 requests failed: status 503 instead of 200");

    actor.prepare(WorkerCase::Http(one_at_a_time("/fails-twice-in-40")));
    let failed: Vec<u64> = (0..40)
        .map(|_| match actor.ask(&Request::Run { iterations: 1, padding: 0, slices: 1, bare: false }) {
            Ok(Reply::Sample { iterations: 1, readings, .. }) => readings[&Metric::FailedRequests],
            other => panic!("no sample of one: {other:?}"),
        })
        .filter(|failed| *failed > 0)
        .collect();
    assert_eq!(failed, [2], "both in one batch");
}

/// Who waits until the time is over does not wait so long again.
#[test]
fn a_batch_that_runs_out_of_time_is_not_sent_again() {
    let stage = Stage::new();
    let server = start(&stage, &words(&[]));
    let case = HttpCase { connections: 1, timeout_ns: 1_000_000_000, ..case(&server, "/answers-once") };
    let mut actor = generator(&stage).ready(WorkerCase::Http(case));
    actor.answer();
    let error = actor.error(&Request::Run { iterations: 1, padding: 0, slices: 1, bare: false });
    assert_eq!(error.message, "1 of 1 requests failed: no complete response within 1000 ms");
}

/// Its command forks and ends with success, and the child has a session of its own.
#[test]
fn a_server_in_the_background_is_kept_asked_to_stop_and_ended() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let last_words = stage.text("last-words");
    let server = start(&stage, &witness.holding(&words(&[&last_words])));
    let started = witness.line();
    let pid = asked(&server, "/pid");
    assert_ne!(started, pid, "it went to the background");
    assert!(Path::new("/proc").join(&pid).exists());
    let mut actor = generator(&stage).ready(WorkerCase::Http(case(&server, "/")));
    run(&mut actor, 10);
    let readings = run(&mut actor, 10);
    assert!(readings[&Metric::ServerMemory] > 1 << 20, "{readings:?}");
    drop(server);
    assert!(!Path::new("/proc").join(&pid).exists());
    assert_eq!(std::fs::read_to_string(last_words).unwrap(), "asked to stop");
    assert_eq!(witness.all_ended(), Vec::<String>::new());
}

/// Who is asked in pieces ends.
#[test]
fn a_server_that_reads_once_is_asked_in_one_piece() {
    const READS_ONCE: &str = r#"
import socket, sys
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    connection, _ = listener.accept()
    if not connection.recv(65536).endswith(b"\r\n\r\n"):
        sys.exit("it is asked in pieces")
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    connection.close()
"#;
    let stage = Stage::new();
    let argv = ["python3", "-c", READS_ONCE, "{port}"].map(str::to_string);
    let server = Server { ready: Some(Template::parse("/")), ..server(&argv) };
    let mut running = RunningServer::start(&server, &Scope::new(), &[], &stage.context).expect("python3 is installed");
    running.await_ready().expect("the whole request comes at once");
}

/// Its command ends with success and what it left behind ends, too: nobody waits for the port until the patience is over.
#[test]
fn a_server_that_ends_in_the_background_is_told() {
    let stage = Stage::new();
    let argv = ["sh", "-c", "sleep 0.3 & : {port}"].map(str::to_string);
    let mut running = RunningServer::start(&server(&argv), &Scope::new(), &[], &stage.context).expect("sh is there");
    let why = running.await_ready().expect_err("nobody listens");
    assert!(
        matches!(&why, NoServer::Failed(why) if why.contains("ended with exit code 0 before it was ready")),
        "{why:?}"
    );
}

/// Shells do not hand on what they are asked, and a launch then waits for as long.
#[test]
fn a_server_that_goes_on_when_it_is_asked_to_stop_is_told() {
    let stage = Stage::new();
    assert_eq!(start(&stage, &words(&[])).end(), None);
    let stubborn = ["sh", "-c", "trap '' TERM; exec python3 server.py {port}"].map(str::to_string);
    let server = Server { files: vec!["server.py".to_string()], ..server(&stubborn) };
    let mut running = RunningServer::start(&server, &Scope::new(), &[], &stage.context).expect("sh is there");
    running.await_ready().expect("it listens");
    assert_eq!(running.end(), Some(5_000_000_000));
}

/// What a child used is known to its parent in ticks of ten milliseconds once it is reaped.
#[test]
fn what_children_of_a_server_used_is_counted() {
    let stage = Stage::new();
    let server = start(&stage, &words(&[]));
    let mut actor = generator(&stage).ready(WorkerCase::Http(HttpCase { connections: 1, ..case(&server, "/burn") }));
    actor.answer();
    let readings = run(&mut actor, 4);
    assert!(readings[&Metric::User] + readings[&Metric::System] >= 4 * 50_000_000, "{readings:?}");
}
