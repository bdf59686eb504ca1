//! The mistakes of a plan and how they are shown: each in its line, with what to write instead.
//!
//! Owns the rendering. Refuses to know what a mistake is about: the readers of [`crate::tree`] and the modules that use
//! them say so.

use crate::foreign;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use model::Source;
use std::fmt;
use std::ops::Range;

/// Everything that is wrong with a plan.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    /// The plan.
    pub source: Source,
    /// The mistakes in the order of the text; at least one.
    pub list: Vec<Diagnostic>,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// What is wrong: a sentence without a final dot.
    pub message: String,
    /// The bytes of the text that are underlined. `0..0` stands for the plan as a whole: no line is shown.
    pub span: Range<usize>,
    /// A few words under the line; may be empty.
    pub label: String,
    /// Another place that plays a part, such as the first of two equal names.
    pub also: Option<Place>,
    /// What to write instead.
    pub help: Option<String>,
}

/// A place in the text with a few words about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The bytes of the text that are underlined.
    pub span: Range<usize>,
    /// A few words under the line.
    pub label: String,
}

impl Diagnostic {
    /// A mistake without a label, another place or help.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), span, label: String::new(), also: None, help: None }
    }

    /// Puts a few words under the line.
    pub fn label(self, label: impl Into<String>) -> Diagnostic {
        Diagnostic { label: label.into(), ..self }
    }

    /// Says what to write instead.
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// Names another place that plays a part.
    pub fn also(self, span: Range<usize>, label: impl Into<String>) -> Diagnostic {
        Diagnostic { also: Some(Place { span, label: label.into() }), ..self }
    }

    /// Is one of the mistakes; of what was to be read there is nothing.
    pub(crate) fn tell<T>(self, mistakes: &mut Vec<Diagnostic>) -> Option<T> {
        mistakes.push(self);
        None
    }
}

/// Columns of the rendering: fits a terminal of usual width, and a line of the plan is rarely cut.
const WIDTH: usize = 100;

/// Columns that the text of a message may take: what stands before it (`error: `, `   = help: `) needs the rest.
const TEXT_WIDTH: usize = 84;

impl Diagnostics {
    /// Every mistake in its line, separated by blank lines. `color` adds ANSI escapes. Whatever the plan holds, nothing
    /// of it reaches the terminal as a control sequence.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() }.term_width(WIDTH);
        let rendered: Vec<String> =
            self.list.iter().map(|diagnostic| renderer.render(&[group(&self.source, diagnostic)])).collect();
        rendered.join("\n\n")
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}

fn group(source: &Source, diagnostic: &Diagnostic) -> Group<'static> {
    let title = Level::ERROR.primary_title(message(&diagnostic.message));
    let path = foreign::one_line(&foreign::shown(&source.name));
    let group = if diagnostic.span == (0..0) {
        title.element(Origin::path(path))
    } else {
        title.element(excerpt(&source.text, diagnostic).path(path))
    };
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(message(help))),
        None => group,
    }
}

/// The lines that a mistake concerns. Only they are handed on, so that the cost does not grow with the file.
fn excerpt(text: &str, diagnostic: &Diagnostic) -> Snippet<'static, annotate_snippets::Annotation<'static>> {
    let span = one_line(text, &diagnostic.span);
    let also = diagnostic.also.as_ref().map(|place| (one_line(text, &place.span), place.label.clone()));
    let other = also.as_ref().map_or(&span, |(span, _)| span);
    let start = line_start(text, span.start.min(other.start));
    let end = line_end(text, span.end.max(other.end));
    // Foreign characters are replaced one by one, so a place moves by what the text before it grew.
    let moved = |place: &Range<usize>| {
        let before = foreign::shown(&text[start..place.start]).len();
        before..before + foreign::shown(&text[place.clone()]).len()
    };
    let snippet = Snippet::source(foreign::shown(&text[start..end]))
        .line_start(line_number(text, start))
        .annotation(AnnotationKind::Primary.span(moved(&span)).label(labelled(&diagnostic.label)));
    match &also {
        Some((span, label)) => snippet.annotation(AnnotationKind::Context.span(moved(span)).label(labelled(label))),
        None => snippet,
    }
}

fn labelled(label: &str) -> Option<String> {
    (!label.is_empty()).then(|| foreign::one_line(&foreign::shown(label)))
}

/// A span cut at the end of its first line, on boundaries of characters: a list over several lines is underlined where
/// it begins. A long one is cut as well, so that line and label fit into [`WIDTH`].
fn one_line(text: &str, span: &Range<usize>) -> Range<usize> {
    const UNDERLINE_MAX: usize = 40;
    let start = text.floor_char_boundary(span.start);
    let end = text.ceil_char_boundary(span.end).clamp(start, line_end(text, start));
    let cut = text[start..end].char_indices().nth(UNDERLINE_MAX).map_or(end, |(length, _)| start + length);
    start..cut
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline)
}

/// The line that a byte stands in, from 1.
pub(crate) fn line_number(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

/// A message that shows no foreign character as it is, each line of it broken at spaces into lines of at most
/// [`TEXT_WIDTH`] characters; a longer word stays whole.
fn message(text: &str) -> String {
    foreign::shown(text).replace('\t', " ").split('\n').map(wrap_line).collect::<Vec<_>>().join("\n")
}

fn wrap_line(line: &str) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for (index, word) in line.split(' ').enumerate() {
        let width = word.chars().count();
        if index > 0 && column + 1 + width > TEXT_WIDTH {
            wrapped.push('\n');
            column = 0;
        } else if index > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += width;
    }
    wrapped
}
