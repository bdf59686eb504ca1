//! A worker of one's own: `worker = ["./my-host", "argument"]`, which speaks the protocol and is told the code, if there is any.

use super::kind::{Kind, Reading};
use crate::code;
use crate::collector;
use crate::context::PlanContext;
use crate::foreign::one_line;
use crate::tree::{self, Mistakes, Node, Table};
use model::{Code, SnippetSubject, Subject, Template};

pub const KIND: Kind = Kind { noun: "a worker", heads: |_| vec!["worker"], read };

fn read(head: &str, table: &mut Table, _: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    let argv = table.required(head, argv, mistakes);
    let code = table.optional("code", code::read, mistakes);
    let setup = table.optional("setup", code::read, mistakes);
    let before_each = table.optional("before_each", code::read, mistakes);
    let gc = |node: &Node, mistakes: &mut Mistakes| collector::read(node, None, mistakes);
    let collector = table.optional("gc", gc, mistakes).unwrap_or_default();
    let argv = argv?;
    let words = argv.join(" ");
    let name = Template::escape(&one_line(code.as_ref().map_or(&words, |code| &code.text)));
    let subject = Subject::Snippet(SnippetSubject {
        // No folder of a language has a blank in its name.
        language: format!("worker {words}"),
        worker: Some(argv),
        runtime: None,
        code: code.unwrap_or_else(Code::none),
        setup,
        before_each,
        flags: Vec::new(),
        returns: None,
        collector,
        has_bytes: false,
    });
    Some(Reading { subject, name })
}

fn argv(node: &Node, mistakes: &mut Mistakes) -> Option<Vec<String>> {
    let word = |node: &Node, mistakes: &mut Mistakes| tree::text(node, mistakes).map(str::to_string);
    let argv = node.each("a list of texts", word, mistakes)?;
    if argv.first().is_none_or(String::is_empty) {
        let mistake = node.mistake("the worker has no program").label("starts nothing");
        return mistake.help("write [\"./my-host\"]").tell(mistakes);
    }
    Some(argv)
}
