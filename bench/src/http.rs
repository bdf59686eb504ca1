//! The trials of requests: what the generator of load costs, and whether its latencies are right.

use crate::in_turn::in_turn;
use crate::outcome::Outcome;
use crate::port;
use crate::program::Program;
use crate::stalling;
use generator::{Generator, Load, Pace, Target};
use serde_json::Value;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Pairs of runs of the two generators.
const PAIRS: usize = 12;

/// How long each of them runs, in seconds.
const RUN_SECONDS: f64 = 2.0;

/// Requests that are counted in the server's log.
const LOGGED: u64 = 50_000;

/// The tolerance of latencies.
const RIGHT: f64 = 0.02;

/// This program's generator and wrk, on a static file of a private nginx, in alternation.
pub fn generator(_: &Program) -> Outcome {
    let nginx = Nginx::start("off");
    let mut rate = 20_000.0;
    let (mut costs, mut rates) = (Vec::new(), Vec::new());
    let (mut own_us, mut wrk_us) = (Vec::new(), Vec::new());
    for pair in 0..PAIRS {
        let own = || own_run(nginx.address, (rate * RUN_SECONDS) as u64);
        let (own, wrk) = in_turn(pair % 2 == 0, own, || wrk_run(nginx.address));
        rate = own.per_second;
        costs.push((own.cpu_us / wrk.cpu_us).ln());
        rates.push((own.per_second / wrk.per_second).ln());
        own_us.push(own.cpu_us);
        wrk_us.push(wrk.cpu_us);
    }
    drop(nginx);
    let ratio = |values: &[f64]| {
        let interval = stats::score_interval(values, 0.05, 0.0).expect("there are pairs");
        [interval.point, interval.low, interval.high].map(f64::exp)
    };
    let ([cost, cost_low, cost_high], [speed, speed_low, speed_high]) = (ratio(&costs), ratio(&rates));
    let (completed, logged) = counted();
    let median = |values: &[f64]| stats::median(values).expect("there are pairs");
    let text = format!(
        "CPU a request {:.1} µs, wrk's {:.1} µs: ratio {cost:.2} [{cost_low:.2}, {cost_high:.2}]; requests a second, ratio \
         {speed:.2} [{speed_low:.2}, {speed_high:.2}]; {completed} requests, {logged} in the server's log",
        median(&own_us),
        median(&wrk_us)
    );
    Outcome { holds: cost_high <= 1.2 && speed_high >= 1.0 && completed == logged, text }
}

/// Open loops against servers of 20 ms, of which one stalls for half a second every 5 s, and a closed loop against that.
pub fn latency(program: &Program) -> Outcome {
    let open = "connections = 300\nrate = 400\narrivals = 'fixed'\n";
    let notes = tempfile::NamedTempFile::new().expect("there is room");
    let open = program.report(&["run", &program.plan(&plan(open, notes.path()))]);
    let noted = fs::read_to_string(notes.path()).expect("the server noted what it did");
    let steady = noted.lines().filter_map(|line| line.strip_prefix("/ ")?.parse::<f64>().ok());
    let steady: Vec<f64> = steady.map(|ns| ns / 1e6).collect();
    let really = |quantile| stats::quantile(&steady, quantile).expect("the server answered");
    let closed = program.report(&["run", &program.plan(&plan("connections = 10\n", Path::new("/dev/null")))]);
    // An answer that is due in a stall leaves at its end, so that a part (500 - y) / 5000 of them takes y longer.
    let expected = [0.5, 0.99, 0.999].map(|quantile| ("steady", quantile, really(quantile))).into_iter();
    let expected = expected.chain([("stalling", 0.5, 20.0), ("stalling", 0.99, 470.0), ("stalling", 0.999, 515.0)]);
    let (mut holds, mut told) = (true, Vec::new());
    for (variant, quantile, known_ms) in expected {
        let ms = latency_of(&open, variant, quantile);
        holds &= (ms / known_ms - 1.0).abs() <= RIGHT;
        told.push(format!("{variant} p{} {ms:.2} ms ({known_ms:.2})", quantile * 100.0));
    }
    let traffic = &variant_of(&closed, "stalling")["traffic"];
    let seen_ms = latency_of(&closed, "stalling", 0.99);
    let hidden_ms = traffic["p99_hidden_ns"].as_f64().unwrap_or(f64::NAN) / 1e6;
    holds &= seen_ms < 25.0 && (hidden_ms / 470.0 - 1.0).abs() <= 0.05;
    told.push(format!("closed loop: p99 {seen_ms:.2} ms, and {hidden_ms:.0} ms is said to be hidden"));
    Outcome { holds, text: told.join(", ") }
}

fn plan(load: &str, notes: &Path) -> String {
    let own = std::env::current_exe().expect("this program has a path");
    let (own, word, stalling) = (own.to_string_lossy(), stalling::WORD, stalling::STALLING);
    format!(
        "budget = '100s'\n[load]\nslice = '10s'\n{load}
         [server.known]\ncommand = ['{own}', '{word}', '{{port}}', '20', '500', '5000', '{}']
         [[variant]]\nname = 'steady'\nhttp = '/'
         [[variant]]\nname = 'stalling'\nhttp = '{stalling}'\n",
        notes.display()
    )
}

fn variant_of<'r>(report: &'r Value, name: &str) -> &'r Value {
    let variants = report["points"][0]["variants"].as_array().expect("there are variants");
    variants.iter().find(|variant| variant["name"] == name).expect("both are reported")
}

fn latency_of(report: &Value, name: &str, quantile: f64) -> f64 {
    let latencies = variant_of(report, name)["traffic"]["latencies"].as_array().expect("there are latencies");
    let one = latencies.iter().find(|one| one["quantile"] == quantile).expect("the quantile is reported");
    one["ns"].as_f64().expect("a number") / 1e6
}

struct Cost {
    cpu_us: f64,
    per_second: f64,
}

/// All that this process spends on it, from making the generator to closing its connections.
fn own_run(address: SocketAddr, requests: u64) -> Cost {
    let before = cpu_us(libc::RUSAGE_SELF);
    let outcome = own_generator(address).run(requests, 1, 200).expect("there are descriptors");
    let spent = cpu_us(libc::RUSAGE_SELF) - before;
    assert_eq!(outcome.completed, requests, "{:?}", outcome.faults);
    Cost { cpu_us: spent / requests as f64, per_second: requests as f64 * 1e9 / outcome.wall_ns as f64 }
}

fn own_generator(address: SocketAddr) -> Generator {
    let request = format!("GET /file HTTP/1.1\r\nHost: {address}\r\n\r\n").into_bytes();
    let load =
        Load { connections: 10, keep_alive: true, pace: Pace::Closed, timeout: Duration::from_secs(10), awake: false };
    Generator::new(Target { address, request, head_only: false }, load).expect("the load makes sense")
}

fn wrk_run(address: SocketAddr) -> Cost {
    let before = cpu_us(libc::RUSAGE_CHILDREN);
    let duration = format!("-d{RUN_SECONDS}s");
    let output = Command::new("wrk").args(["-t1", "-c10", &duration, &format!("http://{address}/file")]).output();
    let text =
        String::from_utf8(output.expect("wrk is installed: apt-get install wrk").stdout).expect("it prints text");
    let spent = cpu_us(libc::RUSAGE_CHILDREN) - before;
    let number = |line: Option<&str>| line?.split_whitespace().find_map(|word| word.parse::<f64>().ok());
    let requests = number(text.lines().find(|line| line.contains(" requests in "))).expect("wrk counts its requests");
    let per_second = number(text.lines().find(|line| line.starts_with("Requests/sec:"))).expect("wrk tells a rate");
    Cost { cpu_us: spent / requests, per_second }
}

/// How many requests the generator counted, and the server.
fn counted() -> (u64, u64) {
    let mut nginx = Nginx::start("access.log");
    let before = nginx.logged();
    let outcome = own_generator(nginx.address).run(LOGGED, 1, 200).expect("there are descriptors");
    nginx.end();
    (outcome.completed, nginx.logged() - before)
}

fn cpu_us(who: libc::c_int) -> f64 {
    // SAFETY: rusage is plain numbers, for which all zeroes is a valid value, and it is writable for the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    };
    let micros = |time: libc::timeval| time.tv_sec as f64 * 1e6 + time.tv_usec as f64;
    micros(usage.ru_utime) + micros(usage.ru_stime)
}

/// A private nginx with one worker and a file of 400 bytes. It is ended when it is dropped.
struct Nginx {
    address: SocketAddr,
    process: Child,
    directory: tempfile::TempDir,
}

impl Nginx {
    fn start(access_log: &str) -> Nginx {
        let directory = tempfile::tempdir().expect("there is room");
        let root = directory.path().to_string_lossy().into_owned();
        let address = port::free();
        let user = if root_runs() { "user root;" } else { "" };
        let configuration = format!(
            "daemon off; {user} worker_processes 1; pid {root}/pid; error_log stderr;
             events {{ worker_connections 256; }}
             http {{
               access_log {access_log}; keepalive_requests 100000000; sendfile on;
               client_body_temp_path {root}; proxy_temp_path {root}; fastcgi_temp_path {root};
               uwsgi_temp_path {root}; scgi_temp_path {root};
               server {{ listen {address}; root {root}; }}
             }}"
        );
        fs::write(directory.path().join("nginx.conf"), configuration).expect("there is room");
        fs::write(directory.path().join("file"), "x".repeat(400)).expect("there is room");
        let command = ["-p", &root, "-c", &format!("{root}/nginx.conf")].map(str::to_string);
        let process = Command::new("/usr/sbin/nginx").args(command).stdin(Stdio::null()).spawn();
        let process = process.expect("nginx is installed: apt-get install nginx-light");
        port::wait(address, "nginx");
        Nginx { address, process, directory }
    }

    fn logged(&self) -> u64 {
        let log = fs::read_to_string(self.directory.path().join("access.log")).unwrap_or_default();
        log.lines().count() as u64
    }

    fn end(&mut self) {
        if let Ok(None) = self.process.try_wait() {
            // SAFETY: the call takes two integers; the process is our own child, and has not been waited for.
            unsafe { libc::kill(self.process.id() as i32, libc::SIGTERM) };
            let _ = self.process.wait();
        }
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        self.end();
    }
}

fn root_runs() -> bool {
    // SAFETY: the call takes nothing and cannot fail.
    unsafe { libc::geteuid() == 0 }
}
