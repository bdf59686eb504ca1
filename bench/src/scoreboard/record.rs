//! What is kept of every experiment: a line of JSON each, written as it goes.

use crate::scoreboard::design::Cell;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Line {
    /// Where, how and with what the experiments that follow were made.
    Session(Session),
    /// What one tool said once.
    Experiment(Experiment),
}

/// Where, how and with what a series of experiments was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The form of these lines.
    pub version: u32,
    /// Its number in the file, from 0.
    pub session: usize,
    /// The arguments of this program.
    pub arguments: Vec<String>,
    /// The seed of order and load.
    pub seed: u64,
    /// CPU, number of CPUs, kernel.
    pub machine: String,
    /// The tools, each with its version or with why it is not there.
    pub tools: Vec<Presence>,
}

/// Whether a tool is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// The tool.
    pub tool: String,
    /// Its version, when it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Why it is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

/// What one tool said once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// The tool.
    pub tool: String,
    /// The question that was put.
    #[serde(flatten)]
    pub cell: Cell,
    /// How many of this tool and cell came before in the file.
    pub repetition: usize,
    /// The number of the session.
    pub session: usize,
    /// The place in the session.
    pub order: usize,
    /// The seed of the tool, where it takes one, and of the neighbour's load.
    pub seed: u64,
    /// The wall time that it really took, in seconds.
    pub wall_s: f64,
    /// What it said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<Finding>,
    /// Why it said nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// What a tool says of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Time of the candidate over time of the baseline.
    pub estimate: f64,
    /// What it tells its user.
    pub decision: Decision,
    /// The same in its own words.
    pub said: String,
    /// Where the ratio lies, when it says so or implies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// How sure it is that there is a difference: the larger, the surer.
    pub score: f64,
}

/// What a tool tells its user of the candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It takes less time.
    Faster,
    /// It takes more.
    Slower,
    /// No difference is claimed.
    None,
}

impl Decision {
    /// The claim of a tool that is sure of a difference, or is not.
    pub fn of(is_sure: bool, ratio: f64) -> Decision {
        match is_sure {
            true if ratio > 1.0 => Decision::Slower,
            true if ratio < 1.0 => Decision::Faster,
            _ => Decision::None,
        }
    }
}

/// The sessions and the experiments of a file; none when there is no file. A line that was cut off by a crash is named and left out.
pub fn read(path: &Path) -> Result<(Vec<Session>, Vec<Experiment>), String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let (mut sessions, mut experiments) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        match serde_json::from_str(line) {
            Ok(Line::Session(session)) => sessions.push(session),
            Ok(Line::Experiment(experiment)) => experiments.push(experiment),
            Err(error) => eprintln!("{}:{}: left out: {error}", path.display(), number + 1),
        }
    }
    Ok((sessions, experiments))
}

/// The file, to be written at its end.
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens it. What a crash may have cut off is ended, so that the next line is one of its own.
    pub fn open(path: &Path) -> Result<Journal, String> {
        let tell = |error: std::io::Error| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(tell)?;
        }
        let is_torn = std::fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|last| *last != b'\n'));
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(tell)?;
        if is_torn {
            file.write_all(b"\n").map_err(tell)?;
        }
        Ok(Journal { file })
    }

    /// Adds a line.
    pub fn write(&mut self, line: &Line) -> Result<(), String> {
        let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| format!("the record cannot be written: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoreboard::design::{Class, Condition, Work};

    fn experiment() -> Experiment {
        Experiment {
            tool: "hyperfine".into(),
            cell: Cell { class: Class::Commands, work: Work::Cpu, condition: Condition::Quiet, budget_s: 2, effect: 1 },
            repetition: 0,
            session: 0,
            order: 7,
            seed: 3,
            wall_s: 1.9,
            finding: None,
            failure: Some("it broke".into()),
        }
    }

    #[test]
    fn lines_come_back_and_a_torn_one_is_left_out() {
        let scratch = tempfile::tempdir().expect("there is room");
        let path = scratch.path().join("results/scoreboard.jsonl");
        let line = Line::Experiment(experiment());
        Journal::open(&path).and_then(|mut journal| journal.write(&line)).expect("it can be written");
        let torn = std::fs::read_to_string(&path).expect("it is there") + "{\"record\":\"exp";
        std::fs::write(&path, torn).expect("it can be written");
        Journal::open(&path).and_then(|mut journal| journal.write(&line)).expect("it can be written");
        assert_eq!(read(&path), Ok((Vec::new(), vec![experiment(), experiment()])));
    }
}
