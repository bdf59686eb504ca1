//! Code in a language: what its host is told, and how the host is started.

use crate::languages::{self, Language};
use crate::{Context, LaunchDraw, Workers, caller, compiled, host, program};
use model::{Code, Failure, FailureKind, Plan, Point, SnippetSubject, Subject, Variant};
use protocol::{Param, Part, SnippetCase};
use std::path::PathBuf;

/// What the host of a snippet is told to prepare.
pub fn case(
    plan: &Plan,
    variant: &Variant,
    subject: &SnippetSubject,
    point: &Point,
    fixtures: &[(String, String)],
) -> SnippetCase {
    let values = point.params.iter().chain(&variant.bindings).map(|(name, value)| (name.clone(), Param::from(value)));
    let paths = fixtures.iter().map(|(name, path)| (name.clone(), Param::Text(path.clone())));
    let shared = plan.languages.get(&subject.language);
    let parts = [Part::Prelude, Part::Setup, Part::VariantSetup, Part::Code, Part::BeforeEach, Part::Teardown];
    SnippetCase {
        needs: variant.needs.iter().map(|need| need.name.clone()).collect(),
        params: values.chain(paths).collect(),
        parts: parts.into_iter().filter_map(|part| Some((part, code(plan, subject, part)?.text.clone()))).collect(),
        flags: shared.iter().flat_map(|language| &language.flags).chain(&subject.flags).cloned().collect(),
        returns: subject.returns.clone().or_else(|| shared?.returns.clone()),
        library: None,
        collector: subject.collector,
        dose: None,
    }
}

/// What a plan has for a part.
fn code<'p>(plan: &'p Plan, subject: &'p SnippetSubject, part: Part) -> Option<&'p Code> {
    let shared = plan.languages.get(&subject.language);
    match part {
        Part::Prelude => shared?.prelude.as_ref(),
        Part::Setup => shared?.setup.as_ref(),
        Part::VariantSetup => subject.setup.as_ref(),
        Part::Code => Some(&subject.code),
        Part::BeforeEach => plan.before_each(subject),
        Part::Teardown => shared?.teardown.as_ref(),
    }
}

/// A line of a part, from 1, for one that a host reports: an error at the end of a part is reported below it.
pub fn line_of_part(plan: &Plan, subject: &SnippetSubject, part: Part, line: usize) -> Option<usize> {
    let last = code(plan, subject, part)?.text.lines().count();
    (last > 0).then(|| line.clamp(1, last))
}

/// The line of the plan where that line stands.
pub fn plan_line(plan: &Plan, subject: &SnippetSubject, part: Part, line: usize) -> Option<usize> {
    let (code, line) = (code(plan, subject, part)?, line_of_part(plan, subject, part, line)?);
    Some(code.line + code.below.get(line - 1).or(code.below.last()).copied().unwrap_or(0))
}

/// The language of a snippet whose host is one of this program.
pub fn language(subject: &Subject) -> Option<Language> {
    match subject {
        Subject::Snippet(snippet) if snippet.worker.is_none() => Some(languages::find(&snippet.language)),
        _ => None,
    }
}

/// Starts the host of a language for each launch. Where the host can fork itself, they are forked from one process, which has the
/// CPU and the layout of the first: so they share all that chance decides about it, and it is loaded once.
pub fn start(language: Language, launches: &[LaunchDraw], context: &Context) -> Workers {
    if let Some(compiler) = language.compiler.clone() {
        return compiled::start(language, compiler, launches, context);
    }
    let path = if language.built.is_empty() { installed(&language, context)? } else { built(&language, context)? };
    match context.caller.as_ref().filter(|_| language.name == caller::LANGUAGE) {
        Some(script) => host::fork(script, &path, launches, context),
        None => host::start(&language, &path, launches, context),
    }
}

fn installed(language: &Language, context: &Context) -> Result<PathBuf, Failure> {
    language.install(&context.scratch).map_err(|error| {
        let message = format!("the {} host cannot be written to {}: {error}", language.name, context.scratch.display());
        let help = "make room there, or set TMPDIR to another directory".to_string();
        Failure::new(FailureKind::WorkerLost, message, Some(help))
    })
}

/// The host that starts the interpreter, which must be there.
fn built(language: &Language, context: &Context) -> Result<PathBuf, Failure> {
    match language.interpreter() {
        Some(name) if program::find(name, None).is_err() => {
            let message = format!("{name} is not installed");
            Err(Failure::new(FailureKind::Missing, message, Some(language.help_missing())))
        }
        _ => compiled::host_of_c(language, context),
    }
}
