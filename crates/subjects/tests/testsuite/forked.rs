//! Workers that are forked from one process: what they share, and what they do not.

use crate::stage;
use crate::stage::{Actor, PATIENCE, Stage};
use cmpthese_subjects::languages::{self, Language};
use cmpthese_subjects::{LaunchDraw, Loss, Worker, snippet};
use model::Metric;
use protocol::{Part, Reply, Request};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

const LIMIT_NS: u64 = PATIENCE.as_nanos() as u64;

fn two(language: Language, stage: &Stage) -> [Box<dyn Worker>; 2] {
    let launches = [(), ()].map(|()| LaunchDraw { padding: 7, ..LaunchDraw::default() });
    let started = snippet::start(language, &launches, &stage.context).expect("the host can be started");
    started.try_into().unwrap_or_else(|_| panic!("as many workers as launches"))
}

fn two_perls(stage: &Stage) -> [Actor; 2] {
    two(languages::find("perl"), stage).map(Actor::greeted)
}

/// Shell scripts in the place of a process that is to fork itself.
fn two_impostors(script: &str, stage: &Stage) -> [Result<String, Loss>; 2] {
    let command = ["sh", "-c", script].map(str::to_string).to_vec();
    two(Language { command, ..languages::find("perl") }, stage)
        .map(|mut worker| worker.greet(LIMIT_NS).map(|hello| hello.worker))
}

#[test]
fn the_seed_of_hashes_is_the_same_and_the_process_is_not() {
    let stage = Stage::new();
    let order = "my %h = map { $_ => 1 } 1 .. 1000; join ',', keys %h";
    let [mut first, mut second] = two_perls(&stage).map(|perl| perl.ready(stage::snippet(order)));
    assert_eq!(first.answer(), second.answer());
    let [first, second] =
        two_perls(&stage).map(|perl| (perl.hello.pid, perl.ready(stage::snippet("$$")).answer().head));
    assert_ne!(first, second);
    for (told, own) in [first, second] {
        assert_eq!(told.map(|pid| pid.to_string()), Some(own));
    }
}

#[test]
fn one_that_dies_takes_nobody_with_it_and_its_words_are_its_own() {
    let stage = Stage::new();
    let [first, second] = two_perls(&stage);
    let mut first = first.ready(stage::snippet("print STDERR 'goodbye'; kill 9, $$; sleep 5"));
    let mut second = second.ready(stage::snippet("print STDERR 'still here'; 1"));
    second.run(1);
    let how = "signal 9 (SIGKILL)".to_string();
    assert_eq!(first.loss(), Loss::Ended { how, by_signal: true, stderr: "goodbye".to_string() });
    second.run(1);
    assert_eq!(second.ask(&Request::Bye), Ok(Reply::Bye));
    let Loss::Ended { how, stderr, .. } = second.loss() else { panic!("it is over") };
    assert_eq!((how.as_str(), stderr.as_str()), ("exit code 0", "still herestill here"));
}

#[test]
fn a_snippet_that_waits_for_its_children_finds_none_of_others() {
    let stage = Stage::new();
    let [mut first, mut second] = two_perls(&stage).map(|perl| perl.ready(stage::snippet("wait")));
    assert_eq!((first.answer().head, second.answer().head), ("-1".to_string(), "-1".to_string()));
}

#[test]
fn each_leads_a_group_and_has_its_own_descriptors_alone() {
    let stage = Stage::new();
    let code = r#"[getpgrp() == $$, grep { (readlink "/proc/self/fd/$_" // '') =~ /^pipe/ } 0 .. 8]"#;
    let [mut first, mut second] = two_perls(&stage).map(|perl| perl.ready(stage::snippet(code)));
    let heads = [first.answer().head, second.answer().head];
    assert_eq!(heads, ["[true, 2, 3, 4]", "[true, 2, 6, 7]"]);
}

/// What cannot fork itself is started once for each worker, without the argument.
#[test]
fn workers_that_could_not_be_forked_are_started_alone() {
    let ended = |how: &str, stderr: &str| {
        Err(Loss::Ended { how: how.to_string(), by_signal: false, stderr: stderr.to_string() })
    };
    let greets = |others: &str| {
        format!(
            r#"case $0 in 2) {others} ;; *) echo '{{"type":"hello","protocol":1,"worker":"alone"}}' >&4; cat <&3 ;; esac"#
        )
    };
    let to_both = |pid: &str| {
        let text = format!(r#"{{"type":"hello","protocol":1,"worker":"forked"{pid}}}"#);
        format!("echo '{text}' >&4; echo '{text}' >&7; cat <&3")
    };
    let alone = Ok("alone".to_string());
    let cases = [
        ("exit 0".to_string(), ended("exit code 0", "")),
        ("echo sorry >&2; exit 3".to_string(), ended("exit code 3", "sorry")),
        (greets("exit 0"), alone.clone()),
        (greets("echo 'no clone' >&2; exit 3"), alone.clone()),
        (greets(&to_both("")), alone.clone()),
        (greets(&to_both(r#","pid":1"#)), alone.clone()),
        (greets(&to_both(r#","pid":'$$'"#)), alone),
    ];
    for (script, outcome) in cases {
        assert_eq!(two_impostors(&script, &Stage::new()), [outcome.clone(), outcome], "{script}");
    }
}

/// Nobody waits for a greeting any more, and no process remains, not even as a zombie.
#[test]
fn those_that_are_given_up_before_they_greet_are_ended() {
    let stage = Stage::new();
    let workers = two(languages::find("perl"), &stage);
    let ours = stage.text("");
    let is_ours = |pid: &i32| {
        std::fs::read_to_string(format!("/proc/{pid}/cmdline")).is_ok_and(|command| command.contains(&ours))
    };
    let processes = || {
        let all = std::fs::read_dir("/proc").expect("it is mounted");
        let pids = all.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
        pids.filter(is_ours).collect::<Vec<i32>>()
    };
    let deadline = Instant::now() + PATIENCE;
    let forked = loop {
        let forked = processes();
        if forked.len() == 2 || Instant::now() > deadline {
            break forked;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert_eq!(forked.len(), 2, "the process that forked them has ended");
    drop(workers);
    assert!(forked.iter().all(|pid| !Path::new(&format!("/proc/{pid}")).exists()), "{forked:?}");
}

/// A version manager's script chooses the interpreter once, and what it sets in the environment is there in every launch.
#[test]
fn a_shim_is_asked_once_what_it_becomes() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("shims")).expect("the directory can be written");
    let log = stage.text("log");
    let shim =
        stage.write("shims/perl", &format!("#!/bin/sh\necho asked >>{log}\nCHOSEN=this exec /usr/bin/perl \"$@\"\n"));
    std::fs::set_permissions(&shim, Permissions::from_mode(0o755)).expect("it is ours");
    let language = || languages::find("perl").with_runtime(&shim);
    for _ in 0..2 {
        for mut perl in two(language(), &stage).map(Actor::greeted) {
            perl = perl.ready(stage::snippet("$ENV{CHOSEN} . length $ENV{CMPTHESE_PADDING}"));
            assert_eq!(perl.answer().head, "\"this7\"");
        }
    }
    assert_eq!(std::fs::read_to_string(log).expect("it was asked"), "asked\n");
}

/// What a shim does not become is started as it is, and so is a script that is none.
#[test]
fn other_scripts_stay_in_the_place_of_the_interpreter() {
    for (directory, starts, times) in [("shims", "/usr/bin/perl \"$@\"", 3), ("bin", "exec /usr/bin/perl \"$@\"", 2)] {
        let stage = Stage::new();
        std::fs::create_dir(stage.path(directory)).expect("the directory can be written");
        let log = stage.text("log");
        let script = stage.write(&format!("{directory}/perl"), &format!("#!/bin/sh\necho asked >>{log}\n{starts}\n"));
        std::fs::set_permissions(&script, Permissions::from_mode(0o755)).expect("it is ours");
        let language = Language { forks: Vec::new(), ..languages::find("perl").with_runtime(&script) };
        for perl in two(language, &stage).map(Actor::greeted) {
            assert_eq!(perl.ready(stage::snippet("'here'")).answer().head, "\"here\"");
        }
        let asked = std::fs::read_to_string(log).expect("it was asked").lines().count();
        assert_eq!(asked, times, "{directory}");
    }
}

/// Binds the process that starts it to one CPU, so that its child must have it instead.
const TO_ONE_CPU: &str = "taskset -cp $(taskset -cp $PPID | sed 's/.*: //; s/[-,].*//') $PPID >/dev/null";

/// A child of its own had the CPU, and nothing is left of it when the reply comes.
#[test]
fn time_that_a_child_had_is_of_the_code_though_nobody_waited_for_it() {
    let perl = [
        format!("system q({TO_ONE_CPU}); $SIG{{CHLD}} = 'IGNORE'"),
        "my $child = fork; if (!$child) { 1 while (times)[0] < 0.03; CORE::exit(0) } 1 while kill 0, $child; 1"
            .to_string(),
    ];
    let python = [
        format!("import os, signal, time\nos.system(r\"{TO_ONE_CPU}\")\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)"),
        "child = os.fork()
if child == 0:
    while time.process_time() < 0.1: pass
    os._exit(0)
try:
    while True: os.kill(child, 0)
except ProcessLookupError: pass"
            .to_string(),
    ];
    let ruby = [
        format!("system(%q({TO_ONE_CPU})); trap('CHLD', 'IGNORE')"),
        "child = fork { 1 while Process.times.utime < 0.03; exit!(0) }
begin
  loop { Process.kill(0, child) }
rescue Errno::ESRCH
end"
        .to_string(),
    ];
    let c = [
        format!("system(\"{TO_ONE_CPU}\"); signal(SIGCHLD, SIG_IGN);"),
        "pid_t child = fork();
if (!child) { while (clock() < 30 * CLOCKS_PER_SEC / 1000); _exit(0); }
while (!kill(child, 0));
return 1;"
            .to_string(),
    ];
    let stage = Stage::new();
    for (language, [setup, code]) in [("perl", perl), ("python", python), ("ruby", ruby), ("c", c)] {
        let prelude = if language == "c" { "#include <signal.h>\n#include <time.h>\n#include <unistd.h>" } else { "" };
        let texts = [(Part::Prelude, prelude), (Part::Setup, setup.as_str()), (Part::Code, code.as_str())];
        let mut host = stage.host(language).ready(stage::parts(&texts));
        for _ in 0..3 {
            assert!(!host.run(1).readings.contains_key(&Metric::Delayed), "{language}");
        }
    }
}
