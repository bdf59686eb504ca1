//! Code in a language: `perl = 'code'`.

use super::{Kind, Reading};
use crate::code;
use crate::context::Context;
use crate::foreign::one_line;
use crate::tree::{Mistakes, Table};
use model::{SnippetSubject, Subject, Template};

pub struct Snippet;

impl Kind for Snippet {
    fn noun(&self) -> &'static str {
        "a snippet"
    }

    fn heads<'l>(&self, languages: &[&'l str]) -> Vec<&'l str> {
        languages.to_vec()
    }

    fn read(&self, head: &str, table: &mut Table, _: &Context, mistakes: &mut Mistakes) -> Option<Reading> {
        let code = table.required(head, code::read, mistakes);
        let setup = table.optional("setup", code::read, mistakes);
        let code = code?;
        // Braces in code are code, not placeholders.
        let name = Template::escape(&one_line(&code.text));
        let subject = Subject::Snippet(SnippetSubject { language: head.to_string(), code, setup });
        Some(Reading { subject, name })
    }
}
