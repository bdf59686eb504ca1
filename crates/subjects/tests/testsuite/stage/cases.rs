//! Cases in one line each.

use protocol::{CommandCase, Part, SnippetCase};

/// A command with nothing special.
pub fn command(argv: &[&str]) -> CommandCase {
    CommandCase {
        argv: argv.iter().map(|word| word.to_string()).collect(),
        timeout_ns: Some(600_000_000_000),
        ..CommandCase::default()
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
