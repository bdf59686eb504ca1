//! Requests: servers that are started for a run, what they may answer, and what is left of them. The servers are written in
//! Python (`http/server.py`); numbers are left out.

use crate::process::Process;
use crate::stage::{Outcome, Stage};
use crate::transcript::without_measurements;
use insta::assert_snapshot;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;

const SERVER: &str = include_str!("http/server.py");

/// A plan of short batches, and one server that works.
const HEAD: &str = "
budget = '200ms'
load = { slice = '5ms', connections = 4 }
[server.python]
files = ['server.py']
command = ['python3', 'server.py', '{port}']
";

/// A stage with the server and a plan.
fn stage(plan: &str) -> Stage {
    let stage = Stage::with("plan.toml", plan);
    stage.write("server.py", SERVER);
    stage
}

fn run(stage: &Stage) -> Outcome {
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history");
    assert_eq!(stage.scratch(), Vec::<PathBuf>::new());
    outcome
}

/// What is said of variants; each is a name and what stands in its table.
fn said_of(variants: &[(&str, &str)]) -> String {
    let tables = variants.iter().map(|(name, table)| format!("[[variant]]\nname = '{name}'\nkeep = true\n{table}\n"));
    let plan = HEAD.to_string() + &tables.collect::<String>();
    without_measurements(&run(&stage(&plan)).transcript())
}

/// What is said of servers, each asked by a variant of its name; the first one works.
fn said_of_servers(servers: &[(&str, &str)]) -> String {
    let tables = servers.iter().map(|(name, table)| {
        let variant = format!("[[variant]]\nname = '{name}'\nhttp = {{ server = '{name}', path = '/' }}\n");
        format!("[server.{name}]\nfiles = ['server.py']\n{table}\n{variant}")
    });
    let plan = HEAD.to_string() + "[[variant]]\nname = 'works'\nhttp = { server = 'python', path = '/' }\n";
    without_measurements(&run(&stage(&(plan + &tables.collect::<String>()))).transcript())
}

#[test]
fn servers_that_cannot_be_started() {
    assert_snapshot!(said_of_servers(&[
        ("missing", "command = ['no-such-server', '{port}']"),
        ("missing_path", "command = ['./no-such-server', '{port}']"),
        (
            "missing_package",
            "command = ['no-such-server', '{port}']\nneeds = [{ name = 'no-such-server', package = 'no-such-package' }]"
        ),
        ("not_executable", "command = ['./server.py', '{port}']"),
        ("dies", "command = ['python3', 'server.py', '{port}', 'dies']"),
        ("is_killed", "command = ['python3', 'server.py', '{port}', 'is killed']"),
        ("gives_up", "command = ['python3', '-c', 'exit(255)', '{port}']"),
        ("port_in_use", "command = ['python3', 'server.py', '{port}', 'port in use']"),
    ]));
}

/// Its program is looked for where its own environment says.
#[test]
fn a_server_has_a_path_of_its_own() {
    let stage = stage(
        &(HEAD.replace("['python3', 'server.py'", "['a-server'")
            + "env = { PATH = '/stage/own:/usr/bin:/bin' }\n[[variant]]\nkeep = true\nhttp = '/'\n"),
    );
    std::fs::create_dir_all(stage.path("own")).unwrap();
    stage.write("own/a-server", "#!/bin/sh\nexec python3 server.py \"$@\"\n");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(stage.path("own/a-server"), executable).unwrap();
    let plan = std::fs::read_to_string(stage.path("plan.toml")).unwrap();
    stage.write("plan.toml", plan.replace("/stage/own", stage.path("own").to_str().unwrap()));
    let outcome = run(&stage);
    assert_eq!(outcome.code, 0, "{}", outcome.transcript());
}

#[test]
fn a_file_of_a_server_that_is_not_there() {
    let plan = HEAD.replace("'server.py']\nc", "'server.py', 'settings.json']\nc") + "[[variant]]\nhttp = '/'\n";
    assert_snapshot!(without_measurements(&run(&stage(&plan)).transcript()));
}

#[test]
fn servers_that_are_never_ready() {
    const SERVES: &str = "command = ['python3', 'server.py', '{port}']\ntimeout = '5s'\n";
    assert_snapshot!(said_of_servers(&[
        ("sleeps", "command = ['python3', 'server.py', '{port}', 'sleeps']\ntimeout = '5s'"),
        ("elsewhere", "command = ['python3', 'server.py', '{port}', 'elsewhere']\ntimeout = '5s'"),
        ("mute", &format!("{SERVES}ready = '/mute'")),
        ("garbage", &format!("{SERVES}ready = '/garbage'")),
        ("closes", &format!("{SERVES}ready = '/close'")),
        ("broken", &format!("{SERVES}ready = '/500'")),
    ]));
}

#[test]
fn answers_that_are_none() {
    assert_snapshot!(said_of(&[
        ("works", "http = '/'"),
        ("works as well", "http = '/again'"),
        ("never answers", "http = '/mute'\ntimeout = '300ms'"),
        ("garbage", "http = '/garbage'"),
        ("headers without end", "http = '/endless'"),
        ("length too long", "http = '/too-long'"),
        ("length too short", "http = '/too-short'"),
        ("server error", "http = '/500'"),
        ("not found", "http = '/404'"),
        ("resets", "http = '/reset'"),
        ("closes", "http = '/close'"),
        ("another status", "http = { path = '/', status = 404 }"),
    ]));
}

#[test]
fn some_requests_fail() {
    assert_snapshot!(said_of(&[
        ("works", "http = '/'"),
        ("one in twenty", "http = '/fails-once-in-20'"),
        ("one in three", "http = '/fails-once-in-3'"),
    ]));
}

/// What it wrote last is told with the failure of the variant that noticed.
#[test]
fn a_server_that_ends_in_the_middle() {
    let plan = HEAD.to_string() + "[[variant]]\nkeep = true\nhttp = '/'\n[[variant]]\nkeep = true\nhttp = '/exit'\n";
    let outcome = run(&stage(&plan));
    let told = outcome.stdout.lines().find(|line| line.starts_with("/exit: failed: "));
    assert!(told.is_some_and(|line| line.ends_with("; it said: I have had enough")), "{}", outcome.transcript());
    assert!(outcome.stdout.lines().all(|line| !line.starts_with("/: failed")), "{}", outcome.transcript());
}

#[test]
fn answers_that_differ() {
    assert_snapshot!(said_of(&[
        ("one", "http = '/'"),
        ("the same", "http = '/again'"),
        ("another", "http = '/other'"),
        ("another status", "http = { path = '/404', status = 404 }"),
    ]));
}

/// However long they are.
#[test]
fn answers_that_differ_at_their_end() {
    let said = said_of(&[("one", "http = '/long/a'"), ("another", "http = '/long/b'")]);
    assert_eq!(said.matches("answers differently").count(), 1, "{said}");
}

#[test]
fn header_fields_are_part_of_the_answer_when_the_plan_says_so() {
    let variants = |more: &str| {
        let of = |language: &str| format!("http = {{ path = '/language/{language}'{more} }}");
        said_of(&[("Danish", &of("da")), ("Danish again", &of("da")), ("Esperanto", &of("eo"))])
    };
    let without = variants("");
    assert!(!without.contains("differ"), "{without}");
    assert_snapshot!(variants(", answer_headers = ['content-language']"));
}

#[test]
fn a_status_that_is_wanted_and_a_body_that_is_sent() {
    assert_snapshot!(said_of(&[
        ("not found", "http = { path = '/404', status = 404 }"),
        ("not found again", "http = { path = '/404', status = 404, headers = { Accept = 'text/plain' } }"),
    ]));
    assert_snapshot!(said_of(&[
        ("fetched", "http = '/'"),
        ("posted", "http = { path = '/echo', body = \"hello\\n\", headers = { Content-Type = 'text/plain' } }"),
        ("put", "http = { path = '/echo', method = 'PUT', body = \"hello\\n\" }"),
    ]));
}

#[test]
fn connections_that_are_not_kept_and_requests_that_are_planned() {
    for load in ["keep_alive = false", "rate = 500", "rate = 500, arrivals = 'poisson', keep_alive = false"] {
        let plan = HEAD.replace("connections = 4", load)
            + "[[variant]]\nkeep = true\nhttp = '/'\n[[variant]]\nkeep = true\nhttp = '/again'\n";
        let outcome = run(&stage(&plan));
        assert_eq!(outcome.code, 0, "{load}: {}", outcome.transcript());
        assert!(!outcome.stdout.contains("failed"), "{load}: {}", outcome.stdout);
    }
}

/// It takes three times as long as the other for its first 50 requests, and then a third. Where starting Python takes most of the budget, because
/// other tests run beside it, no launch comes to its 50th request, and there is nothing to be seen.
#[test]
fn a_server_that_warms_up_is_not_told_by_its_beginning() {
    let variants =
        "[[variant]]\nname = 'steady'\nhttp = '/steady'\n[[variant]]\nname = 'warms up'\nhttp = '/warms-up-in-50'\n";
    let outcome = run(&stage(&(HEAD.replace("200ms", "10s").replace("connections = 4", "connections = 1") + variants)));
    assert_eq!(outcome.code, 0, "{}", outcome.transcript());
    let (_, of_blocks) = outcome.stdout.split_once(" launches, ").expect("how many launches of how many blocks");
    let blocks: usize = of_blocks.split(' ').next().and_then(|blocks| blocks.parse().ok()).expect("a number of blocks");
    let is_seen = blocks > 150;
    assert!(!(is_seen && outcome.stdout.contains("`steady` is fastest")), "{}", outcome.transcript());
}

#[test]
fn a_body_may_be_long() {
    let body = "x".repeat(1_200_000);
    let variants = format!("[[variant]]\nname = 'one'\nkeep = true\nhttp = {{ path = '/echo', body = '{body}' }}\n");
    let outcome = run(&stage(&(HEAD.to_string() + &variants)));
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
}

/// Those of a connection come one after the other: each may take as long as its time-out, and the first of them together longer.
#[test]
fn an_answer_that_comes_late_comes_in_time() {
    let variants = "[[variant]]\nname = 'one'\nkeep = true\ntimeout = '250ms'\nhttp = '/late'\n\
                    [[variant]]\nname = 'other'\nkeep = true\ntimeout = '250ms'\nhttp = { path = '/late', headers = { X = '1' } }\n";
    let outcome = run(&stage(&(HEAD.to_string() + variants)));
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
}

/// `localhost` is the address of IPv6 for many a server, and virtual hosts have names.
#[test]
fn a_server_may_listen_at_the_address_of_ipv6_alone_and_be_asked_by_a_name() {
    let server = "import http.server, socket, sys
class Server(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def log_message(self, *args): pass
    def do_GET(self):
        body = self.headers.get_all('Host')[0].encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
Server(('::1', int(sys.argv[1])), Handler).serve_forever()
";
    let plan = "budget = '300ms'\nload = { slice = '5ms' }\nexpect = 'app.test'\n[server.python]\nfiles = ['server.py']\n\
                command = ['python3', 'server.py', '{port}']\ntimeout = '20s'\n\
                [[variant]]\nname = 'named'\nkeep = true\nhttp = { path = '/', headers = { Host = 'app.test' } }\n";
    let stage = Stage::with("plan.toml", plan);
    stage.write("server.py", server);
    let outcome = run(&stage);
    assert_eq!(outcome.code, 0, "{}", outcome.transcript());
}

/// The plan is in another directory than the one in which it is run, and the program lies beside it.
#[test]
fn what_a_server_is_given() {
    let stage = Stage::new();
    std::fs::create_dir_all(stage.path("below/conf")).unwrap();
    stage.write("below/server.py", SERVER);
    stage.write("below/start", "#!/bin/sh\nexec python3 server.py \"$@\"\n");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(stage.path("below/start"), executable).unwrap();
    stage.write("below/conf/settings.json.in", r#"{"port": "@port@", "dir": "@dir@", "size": "@size@"}"#);
    let plan = "
        budget = '100ms'
        load = { slice = '5ms' }
        params.size = [3]
        [server.python]
        files = ['server.py', 'start', 'conf/settings.json.in']
        command = ['./start', '{port}']
        env = { SIZE = 'size {size}', TO = '{port}' }
        ready = '/surroundings'
        [[variant]]
        name = 'told'
        keep = true
        http = '/surroundings'
        [[variant]]
        name = 'as it should be'
        keep = true
        http = { path = '/echo', body = \"True\\n\" }
        ";
    stage.write("below/plan.toml", plan);
    assert_snapshot!(stage.measured_session(&["cmpthese run below/plan.toml --seed 1 --no-history"]));
    assert_eq!(stage.scratch(), Vec::<PathBuf>::new());
}

/// Answers `hello` on every connection, for as long as the test runs.
fn running_server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || listener.incoming().flatten().for_each(|one| drop(std::thread::spawn(|| hello(one)))));
    address
}

fn hello(mut connection: TcpStream) {
    let requests = BufReader::new(connection.try_clone().unwrap());
    for line in requests.lines().map_while(Result::ok) {
        let answered = match line.as_str() {
            "" => connection.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n"),
            _ => Ok(()),
        };
        if answered.is_err() {
            return;
        }
    }
}

#[test]
fn a_server_that_runs_already() {
    let address = running_server();
    let plan = format!(
        "budget = '200ms'\nload = {{ slice = '5ms' }}\n[[variant]]\nname = 'one'\nkeep = true\nhttp = 'http://{address}/'\n\
         [[variant]]\nname = 'other'\nkeep = true\nhttp = 'http://localhost:{}/other'\n",
        address.port()
    );
    assert_snapshot!(without_measurements(&run(&stage(&plan)).transcript()));
}

#[test]
fn nobody_runs_there() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let plan = format!("[[variant]]\nname = 'one'\nhttp = 'http://{address}/'\n");
    let transcript = run(&stage(&plan)).transcript().replace(&address.to_string(), "[address]");
    assert_snapshot!(without_measurements(&transcript));
}

#[test]
fn another_machine_is_not_put_under_load() {
    let plan = "[[variant]]\nname = 'one'\nhttp = 'http://example.org/'\n";
    assert_snapshot!(run(&stage(plan)).transcript());
}

/// A server with a child in its group, and one that left it and ignores what would stop it.
const FAMILY: &str = "
budget = '1h'
load = { slice = '5ms' }
[server.python]
files = ['server.py']
command = ['python3', 'server.py', '{port}', 'family']
env = { WITNESS = '/stage/witness' }
[[variant]]
name = 'one'
http = '/'
[[variant]]
name = 'other'
http = '/again'
";

/// A run whose second launch has begun: the first was the pilot.
fn in_the_middle(stage: &Stage) -> Process<'_> {
    stage.write("plan.toml", FAMILY.replace("/stage", &stage.path("").to_string_lossy()));
    let mut process = Process::start(stage, "cmpthese run plan.toml --seed 1 --no-history");
    process.wait_for_lines(&stage.path("witness"), 2);
    process
}

#[test]
fn ctrl_c_leaves_no_server_behind() {
    let stage = stage("");
    let process = in_the_middle(&stage);
    process.signal_group("INT");
    assert_eq!(process.end().code, 130);
    assert_eq!(stage.scratch(), Vec::<PathBuf>::new());
}

/// The keeper of a server outlives who started it, until nothing is left of the server.
#[test]
fn sigkill_leaves_no_server_behind() {
    let stage = stage("");
    assert!(in_the_middle(&stage).kill());
    let of_server = |path: &PathBuf| path.to_string_lossy().contains("cmpthese-server-");
    assert_eq!(stage.scratch().into_iter().filter(of_server).collect::<Vec<_>>(), Vec::<PathBuf>::new());
}

#[test]
fn an_address_is_not_compared_with_a_command() {
    let outcome = Stage::new().run("cmpthese http://127.0.0.1:1/ true");
    let message = "error: `http://127.0.0.1:1/` is an address, and others are commands\n";
    assert!(outcome.code == 2 && outcome.stderr.starts_with(message), "{}{}", outcome.stdout, outcome.stderr);
}
