//! What every worker must do: the hosts of all languages under `workers/`, with the snippets of their `worker.toml`, keep what
//! `subjects/src/conformance` says, as anybody's host can be asked by `cmpthese conformance`; the spawner does the same with commands,
//! and the simulator as far as it goes. `docs/protocol.md` is the rule that is checked; what is special to one worker is in a
//! test file of its own.

use crate::stage;
use crate::stage::{Actor, Stage, Witness};
use cmpthese_subjects::conformance::{self, Outcome, conformance};
use cmpthese_subjects::languages::{self, Language};
use cmpthese_subjects::{Clock, Context, LaunchDraw, Loss, Worker, command, sim, snippet};
use model::{
    Answer, Check, Collector, METRICS, Metric, Point, Role, SimFault, SimSubject, Subject, Teller, Template, Variant,
};
use protocol::{ErrorKind, Param, Part, Reply, Request, SnippetCase, VERSION, WorkerCase};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How long the behaviour `delay` takes at least.
const DELAY_NS: u64 = 50_000_000;

/// Where the code that is measured runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runs {
    /// In the worker's process: what ends the code ends the worker.
    Inside,
    /// In a process of its own: the worker lives to tell.
    Apart,
    /// On the virtual clock.
    Nowhere,
}

/// A worker that has to pass.
struct Candidate {
    name: String,
    runs: Runs,
    /// Whether it is forked from a process that becomes several workers.
    is_forked: bool,
    /// What it is told to prepare for each behaviour that it can have.
    cases: BTreeMap<&'static str, WorkerCase>,
}

fn candidates() -> Vec<Candidate> {
    let alone = languages::names().into_iter().map(|name| (name, false));
    let forked =
        languages::names().into_iter().filter(|name| languages::find(name).can_fork()).map(|name| (name, true));
    let hosts = alone.chain(forked).map(|(name, is_forked)| {
        let language = languages::find(name);
        let hang = WorkerCase::Snippet(stage::snippet(&language.conformance["hang"]));
        Candidate { name: name.to_string(), runs: Runs::Inside, is_forked, cases: [("hang", hang)].into() }
    });
    let commands = [
        ("delay", stage::command(&["sleep", "0.05"])),
        ("exception", stage::shell("echo broken >&2; exit 1")),
        ("exit", stage::shell("exit 3")),
        ("hang", stage::shell("while :; do :; done")),
        ("huge", stage::shell("head -c 50000000 /dev/zero | tr '\\0' x")),
        ("killed", stage::shell("kill -KILL $$")),
        ("missing", stage::command(&["cmpthese-no-such-program"])),
        ("print", stage::shell("echo to stdout; echo to stderr >&2")),
    ];
    let spawner = Candidate {
        name: "command".to_string(),
        runs: Runs::Apart,
        is_forked: false,
        cases: commands.map(|(behaviour, case)| (behaviour, WorkerCase::Command(case))).into(),
    };
    let invented = ["delay", "exception", "exit", "hang"];
    let simulator = Candidate {
        name: "sim".to_string(),
        runs: Runs::Nowhere,
        is_forked: false,
        cases: invented.map(|behaviour| (behaviour, WorkerCase::Snippet(stage::snippet("")))).into(),
    };
    hosts.chain([spawner, simulator]).collect()
}

/// Candidates with a case for the behaviour, each on a stage of its own.
fn able(behaviour: &str) -> impl Iterator<Item = (Candidate, Stage)> {
    candidates().into_iter().filter(move |candidate| candidate.cases.contains_key(behaviour)).map(|candidate| {
        let clock = if candidate.runs == Runs::Nowhere { Clock::stopped() } else { Clock::real() };
        (candidate, Stage::with_clock(clock))
    })
}

impl Candidate {
    /// Starts the worker; its processes hold the witness when there is one.
    fn start(&self, stage: &Stage, behaviour: &str, witness: Option<&Witness>) -> Box<dyn Worker> {
        let argv = |argv: Vec<String>| witness.map_or(argv.clone(), |witness| witness.holding(&argv));
        let started = match self.runs {
            Runs::Inside => {
                let language = languages::find(&self.name);
                let command = argv(language.command.clone());
                let launches = vec![LaunchDraw::default(); if self.is_forked { 2 } else { 1 }];
                let started = snippet::start(Language { command, ..language }, &launches, &stage.context);
                started.map(|mut workers| workers.pop().expect("as many as launches"))
            }
            Runs::Apart => {
                let spawner = argv(stage.context.spawner.clone());
                command::start(&Context { spawner, ..stage.context.clone() })
            }
            Runs::Nowhere => Ok(simulator(behaviour, &stage.context.clock)),
        };
        started.unwrap_or_else(|failure| panic!("{} cannot be started: {failure:?}", self.name))
    }

    fn greeted(&self, stage: &Stage, behaviour: &str) -> Actor {
        Actor::greeted(self.start(stage, behaviour, None))
    }

    fn ready(&self, stage: &Stage, behaviour: &'static str) -> Actor {
        self.greeted(stage, behaviour).ready(self.cases[behaviour].clone())
    }

    /// After an error the worker must be usable.
    fn goes_on(&self, actor: &mut Actor) {
        if self.runs != Runs::Nowhere {
            actor.prepare(self.cases["print"].clone());
            assert!(actor.run(2).readings.contains_key(&Metric::Wall), "{}", self.name);
        }
    }
}

fn simulator(behaviour: &str, clock: &Clock) -> Box<dyn Worker> {
    let subject = SimSubject {
        time: Template::parse("50ms"),
        start_ns: 0,
        noise: 0.0,
        launch_noise: 0.0,
        tail: None,
        weather: None,
        answer: Template::parse("1"),
        fault: match behaviour {
            "exception" => Some(SimFault::Die),
            "exit" => Some(SimFault::Exit),
            "hang" => Some(SimFault::Hang),
            _ => None,
        },
    };
    let variant = Variant::plain(behaviour, Role::Contestant, Subject::Sim(subject.clone()));
    Box::new(sim::start(&variant, &subject, &Point::default(), &LaunchDraw::default(), clock))
}

#[test]
fn every_language_keeps_what_hosts_promise() {
    let hosts: Vec<Candidate> = candidates().into_iter().filter(|candidate| candidate.runs == Runs::Inside).collect();
    // Most of the time is spent waiting for known delays.
    std::thread::scope(|scope| {
        for some in hosts.chunks(hosts.len().div_ceil(4)) {
            scope.spawn(|| some.iter().for_each(keeps_its_promises));
        }
    });
}

#[test]
fn hosts_do_with_the_collector_what_their_worker_toml_says() {
    for language in languages::names().into_iter().map(languages::find).filter(|own| !own.collector.is_empty()) {
        let stage = Stage::new();
        let mut host = stage.host(&language.name);
        for collector in [Collector::Off, Collector::Before] {
            let case = SnippetCase { collector, ..stage::snippet(&language.conformance["garbage"]) };
            let reply = host.ask(&Request::Prepare { case: WorkerCase::Snippet(case) });
            let is_ready = reply == Ok(Reply::Prepared);
            assert_eq!(is_ready, language.collector.contains(&collector), "{}: {reply:?}", language.name);
        }
    }
}

fn keeps_its_promises(host: &Candidate) {
    let stage = Stage::new();
    let language = languages::find(&host.name);
    let found = conformance(&conformance::Candidate {
        start: &|| Ok(host.start(&stage, "", None)),
        snippets: &language.conformance,
        returns: &language.conformance_returns,
        limit_ns: stage::PATIENCE.as_nanos() as u64,
    });
    let has_no_collector =
        |outcome: &Outcome| language.collector.is_empty() && *outcome == Outcome::NotTried(vec!["garbage"]);
    let is_broken = |outcome: &Outcome| *outcome != Outcome::Held && !has_no_collector(outcome);
    let broken: Vec<_> = found.iter().filter(|finding| is_broken(&finding.outcome)).collect();
    assert!(broken.is_empty(), "{}, forked: {}: {broken:?}", host.name, host.is_forked);
    assert!(host.greeted(&stage, "").hello.worker.starts_with(&host.name), "{}", host.name);
}

#[test]
fn the_greeting_tells_version_name_and_which_metrics_are_absent() {
    for (candidate, stage) in able("delay") {
        let name = &candidate.name;
        let mut actor = candidate.ready(&stage, "delay");
        let hello = actor.hello.clone();
        assert_eq!(hello.protocol, VERSION, "{name}");
        assert!(hello.worker.starts_with(name), "{name} calls itself {:?}", hello.worker);
        assert!(hello.absent.values().all(|reason| !reason.is_empty()), "{name}: {:?}", hello.absent);

        let key = |metric: &Metric| metric.info().key;
        let read: BTreeSet<&str> = actor.run(1).readings.keys().map(key).collect();
        let absent: BTreeSet<&str> = hello.absent.keys().map(String::as_str).collect();
        let of = |teller: Teller| METRICS.iter().filter(move |info| info.teller == teller).map(|info| info.key);
        for due in of(Teller::Worker).chain(of(Teller::Scheduler)) {
            assert!(read.contains(due) || absent.contains(due), "{name}: {due} is neither read nor absent");
        }
        let unknown = |told: &&&str| METRICS.iter().all(|info| info.key != **told);
        assert_eq!(read.union(&absent).find(unknown), None, "{name}");
        assert_eq!(read.intersection(&absent).count(), 0, "{name}: not read and absent");
    }
}

#[test]
fn a_known_delay_is_in_the_wall_time_of_every_iteration() {
    for (candidate, stage) in able("delay") {
        let mut actor = candidate.ready(&stage, "delay");
        for iterations in [1, 3] {
            let wall = actor.run(iterations).reading(Metric::Wall);
            assert!(wall >= DELAY_NS * iterations, "{}: {iterations} iterations in {wall} ns", candidate.name);
        }
    }
}

#[test]
fn printing_does_not_disturb_the_protocol() {
    for (candidate, stage) in able("print") {
        let mut actor = candidate.ready(&stage, "print");
        let head = actor.answer().head;
        match candidate.runs {
            Runs::Apart => assert_eq!(head, r#""to stdout\n""#),
            // Where what is printed is the answer, it is that.
            _ => assert!(["1", r#""to stdout""#].contains(&head.as_str()), "{}: {head}", candidate.name),
        }
        actor.run(10);
        assert_eq!(actor.ask(&Request::Bye), Ok(Reply::Bye), "{}", candidate.name);
    }
}

#[test]
fn an_exception_is_told_with_its_line() {
    for (candidate, stage) in able("exception") {
        let name = &candidate.name;
        let mut actor = candidate.ready(&stage, "exception");
        for request in [
            Request::Answer { check: Check::Exact },
            Request::Run { iterations: 3, padding: 0, slices: 1, bare: false },
        ] {
            let error = actor.error(&request);
            assert_eq!(error.kind, ErrorKind::Died, "{name}");
            match candidate.runs {
                Runs::Inside => {
                    assert_eq!((error.part, error.line), (Some(Part::Code), Some(2)), "{name}");
                    assert_eq!(error.message, "broken", "{name}");
                }
                Runs::Apart => assert_eq!(error.message, "it ended with exit code 1, not 0: broken"),
                Runs::Nowhere => assert_eq!(error.message, "simulated"),
            }
        }
        candidate.goes_on(&mut actor);
    }
}

#[test]
fn a_missing_module_or_program_is_named() {
    for (candidate, stage) in able("missing") {
        let name = &candidate.name;
        let case = candidate.cases["missing"].clone();
        let missing = match &case {
            WorkerCase::Snippet(case) => case.needs[0].clone(),
            WorkerCase::Command(case) => case.argv[0].clone(),
            WorkerCase::Http(_) => unreachable!("requests are tried elsewhere"),
        };
        let mut actor = candidate.greeted(&stage, "missing");
        let error = actor.prepare_error(case);
        assert_eq!((error.kind, error.message), (ErrorKind::Missing, missing), "{name}");
        assert_eq!(actor.answer_error().kind, ErrorKind::Protocol, "{name}: nothing is prepared");
        candidate.goes_on(&mut actor);
    }
}

/// 50 million times `x`: `python3 -c "print(hashlib.sha256(b'\"' + b'x' * 50_000_000 + b'\"').hexdigest())"`.
#[test]
fn a_huge_answer_is_digested_whole_and_its_head_is_short() {
    for (candidate, stage) in able("huge") {
        let answer = candidate.ready(&stage, "huge").answer();
        let expected = Answer {
            digest: "b345622dc153859ac2641ab49f62c38d6dcdfed77ac17769e0e4d5a7d73c5e32".to_string(),
            length: 50_000_002,
            head: format!("\"{}", "x".repeat(Answer::HEAD_MAX - 1)),
        };
        assert!(answer == expected, "{}: {} bytes, digest {}", candidate.name, answer.length, answer.digest);
    }
}

#[test]
fn leaving_with_an_exit_code_is_told() {
    for (candidate, stage) in able("exit") {
        let mut actor = candidate.ready(&stage, "exit");
        match candidate.runs {
            Runs::Inside | Runs::Nowhere => {
                let how = "exit code 3".to_string();
                let loss = Loss::Ended { how, by_signal: false, stderr: String::new() };
                assert_eq!(actor.loss(), loss, "{}", candidate.name);
            }
            Runs::Apart => {
                let error = actor.answer_error();
                assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, "it ended with exit code 3, not 0"));
                candidate.goes_on(&mut actor);
            }
        }
    }
}

#[test]
fn being_killed_is_told_with_the_name_of_the_signal() {
    for (candidate, stage) in able("killed") {
        let mut actor = candidate.ready(&stage, "killed");
        let how = "signal 9 (SIGKILL)".to_string();
        match candidate.runs {
            Runs::Inside => {
                assert_eq!(actor.loss(), Loss::Ended { how, by_signal: true, stderr: String::new() });
            }
            _ => {
                let error = actor.answer_error();
                assert_eq!((error.kind, error.message), (ErrorKind::Signal, format!("{how} ended it")));
                candidate.goes_on(&mut actor);
            }
        }
    }
}

#[test]
fn what_never_ends_is_given_up_at_the_limit_and_ended() {
    const LIMIT_NS: u64 = 100_000_000;
    for (candidate, stage) in able("hang") {
        let run = Request::Run { iterations: 1, padding: 0, slices: 1, bare: false };
        if candidate.runs == Runs::Nowhere {
            let before = stage.context.clock.now_ns();
            assert_eq!(candidate.ready(&stage, "hang").ask_within(&run, LIMIT_NS), Err(Loss::TimedOut));
            assert!(stage.context.clock.now_ns() >= before + LIMIT_NS);
            continue;
        }
        let witness = Witness::new(&stage);
        let mut actor = Actor::greeted(candidate.start(&stage, "hang", Some(&witness)));
        let started = witness.line();
        let process = format!("/proc/{}", actor.hello.pid.map_or(started, |pid| pid.to_string()));
        actor.prepare(candidate.cases["hang"].clone());
        assert_eq!(actor.ask_within(&run, LIMIT_NS), Err(Loss::TimedOut), "{}", candidate.name);
        assert!(Path::new(&process).exists());
        drop(actor);
        witness.all_ended();
        assert!(!Path::new(&process).exists(), "{}: a zombie remains", candidate.name);
    }
}

#[test]
fn what_was_prepared_last_is_what_runs() {
    for (candidate, stage) in able("print") {
        let mut actor = candidate.ready(&stage, "exception");
        for _ in 0..2 {
            actor.prepare(candidate.cases["print"].clone());
            assert!(actor.answer().length > 0, "{}", candidate.name);
            actor.prepare(candidate.cases["exception"].clone());
            assert_eq!(actor.answer_error().kind, ErrorKind::Died, "{}", candidate.name);
        }
        actor.prepare_error(candidate.cases["missing"].clone());
        assert_eq!(actor.answer_error().kind, ErrorKind::Protocol, "{}: nothing is prepared", candidate.name);
    }
}

#[test]
fn bye_ends_the_worker() {
    for (candidate, stage) in able("delay") {
        let mut actor = candidate.ready(&stage, "delay");
        assert_eq!(actor.ask(&Request::Bye), Ok(Reply::Bye), "{}", candidate.name);
        if candidate.runs != Runs::Nowhere {
            let ended = Loss::Ended { how: "exit code 0".to_string(), by_signal: false, stderr: String::new() };
            assert_eq!(actor.loss(), ended, "{}", candidate.name);
        }
    }
}

#[test]
fn a_request_that_makes_no_sense_is_refused_and_the_worker_goes_on() {
    for (candidate, stage) in able("print") {
        let foreign = match candidate.runs {
            Runs::Apart => WorkerCase::Snippet(stage::snippet("1")),
            _ => WorkerCase::Command(stage::command(&["true"])),
        };
        let mut actor = candidate.greeted(&stage, "print");
        let early = [
            Request::Answer { check: Check::Exact },
            Request::Run { iterations: 1, padding: 0, slices: 1, bare: false },
            Request::Prepare { case: foreign },
        ];
        for request in early {
            assert_eq!(actor.error(&request).kind, ErrorKind::Protocol, "{}: {request:?}", candidate.name);
        }
        candidate.goes_on(&mut actor);
    }
}

/// A code that counts its parameter down would have nothing left to do from the second iteration on.
#[test]
fn a_parameter_that_the_code_changes_is_told() {
    let stage = Stage::new();
    let changing = [
        ("awk", "while (n > 0) n--; print 1"),
        ("bash", "while ((n > 0)); do n=$((n - 1)); done; echo 1"),
        ("dash", "while [ $n -gt 0 ]; do n=$((n - 1)); done; echo 1"),
        ("go", "for n > 0 { n-- }; return 1"),
        ("java", "while (n > 0) n--; return 1;"),
        ("javascript", "while (n > 0) n--; return 1"),
        ("lua", "while n > 0 do n = n - 1 end return 1"),
        ("luajit", "while n > 0 do n = n - 1 end return 1"),
        ("perl", "$n-- while $n > 0; 1"),
        ("php", "while ($n > 0) $n--; return 1;"),
        ("python", "while n > 0: n -= 1\n1"),
        ("python", "global n\nwhile n > 0: n -= 1\n1"),
        ("ruby", "n -= 1 while n > 0; 1"),
    ];
    for (language, code) in changing {
        let mut host = stage.host(language);
        host.prepare(SnippetCase { params: [("n".to_string(), Param::Integer(3))].into(), ..stage::snippet(code) });
        let error = host.answer_error();
        assert_eq!(error.kind, ErrorKind::Died, "{language}");
        assert!(error.message.starts_with("the code changes the parameter n: "), "{language}: {}", error.message);
        let again = match language {
            "perl" | "php" => "$n = 3;",
            "python" if code.starts_with("global") => "global n\nn = 3",
            "bash" | "dash" => "n=3",
            "java" => "n = 3;",
            _ => "n = 3",
        };
        let put_back = stage::parts(&[(Part::Code, code), (Part::BeforeEach, again)]);
        host.prepare(SnippetCase { params: [("n".to_string(), Param::Integer(3))].into(), ..put_back });
        let expected = if matches!(language, "awk" | "bash" | "dash") { "\"1\"" } else { "1" };
        assert_eq!(host.answer().head, expected, "{language}");
    }
}

/// It cannot reply, and its own words were those of a fault of the host.
#[test]
fn a_worker_whose_descriptors_the_code_closed_says_so() {
    let cases = [
        ("perl", "require POSIX; POSIX::close($_) for 3, 4; 1"),
        ("python", "__import__('os').closerange(3, 5)"),
        ("ruby", "[3, 4].each { |number| IO.for_fd(number).close }"),
        ("javascript", "[3, 4].forEach((number) => require('fs').closeSync(number))"),
        ("lua", "for number = 3, 30 do require('luv').fs_close(number) end"),
        (
            "luajit",
            "local ffi = require('ffi'); ffi.cdef('int close(int);'); for number = 3, 4 do ffi.C.close(number) end",
        ),
        ("c", "close(3); close(4); return 1;"),
        ("cpp", "close(3); close(4);"),
        ("rust", "extern \"C\" { fn close(number: i32) -> i32; } unsafe { close(3); close(4); }"),
    ];
    let stage = Stage::new();
    for (language, code) in cases {
        let mut host = stage.host(language).ready(stage::snippet(code));
        let Loss::Ended { how, stderr, .. } = host.loss() else { panic!("{language} has not ended") };
        let words = "the code closed the descriptors of the worker";
        assert_eq!((how.as_str(), stderr.as_str()), ("exit code 1", words), "{language}");
    }
}
