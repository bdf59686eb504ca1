//! Programs: what the spawner is told, and how it is started.

use crate::counters::Of;
use crate::process::{SPAWNER_FAREWELL_NS, WorkerProcess};
use crate::{Context, Worker, shim};
use model::{
    CommandLine, CommandSubject, Destination, Failure, METRICS, Metric, MetricInfo, Scope, Teller, Telling, Variant,
};
use protocol::{CommandCase, Stdout, TellingCase};
use std::collections::BTreeMap;
use std::path::Path;

/// What the spawner is told to prepare.
pub fn case(variant: &Variant, subject: &CommandSubject, scope: &Scope, scratch: &Path) -> CommandCase {
    let scope = &of_execution(subject, scope);
    CommandCase {
        argv: argv(&subject.line, scope),
        stdin: subject.stdin.as_ref().map(|path| path.filled(scope)),
        stdout: stdout(&subject.stdout, scope, scratch),
        env: subject.env.iter().map(|(name, value)| (name.clone(), value.filled(scope))).collect(),
        cwd: subject.cwd.as_ref().map(|path| path.filled(scope)),
        exit: subject.exit.clone(),
        before_each: subject.before_each.iter().flat_map(|all| &all.lines).map(|line| argv(line, scope)).collect(),
        timeout_ns: variant.timeout_ns,
        tells: subject.tells.as_ref().map(|tells| {
            // No fixture has a name like this one.
            let results = scratch.join(".results").to_string_lossy().into_owned();
            Box::new(TellingCase { format: tells.format.clone(), results })
        }),
    }
}

/// The same with what is another in each execution standing for its place: the spawner fills it in. The names of the plan come before these.
fn of_execution(subject: &CommandSubject, scope: &Scope) -> Scope {
    let own = subject.tells.iter().flat_map(|_| Telling::PLACEHOLDERS);
    own.map(|name| (name.to_string(), TellingCase::place(name))).chain(scope.clone()).collect()
}

/// The metrics that are not known of a command that times itself, with the reason.
pub fn untold() -> BTreeMap<String, String> {
    let why = "it times itself, and tells what its iterations took alone; its process does more than these";
    let is_untold =
        |info: &&MetricInfo| info.metric != Metric::Wall && matches!(info.teller, Teller::Worker | Teller::Scheduler);
    METRICS.iter().filter(is_untold).map(|info| (info.key.to_string(), why.to_string())).collect()
}

fn stdout(destination: &Destination, scope: &Scope, scratch: &Path) -> Stdout {
    match destination {
        Destination::Pipe => Stdout::Pipe,
        Destination::Null => Stdout::Null,
        // No fixture has a name like this one.
        Destination::Scratch => Stdout::File(scratch.join(".stdout").to_string_lossy().into_owned()),
        Destination::At(path) => {
            let filled = path.filled(scope);
            Destination::parse(&filled).map_or(Stdout::File(filled), |word| stdout(&word, scope, scratch))
        }
    }
}

/// The words of a command line at a point. Placeholders in a shell's text are quoted by its rules.
pub fn argv(line: &CommandLine, scope: &Scope) -> Vec<String> {
    match line {
        CommandLine::Argv(words) => words.iter().map(|word| word.filled(scope)).collect(),
        CommandLine::Shell(text) => {
            let quoted = text.fill_with(scope, |value| shell_words::quote(value).into_owned());
            vec!["sh".to_string(), "-c".to_string(), quoted.expect("the plan checked every placeholder")]
        }
    }
}

/// What is to be known of a command whose program is a shim: choosing the program takes longer than many of them run.
pub fn shim_note(subject: &CommandSubject, scope: &Scope) -> Option<String> {
    let CommandLine::Argv(words) = &subject.line else { return None };
    let scope = &of_execution(subject, scope);
    let (name, cwd) = (words.first()?.filled(scope), subject.cwd.as_ref().map(|path| path.filled(scope)));
    let shim = shim::shim(&name, cwd.as_deref())?;
    Some(format!(
        "{name} is {}, by which a version manager chooses the program in each execution, and that is in its time: name the program itself if it should not be",
        shim.display()
    ))
}

/// Starts a spawner.
pub fn start(context: &Context) -> Result<Box<dyn Worker>, Failure> {
    let Context { spawner, confined, interrupt, .. } = context;
    let what = format!("spawner {}", spawner[0]);
    WorkerProcess::start_again(&what, spawner, confined.clone(), Of::Children, SPAWNER_FAREWELL_NS, interrupt)
}
