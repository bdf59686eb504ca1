//! The habits of hyperfine's users: its options, and what becomes of each here.
//!
//! [`HABITS`] has a line for every option of hyperfine 1.15 to 1.20. One that fits becomes one of ours; any other is answered by a line
//! that says why, and what is here in its place. Where ours has the long name (`--setup`, `--shell`), the short one is added.

mod alternatives;
mod given;
mod setters;
mod shell_word;
mod values;

use crate::destinations::Destinations;
use crate::exit::Complaint;
use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use given::{Given, Occurrence};
use plan::quick::Quick;
pub use shell_word::check_shell_word;
pub use values::listed;

/// An option of hyperfine.
#[derive(Debug)]
struct Habit {
    /// As it is called: `--prepare`, or `-s` where ours has the long name.
    name: &'static str,
    short: Option<char>,
    values: Values,
    becomes: Becomes,
}

/// What stands behind an option.
#[derive(Debug)]
enum Values {
    Nothing,
    /// All of these.
    Named(&'static [&'static str]),
    /// `=VALUE`, or nothing.
    Optional(&'static str),
}

/// What becomes of an option.
#[derive(Debug)]
enum Becomes {
    /// It says something of what is compared, or how: its line of help, and what does it.
    Sets(&'static str, Set),
    /// The option of a format.
    Writes(&'static str),
    /// It is answered: the rest of the sentence that the option begins.
    Answered(&'static str),
}

/// Does what an option says; all that was given beside it is there to be asked. An error is the rest of the sentence that the option begins.
type Set = fn(&mut Quick, &Given, &[Given]) -> Result<(), String>;

use Becomes::{Answered, Sets, Writes};
use Values::{Named, Nothing, Optional};

const CMD: Values = Named(&["CMD"]);
const FILE: Values = Named(&["FILE"]);
const NUM: Values = Named(&["NUM"]);
const WHERE: Values = Named(&["WHERE"]);

const NO_COUNT: &str = "is not here: it measures until it knows, for --budget TIME at most; with --lang, --iterations N says how much \
                        a process runs";
const NO_MARKUP: &str = "is not here: --markdown PATH writes a table for people, and --csv PATH one to be converted";

/// All of them, in the order in which they are heeded: what is compared is known when values are put in.
const HABITS: &[Habit] = &[
    habit("--command-name", 'n', Named(&["NAME"]), Sets("As --name", setters::name)),
    long("--reference", CMD, Sets("One command more, which is the --baseline", setters::reference)),
    long("--reference-name", Named(&["NAME"]), Sets("The name of the command of --reference", setters::reference_name)),
    habit("-s", 's', CMD, Sets("As --setup", setters::setup)),
    habit("--prepare", 'p', CMD, Sets("As --before-each", setters::prepare)),
    habit("--cleanup", 'c', CMD, Sets("As --teardown", setters::cleanup)),
    long("--input", WHERE, Sets("As --stdin", setters::input)),
    long("--output", WHERE, Sets("As --stdout: null, pipe, or a path", setters::output)),
    habit(
        "--ignore-failure",
        'i',
        Optional("CODES"),
        Sets("As --exit any, or with codes as --exit 0,CODES: a note says which came", setters::ignore_failure),
    ),
    habit("-S", 'S', Named(&["SHELL"]), Sets("As --shell=SHELL", setters::shell)),
    habit("-N", 'N', Nothing, Sets("Without a shell, as always unless one is named", setters::no_shell)),
    habit(
        "--parameter-list",
        'L',
        Named(&["VAR", "VALUES"]),
        Sets("Values for {VAR}: of one command they are compared, over several swept as with --param", setters::list),
    ),
    habit(
        "--parameter-scan",
        'P',
        Named(&["VAR", "MIN", "MAX"]),
        Sets("Numbers for {VAR}: of one command they are compared, over several swept as with --param", setters::scan),
    ),
    habit("--parameter-step-size", 'D', Named(&["DELTA"]), Sets("The step of --parameter-scan", setters::step)),
    long(
        "--style",
        Named(&["TYPE"]),
        Sets("As --color: color and full always, nocolor and basic never", setters::style),
    ),
    long("--sort", Named(&["METHOD"]), Sets("auto and mean-time, which is how tables are sorted", setters::sort)),
    long("--export-json", FILE, Writes("hyperfine")),
    long("--export-csv", FILE, Writes("csv")),
    long("--export-markdown", FILE, Writes("markdown")),
    long("--export-asciidoc", FILE, Answered(NO_MARKUP)),
    long("--export-orgmode", FILE, Answered(NO_MARKUP)),
    habit(
        "--warmup",
        'w',
        NUM,
        Sets("Not needed: everything runs before it is timed, for its answer and to warm it up", setters::warm_up),
    ),
    habit("--min-runs", 'm', NUM, Answered(NO_COUNT)),
    habit("--max-runs", 'M', NUM, Answered(NO_COUNT)),
    habit("--runs", 'r', NUM, Answered(NO_COUNT)),
    long("--min-benchmarking-time", NUM, Answered("is not here: --budget TIME is the time of the whole run")),
    habit(
        "--conclude",
        'C',
        CMD,
        Answered("is not here: --before-each puts things back ahead of the next run, and --teardown ends what is left"),
    ),
    habit(
        "--time-unit",
        'u',
        Named(&["UNIT"]),
        Answered("is not here: each time has the unit in which it is read best; --csv and --json have nanoseconds"),
    ),
    long("--show-output", Nothing, Answered(setters::NO_OUTPUT)),
];

const fn habit(name: &'static str, short: char, values: Values, becomes: Becomes) -> Habit {
    Habit { name, short: Some(short), values, becomes }
}

const fn long(name: &'static str, values: Values, becomes: Becomes) -> Habit {
    Habit { name, short: None, values, becomes }
}

impl Habit {
    fn option(&self) -> Arg {
        let arg = Arg::new(self.name).short(self.short).long(self.name.strip_prefix("--"));
        let arg = arg.help_heading("Options of hyperfine");
        let arg = match &self.values {
            Values::Nothing => arg.action(ArgAction::SetTrue),
            Values::Named(names) => {
                // A command or a value may begin with a hyphen, as there.
                arg.num_args(names.len()).value_names(*names).action(ArgAction::Append).allow_hyphen_values(true)
            }
            Values::Optional(name) => {
                arg.num_args(0..=1).require_equals(true).value_name(*name).action(ArgAction::Append)
            }
        };
        let help = match &self.becomes {
            Becomes::Sets(help, _) => help.to_string(),
            Becomes::Writes(format) => format!("As --{format}"),
            Becomes::Answered(_) => return arg.hide(true),
        };
        arg.help(help.clone()).long_help(help).hide_short_help(true)
    }

    /// How often it was given, and with what.
    fn given(&'static self, matches: &ArgMatches) -> Option<Given> {
        let occurrences: Vec<Occurrence> = match self.values {
            Values::Nothing => matches.get_flag(self.name).then(Vec::new).into_iter().collect(),
            Values::Named(_) | Values::Optional(_) => {
                let all = matches.get_occurrences::<String>(self.name).into_iter().flatten();
                all.map(|values| values.cloned().collect()).collect()
            }
        };
        (!occurrences.is_empty()).then_some(Given { option: self.name, occurrences })
    }
}

/// Those that were typed, in the order of the table.
#[derive(Debug)]
pub struct Habits(Vec<(&'static Habit, Given)>);

impl Habits {
    /// The comparison with what they say of it.
    pub fn applied(&self, mut quick: Quick) -> Result<Quick, Complaint> {
        let all: Vec<Given> = self.0.iter().map(|(_, given)| given.clone()).collect();
        for (habit, given) in &self.0 {
            match habit.becomes {
                Becomes::Sets(_, set) => set(&mut quick, given, &all).map_err(|rest| sentence(habit, &rest))?,
                Becomes::Answered(rest) => return Err(sentence(habit, rest)),
                Becomes::Writes(_) => {}
            }
        }
        Ok(quick)
    }

    /// Whether one says that a shell gets the commands.
    pub fn name_a_shell(&self) -> bool {
        let is_shell =
            |given: &Given| given.option == "-S" && given.occurrences.iter().flatten().any(|it| it != "none");
        self.0.iter().any(|(_, given)| is_shell(given))
    }

    /// Adds the files that they ask for.
    pub fn send(&self, destinations: &mut Destinations) -> Result<(), Complaint> {
        self.0.iter().try_for_each(|(habit, given)| match habit.becomes {
            Becomes::Writes(format) => {
                let added = given.one().and_then(|path| destinations.add(format, path.into()));
                added.map_err(|rest| sentence(habit, &rest))
            }
            Becomes::Sets(..) | Becomes::Answered(_) => Ok(()),
        })
    }

    /// Whether colour is asked for or refused.
    pub fn wants_color(&self) -> Option<bool> {
        self.0.iter().find_map(|(_, given)| setters::color_of(given))
    }
}

/// What is said of an option, in one line.
fn sentence(habit: &Habit, rest: &str) -> Complaint {
    Complaint::usage(format!("{} {rest}", habit.name), None)
}

impl Args for Habits {
    fn augment_args(command: Command) -> Command {
        command.args(HABITS.iter().map(Habit::option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Habits {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Habits, Error> {
        Ok(Habits(HABITS.iter().filter_map(|habit| Some((habit, habit.given(matches)?))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Habits::from_arg_matches(matches)?;
        Ok(())
    }
}
