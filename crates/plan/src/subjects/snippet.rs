//! Code in a language: `perl = 'code'`.

use super::kind::{Kind, Reading};
use crate::code;
use crate::collector;
use crate::compilation::{self, Compilation};
use crate::context::PlanContext;
use crate::foreign::one_line;
use crate::runtime;
use crate::tree::{Mistakes, Node, Table};
use model::{SnippetSubject, Subject, Template};

pub const KIND: Kind =
    Kind { noun: "a snippet", heads: |languages| languages.iter().map(|language| language.name).collect(), read };

fn read(head: &str, table: &mut Table, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    let code = table.required(head, code::read, mistakes);
    let setup = table.optional("setup", code::read, mistakes);
    let before_each = table.optional("before_each", code::read, mistakes);
    let language = context.languages.iter().find(|language| language.name == head)?;
    let Compilation { flags, returns } = compilation::read(table, language, mistakes);
    let runtime = runtime::read(table, language, &context.names, mistakes);
    let gc = |node: &Node, mistakes: &mut Mistakes| collector::read(node, Some(language), mistakes);
    let collector = table.optional("gc", gc, mistakes).unwrap_or_default();
    let code = code?;
    // Braces in code are code, not placeholders.
    let name = Template::escape(&one_line(&code.text));
    let subject = Subject::Snippet(SnippetSubject {
        language: head.to_string(),
        worker: None,
        runtime,
        code,
        setup,
        before_each,
        flags,
        returns,
        collector,
        has_bytes: language.has_bytes,
    });
    Some(Reading { subject, name })
}
