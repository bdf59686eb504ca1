//! From what went wrong in a worker to what the writer of the plan reads.

use model::{Dose, Failure, FailureKind, Need, Plan, SnippetSubject, Source, Subject, Variant};
use protocol::{ErrorKind, Hello, Part, WorkerError};
use std::io;
use subjects::Loss;
use subjects::errand::quoted;

/// Why something cannot go on.
#[derive(Clone)]
pub enum Trouble<F = Failure> {
    Failed(F),
    Interrupted,
}

/// Why a point could not be prepared; what failed is a sentence without a final dot.
pub type Unprepared = Trouble<String>;

impl<F> Trouble<F> {
    /// The same with something else to say about a failure.
    pub fn map<G>(self, told: impl FnOnce(F) -> G) -> Trouble<G> {
        match self {
            Trouble::Failed(failure) => Trouble::Failed(told(failure)),
            Trouble::Interrupted => Trouble::Interrupted,
        }
    }
}

impl From<io::Error> for Unprepared {
    fn from(error: io::Error) -> Unprepared {
        Trouble::Failed(error.to_string())
    }
}

pub fn failure(plan: &Plan, variant: &Variant, error: &WorkerError) -> Failure {
    let line = match (&variant.subject, error.part) {
        (Subject::Snippet(subject), Some(part)) => {
            subjects::snippet::plan_line(plan, subject, part, error.line.unwrap_or(1))
        }
        (Subject::Command(subject), Some(Part::BeforeEach)) => subject.before_each.as_ref().map(|before| before.line),
        _ => None,
    };
    let kind = match error.kind {
        ErrorKind::Missing => return Failure { line, ..missing_in(plan, variant, error) },
        ErrorKind::Compile => FailureKind::Compile,
        ErrorKind::Died => FailureKind::Died,
        ErrorKind::Signal => FailureKind::Signal,
        ErrorKind::Timeout => FailureKind::Timeout,
        ErrorKind::Protocol => FailureKind::WorkerLost,
    };
    let is_typed = plan.source.name == Source::COMMAND_LINE;
    let within = |line: usize| match (&variant.subject, error.part) {
        (Subject::Snippet(subject), Some(part)) => subjects::snippet::line_of_part(plan, subject, part, line),
        (_, part) => part.map(|_| line),
    };
    let message = match error.line.filter(|_| is_typed).and_then(within) {
        // Of several lines.
        Some(line @ 2..) => format!("{} (in its line {line})", error.message),
        _ => error.message.clone(),
    };
    let message = in_part(plan, error.part, message);
    let help = match error.part {
        // The words that help against errors of what is measured do not fit.
        Some(Part::BeforeEach) if kind != FailureKind::Compile => {
            Some("it must succeed every time: run it by hand, twice".to_string())
        }
        // Hints of compilers name a key that the quick form has no option for.
        _ if is_typed && error.message.contains("`returns = ") => {
            Some("`returns` is a key of plans: --print-plan writes the one to begin with".to_string())
        }
        _ => help(variant, kind, &error.message),
    };
    Failure { kind, message, line, help }
}

/// Something that is not installed. What the plan says that it needs is called by its name alone, by which it is known again.
fn missing_in(plan: &Plan, variant: &Variant, error: &WorkerError) -> Failure {
    let is_command = matches!(variant.subject, Subject::Command(_));
    let otherwise = if is_command { not_found(&error.message) } else { "install it, or remove it from `needs`" };
    let missing = not_installed(&variant.needs, &error.message, otherwise);
    if variant.needs.iter().any(|need| need.name == error.message) {
        return missing;
    }
    Failure { message: in_part(plan, error.part, missing.message), ..missing }
}

/// The words of an error. Nobody has seen the lines of a plan that was written from the command line, so the part is named.
fn in_part(plan: &Plan, part: Option<Part>, message: String) -> String {
    let part = match part {
        Some(Part::Prelude) => "prelude",
        Some(Part::Setup | Part::VariantSetup) => "setup",
        Some(Part::Teardown) => "teardown",
        // It is named wherever it stands, because it fails in the place of what is measured.
        Some(Part::BeforeEach) => return format!("in before_each: {message}"),
        Some(Part::Code) | None => return message,
    };
    if plan.source.name == Source::COMMAND_LINE { format!("in the {part}: {message}") } else { message }
}

/// The first program that a command needs and that is not there: a shell may go on without it. One that looks for programs in a PATH of its own
/// has to say so itself.
pub fn without_needs(variant: &Variant) -> Option<Failure> {
    let Subject::Command(command) = &variant.subject else { return None };
    let is_missing = |need: &&Need| !need.name.contains('/') && subjects::program::find(&need.name, None).is_err();
    let missing = variant.needs.iter().find(is_missing).filter(|_| !command.has_own_path())?;
    Some(not_installed(&variant.needs, &missing.name, not_found(&missing.name)))
}

/// What to do about a program of a command that is not there.
fn not_found(name: &str) -> &'static str {
    if name.contains('/') {
        "look for a typing error, or build it first; paths count from where this was started, or from `cwd` of a plan"
    } else {
        "look for a typing error, install it, or give its path"
    }
}

/// The same of a program of a server.
pub fn not_found_by_server(name: &str) -> &'static str {
    if name.contains('/') && !name.starts_with('/') {
        "a server starts in a directory of its own, which holds its `files` and nothing else: name it there, or give its path from /"
    } else {
        not_found(name)
    }
}

/// Something that is not installed, with the package of that name among `needs`, or what to do otherwise.
pub fn not_installed(needs: &[Need], name: &str, otherwise: &str) -> Failure {
    // What is needed is called by what it is installed as, a header of C such as `zstd/zstd.h`.
    let is_path = name.contains('/') && needs.iter().all(|need| need.name != name);
    let message = if is_path { format!("{name} does not exist") } else { format!("{name} is not installed") };
    let package = needs.iter().find(|need| need.name == name).and_then(|need| need.package.as_ref());
    let install = package.map(|package| format!("install it: apt-get install {package}"));
    failed(FailureKind::Missing, message, install.as_deref().unwrap_or(otherwise))
}

/// A failure that points to no line of the plan, with what to do next.
pub fn failed(kind: FailureKind, message: String, help: &str) -> Failure {
    Failure::new(kind, message, Some(help.to_string()))
}

/// A worker that is gone. `limit_ns` is the time that it had.
pub fn loss(variant: &Variant, loss: &Loss, limit_ns: u64) -> Trouble {
    let (kind, message) = match loss {
        Loss::Ended { how, by_signal: true, stderr } => {
            (FailureKind::Signal, format!("its process was ended by {how}{}", quoted(stderr)))
        }
        Loss::Ended { how, stderr, .. } => {
            (FailureKind::WorkerLost, format!("its process ended with {how} instead of an answer{}", quoted(stderr)))
        }
        Loss::TimedOut => {
            // What a batch was given beyond the time of its longest iteration is nobody's business.
            let stated_ns = variant.timeout_ns.map_or(limit_ns, |timeout| timeout.min(limit_ns));
            let limit = model::format_duration(stated_ns as f64);
            (FailureKind::Timeout, format!("it ran longer than its time-out of {limit}, and was ended"))
        }
        Loss::TooLarge(limit_bytes) => (FailureKind::Signal, subjects::too_much_memory(*limit_bytes)),
        Loss::Interrupted => return Trouble::Interrupted,
        Loss::Garbled(why) => (FailureKind::WorkerLost, format!("its worker speaks nonsense: {why}")),
    };
    let meddles = "what is measured writes to its worker's pipe, or changes functions that its host uses: let it leave alone what is not its own";
    let help = match loss {
        Loss::Garbled(_) => own_worker(variant).or_else(|| Some(meddles.to_string())),
        _ => help(variant, kind, &message),
    };
    Trouble::Failed(Failure::new(kind, message, help))
}

/// The line of the plan that the last words of a process name first: `panic: no more` of Go, or a failed assertion of C, say where they happened.
pub fn line_of_loss(plan: &Plan, variant: &Variant, loss: &Loss) -> Option<usize> {
    let (Subject::Snippet(subject), Loss::Ended { stderr, .. }) = (&variant.subject, loss) else { return None };
    let (part, line) = subjects::place_told(stderr)?;
    subjects::snippet::plan_line(plan, subject, part, line)
}

/// A worker that did not get as far as its greeting. Nothing that is measured has run in it, so it is the program itself that is another one.
pub fn no_greeting(variant: &Variant, loss: &Loss, limit_ns: u64) -> Trouble {
    let help =
        "look what stands in its place in PATH, or what `interpreter` of the plan names: it must be the program itself";
    let Loss::Garbled(why) = loss else {
        let own_help = match (subjects::snippet::language(&variant.subject), loss) {
            // What a shell, or a wrapper of interpreters, says of a command that it does not find.
            (Some(language), Loss::Ended { how, .. }) if how == "exit code 127" => Some(language.help_missing()),
            (Some(_), Loss::Ended { by_signal: false, .. }) => Some(help.to_string()),
            _ => None,
        };
        return self::loss(variant, loss, limit_ns)
            .map(|failure| Failure { help: own_help.or(failure.help), ..failure });
    };
    let message = format!("what was started as its worker does not greet like one: {why}");
    Trouble::Failed(failed(FailureKind::WorkerLost, message, own_worker(variant).as_deref().unwrap_or(help)))
}

pub fn no_dose(dose: &Dose, hello: &Hello) -> Failure {
    let message = format!("the host of {} cannot add {} to an iteration", hello.worker, dose.event.plural());
    let help = match hello.doses.as_slice() {
        [] => "it can add no events; `dose` in docs/plan.md says which hosts do".to_string(),
        known => format!("what it can add: {}", known.join(", ")),
    };
    Failure { kind: FailureKind::Missing, message, line: Some(dose.line), help: Some(help) }
}

/// What to do about a worker that the plan brings.
fn own_worker(variant: &Variant) -> Option<String> {
    let Subject::Snippet(SnippetSubject { worker: Some(argv), .. }) = &variant.subject else { return None };
    Some(format!("docs/protocol.md says what a worker says; `cmpthese conformance {}` tries it", argv.join(" ")))
}

/// Something that is not what it was when the run began: a sentence says what.
pub fn changed(message: String) -> Failure {
    failed(FailureKind::AnswerChanged, message, "start a new run: what is measured has changed in between")
}

fn help(variant: &Variant, kind: FailureKind, message: &str) -> Option<String> {
    let help = match kind {
        FailureKind::Timeout if matches!(variant.subject, Subject::Snippet(_)) => {
            "give the variant a longer `timeout` (--timeout; its first iteration also writes down what it returns), or limit it to \
             smaller points with `when`"
        }
        FailureKind::Timeout => {
            "give the variant a longer `timeout` (--timeout), or limit it to smaller points with `when`"
        }
        FailureKind::Signal if message.starts_with("it took more than ") => {
            "that is seven eighths of what the machine had left, or what `ulimit -m` allows: limit the variant to \
             smaller points with `when`"
        }
        FailureKind::WorkerLost if own_worker(variant).is_some() => return own_worker(variant),
        FailureKind::WorkerLost if message.to_lowercase().contains("out of memory") => {
            "limit the variant to smaller points with `when`, or give more (`ulimit -v`)"
        }
        FailureKind::WorkerLost if matches!(variant.subject, Subject::Snippet(_)) => {
            "a snippet must return, not exit, and leave descriptors alone that it did not open"
        }
        FailureKind::Died if message.starts_with("nobody listens at ") => match variant.server() {
            Some(_) => "it was ready, and listens no longer: run it by hand, and see what ends it",
            None => "start the server, or let the run do so: [server.NAME]",
        },
        FailureKind::Died if matches!(variant.subject, Subject::Http(_)) => {
            "look at what it sends: curl -i, and the address of the request"
        }
        FailureKind::Died if message.ends_with(WorkerError::INCOMPARABLE) => {
            "return a text or a number of it, or compare no answers: check = \"none\" (--check none)"
        }
        FailureKind::Died if message.ends_with("that it names does not exist") => {
            "look at its first line: what it names may be missing, or the line may end with a carriage return"
        }
        FailureKind::Died if message.ends_with("is not executable") => "chmod +x it, or name its interpreter",
        FailureKind::Died if message.starts_with("it ended with exit code") => match variant.tells() {
            Some(_) => "run it by hand",
            None => "run it by hand; if that exit code means success, say `exit = CODE` (or --exit CODE)",
        },
        _ => return None,
    };
    Some(help.to_string())
}
