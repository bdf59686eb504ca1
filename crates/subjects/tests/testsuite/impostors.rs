//! What is started as a worker and is none: each is refused with a loss that tells why, and none holds the scheduler up.
//! The impostors are shell scripts; file descriptors 3 and 4 are the pipes of the protocol.

use crate::stage::{Actor, PATIENCE, Stage, Witness, shell};
use cmpthese_subjects::{Context, Interrupt, Loss, command};
use model::{Check, Metric};
use protocol::{Reply, Request};
use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::Path;

const LIMIT_NS: u64 = PATIENCE.as_nanos() as u64;

/// A greeting that is right.
const GREET: &str = r#"echo '{"type":"hello","protocol":1,"worker":"sh"}' >&4; "#;

fn garbled(why: &str) -> Loss {
    Loss::Garbled(why.to_string())
}

fn ended(how: &str, by_signal: bool, stderr: &str) -> Loss {
    Loss::Ended { how: how.to_string(), by_signal, stderr: stderr.to_string() }
}

#[test]
fn a_greeting_that_is_none_is_refused() {
    let cases = [
        (
            "echo nonsense >&4; cat <&3",
            garbled(r#"no message of this protocol: "nonsense\n": expected ident at line 1 column 2"#),
        ),
        (
            r"printf '\377\033[31m\n' >&4; cat <&3",
            garbled(r#"no message of this protocol: "�\u{1b}[31m\n": expected value at line 1 column 1"#),
        ),
        (
            r#"echo '{"type":"hello","protocol":2,"worker":"sh"}' >&4; cat <&3"#,
            garbled("it speaks version 2 of the protocol, not 1"),
        ),
        (r#"echo '{"type":"prepared"}' >&4; cat <&3"#, garbled("it says something else before its greeting")),
        ("yes x | tr -d '\\n' >&4", garbled("a message without an end")),
        ("exec 4>&-; cat <&3", garbled("it closed its pipe, and did not end")),
        ("exit 0", ended("exit code 0", false, "")),
        ("echo sorry >&2; exit 3", ended("exit code 3", false, "sorry")),
        ("kill -SEGV $$", ended("signal 11 (SIGSEGV)", true, "")),
        ("kill -40 $$", ended("signal 40", true, "")),
        (r#"printf '{"type":"hello"' >&4; exit 0"#, ended("exit code 0", false, "")),
    ];
    for (script, loss) in cases {
        assert_eq!(Stage::new().impostor(script).greet(LIMIT_NS), Err(loss), "{script}");
    }
}

#[test]
fn unknown_fields_are_ignored() {
    let script = r#"echo '{"worker":"sh","news":[1],"protocol":1,"type":"hello"}' >&4; cat <&3"#;
    let greeted = Stage::new().impostor(script).greet(LIMIT_NS).expect("it greets");
    assert_eq!((greeted.protocol, greeted.worker.as_str()), (1, "sh"));
}

#[test]
fn a_reply_that_comes_in_pieces_is_put_together() {
    let script = format!(r#"{GREET} read -r line <&3; printf '{{"type":' >&4; printf '"prepared"}}\n' >&4; cat <&3"#);
    let mut actor = Actor::greeted(Stage::new().impostor(&script));
    actor.prepare(shell(""));
}

#[test]
fn silence_is_given_up_at_the_limit() {
    assert_eq!(Stage::new().impostor("cat <&3").greet(1_000_000), Err(Loss::TimedOut));
    let mut actor = Actor::greeted(Stage::new().impostor(&format!("{GREET} cat <&3")));
    assert_eq!(actor.ask_within(&Request::Bye, 1_000_000), Err(Loss::TimedOut));
}

/// The last words of a process are all there, however late the thread that reads them runs.
#[test]
fn what_was_said_before_the_end_is_kept() {
    let words = "x".repeat(3000);
    let script = format!("echo {words} >&2; echo {words} >&2; exit 3");
    let kept = format!("{}\n{words}", "x".repeat(4096 - 3002));
    for _ in 0..20 {
        assert_eq!(Stage::new().impostor(&script).greet(LIMIT_NS), Err(ended("exit code 3", false, &kept)));
    }
}

/// Its child holds both pipes open; the child is ended with it.
#[test]
fn a_worker_that_leaves_a_child_is_seen_to_end() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let mut impostor = stage.impostor(&format!("{} sleep 1000 & echo sorry >&2; exit 3", witness.held()));
    let loss = impostor.greet(LIMIT_NS);
    assert!(matches!(&loss, Err(Loss::Ended { how, .. }) if how == "exit code 3"), "{loss:?}");
    drop(impostor);
    witness.all_ended();
}

#[test]
fn a_reply_just_before_the_end_counts() {
    let script = format!(r#"{GREET} read -r line <&3; echo '{{"type":"prepared"}}' >&4; exit 3"#);
    for _ in 0..20 {
        let mut actor = Actor::greeted(Stage::new().impostor(&script)).ready(shell(""));
        assert_eq!(actor.loss(), ended("exit code 3", false, ""));
    }
}

/// The request is larger than the pipe.
#[test]
fn a_worker_that_does_not_read_does_not_hold_the_scheduler_up() {
    let case = protocol::WorkerCase::Command(shell(&"x".repeat(500_000)));
    let prepare = Request::Prepare { case };
    let mut actor = Actor::greeted(Stage::new().impostor(&format!("{GREET} exec sleep 1000")));
    assert_eq!(actor.ask_within(&prepare, 50_000_000), Err(Loss::TimedOut));
    let mut actor = Actor::greeted(Stage::new().impostor(&format!("{GREET} exec 3<&-; exit 3")));
    assert_eq!(actor.ask(&prepare), Err(ended("exit code 3", false, "")));
}

#[test]
fn the_wish_to_stop_ends_every_wait() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let wish = stage.named_pipe("wish");
    let opened = File::options().read(true).write(true).open(&wish).expect("the pipe has just been made");
    let interrupt = Interrupt::watching(OwnedFd::from(opened));
    let spawner = witness.holding(&stage.context.spawner);
    let context = Context { interrupt: interrupt.clone(), spawner, ..stage.context.clone() };
    let mut actor = Actor::greeted(command::start(&context).expect("the spawner can be started"));
    let spawner = witness.line();
    actor.prepare(shell(&format!("echo stop >'{wish}'; exec sleep 1000")));
    assert!(!interrupt.raised());
    assert_eq!(actor.loss(), Loss::Interrupted);
    assert!(interrupt.raised());
    assert_eq!(actor.loss(), Loss::Interrupted);
    drop(actor);
    witness.all_ended();
    assert!(!Path::new("/proc").join(spawner).exists());
}

/// A spawner has a command to end before it goes; a loaded machine may need a while for that.
#[test]
fn a_spawner_is_given_the_time_to_end_its_command() {
    let stage = Stage::new();
    let done = stage.text("done");
    let script = format!("{GREET} cat <&3 >/dev/null; sleep 1; echo done >'{done}'");
    drop(Actor::greeted(stage.false_spawner(&script)));
    assert!(Path::new(&done).exists());
}

/// A sample of a day that comes at once, one of latencies, and digests that are none.
#[test]
fn a_reply_that_cannot_be_is_refused() {
    let replying = |reply: &str| format!(r#"{GREET} read -r line <&3; echo '{reply}' >&4; read -r line <&3"#);
    let long = r#"{"type":"sample","iterations":1,"readings":{"wall_ns":86400000000000}}"#;
    let loss = Actor::greeted(Stage::new().impostor(&replying(long))).loss();
    let Loss::Garbled(why) = &loss else { panic!("{loss:?}") };
    assert!(why.starts_with("its wall_ns is ") && why.contains(" s, and its reply came "), "{why}");
    let late = r#"{"type":"sample","iterations":9,"readings":{},"latencies":{"planned":true,"counts":[[1,9]]}}"#;
    let why = "its sample has latencies, which only requests have";
    assert_eq!(Actor::greeted(Stage::new().impostor(&replying(late))).loss(), garbled(why));
    let answer = Request::Answer { check: Check::Exact };
    for (digit, count) in [("0", 0), ("abc", 1), ("x", 64), ("0", 65)] {
        let digest = digit.repeat(count);
        let reply = format!(r#"{{"type":"answer","digest":"{digest}","length":4,"head":"null"}}"#);
        let mut actor = Actor::greeted(Stage::new().impostor(&replying(&reply)));
        let why = "the digest of its answer is not 64 hexadecimal digits in lower case";
        assert_eq!(actor.ask(&answer), Err(garbled(why)), "{digest}");
    }
}

/// What a spawner tells may be the times of a command that times itself.
#[test]
fn a_spawner_may_tell_other_times_than_its_own() {
    let reply = r#"{"type":"sample","iterations":1,"readings":{"wall_ns":86400000000000}}"#;
    let script = format!(r#"{GREET} read -r line <&3; echo '{reply}' >&4; read -r line <&3"#);
    let mut spawner = Actor::greeted(Stage::new().false_spawner(&script));
    assert_eq!(spawner.run(1).reading(Metric::Wall), 86_400_000_000_000);
}

/// Programs that cannot be started at all.
#[test]
fn a_spawner_that_cannot_be_started_is_named() {
    let stage = Stage::new();
    let context = Context { spawner: vec![stage.text("nothing")], ..stage.context.clone() };
    let failure = command::start(&context).err().expect("there is no such program");
    let expected =
        format!("the spawner {} cannot be started: No such file or directory (os error 2)", stage.text("nothing"));
    assert_eq!(failure.message, expected);
}

#[test]
fn a_reply_of_another_sort_is_handed_on() {
    let script = format!(r#"{GREET} read -r line <&3; echo '{{"type":"bye"}}' >&4; cat <&3"#);
    let mut actor = Actor::greeted(Stage::new().impostor(&script));
    assert_eq!(actor.ask(&Request::Run { iterations: 1, padding: 0, slices: 1, bare: false }), Ok(Reply::Bye));
}
