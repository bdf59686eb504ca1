//! Cases in one line each.

use model::ExitCodes;
use protocol::{CommandCase, Part, SnippetCase, Stdout};
use std::collections::BTreeMap;

/// A command with nothing special.
pub fn command(argv: &[&str]) -> CommandCase {
    CommandCase {
        argv: argv.iter().map(|word| word.to_string()).collect(),
        stdin: None,
        stdout: Stdout::Pipe,
        env: BTreeMap::new(),
        cwd: None,
        exit: ExitCodes::success(),
        before_each: Vec::new(),
        timeout_ns: Some(600_000_000_000),
        tells: None,
    }
}

/// A command that a shell runs.
pub fn shell(script: &str) -> CommandCase {
    command(&["sh", "-c", script])
}

/// Code without parameters and other parts.
pub fn snippet(code: &str) -> SnippetCase {
    parts(&[(Part::Code, code)])
}

/// Code in several parts.
pub fn parts(parts: &[(Part, &str)]) -> SnippetCase {
    SnippetCase {
        parts: parts.iter().map(|(part, code)| (*part, code.to_string())).collect(),
        ..SnippetCase::default()
    }
}
