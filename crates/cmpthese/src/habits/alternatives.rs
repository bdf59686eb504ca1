//! One command with values to put in: a command for each value, compared with each other.

use super::values::Axis;
use model::Check;
use plan::quick::{Quick, placeholder, replaced};
use report::{distinct, printable};

/// A value for each name.
type Case<'a> = Vec<(&'a str, &'a str)>;

/// More commands cannot be compared.
const COMMANDS_MAX: usize = 10_000;

/// Makes a command of the only one for each combination of values. An error is the rest of a sentence that the option begins.
pub fn compare(quick: &mut Quick, axes: &[Axis]) -> Result<(), String> {
    if distinct(axes.iter().map(|axis| &axis.name)).len() < axes.len() {
        return Err("has the same name twice: list all values at once, as --param does".to_string());
    }
    if axes.iter().fold(1_usize, |product, axis| product.saturating_mul(axis.values.len())) > COMMANDS_MAX {
        return Err(format!("makes more than {COMMANDS_MAX} commands: take fewer values, or sweep them with --param"));
    }
    for (option, text) in [("--setup", &quick.setup), ("--teardown", &quick.teardown), ("--stdin", &quick.stdin)] {
        let mentioned =
            axes.iter().find(|axis| text.as_ref().is_some_and(|text| text.contains(&placeholder(&axis.name))));
        if let Some(axis) = mentioned {
            return Err(format!(
                "has values that are compared side by side, so {} in {option} would be all of them at once: put it into --before-each",
                printable(&placeholder(&axis.name))
            ));
        }
    }
    let cases = cases(axes);
    let [command] = quick.subjects.as_slice() else { return Err("needs one command".to_string()) };
    let command = command.clone();
    let texts = || [&command].into_iter().chain(&quick.before_each).chain(&quick.stdout);
    if let Some(axis) = axes.iter().find(|axis| !texts().any(|text| text.contains(&placeholder(&axis.name)))) {
        let missing = printable(&placeholder(&axis.name));
        return Err(format!("has values for {missing}, which stands nowhere: all commands would be the same"));
    }
    quick.names = names(&quick.names, &command, &cases)?;
    quick.before_each = filled_each(&quick.before_each, &cases, "--prepare")?;
    quick.stdout = filled_each(&quick.stdout, &cases, "--output")?;
    // Another value is another job, whose answer may be another: they are compared when that is asked for.
    quick.check = quick.check.or(Some(Check::None));
    quick.bound = cases.iter().map(|case| bound(case)).collect();
    quick.subjects = cases.iter().map(|case| filled(&command, case)).collect();
    Ok(())
}

/// Every combination; the first name changes fastest, as in hyperfine.
fn cases(axes: &[Axis]) -> Vec<Case<'_>> {
    let mut cases = vec![Case::new()];
    for axis in axes {
        let mut longer = Vec::new();
        for value in &axis.values {
            longer.extend(cases.iter().map(|case| [case.as_slice(), &[(axis.name.as_str(), value.as_str())]].concat()));
        }
        cases = longer;
    }
    cases
}

/// The commands are called as they are typed; one name for all of them gets the values, and else there is one for each.
fn names(given: &[String], command: &str, cases: &[Case]) -> Result<Vec<String>, String> {
    match given {
        [] => Ok(cases.iter().map(|case| filled(command, case)).collect()),
        [name] => Ok(cases
            .iter()
            .map(|case| {
                let full = filled(name, case);
                let values =
                    || case.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", ");
                if full == *name { format!("{name} ({})", values()) } else { full }
            })
            .collect()),
        _ => filled_each(given, cases, "--name"),
    }
}

/// The values that a plan has names for: hyperfine takes any text for one.
fn bound(case: &Case) -> Vec<(String, String)> {
    let named = case.iter().filter(|(name, _)| model::is_identifier(name));
    named.map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// What is given once for all, or once for each, with the values put in.
fn filled_each(given: &[String], cases: &[Case], option: &str) -> Result<Vec<String>, String> {
    match given {
        [] => Ok(Vec::new()),
        [one] => Ok(cases.iter().map(|case| filled(one, case)).collect()),
        _ if given.len() == cases.len() => Ok(given.iter().zip(cases).map(|(text, case)| filled(text, case)).collect()),
        _ => Err(format!("makes {} commands of one, and {option} is given {} times", cases.len(), given.len())),
    }
}

/// The text with the values put in; what a value holds stays as it is.
fn filled(text: &str, case: &Case) -> String {
    let values: Vec<(&str, String)> = case.iter().map(|(name, value)| (*name, value.to_string())).collect();
    replaced(text, &values, str::to_string)
}
