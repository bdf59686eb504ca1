//! `cmpthese serve`: pages of the history, asked for as a browser asks.

use crate::chromium::Chromium;
use crate::stage::Stage;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

const PLAN: &str = "title = 'Reading <b>fast</b>'\nbaseline = 'one'\n\
    [[variant]]\nname = 'one'\nsim = { time = '10us', noise = 0.01 }\n\
    [[variant]]\nname = 'other <script>'\nsim = { time = '20us', noise = 0.01 }\n";

/// A server that ends with the test.
struct Served {
    process: Child,
    port: u16,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Served {
    fn of(stage: &Stage) -> Served {
        let mut process = stage.shell("exec cmpthese serve --port 0").spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where");
        let port = line.split(['/', ':']).nth(4).and_then(|port| port.parse().ok());
        Served { process, port: port.unwrap_or_else(|| panic!("no port in {line:?}")) }
    }

    /// The status and the page.
    fn page(&self, path: &str, host: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in UTF-8");
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, answer)
    }

    fn own(&self, path: &str) -> (u16, String) {
        self.page(path, &format!("127.0.0.1:{}", self.port))
    }
}

#[test]
fn the_history_is_a_list_of_runs_with_their_reports() {
    let stage = Stage::with("plan.toml", PLAN);
    for seed in [1, 2] {
        assert_eq!(stage.run(&format!("cmpthese run plan.toml --seed {seed} --budget 5s")).code, 0);
    }
    let served = Served::of(&stage);
    let (status, list) = served.own("/");
    assert!(status == 200 && list.contains("href=\"/run/2\"") && list.contains("Reading &lt;b&gt;fast"), "{list}");
    assert!(served.own("/?q=READING").1.contains("/run/1") && !served.own("/?q=writing").1.contains("/run/1"));
    let (status, report) = served.own("/run/1");
    assert!(
        status == 200 && report.contains("<code>one</code> is fastest") && !report.contains("http-equiv=\"refresh\"")
    );
    let (status, time) = served.own("/over-time/1");
    assert!(status == 200 && time.contains("2 runs over time") && time.contains("run 2: 2"), "{time}");
    for (path, status) in [("/run/9", 404), ("/run/x", 404), ("/nothing", 404)] {
        assert_eq!(served.own(path).0, status, "{path}");
    }
    assert!(!(list + &report + &time).contains("other <script>"), "foreign text is text");
}

/// A page of somebody else whose name leads to this machine is not answered.
#[test]
fn nobody_else_is_served() {
    let stage = Stage::with("plan.toml", PLAN);
    assert_eq!(stage.run("cmpthese run plan.toml --seed 1 --budget 5s").code, 0);
    let served = Served::of(&stage);
    assert_eq!(served.page("/", "example.org").0, 403);
    assert_eq!(served.page("/", "localhost:9000").0, 200, "by a port that ssh forwards");
    let taken = stage.run(&format!("cmpthese serve --port {}", served.port));
    assert!(taken.code == 3 && taken.stderr.contains("--port 0 takes any that is free"), "{}", taken.stderr);
    let none = Stage::new().run("cmpthese serve --port 0");
    assert!(none.code == 3 && none.stderr.contains("history"), "{}", none.stderr);
}

/// While a run is made its page asks for itself again.
#[test]
fn a_run_that_is_being_made_is_followed() {
    let stage = Stage::new();
    let mut run = stage.shell("exec cmpthese 'sleep 0.01' 'sleep 0.02' --budget 60s").spawn().expect("it starts");
    // Its first block is recorded before the next one begins.
    let recorded = || stage.run("cmpthese list").stdout.lines().any(|line| !line.contains(" 0 blocks"));
    while !(stage.history().exists() && recorded()) {
        std::thread::yield_now();
    }
    let served = Served::of(&stage);
    let (_, page) = served.own("/run/1");
    run.kill().and_then(|()| run.wait().map(drop)).expect("it ends");
    assert!(page.contains("http-equiv=\"refresh\"") && page.contains("being made"), "{page}");
    // What the looks have not seen is not told.
    assert!(page.contains("No look has been taken yet.") && !page.contains("sleep 0.02</th>"), "{page}");
    assert!(!served.own("/run/1").1.contains("http-equiv=\"refresh\""));
}

/// Runs are ticked in the list and seen side by side.
#[test]
fn several_runs_stand_beside_each_other() {
    let stage = Stage::with("plan.toml", PLAN);
    for seed in [1, 2] {
        assert_eq!(stage.run(&format!("cmpthese run plan.toml --seed {seed} --budget 5s")).code, 0);
    }
    let served = Served::of(&stage);
    let (status, page) = served.own("/beside?run=2&run=1&run=2");
    assert!(status == 200 && page.contains("The runs come to the same verdict.") && page.contains("href=\"/run/2\""));
    assert!(page.contains("Runs 1, 2 side by side") && !page.contains("other <script>"));
    for (path, told) in [
        ("/beside", "2 to 20 runs are shown side by side, and 0 asked for"),
        ("/beside?run=1&run=1", "1 asked for"),
        ("/beside?run=1&run=x", "x is no number of a run"),
        ("/beside?run=1&run=9", "failed to find run 9"),
    ] {
        let (status, page) = served.own(path);
        assert!(status == 404 && page.contains(told), "{path}: {page}");
    }
}

/// As a reader does, from the list to the pages; and nobody is kept from reading them.
#[test]
fn chromium_opens_the_pages() {
    let stage = Stage::with("plan.toml", PLAN);
    for seed in [1, 2] {
        assert_eq!(stage.run(&format!("cmpthese run plan.toml --seed {seed} --budget 5s")).code, 0);
    }
    let served = Served::of(&stage);
    let address = format!("http://127.0.0.1:{}", served.port);
    let mut browser = Chromium::start(&stage.path("chromium"));
    for path in ["/", "/run/1", "/over-time/1", "/beside?run=1&run=2"] {
        browser.open(&format!("{address}{path}"));
        assert_eq!(browser.complaints(), [""; 0], "{path}");
        assert_eq!(browser.requests(), [format!("{address}{path}")], "{path}");
        assert_eq!(browser.value("document.getElementById('tip').hidden"), true, "{path}: the script did not run");
        assert_eq!(browser.found_by_axe(), [""; 0], "{path}");
    }
    browser.open(&format!("{address}/"));
    browser.click("input[value='1']");
    browser.click("input[value='2']");
    browser.follow("form[action='/beside'] button");
    assert_eq!(browser.value("location.pathname + location.search"), "/beside?run=2&run=1");
}
