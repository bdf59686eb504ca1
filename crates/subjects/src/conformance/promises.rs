//! What every host promises.

use super::candidate::Candidate;
use super::session::{Session, Tried, as_sent, case, must, prepare, run, shown, with_parts};
use crate::Loss;
use model::{Answer, Check, Collector, DOSE_EVENTS, DoseEvent, METRICS, Metric, MetricInfo, Teller};
use protocol::{CommandCase, DoseCase, ErrorKind, Param, Part, Reply, Request, SnippetCase, WorkerCase, WorkerError};
use std::collections::{BTreeMap, BTreeSet};

/// A promise.
pub struct Promise {
    pub sentence: &'static str,
    /// The snippets that it takes to try it.
    pub snippets: &'static [&'static str],
    pub holds: fn(&Candidate) -> Tried<()>,
}

/// How long the snippets `delay` and `count` take at least, in nanoseconds.
const DELAY_NS: u64 = 50_000_000;

macro_rules! promises {
    ($($sentence:literal [$($snippet:literal),*] $holds:ident;)*) => {
        /// All of them, in the order in which they are tried.
        pub const PROMISES: &[Promise] =
            &[$(Promise { sentence: $sentence, snippets: &[$($snippet),*], holds: $holds },)*];
    };
}

promises! {
    "it greets with its name, and every metric is read or absent with a reason" [] tells_its_metrics;
    "it runs code that is empty, as often as is asked" [] runs_nothing;
    "iterations that are no equal slices are refused" [] refuses_unequal_slices;
    "a request that makes no sense is refused, and it goes on" [] refuses_nonsense;
    "`bye` ends it with exit code 0" [] ends_at_bye;
    "parameters arrive with their types" ["params"] takes_parameters;
    "a known delay is in the time of every iteration" ["delay"] measures_a_delay;
    "slices are timed each, and make the whole" ["delay"] times_slices;
    "what runs before each iteration runs as often, and is in no time" ["counter", "count", "counted"] runs_before_each;
    "an error before an iteration is told with its part and line" ["compile_error", "exception", "print"] tells_of_before_each;
    "its collector of garbage is off, or called before a batch, where it prepares such a case" ["garbage"] minds_its_collector;
    "events that it says it can add arrive in every iteration, and change no answer" ["print"] adds_events;
    "printing does not disturb it" ["print"] lets_print;
    "an exception is told with its line, and it goes on" ["exception", "print"] tells_of_exceptions;
    "code that does not compile is told with its line, and it goes on" ["compile_error", "print"] tells_of_mistakes;
    "a module that is missing is named, and it goes on" ["missing", "print"] tells_what_is_missing;
    "what was prepared last is what runs" ["print", "exception"] prepares_again;
    "a huge answer is digested whole, and its head is short" ["huge"] digests;
    "code that exits ends it with that code" ["exit"] exits;
    "code that is killed by a signal ends it with that" ["killed"] is_killed;
}

fn tells_its_metrics(candidate: &Candidate) -> Tried<()> {
    let mut session = ready_with_nothing(candidate)?;
    must(!session.hello.worker.trim().is_empty(), || "it has no name".to_string())?;
    let absent = session.hello.absent.clone();
    if let Some((metric, _)) = absent.iter().find(|(_, reason)| reason.is_empty()) {
        return Err(format!("{metric} is absent without a reason"));
    }
    let key = |metric: &Metric| metric.info().key;
    let read: BTreeSet<&str> = session.run(1, 1, false)?.readings.keys().map(key).collect();
    let is_due = |info: &&MetricInfo| info.teller != Teller::Requests;
    for MetricInfo { key: name, teller, .. } in METRICS.iter().filter(is_due) {
        let (is_read, is_absent) = (read.contains(name), absent.contains_key(*name));
        must(is_read || is_absent || *teller == Teller::Runtime, || format!("{name} is neither read nor absent"))?;
        must(!(is_read && is_absent), || format!("{name} is read, and absent too"))?;
    }
    Ok(())
}

fn runs_nothing(candidate: &Candidate) -> Tried<()> {
    let mut session = ready_with_nothing(candidate)?;
    for iterations in [1, 7, 1000] {
        session.run(iterations, 1, false)?;
        session.run(iterations, 1, true)?;
    }
    Ok(())
}

fn refuses_unequal_slices(candidate: &Candidate) -> Tried<()> {
    ready_with_nothing(candidate)?.error(&run(6, 4, false), ErrorKind::Protocol).map(drop)
}

fn refuses_nonsense(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::greeted(candidate)?;
    for request in [Request::Answer { check: Check::Exact }, run(1, 1, false), foreign()] {
        session.error(&request, ErrorKind::Protocol)?;
    }
    session.prepare(with_parts(&[(Part::Code, "")]))?;
    session.run(2, 1, false).map(drop)
}

fn ends_at_bye(candidate: &Candidate) -> Tried<()> {
    let mut session = ready_with_nothing(candidate)?;
    let reply = session.reply(&Request::Bye)?;
    must(reply == Reply::Bye, || format!("it replies {} to `bye`", as_sent(&reply)))?;
    ends_with(session.end(&Request::Bye)?, "exit code 0", false)
}

fn takes_parameters(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::greeted(candidate)?;
    session.prepare(SnippetCase { params: params(), ..case(candidate, "params") })?;
    let head = session.answer()?.head;
    let list = |truth: &str| format!(r#"[-42, 0.1, {truth}, "say \"\xE9\" \\ \n1"]"#);
    // Where a language has no truth values, 1; where it has no lists, a line for each, its texts in the bytes of UTF-8.
    let lines = protocol::text_answer("-42\n0.1\ntrue\nsay \"é\" \\ \n1".as_bytes()).head;
    must([list("true"), list("1"), lines].contains(&head), || format!("they arrive as {head}"))
}

fn measures_a_delay(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::ready(candidate, "delay")?;
    for iterations in [1, 3] {
        let readings = session.run(iterations, 1, false)?.readings;
        let wall = readings.total(Metric::Wall);
        must(wall >= DELAY_NS * iterations, || format!("{iterations} iterations in {wall} ns"))?;
        // Nobody knows how long others had the CPU when it would have gone on.
        let is_told = readings.contains_key(&Metric::Delayed);
        must(!is_told, || "delayed_ns is told of a batch that waited of its own accord".to_string())?;
    }
    Ok(())
}

fn times_slices(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::ready(candidate, "delay")?;
    for bare in [true, false] {
        let batch = session.run(6, 3, bare)?;
        let is_long = batch.slices_ns.iter().all(|slice| *slice >= 2 * DELAY_NS);
        must(is_long, || format!("slices of two iterations take {:?} ns", batch.slices_ns))?;
        let is_read = batch.readings.contains_key(&Metric::User) || session.hello.absent.contains_key("user_ns");
        must(bare || is_read, || "counters are missing".to_string())?;
    }
    Ok(())
}

fn runs_before_each(candidate: &Candidate) -> Tried<()> {
    let [counter, count, counted] = ["counter", "count", "counted"].map(|key| candidate.snippets[key].as_str());
    let mut session = Session::greeted(candidate)?;
    let parts = with_parts(&[(Part::Prelude, counter), (Part::BeforeEach, count), (Part::Code, counted)]);
    session.prepare(SnippetCase { returns: candidate.returns.get("counted").cloned(), ..parts })?;
    let expect = |session: &mut Session, count: &str| {
        let head = session.answer()?.head;
        must([count.to_string(), format!("\"{count}\"")].contains(&head), || {
            format!("it ran {head} times, not {count}")
        })
    };
    expect(&mut session, "1")?;
    for (iterations, slices, bare) in [(3, 1, false), (4, 2, true), (4, 2, false)] {
        let wall = session.run(iterations, slices, bare)?.readings.total(Metric::Wall);
        must(wall < DELAY_NS, || format!("it is in the time: {wall} ns"))?;
    }
    expect(&mut session, "13")
}

fn tells_of_before_each(candidate: &Candidate) -> Tried<()> {
    let with = |key: &str| {
        let mut case = case(candidate, "print");
        case.parts.insert(Part::BeforeEach, candidate.snippets[key].clone());
        case
    };
    let at = |error: WorkerError| {
        let is_there = (error.part, error.line) == (Some(Part::BeforeEach), Some(2));
        must(is_there, || told_at(&error, "line 2 of `before_each`"))
    };
    at(Session::greeted(candidate)?.error(&prepare(with("compile_error")), ErrorKind::Compile)?)?;
    let mut session = Session::greeted(candidate)?;
    session.prepare(with("exception"))?;
    for request in [Request::Answer { check: Check::Exact }, run(2, 1, false)] {
        at(session.error(&request, ErrorKind::Died)?)?;
    }
    Ok(())
}

fn minds_its_collector(candidate: &Candidate) -> Tried<()> {
    let collections = |session: &mut Session| {
        let batch = session.run(3, 1, false)?;
        Ok::<_, String>(batch.readings.get(&Metric::Collections).copied())
    };
    let as_usual = |session: &mut Session| {
        session.prepare(case(candidate, "garbage"))?;
        must(collections(session)? != Some(0), || "there is garbage, and nothing is collected".to_string())
    };
    let mut session = Session::greeted(candidate)?;
    as_usual(&mut session)?;
    for collector in [Collector::Off, Collector::Before] {
        let request = prepare(SnippetCase { collector, ..case(candidate, "garbage") });
        match session.reply(&request)? {
            Reply::Error(error) if error.kind == ErrorKind::Protocol => continue,
            Reply::Prepared => {}
            other => return Err(format!("it replies {} to a case with it {collector:?}", as_sent(&other))),
        }
        let count = collections(&mut session)?.unwrap_or(0);
        must(collector != Collector::Off || count == 0, || format!("it is off, and collects {count} times"))?;
        as_usual(&mut session)?;
    }
    Ok(())
}

/// Some hundreds, because what is done by the hundred may go wrong at its seam.
const DOSE: u64 = 300;

fn adds_events(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::ready(candidate, "print")?;
    let plain = session.answer()?;
    for name in session.hello.doses.clone() {
        let known = DOSE_EVENTS.iter().find(|(known, _)| *known == name);
        let (_, event) = known.ok_or_else(|| format!("it says that it can add {name}, which is no event"))?;
        session.prepare(SnippetCase { dose: Some(dose(*event)?), ..case(candidate, "print") })?;
        let dosed = session.answer()?;
        must(dosed == plain, || format!("with {name} events the answer is {}, not {}", dosed.head, plain.head))?;
        session.run(2, 2, true)?;
        let counted = match event {
            DoseEvent::ReadCall => Some(Metric::ReadCalls),
            DoseEvent::MinorFault => Some(Metric::MinorFaults),
            // How much a fault on the program maps is not known here.
            DoseEvent::FileFault | DoseEvent::CopiedByte => None,
        };
        let readings = session.run(2, 1, false)?.readings;
        if let Some(count) = counted.and_then(|metric| readings.get(&metric)).filter(|count| **count < 2 * DOSE) {
            return Err(format!("of {} {name} events {count} are counted", 2 * DOSE));
        }
    }
    Ok(())
}

/// The program that runs is a file that is there and long enough.
fn dose(event: DoseEvent) -> Tried<DoseCase> {
    let file = std::env::current_exe().map_err(|error| format!("no file can be read: {error}"))?;
    let file = matches!(event, DoseEvent::ReadCall | DoseEvent::FileFault).then(|| file.to_string_lossy().into_owned());
    Ok(DoseCase { event, count: DOSE, bytes: 1, span: 100, file })
}

fn lets_print(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::ready(candidate, "print")?;
    session.answer()?;
    session.run(10, 1, false)?;
    let reply = session.reply(&Request::Bye)?;
    must(reply == Reply::Bye, || format!("it replies {} to `bye`", as_sent(&reply)))
}

fn tells_of_exceptions(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::ready(candidate, "exception")?;
    for request in [Request::Answer { check: Check::Exact }, run(3, 1, false), run(4, 4, true)] {
        let error = session.error(&request, ErrorKind::Died)?;
        let is_it = (error.part, error.line, error.message.as_str()) == (Some(Part::Code), Some(2), "broken");
        must(is_it, || told_at(&error, "line 2 of `code`, with the message `broken`"))?;
    }
    goes_on(candidate, &mut session)
}

/// Where an error is told, beside where it is.
fn told_at(error: &WorkerError, due: &str) -> String {
    let sent = as_sent(&Reply::Error(error.clone()));
    format!("it is told as {sent}, and is in {due}")
}

fn tells_of_mistakes(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::greeted(candidate)?;
    let error = session.error(&prepare(case(candidate, "compile_error")), ErrorKind::Compile)?;
    must((error.part, error.line) == (Some(Part::Code), Some(2)), || told_at(&error, "line 2 of `code`"))?;
    must(!error.message.is_empty(), || "it is told without words".to_string())?;
    session.error(&Request::Answer { check: Check::Exact }, ErrorKind::Protocol)?;
    goes_on(candidate, &mut session)
}

fn tells_what_is_missing(candidate: &Candidate) -> Tried<()> {
    let needs = vec![candidate.snippets["missing"].clone()];
    let mut session = Session::greeted(candidate)?;
    let case = SnippetCase { needs: needs.clone(), ..with_parts(&[(Part::Code, "")]) };
    let error = session.error(&prepare(case), ErrorKind::Missing)?;
    must(error.message == needs[0], || format!("it is called {:?}", error.message))?;
    session.error(&Request::Answer { check: Check::Exact }, ErrorKind::Protocol)?;
    goes_on(candidate, &mut session)
}

fn prepares_again(candidate: &Candidate) -> Tried<()> {
    let mut session = Session::ready(candidate, "exception")?;
    for _ in 0..2 {
        session.prepare(case(candidate, "print"))?;
        session.answer()?;
        session.prepare(case(candidate, "exception"))?;
        session.error(&Request::Answer { check: Check::Exact }, ErrorKind::Died)?;
    }
    Ok(())
}

/// 50 million times `x`: `python3 -c "print(hashlib.sha256(b'\"' + b'x' * 50_000_000 + b'\"').hexdigest())"`.
fn digests(candidate: &Candidate) -> Tried<()> {
    let answer = Session::ready(candidate, "huge")?.answer()?;
    let (length, digest) = (50_000_002, "b345622dc153859ac2641ab49f62c38d6dcdfed77ac17769e0e4d5a7d73c5e32");
    must((answer.length, answer.digest.as_str()) == (length, digest), || {
        format!("its length is {}, its digest {}", answer.length, answer.digest)
    })?;
    let head = format!("\"{}", "x".repeat(Answer::HEAD_MAX - 1));
    must(answer.head == head, || format!("its head has {} bytes", answer.head.len()))
}

fn exits(candidate: &Candidate) -> Tried<()> {
    ends_with(Session::ready(candidate, "exit")?.end(&run(1, 1, false))?, "exit code 3", false)
}

fn is_killed(candidate: &Candidate) -> Tried<()> {
    ends_with(Session::ready(candidate, "killed")?.end(&run(1, 1, false))?, "signal 9 (SIGKILL)", true)
}

fn ends_with(loss: Loss, how: &str, by_signal: bool) -> Tried<()> {
    let expected = Loss::Ended { how: how.to_string(), by_signal, stderr: String::new() };
    must(loss == expected, || format!("{}, not with {how} and nothing said", shown(&loss)))
}

/// After an error the worker must be usable.
fn goes_on(candidate: &Candidate, session: &mut Session) -> Tried<()> {
    let reply = session.reply(&prepare(case(candidate, "print")))?;
    must(reply == Reply::Prepared, || format!("it does not go on: {}", as_sent(&reply)))?;
    session.run(2, 1, false).map(drop)
}

fn ready_with_nothing(candidate: &Candidate) -> Tried<Session> {
    let mut session = Session::greeted(candidate)?;
    session.prepare(with_parts(&[(Part::Code, "")]))?;
    Ok(session)
}

fn params() -> BTreeMap<String, Param> {
    BTreeMap::from([
        ("whole".to_string(), Param::Integer(-42)),
        ("number".to_string(), Param::Float(0.1)),
        ("truth".to_string(), Param::Boolean(true)),
        ("text".to_string(), Param::Text("say \"é\" \\ \n1".to_string())),
    ])
}

/// A case that is for the spawner.
fn foreign() -> Request {
    let case = CommandCase { argv: vec!["true".to_string()], ..CommandCase::default() };
    Request::Prepare { case: WorkerCase::Command(case) }
}
