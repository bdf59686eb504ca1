//! Which exit codes of a command count as success.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The exit codes that count as success. It is written as the plan has it, also for people who look into a value: `0`, `[0, 1]`,
/// `"any"`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum ExitCodes {
    /// Whatever the command ends with, as long as no signal ends it.
    Any,
    /// These alone; at least one.
    These(Vec<u8>),
}

/// The three ways to write them.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    One(u8),
    Several(Vec<u8>),
    Word(Word),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Any,
}

impl ExitCodes {
    /// The word for all of them.
    pub const ANY: &str = "any";

    /// One alone.
    pub fn one(code: u8) -> ExitCodes {
        ExitCodes::These(vec![code])
    }

    /// As it is typed on a command line: `1`, `0,1`, `any`.
    ///
    /// ```
    /// use cmpthese_model::ExitCodes;
    /// assert_eq!(ExitCodes::parse("0, 3"), Some(ExitCodes::These(vec![0, 3])));
    /// assert_eq!(ExitCodes::parse("any"), Some(ExitCodes::Any));
    /// assert_eq!(ExitCodes::parse("256"), None);
    /// ```
    pub fn parse(text: &str) -> Option<ExitCodes> {
        if text == ExitCodes::ANY {
            return Some(ExitCodes::Any);
        }
        let codes: Result<Vec<u8>, _> = text.split(',').map(|code| code.trim().parse()).collect();
        codes.ok().map(ExitCodes::These)
    }

    /// Whether a command that ends with this code has succeeded.
    pub fn include(&self, code: i32) -> bool {
        match self {
            ExitCodes::Any => true,
            ExitCodes::These(codes) => codes.iter().any(|known| i32::from(*known) == code),
        }
    }

    /// Whether a command that succeeds may end with one code or another.
    pub fn are_several(&self) -> bool {
        match self {
            ExitCodes::Any => true,
            ExitCodes::These(codes) => codes.len() > 1,
        }
    }

    /// In a sentence: `0 or 1`.
    pub fn words(&self) -> String {
        match self {
            ExitCodes::Any => ExitCodes::ANY.to_string(),
            ExitCodes::These(codes) => codes.iter().map(u8::to_string).collect::<Vec<_>>().join(" or "),
        }
    }
}

/// The one that is meant where nothing is said.
impl Default for ExitCodes {
    fn default() -> ExitCodes {
        ExitCodes::one(0)
    }
}

impl fmt::Display for ExitCodes {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ExitCodes::Any => write!(out, "{:?}", ExitCodes::ANY),
            ExitCodes::These(codes) => match codes.as_slice() {
                [code] => write!(out, "{code}"),
                codes => write!(out, "{codes:?}"),
            },
        }
    }
}

impl fmt::Debug for ExitCodes {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl From<Written> for ExitCodes {
    fn from(written: Written) -> ExitCodes {
        match written {
            Written::One(code) => ExitCodes::one(code),
            Written::Several(codes) => ExitCodes::These(codes),
            Written::Word(Word::Any) => ExitCodes::Any,
        }
    }
}

impl From<ExitCodes> for Written {
    fn from(codes: ExitCodes) -> Written {
        match codes {
            ExitCodes::Any => Written::Word(Word::Any),
            ExitCodes::These(codes) => match codes.as_slice() {
                [code] => Written::One(*code),
                _ => Written::Several(codes),
            },
        }
    }
}
