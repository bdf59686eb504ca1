//! What the options of hyperfine do, each in the order of the table. An error is the rest of a sentence that the option begins.

use super::alternatives;
use super::given::Given;
use super::values::{Axis, listed, scanned};
use model::ExitCodes;
use plan::quick::{Quick, QuickKind};
use report::printable;

type Done = Result<(), String>;

/// What is said of output that would go to the terminal.
pub const NO_OUTPUT: &str = "is not here: what a command prints is its answer, which is compared, and shown where it differs; --stdout PATH \
                             keeps it";

pub fn name(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    add(&mut quick.names, given.each().cloned(), "--name")
}

/// The command comes first, with its name.
pub fn reference(quick: &mut Quick, given: &Given, all: &[Given]) -> Done {
    let command = given.one()?.to_string();
    let name = all.iter().find(|other| other.option == "--reference-name").map(Given::one).transpose()?;
    let name = name.unwrap_or(&command).to_string();
    if quick.baseline.is_some() {
        return Err(beside("--baseline"));
    }
    // A name that has to be tidied to fit into a line is counted, which a name of digits alone would hide.
    let is_tidy = name.trim() == name && !name.contains(char::is_control);
    quick.baseline = Some(if is_tidy { name.clone() } else { "1".to_string() });
    quick.names.insert(0, name);
    quick.subjects.insert(0, command);
    Ok(())
}

pub fn reference_name(_: &mut Quick, _: &Given, all: &[Given]) -> Done {
    needs(all, "--reference")
}

pub fn setup(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    put(&mut quick.setup, given, "--setup")
}

pub fn prepare(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    add(&mut quick.before_each, given.each().cloned(), "--before-each")
}

pub fn cleanup(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    put(&mut quick.teardown, given, "--teardown")
}

pub fn input(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    match given.one()? {
        "null" => Ok(()),
        _ => put(&mut quick.stdin, given, "--stdin"),
    }
}

pub fn output(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    if given.each().any(|place| place == "inherit") {
        return Err(format!("inherit {NO_OUTPUT}"));
    }
    // The word is ours: there it is the name of a file.
    let place = |place: &String| if place == "file" { "./file".to_string() } else { place.clone() };
    add(&mut quick.stdout, given.each().map(place), "--stdout")
}

pub fn ignore_failure(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    if quick.exit.is_some() {
        return Err(beside("--exit"));
    }
    let codes = match given.one()? {
        "" | "all-non-zero" => Some(ExitCodes::Any),
        codes => ExitCodes::parse(&format!("0,{codes}")),
    };
    let wrong = || "takes numbers from 1 to 255 with commas between, as --exit does".to_string();
    quick.exit = Some(codes.ok_or_else(wrong)?);
    Ok(())
}

pub fn shell(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    quick.run_in(given.one()?).map_err(|error| format!("is as --shell=SHELL: {}; {}", error.message, error.help))
}

pub fn no_shell(quick: &mut Quick, _: &Given, _: &[Given]) -> Done {
    match quick.kind {
        QuickKind::Shell => Err("is no shell, and --shell or -S names one: leave one of them out".to_string()),
        _ => Ok(()),
    }
}

pub fn list(quick: &mut Quick, given: &Given, _: &[Given]) -> Done {
    let axis = |values: &Vec<String>| match values.as_slice() {
        [name, values] => Ok(Axis { name: name.clone(), values: listed(values), range: None }),
        _ => Err("takes a name and values".to_string()),
    };
    over(quick, &given.occurrences.iter().map(axis).collect::<Result<Vec<Axis>, String>>()?)
}

pub fn scan(quick: &mut Quick, given: &Given, all: &[Given]) -> Done {
    if all.iter().any(|other| other.option == "--parameter-list") {
        return Err("does not go with --parameter-list: give one of the two as --param, NAME=MIN..MAX".to_string());
    }
    let step = all.iter().find(|other| other.option == "--parameter-step-size").map(Given::one).transpose()?;
    let [values] = given.occurrences.as_slice() else {
        return Err("is given more than once: --param NAME=MIN..MAX can be repeated".to_string());
    };
    let [name, min, max] = values.as_slice() else { return Err("takes a name and two numbers".to_string()) };
    if step.is_none() && [min, max].iter().any(|bound| bound.contains('.')) {
        return Err("has fractions, which need a step: give --parameter-step-size too".to_string());
    }
    let values = scanned(min, max, step.unwrap_or("1"))?;
    let range = format!("{min}..{max}{}", step.map_or(String::new(), |step| format!(":{step}")));
    over(quick, &[Axis { name: name.clone(), values, range: Some(range) }])
}

pub fn step(_: &mut Quick, _: &Given, all: &[Given]) -> Done {
    needs(all, "--parameter-scan")
}

/// Everything is warmed up as long as it needs.
pub fn warm_up(_: &mut Quick, given: &Given, _: &[Given]) -> Done {
    let count = given.one()?;
    count.parse::<u64>().map(drop).map_err(|_| unknown(count, "it is a number of runs, and not needed"))
}

pub fn style(_: &mut Quick, given: &Given, _: &[Given]) -> Done {
    match given.one()? {
        "auto" | "basic" | "full" | "nocolor" | "color" => Ok(()),
        "none" => {
            Err("none is not here: --quiet leaves the report alone, and >/dev/null takes that as well".to_string())
        }
        other => Err(unknown(other, "--color auto, always or never says the same")),
    }
}

/// Whether colour is asked for or refused by a style.
pub fn color_of(given: &Given) -> Option<bool> {
    match (given.option, given.one()) {
        ("--style", Ok("full" | "color")) => Some(true),
        ("--style", Ok("basic" | "nocolor")) => Some(false),
        _ => None,
    }
}

pub fn sort(_: &mut Quick, given: &Given, _: &[Given]) -> Done {
    match given.one()? {
        "auto" | "mean-time" => Ok(()),
        "command" => {
            Err("command is not here: tables are in the order of speed; --csv PATH writes one to sort".to_string())
        }
        other => Err(unknown(other, "tables are in the order of speed; --csv PATH writes one to sort")),
    }
}

/// Of one command the values are compared with each other, as there. Over several commands they are a sweep: at each value the commands
/// are compared.
fn over(quick: &mut Quick, axes: &[Axis]) -> Done {
    let is_snippet = matches!(quick.kind, QuickKind::Snippets { .. });
    match quick.subjects.as_slice() {
        [_] if !is_snippet => alternatives::compare(quick, axes),
        _ => {
            let is_one_word = |value: &String| shell_words::split(value).is_ok_and(|words| words.len() == 1);
            match quick.kind {
                // As there: the text of the shell has the values in it.
                QuickKind::Shell => quick.shell = quick.shell.take().or_else(|| Some("sh".to_string())),
                QuickKind::Commands if !axes.iter().flat_map(|axis| &axis.values).all(is_one_word) => {
                    return Err("has values of several words or of none, and in several commands each is one word: give -S sh as well".to_string());
                }
                _ => {}
            }
            quick.params.extend(axes.iter().map(Axis::param));
            Ok(())
        }
    }
}

fn put(slot: &mut Option<String>, given: &Given, ours: &str) -> Done {
    match slot.replace(given.one()?.to_string()) {
        Some(_) => Err(beside(ours)),
        None => Ok(()),
    }
}

fn add(slot: &mut Vec<String>, values: impl Iterator<Item = String>, ours: &str) -> Done {
    if !slot.is_empty() {
        return Err(beside(ours));
    }
    slot.extend(values);
    Ok(())
}

fn needs(all: &[Given], option: &str) -> Done {
    match all.iter().any(|other| other.option == option) {
        true => Ok(()),
        false => Err(format!("says something of {option}, which is not given")),
    }
}

fn beside(ours: &str) -> String {
    format!("is the same as {ours} here, and both are given: leave one of them out")
}

fn unknown(word: &str, help: &str) -> String {
    format!("{} means nothing: {help}", printable(word))
}
