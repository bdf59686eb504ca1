//! The names that a plan gives: what a placeholder can stand for, and where.

use crate::Diagnostic;
use crate::foreign::quoted;
use crate::nearest::{nearest, suggestion};
use crate::tree::{Entry, Mistakes};
use model::{Build, Server, Telling};
use std::ops::Range;

/// Names with what each stands for.
#[derive(Clone, Debug, Default)]
pub struct Names {
    list: Vec<Name>,
}

#[derive(Clone, Debug)]
struct Name {
    name: String,
    meaning: Meaning,
    span: Range<usize>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A value of the sweep.
    Param,
    /// The path of what was built.
    Built,
    /// The path of what is to be built.
    Output,
    /// The path of a file.
    Fixture,
    /// The path of a file that is made after the part of the plan that is being read.
    LaterFixture,
    /// A value of a variant's `for`.
    Binding,
    /// What only a server has: its port, its directory.
    OfServer,
    /// What is another in each execution of a command that times itself.
    OfExecution,
}

/// Which names may stand in a text.
#[derive(Debug)]
pub struct Usable {
    meanings: &'static [Meaning],
    rule: &'static str,
}

/// Where no file stands: what a sweep and the `for` of a variant give.
const PARAMETERS: &[Meaning] = &[Meaning::Param, Meaning::Binding];

/// Texts that are completed at a point, when every name has its value.
pub const EVERYWHERE: Usable = Usable {
    meanings: &[
        Meaning::Param,
        Meaning::Built,
        Meaning::Output,
        Meaning::Fixture,
        Meaning::Binding,
        Meaning::OfServer,
        Meaning::OfExecution,
    ],
    rule: "the plan has neither parameters nor fixtures",
};

/// Quantities: the path of a file is none.
pub const IN_QUANTITY: Usable = Usable {
    meanings: PARAMETERS,
    rule: "a size or duration can depend on parameters only, not on the path of a file",
};

/// Interpreters and compilers: they are looked for before files are made.
pub const IN_RUNTIME: Usable = Usable {
    meanings: PARAMETERS,
    rule: "an interpreter or a compiler can depend on parameters only, not on the path of a file",
};

/// Answers: they are looked at when the files are gone.
pub const IN_ANSWER: Usable =
    Usable { meanings: PARAMETERS, rule: "an answer can depend on parameters only, not on the path of a file" };

/// Names of variants: they are fixed before there is a point.
pub const IN_NAME: Usable = Usable {
    meanings: &[Meaning::Binding],
    rule: "a variant has one name at all points: only what its `for` binds can stand in it",
};

/// Conditions: decided before files are made.
pub const IN_CONDITION: Usable = Usable { meanings: PARAMETERS, rule: "a condition compares parameters, not files" };

/// Why a name cannot be used.
#[derive(Debug)]
pub struct Unusable {
    /// What is wrong with it, as words that follow the name.
    pub because: &'static str,
    /// What to write instead.
    pub help: String,
    /// Whether it was surely meant as a name: it is one, or nearly.
    pub meant: bool,
}

impl Names {
    /// The only name that the command of a build can mention.
    pub fn of_build() -> Names {
        Names { list: own(&[Build::OUTPUT], Meaning::Output).collect() }
    }

    /// The same with what only a server has, which comes before other names.
    pub fn of_server(&self) -> Names {
        Names { list: own(&Server::PLACEHOLDERS, Meaning::OfServer).chain(self.list.iter().cloned()).collect() }
    }

    /// The same with what is another in each execution of a command that times itself. The names of the plan come before these.
    pub fn of_execution(&self) -> Names {
        Names { list: self.list.iter().cloned().chain(own(&Telling::PLACEHOLDERS, Meaning::OfExecution)).collect() }
    }

    /// Adds the name of a table of the plan that is an axis.
    pub fn declare_axis(&mut self, name: &str, span: Range<usize>) {
        self.list.push(Name { name: name.to_string(), meaning: Meaning::Param, span });
    }

    /// Adds the name that is the key of an entry, and says so when it cannot be a name or is taken.
    pub fn declare(&mut self, entry: &Entry, meaning: Meaning, mistakes: &mut Mistakes) {
        if !model::is_identifier(entry.key) {
            let mistake = Diagnostic::new(entry.span.clone(), format!("{} cannot be a name", quoted(entry.key)));
            let help = "a name is a letter or `_`, then letters, digits and `_`, without accents";
            mistakes.push(mistake.label("not an identifier").help(help));
        }
        if let Some(taken) = self.list.iter().find(|name| name.name == entry.key) {
            let message = format!("the name {} is given twice", quoted(entry.key));
            let mistake = Diagnostic::new(entry.span.clone(), message).label(format!("a {} here", meaning.noun()));
            let mistake = mistake.also(taken.span.clone(), format!("a {} here", taken.meaning.noun()));
            mistakes.push(mistake.help("placeholders could mean either: rename one of them"));
        }
        self.list.push(Name { name: entry.key.to_string(), meaning, span: entry.span.clone() });
    }

    /// From here on, the file of a fixture is there.
    pub fn make(&mut self, fixture: &str) {
        let later = |name: &&mut Name| name.name == fixture && name.meaning == Meaning::LaterFixture;
        self.list.iter_mut().filter(later).for_each(|name| name.meaning = Meaning::Fixture);
    }

    /// What a name stands for, if it may stand there.
    pub fn look_up(&self, name: &str, usable: &Usable) -> Result<Meaning, Unusable> {
        match self.list.iter().find(|known| known.name == name) {
            Some(known) if usable.meanings.contains(&known.meaning) => Ok(known.meaning),
            Some(known) if known.meaning == Meaning::LaterFixture && usable.meanings.contains(&Meaning::Fixture) => {
                let help = "fixtures are made in the order of the file: move that one up".to_string();
                Err(Unusable { because: "is a fixture that is not made yet", help, meant: true })
            }
            Some(known) => {
                Err(Unusable { because: known.meaning.cannot_stand(), help: usable.rule.to_string(), meant: true })
            }
            None => Err(self.unknown(name, usable)),
        }
    }

    fn unknown(&self, name: &str, usable: &Usable) -> Unusable {
        let fitting = self.list.iter().filter(|known| usable.meanings.contains(&known.meaning));
        let names: Vec<&str> = fitting.map(|known| known.name.as_str()).collect();
        let help = match names.as_slice() {
            [] => usable.rule.to_string(),
            names => suggestion(name, names, "names that can stand here"),
        };
        Unusable { because: "stands for nothing here", help, meant: nearest(name, names).is_some() }
    }
}

/// Names that no text of the plan gives.
fn own(names: &[&str], meaning: Meaning) -> impl Iterator<Item = Name> {
    names.iter().map(move |name| Name { name: name.to_string(), meaning, span: 0..0 })
}

impl Meaning {
    fn noun(self) -> &'static str {
        match self {
            Meaning::Param => "parameter",
            Meaning::Built | Meaning::Output => "name of a build",
            Meaning::Fixture | Meaning::LaterFixture => "fixture",
            Meaning::Binding => "name bound by `for`",
            Meaning::OfServer => "part of a server",
            Meaning::OfExecution => "part of an execution",
        }
    }

    fn cannot_stand(self) -> &'static str {
        match self {
            Meaning::Param => "is a parameter, which cannot stand here",
            Meaning::Built | Meaning::Output => "is the path of what is built, which cannot stand here",
            Meaning::Fixture | Meaning::LaterFixture => "is the path of a fixture, which cannot stand here",
            Meaning::Binding => "is bound by `for`, which cannot stand here",
            Meaning::OfServer => "is part of a server, which cannot stand here",
            Meaning::OfExecution => "is part of an execution, which cannot stand here",
        }
    }
}
