//! What is to be compared, as the plan file says it, typed.

use crate::{Check, Condition, Environment, HttpSubject, Load, Origin, Point, Scope, Server, Template, Value};
use std::collections::BTreeMap;

/// A whole plan. Built by the `plan` crate from TOML; every name that it mentions exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Where it came from.
    pub source: Source,
    /// One line that says what is compared.
    pub title: String,
    /// Index of the variant that the others are compared with in sentences; the matrix holds all pairs anyway.
    pub baseline: Option<usize>,
    /// What one iteration processes: gives the throughput column. Filled, it is text for [`crate::filled_bytes`].
    pub bytes: Option<Template>,
    /// How answers are compared.
    pub check: Check,
    /// The answer that all variants must give, as text, when the plan knows it.
    pub expect: Option<Template>,
    /// Wall time for the whole run in nanoseconds, when the plan says so.
    pub budget_ns: Option<u64>,
    /// Half-width of the range of ratios that count as the same: 0.01 is 1 %.
    pub margin: f64,
    /// The axes of the sweep, in the order of the file.
    pub params: Vec<Param>,
    /// Programs that are built before anything is measured.
    pub builds: Vec<Build>,
    /// Files that are made before timing, once a point.
    pub fixtures: Vec<Fixture>,
    /// Code that all snippets of a language share.
    pub languages: BTreeMap<String, Language>,
    /// Servers that are started for those variants that ask them.
    pub servers: Vec<Server>,
    /// How requests are sent, to all servers alike.
    pub load: Load,
    /// Slower machines: an axis of the sweep, [`Environment::AXIS`], when there are any.
    pub environments: Vec<Environment>,
    /// The parameter that changes the work which all variants share: along it the report tells how a difference grows.
    pub work: Option<String>,
    /// Commands that run once a point before timing.
    pub setup: Vec<CommandLine>,
    /// Commands that run once a point after timing.
    pub teardown: Vec<CommandLine>,
    /// The contestants in the order of the file, then the controls (see [`Role`]).
    pub variants: Vec<Variant>,
}

/// The text of a plan and the name that messages call it by.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The path of the file, the name of a built-in experiment, or `command line`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// The name of a plan that was written from the command line: nobody has seen its lines.
    pub const COMMAND_LINE: &str = "command line";
}

/// One axis of the sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name: an identifier.
    pub name: String,
    /// Its values, at least one.
    pub values: Vec<Value>,
}

/// A program, or any other file, that is built before anything is measured, unless it was built from the same before.
#[derive(Clone, Debug, PartialEq)]
pub struct Build {
    /// Its name: placeholders and snippets see the path of what was built under it.
    pub name: String,
    /// What it is built from: paths of files beside the plan. The command finds them under the same names in the directory
    /// that it is run in, and nothing else.
    pub files: Vec<String>,
    /// What builds it: the only placeholder is [`Build::OUTPUT`].
    pub line: CommandLine,
    /// Programs that must be installed.
    pub needs: Vec<Need>,
}

impl Build {
    /// The placeholder that stands for the path of what is to be built.
    pub const OUTPUT: &str = "output";
}

/// A file that exists while a point is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// Its name: placeholders and snippets see the path of the file under it.
    pub name: String,
    /// Its size; `None` when the fill alone decides. Filled, it is text for [`crate::filled_bytes`].
    pub size: Option<Template>,
    /// What it holds.
    pub fill: Fill,
    /// Whether it is in the page cache when a batch begins; as it happens to be when `None`. Filled, it is text for
    /// [`CacheState::parse`].
    pub cache: Option<Template>,
    /// How many bytes each write(2) that makes it is given; a few KiB when `None`. Filled, it is text for
    /// [`crate::filled_bytes`].
    pub chunk: Option<Template>,
}

/// Whether a file is in the page cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheState {
    /// All of it.
    Warm,
    /// None of it: it has to be read from its device.
    Cold,
}

impl CacheState {
    /// The words for the states.
    pub const WORDS: [(&str, CacheState); 2] = [("warm", CacheState::Warm), ("cold", CacheState::Cold)];

    /// The state that a word means.
    pub fn parse(text: &str) -> Option<CacheState> {
        CacheState::WORDS.into_iter().find(|(word, _)| *word == text).map(|(_, state)| state)
    }
}

/// What a fixture holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Fill {
    /// Zero bytes.
    Zero,
    /// Bytes drawn from the run's seed.
    Random,
    /// Lines of so many bytes, newline included, that differ from each other. Filled, it is text for
    /// [`crate::filled_bytes`].
    Lines(Template),
    /// A text repeated until the size is reached, cut at the end; once when there is no size.
    Pattern(Template),
    /// The standard output of a command.
    Command(CommandLine),
}

/// Code that all snippets of a language share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Language {
    /// Compiled once, before the rest: definitions.
    pub prelude: Option<Code>,
    /// Run once in every worker after the prelude, with the parameters in scope: data.
    pub setup: Option<Code>,
    /// Run before every iteration and not timed, for variants that have none of their own.
    pub before_each: Option<Code>,
    /// Run once in every worker at its end.
    pub teardown: Option<Code>,
    /// Flags of its compiler, where it has one.
    pub flags: Vec<String>,
    /// The type that code returns, in the words of a language that is compiled; the language's own default when `None`.
    pub returns: Option<String>,
    /// In how many layouts each snippet is compiled, where there is a compiler; once when `None`.
    pub rebuild: Option<usize>,
}

/// What a plan must know of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageTraits {
    /// The key of its snippets.
    pub name: &'static str,
    /// Whether a compiler is called for its snippets, which takes flags.
    pub compiled: bool,
}

/// Source text with its place in the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// The text.
    pub text: String,
    /// The line of the plan where its first line stands, from 1.
    pub line: usize,
}

/// One way of doing the job.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name, unique in the plan.
    pub name: String,
    /// Contestant or control.
    pub role: Role,
    /// What is run.
    pub subject: Subject,
    /// What the `for` of the plan bound: part of the scope of this variant alone.
    pub bindings: Vec<(String, Value)>,
    /// The points where it takes part; everywhere when `None`.
    pub when: Option<Condition>,
    /// What must be installed.
    pub needs: Vec<Need>,
    /// The longest time that one iteration may take, in nanoseconds.
    pub timeout_ns: Option<u64>,
    /// How many iterations a fresh process runs, all of them timed, the first included; as many as suit when `None`, after it has
    /// warmed up.
    pub iterations: Option<u64>,
    /// The name of the variant whose time is taken off its own, such as a program that does nothing.
    pub less: Option<String>,
    /// Whether it is dropped where one iteration of it takes too large a share of the budget; false for a variant that
    /// the plan insists on.
    pub droppable: bool,
}

/// What part a variant plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Compared and reported.
    Contestant,
    /// The empty loop of a language: subtracted from that language's contestants.
    EmptyLoop,
    /// What the plan wants taken off others: measured with them, and neither compared nor ranked.
    Floor,
    /// A contestant once more, measured now and then: what seems to set it apart from its original is no difference.
    Clone,
}

/// Something that must be installed for a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Need {
    /// A module of the snippet's language, or the name of a program for commands.
    pub name: String,
    /// The Debian package that brings it.
    pub package: Option<String>,
}

/// What a variant runs. A closed set: a new kind is a new arm here, its table in `plan`, its worker in `subjects`.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Code in a language, run many times inside one process.
    Snippet(SnippetSubject),
    /// A program, started for every iteration.
    Command(CommandSubject),
    /// A request, sent many times over several connections.
    Http(HttpSubject),
    /// A source of invented times on a virtual clock, for tests and for teaching.
    Sim(SimSubject),
}

/// Code in a language.
#[derive(Clone, Debug, PartialEq)]
pub struct SnippetSubject {
    /// The name of a folder under `workers/`.
    pub language: String,
    /// The body of a function; its value is the answer.
    pub code: Code,
    /// Run once in the worker of this variant, after the language's setup.
    pub setup: Option<Code>,
    /// Run before every iteration and not timed, in the place of what the language has.
    pub before_each: Option<Code>,
    /// Flags of the compiler, after those of the language.
    pub flags: Vec<String>,
    /// The type that the code returns, if not that of the language.
    pub returns: Option<String>,
}

/// A program with everything that it is started with.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandSubject {
    /// What is started.
    pub line: CommandLine,
    /// Path of the file that it reads; `/dev/null` when `None`.
    pub stdin: Option<Template>,
    /// Where its standard output goes.
    pub stdout: Destination,
    /// Variables added to the environment.
    pub env: Vec<(String, Template)>,
    /// The directory that it starts in; the plan's own when `None`.
    pub cwd: Option<Template>,
    /// The exit code that counts as success.
    pub exit: i32,
    /// What is run before every execution and not timed.
    pub before_each: Option<BeforeEach>,
}

/// Commands that put things back before another one is run.
#[derive(Clone, Debug, PartialEq)]
pub struct BeforeEach {
    /// They run one after the other.
    pub lines: Vec<CommandLine>,
    /// The line of the plan where they stand, from 1.
    pub line: usize,
}

/// A command line.
#[derive(Clone, Debug, PartialEq)]
pub enum CommandLine {
    /// Program and arguments, no shell.
    Argv(Vec<Template>),
    /// A text for `sh -c`; placeholders are quoted.
    Shell(Template),
}

/// Where the standard output of a command goes while it is timed.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Destination {
    /// A pipe that is read as fast as it fills: the output is the answer.
    #[default]
    Pipe,
    /// `/dev/null`; some programs notice and skip their work. The answer is taken through a pipe, untimed.
    Null,
    /// A file of the run's own; its content is the answer.
    Scratch,
    /// A path, or one of [`Destination::WORDS`] once it is filled; the content of the file is the answer.
    At(Template),
}

impl Destination {
    /// The words for destinations that are no path.
    pub const WORDS: [(&str, Destination); 3] =
        [("pipe", Destination::Pipe), ("null", Destination::Null), ("file", Destination::Scratch)];

    /// The destination that a word means.
    pub fn parse(text: &str) -> Option<Destination> {
        Destination::WORDS.into_iter().find(|(word, _)| *word == text).map(|(_, destination)| destination)
    }
}

/// Invented times.
#[derive(Clone, Debug, PartialEq)]
pub struct SimSubject {
    /// True time of one iteration; filled, it is text for [`crate::filled_duration`].
    pub time: Template,
    /// What starting it takes, in nanoseconds.
    pub start_ns: u64,
    /// Standard deviation of the logarithm of a batch's time.
    pub noise: f64,
    /// Standard deviation of the logarithm of a launch's level.
    pub launch_noise: f64,
    /// Degrees of freedom of Student's t for the noise of a batch: few give it heavy tails. Normal when `None`.
    pub tail: Option<u32>,
    /// What else the machine does: it slows all variants down alike.
    pub weather: Option<Weather>,
    /// What it answers.
    pub answer: Template,
    /// What goes wrong, if anything.
    pub fault: Option<SimFault>,
}

/// How the speed of a simulated machine changes with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    /// Slowly up and down, by some per cent.
    Drift,
    /// To another level, every now and then.
    Steps,
    /// To half the speed, for moments.
    Bursts,
}

/// What goes wrong in a simulated variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimFault {
    /// It reports an error.
    Die,
    /// Its process ends.
    Exit,
    /// It never answers.
    Hang,
}

impl Plan {
    /// Every combination of parameter values; the last axis changes fastest.
    pub fn points(&self) -> Vec<Point> {
        Point::grid(&self.params)
    }

    /// The variant whose time is taken off that of another: the one that it names, else the empty loop of its language.
    pub fn floor(&self, variant: usize) -> Option<usize> {
        let variant = &self.variants[variant];
        if let Some(name) = &variant.less {
            return self.variants.iter().position(|other| other.name == *name);
        }
        let own = variant.language()?;
        self.variants.iter().position(|other| {
            let is_of_language = other.role == Role::EmptyLoop && other.language() == Some(own);
            is_of_language && other.runs_like(variant)
        })
    }

    /// The contestant that a clone repeats: the baseline, or else the first. A plan has at most one clone.
    pub fn cloned(&self) -> Option<usize> {
        self.baseline.or_else(|| Some(self.contestants().next()?.0))
    }

    /// The code that runs before every iteration of a snippet.
    pub fn before_each<'p>(&'p self, snippet: &'p SnippetSubject) -> Option<&'p Code> {
        let of_language = || self.languages.get(&snippet.language)?.before_each.as_ref();
        snippet.before_each.as_ref().or_else(of_language)
    }

    /// Whether something that is not timed runs before every iteration of a variant.
    pub fn has_before_each(&self, variant: &Variant) -> bool {
        match &variant.subject {
            Subject::Snippet(snippet) => self.before_each(snippet).is_some(),
            Subject::Command(command) => command.before_each.is_some(),
            Subject::Http(_) | Subject::Sim(_) => false,
        }
    }

    /// In how many layouts the code of a variant is compiled: each launch draws one.
    pub fn layouts(&self, variant: &Variant) -> usize {
        let language = variant.language().and_then(|language| self.languages.get(language));
        language.and_then(|language| language.rebuild).unwrap_or(1)
    }

    /// Whether what a variant runs names a parameter, a fixture or something that is built.
    pub fn mentions(&self, variant: &Variant, name: &str) -> bool {
        match &variant.subject {
            Subject::Command(command) => {
                command.templates().any(|template| template.names().any(|known| known == name))
            }
            Subject::Snippet(snippet) => {
                let shared = self.languages.get(&snippet.language);
                let shared = shared.into_iter().flat_map(|shared| [&shared.prelude, &shared.setup, &shared.teardown]);
                let own = [Some(&snippet.code), snippet.setup.as_ref(), self.before_each(snippet)];
                let code = shared.filter_map(Option::as_ref).chain(own.into_iter().flatten());
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                code.into_iter().any(|code| code.text.split(|c: char| !is_part(c)).any(|word| word == name))
            }
            Subject::Http(http) => http.templates().any(|template| template.names().any(|known| known == name)),
            Subject::Sim(_) => false,
        }
    }

    /// Whether files that lie beside the plan are needed.
    pub fn uses_files(&self) -> bool {
        !self.builds.is_empty() || self.servers.iter().any(|server| !server.files.is_empty())
    }

    /// The server of the plan that a variant asks.
    pub fn server(&self, variant: &Variant) -> Option<&Server> {
        let Subject::Http(HttpSubject { origin: Origin::Server(name), .. }) = &variant.subject else { return None };
        self.servers.iter().find(|server| server.name == *name)
    }

    /// The environment of a point; none where the plan has no axis of them.
    pub fn environment(&self, point: &Point) -> Option<&Environment> {
        let name = point.get(Environment::AXIS)?.placeholder();
        self.environments.iter().find(|environment| environment.name == name)
    }

    /// The variants that are compared and reported, with their indices.
    pub fn contestants(&self) -> impl Iterator<Item = (usize, &Variant)> {
        self.variants.iter().enumerate().filter(|(_, variant)| variant.role == Role::Contestant)
    }
}

impl Variant {
    /// A variant of which nothing is known but what it runs.
    pub fn plain(name: impl Into<String>, role: Role, subject: Subject) -> Variant {
        Variant {
            name: name.into(),
            role,
            subject,
            bindings: Vec::new(),
            when: None,
            needs: Vec::new(),
            timeout_ns: None,
            iterations: None,
            less: None,
            droppable: false,
        }
    }

    /// Whether the processes of two snippets do the same around their code: run it as often, with the same before each time.
    pub fn runs_like(&self, other: &Variant) -> bool {
        let text = |variant: &Variant| match &variant.subject {
            Subject::Snippet(snippet) => snippet.before_each.as_ref().map(|code| code.text.clone()),
            Subject::Command(_) | Subject::Http(_) | Subject::Sim(_) => None,
        };
        self.iterations == other.iterations && text(self) == text(other)
    }

    /// The language of a snippet.
    pub fn language(&self) -> Option<&str> {
        match &self.subject {
            Subject::Snippet(snippet) => Some(&snippet.language),
            Subject::Command(_) | Subject::Http(_) | Subject::Sim(_) => None,
        }
    }

    /// The texts that placeholders of this variant stand for at a point, `fixtures` being name and path of each fixture.
    pub fn scope(&self, point: &Point, fixtures: &[(String, String)]) -> Scope {
        let params = point.params.iter().chain(&self.bindings).map(|(name, value)| (name.clone(), value.placeholder()));
        params.chain(fixtures.iter().cloned()).collect()
    }

    /// Whether the variant takes part at a point.
    pub fn takes_part(&self, point: &Point) -> bool {
        self.when.as_ref().is_none_or(|condition| condition.holds(point))
    }
}

impl CommandLine {
    /// Every text with placeholders.
    pub fn templates(&self) -> impl Iterator<Item = &Template> {
        match self {
            CommandLine::Argv(words) => words.iter(),
            CommandLine::Shell(text) => std::slice::from_ref(text).iter(),
        }
    }
}

impl CommandSubject {
    /// Every text with placeholders.
    fn templates(&self) -> impl Iterator<Item = &Template> {
        let stdout = match &self.stdout {
            Destination::At(path) => Some(path),
            Destination::Pipe | Destination::Null | Destination::Scratch => None,
        };
        let optional = [self.stdin.as_ref(), stdout, self.cwd.as_ref()];
        let before_each = self.before_each.iter().flat_map(|before| &before.lines).flat_map(CommandLine::templates);
        let env = self.env.iter().map(|(_, value)| value);
        self.line.templates().chain(optional.into_iter().flatten()).chain(env).chain(before_each)
    }
}
