//! `--shell bash`, as it is typed for hyperfine. Ours takes the shell behind an equals sign, and would measure bash.

use crate::exit::Complaint;
use report::printable;

/// What may stand there: hyperfine's two words, and programs.
const SHELLS: &[&str] =
    &["none", "default", "sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "fish", "csh", "tcsh", "elvish", "nu"];

/// Complains of a shell that stands behind `--shell` as a word of its own.
pub fn check_shell_word() -> Result<(), Complaint> {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let behind = words.windows(2).find(|pair| pair[0] == "--shell").map(|pair| pair[1].as_str());
    match behind.filter(|word| is_shell(word)) {
        Some(shell) => {
            let shell = printable(shell);
            let line = format!("--shell {shell} would measure {shell}: write --shell='{shell}' or -S '{shell}'");
            Err(Complaint::usage(line, None))
        }
        None => Ok(()),
    }
}

/// A shell without anything to do, such as `bash --norc`.
fn is_shell(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let program = words.next().and_then(|word| word.rsplit('/').next());
    program.is_some_and(|program| SHELLS.contains(&program)) && words.all(|word| word.starts_with("--"))
}
