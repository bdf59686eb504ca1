//! Exit codes: chosen here and nowhere else.

use crate::remark::remark;
use plan::quick::QuickError;
use std::process::ExitCode;

/// How the program ends when nothing was wrong with what it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Success,
    /// Done, but a variant failed or gave another answer, nothing at all was measured, or a promise that was tried is broken.
    NotAllWell,
    /// The person at the keyboard stopped it; what was measured is reported and recorded.
    Interrupted,
}

/// Why nothing, or not everything, could be done: what happened, and what to do next.
#[derive(Debug)]
pub struct Complaint {
    /// One sentence without a final dot, or a rendered diagnostic.
    pub message: String,
    /// What to do next.
    pub help: Option<String>,
    /// The exit code.
    pub code: u8,
}

impl Complaint {
    /// The arguments or the plan are wrong.
    pub fn usage(message: impl Into<String>, help: Option<String>) -> Complaint {
        Complaint { message: message.into(), help, code: 2 }
    }

    /// Files, the history or the system do not allow it.
    pub fn system(message: impl Into<String>, help: Option<String>) -> Complaint {
        Complaint { message: message.into(), help, code: 3 }
    }

    /// What was typed makes no plan.
    pub fn of(QuickError { message, help }: QuickError) -> Complaint {
        Complaint::usage(message, Some(help))
    }
}

/// What a subcommand comes to.
pub type Outcome = Result<Exit, Complaint>;

/// The text of `--help` about them.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    done, but a variant failed or gave a different answer, or nothing was
       measured; a promise that selftest or conformance tried is broken
  2    the arguments or the plan are wrong, or what they name is not there
  3    files, the history or the system do not allow it
  130  stopped by Ctrl-C, or unable to go on, which a note tells; what was
       measured is reported and recorded";

/// Prints what the parser of the arguments has to say, help included. It repeats what was typed, which may hold anything.
pub fn explain(error: &clap::Error) -> ExitCode {
    let said = error.render().to_string();
    let lines: Vec<String> = said.trim_end().lines().map(report::printable).collect();
    if lines.join("\n") == said.trim_end() {
        error.exit(); // in colour, where that is wanted
    }
    remark(&lines.join("\n"));
    ExitCode::from(2)
}

/// The exit code of an outcome; a complaint is printed.
pub fn code(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(Exit::Success) => ExitCode::SUCCESS,
        Ok(Exit::NotAllWell) => ExitCode::from(1),
        Ok(Exit::Interrupted) => ExitCode::from(130),
        Err(complaint) => {
            let start = if complaint.message.starts_with("error:") || complaint.message.starts_with('\x1b') {
                ""
            } else {
                "error: "
            };
            remark(&format!("{start}{}", complaint.message.trim_end()));
            if let Some(help) = complaint.help {
                remark(&format!("help: {}", help.replace('\n', "\n      ")));
            }
            ExitCode::from(complaint.code)
        }
    }
}
