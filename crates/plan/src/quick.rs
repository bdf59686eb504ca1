//! The quick form: a comparison given on the command line, written out as a plan.
//!
//! It becomes the text of a plan file, which goes through [`crate::parse`] like any other, so that a stored run holds all
//! that is needed to repeat it and there is one way from text to plan. Rejected: building the [`model::Plan`] directly,
//! which would need a second form in which runs are stored.

mod benchmarks;
mod error;
mod param;
mod placeholder;
mod runtimes;
mod shell;
mod toml_text;
mod words;

use crate::foreign::{one_line, quoted};
use crate::nearest::suggestion;
pub use benchmarks::{QuickBenchmark, QuickBenchmarks, Word, benchmarks};
pub use error::QuickError;
use model::{Check, ExitCodes, Source, Template};
pub(crate) use param::{Param, Typed, read_all as read_params};
pub use placeholder::{placeholder, replaced};
pub use runtimes::QuickRuntimes;
pub(crate) use toml_text::toml_text;
pub use toml_text::toml_texts;

/// A comparison given on the command line.
#[derive(Clone, Debug, Default)]
pub struct Quick {
    /// What is compared.
    pub kind: QuickKind,
    /// Each as it is typed, in the order of the command line.
    pub subjects: Vec<String>,
    /// The shell that texts are given to, such as `bash --norc`; `sh` when `None`.
    pub shell: Option<String>,
    /// Code that is compiled once in every worker; for snippets.
    pub prelude: Option<String>,
    /// For snippets, code that is run once in every worker; for commands, a text for `sh -c` that is run once a point.
    pub setup: Option<String>,
    /// For snippets, by what each of them is run; by that of the language when there is none.
    pub runtimes: QuickRuntimes,
    /// For snippets, code that is run once in every worker at its end; otherwise a text for `sh -c` that is run once a point.
    pub teardown: Option<String>,
    /// Run before every iteration and not timed: code for snippets, a text for `sh -c` for commands. One for all, or for commands
    /// one for each of them.
    pub before_each: Vec<String>,
    /// The axes of the sweep: `n=1..5`, `n=1..100:10`, `n=1KiB..1MiB*4`, `n=1,2,5`, `mode=fast,slow`.
    pub params: Vec<String>,
    /// The parameter along which crossovers are located.
    pub locate: Option<String>,
    /// The variant that the others are compared with: its name, or its place in the order of the command line, from 1.
    pub baseline: Option<String>,
    /// How answers are compared.
    pub check: Option<Check>,
    /// The file that commands read.
    pub stdin: Option<String>,
    /// Where the output of commands goes, as in a plan: one for all, or one for each of them.
    pub stdout: Vec<String>,
    /// Names of the first variants; the others are called as they are typed.
    pub names: Vec<String>,
    /// For commands, the exit codes that mean success.
    pub exit: Option<ExitCodes>,
    /// The longest that one iteration may take, such as `10s`.
    pub timeout: Option<String>,
    /// For snippets, how many iterations a fresh process runs.
    pub iterations: Option<String>,
    /// Ratios within it count as the same, such as `1%`.
    pub margin: Option<String>,
    /// What one iteration processes, such as `64KiB` or `{n}`.
    pub bytes: Option<String>,
    /// For requests, how many connections at most: a number, or `{n}`.
    pub connections: Option<String>,
    /// For requests, how many a second are planned: a number, or `{n}`.
    pub rate: Option<String>,
    /// For requests, whether servers that are not on this machine may be loaded.
    pub allow_remote: bool,
    /// What was put into each of the subjects: names, and values as texts. One list for each, or none at all.
    pub bound: Vec<Vec<(String, String)>>,
}

/// What is compared.
#[derive(Clone, Debug, Default)]
pub enum QuickKind {
    /// Commands that are split into words the way sh does, and started without a shell.
    #[default]
    Commands,
    /// Texts for `sh -c`.
    Shell,
    /// Addresses that are asked: `http://127.0.0.1:8080/`.
    Requests,
    /// The bodies of functions in one language.
    Snippets {
        /// The key of the language.
        language: String,
    },
}

/// The plan that a command line stands for. Its source is called `command line`.
///
/// ```
/// use cmpthese_plan::quick::{Quick, source};
/// let subjects = vec!["cat big".to_string(), "dd if=big bs=64k".to_string()];
/// let quick = Quick { subjects, ..Quick::default() };
/// let text = source(&quick).unwrap().text;
/// assert!(text.contains(r#"command = ["dd", "if=big", "bs=64k"]"#));
/// ```
///
/// # Errors
/// The first mistake that can be seen without knowing the languages; [`crate::parse`] finds the others.
pub fn source(quick: &Quick) -> Result<Source, QuickError> {
    check_options(quick)?;
    let is_snippet = matches!(quick.kind, QuickKind::Snippets { .. });
    let typed = |name: &str| if !is_snippet || quick.runtimes.mention(name) { Typed::PutIn } else { Typed::Value };
    let params = param::read_all(&quick.params, quick.locate.as_deref(), typed)?;
    check_use(quick, &params)?;
    let in_toml = |text: &str| toml_template(text, &params);
    let (names, heads) = quick.runtimes.each(!quick.names.is_empty(), names(quick)?, heads(quick, &params)?, in_toml);
    let mut lines = vec![format!("title = {}", toml_text(&title(&names)))];
    lines.extend(top_level(quick, &names, &params)?);
    lines.extend(table("params", params.iter().map(|param| format!("{} = {}", param.name, param.values))));
    lines.extend(load(quick, &params));
    lines.extend(shared_code(quick));
    let stdouts = one_each(&quick.stdout, heads.len(), "--stdout")?;
    let before_each = one_each(&quick.before_each, heads.len(), "--before-each")?;
    for (index, (name, head)) in names.iter().zip(heads).enumerate() {
        lines.extend(["".to_string(), "[[variant]]".to_string()]);
        lines.push(format!("name = {}", toml_text(&Template::escape(name))));
        lines.push(head);
        lines.extend(quick.bound.get(index).filter(|bound| !bound.is_empty()).map(|bound| for_one(bound)));
        lines.extend(line("stdin", quick.stdin.as_ref(), in_toml));
        lines.extend(line("stdout", stdouts.get(index).copied(), in_toml));
        if let QuickKind::Commands | QuickKind::Shell = quick.kind {
            lines.extend(line("before_each", before_each.get(index).copied(), in_toml));
        }
        lines.extend(quick.exit.iter().map(|codes| format!("exit = {codes}")));
        lines.extend(line("timeout", quick.timeout.as_ref(), toml_text));
    }
    Ok(Source { name: Source::COMMAND_LINE.to_string(), text: lines.join("\n") + "\n" })
}

/// Options that go with some subjects only.
fn check_options(quick: &Quick) -> Result<(), QuickError> {
    match quick.kind {
        _ if quick.subjects.is_empty() => Err(QuickError::new(
            "there is nothing to compare",
            "give two or more commands, each in quotes: cmpthese 'sort big' 'sort -u big'",
        )),
        QuickKind::Commands | QuickKind::Shell | QuickKind::Requests if !quick.runtimes.programs.is_empty() => {
            Err(QuickError::new(
                "only code has an interpreter or a compiler",
                "name its language with --lang, or give each command its interpreter as its first word",
            ))
        }
        QuickKind::Snippets { .. } if quick.stdin.is_some() => {
            Err(QuickError::new("snippets have no standard input", "leave out --stdin, and open the file in the code"))
        }
        QuickKind::Snippets { .. } if quick.exit.is_some() => {
            Err(QuickError::new("snippets have no exit code", "leave out --exit"))
        }
        QuickKind::Snippets { .. } if !quick.stdout.is_empty() => Err(QuickError::new(
            "snippets have no standard output that is read: what they return is their answer",
            "leave out --stdout, and open a file in the code",
        )),
        QuickKind::Snippets { .. } if quick.before_each.len() > 1 => Err(QuickError::new(
            "snippets share the code that runs before each iteration",
            "give --before-each once, or write a plan in which each variant has its own `before_each`",
        )),
        QuickKind::Requests
            if quick.stdin.is_some() || !quick.stdout.is_empty() || quick.exit.is_some() || quick.prelude.is_some() =>
        {
            Err(QuickError::new(
                "requests have no standard input or output, no exit code and no prelude",
                "leave these options out",
            ))
        }
        QuickKind::Commands | QuickKind::Shell | QuickKind::Snippets { .. }
            if quick.connections.is_some() || quick.rate.is_some() || quick.allow_remote =>
        {
            Err(QuickError::new(
                "only requests have connections, a rate and servers",
                "give addresses to be asked: cmpthese http://127.0.0.1:8080/a http://127.0.0.1:8080/b",
            ))
        }
        QuickKind::Commands | QuickKind::Shell if quick.prelude.is_some() => Err(QuickError::new(
            "commands have no prelude",
            "name a language with --lang to compare snippets, or use --setup to run a command before timing",
        )),
        QuickKind::Commands | QuickKind::Shell if quick.iterations.is_some() => Err(QuickError::new(
            "iterations are counted inside a process, and every execution of a command is one of its own",
            "leave out --iterations, or name a language with --lang to compare snippets",
        )),
        QuickKind::Requests if quick.names.iter().chain(&quick.teardown).any(|text| text.parse::<u64>().is_ok()) => {
            Err(QuickError::new(
                "-n is --name here and -c is --teardown, and neither is a number",
                "--connections 10 asks over ten connections; how many requests are sent follows from --budget TIME",
            ))
        }
        QuickKind::Requests if !quick.before_each.is_empty() => Err(QuickError::new(
            "nothing can be run before each request, because several are under way at a time",
            "leave out --before-each",
        )),
        QuickKind::Requests if quick.iterations.is_some() => Err(QuickError::new(
            "iterations are counted inside a process, which requests do not have",
            "leave out --iterations; --connections says how many ask at a time",
        )),
        _ => Ok(()),
    }
    .and_then(|()| check_iterations(quick))
}

/// A number that the plan would not take for one: nobody has seen its lines.
fn check_iterations(quick: &Quick) -> Result<(), QuickError> {
    match &quick.iterations {
        Some(text) if !text.parse::<u64>().is_ok_and(|number| number > 0) => Err(QuickError::new(
            format!("--iterations {} is no number of iterations", quoted(text)),
            "give a whole number, 1 or more: so many iterations each fresh process runs, all of them timed",
        )),
        _ => Ok(()),
    }
}

/// Whether every parameter is put in somewhere; code has them as variables.
fn check_use(quick: &Quick, params: &[Param]) -> Result<(), QuickError> {
    let several = [&quick.subjects, &quick.before_each, &quick.stdout].into_iter().flatten();
    let ones = [
        [&quick.shell, &quick.setup, &quick.teardown, &quick.stdin],
        [&quick.bytes, &quick.connections, &quick.rate, &quick.prelude],
    ];
    let texts: Vec<&String> = several.chain(ones.as_flattened().iter().copied().flatten()).collect();
    let is_snippet = matches!(quick.kind, QuickKind::Snippets { .. });
    let is_used = |name: &str| match is_snippet {
        true => quick.runtimes.mention(name) || texts.iter().any(|text| text.contains(name)),
        false => texts.iter().any(|text| text.contains(&placeholder(name))),
    };
    let Some(Param { name, .. }) = params.iter().find(|param| !is_used(&param.name)) else { return Ok(()) };
    let others = texts.iter().flat_map(|text| text.split('{').skip(1)).filter_map(|rest| rest.split_once('}'));
    let is_other = |other: &&str| model::is_identifier(other) && params.iter().all(|param| param.name != **other);
    let other = others.map(|(other, _)| other).find(|other| is_other(other)).filter(|_| !is_snippet);
    let other = other.map_or(String::new(), |other| format!(" ({{{other}}} is no parameter)"));
    let help = match is_snippet {
        true => format!(
            "code has it as a variable: write {name} where its value is to stand, ${name} in Perl, PHP and shells"
        ),
        false => {
            format!("write {{{name}}} where its value is to stand, such as cmpthese --param n=1,2 'sleep {{n}}'{other}")
        }
    };
    let message = format!("the parameter {} is put in nowhere, so all its values would be the same", quoted(name));
    Err(QuickError::new(message, help))
}

/// The line of each variant that says what it runs.
fn heads(quick: &Quick, params: &[Param]) -> Result<Vec<String>, QuickError> {
    let head = |(index, text): (usize, &String)| {
        if one_line(text).is_empty() {
            return Err(QuickError::new(
                format!("number {} of what is compared is empty", index + 1),
                "give the text of a command or of a snippet, in quotes",
            ));
        }
        let command = |words: Vec<String>| {
            let words: Vec<String> = words.iter().map(|word| toml_template(word, params)).collect();
            format!("command = [{}]", words.join(", "))
        };
        match &quick.kind {
            QuickKind::Commands => words::split(text).map(command),
            QuickKind::Shell => match &quick.shell {
                Some(shell) => Ok(command([words::split(shell)?, vec!["-c".to_string(), text.clone()]].concat())),
                None => Ok(format!("shell = {}", toml_template(text, params))),
            },
            QuickKind::Requests => Ok(format!("http = {}", toml_template(text, params))),
            QuickKind::Snippets { language } => Ok(format!("{language} = {}", toml_text(text))),
        }
    };
    quick.subjects.iter().enumerate().map(head).collect()
}

/// The keys at the top of the plan, but for the title.
fn top_level(quick: &Quick, names: &[String], params: &[Param]) -> Result<Vec<String>, QuickError> {
    let in_toml = |text: &str| toml_template(text, params);
    let mut lines = Vec::new();
    if let Some(baseline) = &quick.baseline {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        lines.push(format!("baseline = {}", toml_text(chosen(baseline, &names, "variant", "variants")?)));
    }
    lines.extend(line("locate", quick.locate.as_ref(), toml_text));
    if let Some(check) = quick.check {
        let (word, _) = Check::WORDS.into_iter().find(|(_, known)| *known == check).expect("every check has its word");
        lines.push(format!("check = {}", toml_text(word)));
    }
    let iterations = quick.iterations.as_ref().and_then(|text| text.parse::<u64>().ok());
    lines.extend(iterations.map(|iterations| format!("iterations = {iterations}")));
    lines.extend(line("margin", quick.margin.as_ref(), toml_text));
    lines.extend(line("bytes", quick.bytes.as_ref(), in_toml));
    if !matches!(quick.kind, QuickKind::Snippets { .. }) {
        lines.extend(line("setup", quick.setup.as_ref(), in_toml));
        lines.extend(line("teardown", quick.teardown.as_ref(), in_toml));
    }
    Ok(lines)
}

/// How requests are sent. A number is one whether it is quoted in TOML or not, and a text has its mistakes told by the plan.
fn load(quick: &Quick, params: &[Param]) -> Vec<String> {
    let keys = [("connections", &quick.connections), ("rate", &quick.rate)];
    let in_toml = |text: &str| toml_template(text, params);
    let planned = keys.into_iter().filter_map(|(key, value)| line(key, value.as_ref(), in_toml));
    table("load", planned.chain(quick.allow_remote.then(|| "allow_remote = true".to_string())))
}

fn shared_code(quick: &Quick) -> Vec<String> {
    let QuickKind::Snippets { language } = &quick.kind else { return Vec::new() };
    let keys = [
        ("prelude", quick.prelude.as_ref()),
        ("setup", quick.setup.as_ref()),
        ("before_each", quick.before_each.first()),
        ("teardown", quick.teardown.as_ref()),
    ];
    table(&format!("language.{language}"), keys.into_iter().filter_map(|(key, code)| line(key, code, toml_text)))
}

/// A key with the text that it has, which `in_toml` writes down; nothing where it has none.
fn line(key: &str, text: Option<&String>, in_toml: impl Fn(&str) -> String) -> Option<String> {
    Some(format!("{key} = {}", in_toml(text?)))
}

/// What is bound for a variant, which is put in already.
fn for_one(bound: &[(String, String)]) -> String {
    let entries = bound.iter().map(|(name, value)| format!("{name} = {{ texts = [{}] }}", toml_text(value)));
    format!("for = {{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

/// A table with its header; nothing where nothing is in it.
fn table(name: &str, lines: impl Iterator<Item = String>) -> Vec<String> {
    let lines: Vec<String> = lines.collect();
    let header = [String::new(), format!("[{name}]")];
    if lines.is_empty() { lines } else { header.into_iter().chain(lines).collect() }
}

/// What is given once for all, or once for each, as one for each; nothing when nothing is given.
fn one_each<'q>(given: &'q [String], count: usize, option: &str) -> Result<Vec<&'q String>, QuickError> {
    match given {
        [] => Ok(Vec::new()),
        [one] => Ok(vec![one; count]),
        several if several.len() == count => Ok(several.iter().collect()),
        several => Err(QuickError::new(
            format!("{option} is given {} times, for {count} of what is compared", several.len()),
            "give one for all of them, or one for each in the same order",
        )),
    }
}

/// The names of the variants: those given, then the others as they are typed. Equal ones are numbered.
fn names(quick: &Quick) -> Result<Vec<String>, QuickError> {
    let typed = &quick.subjects;
    if quick.names.len() > typed.len() {
        return Err(QuickError::new(
            format!("{} names are given for {} variants", quick.names.len(), typed.len()),
            "give each command or snippet one name at most, in the same order",
        ));
    }
    let mut names: Vec<String> = Vec::new();
    for wanted in quick.names.iter().chain(&typed[quick.names.len()..]) {
        let wanted = one_line(wanted);
        let numbered = (2..).map(|number| format!("{wanted} ({number})"));
        let free = std::iter::once(wanted.clone()).chain(numbered).find(|name| !names.contains(name));
        names.push(free.expect("the numbers do not end"));
    }
    Ok(names)
}

/// The name that `wanted` is, or counts from 1. Messages call what has it `one`, and all of them `several`.
fn chosen<'n>(wanted: &str, names: &[&'n str], one: &str, several: &str) -> Result<&'n str, QuickError> {
    let counted = || names.get(wanted.parse::<usize>().ok()?.checked_sub(1)?);
    names.iter().find(|name| **name == wanted).or_else(counted).copied().ok_or_else(|| {
        let help = format!("{}\na number from 1 to {} counts them", suggestion(wanted, names, several), names.len());
        QuickError::new(format!("no {one} is called {}", quoted(wanted)), help)
    })
}

/// One line that says what is compared.
fn title(names: &[String]) -> String {
    const LENGTH_MAX: usize = 100;
    let all = names.join(" vs ");
    match names {
        [first, _, _, ..] if all.chars().count() > LENGTH_MAX => format!("{first} vs {} others", names.len() - 1),
        _ => all,
    }
}

/// Text in which only the names of parameters are placeholders, in the quotes of TOML.
fn toml_template(text: &str, params: &[Param]) -> String {
    let values: Vec<(&str, String)> =
        params.iter().map(|param| (param.name.as_str(), placeholder(&param.name))).collect();
    toml_text(&replaced(text, &values, Template::escape))
}
