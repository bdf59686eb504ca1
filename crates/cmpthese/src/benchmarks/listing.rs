//! Which of the benchmarks that there are were meant.

use crate::exit::Complaint;
use report::{distinct, printable};

/// More names than these are not listed.
const LISTED: usize = 40;

/// Those that names mean, in the order in which they were typed; all without a name. `means` says whether a name stands for a benchmark that is
/// called otherwise, such as one of its group.
///
/// # Errors
/// A name stands for none, or there are none.
pub fn meant<'a>(
    all: &'a [String],
    typed: &[String],
    place: &str,
    means: impl Fn(&str, &str) -> bool,
) -> Result<Vec<&'a String>, Complaint> {
    if all.is_empty() {
        return Err(Complaint::usage(format!("there is no benchmark in {}", printable(place)), None));
    }
    if typed.is_empty() {
        return Ok(all.iter().collect());
    }
    let mut found: Vec<&String> = Vec::new();
    for name in typed {
        let exact: Vec<&String> = all.iter().filter(|known| *known == name).collect();
        let ones = if exact.is_empty() { all.iter().filter(|known| means(name, known)).collect() } else { exact };
        if ones.is_empty() {
            return Err(unknown(all, name, place));
        }
        found.extend(ones);
    }
    Ok(distinct(found))
}

/// Whether a name is that of the group of a benchmark.
pub fn of_group(name: &str, known: &str) -> bool {
    known.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'))
}

/// That there is no benchmark of a name, with those that there are.
pub fn unknown(all: &[String], name: &str, place: &str) -> Complaint {
    let names: Vec<String> = all.iter().take(LISTED).map(|name| printable(name)).collect();
    let more = if all.len() > LISTED { "\n…" } else { "" };
    let help = format!("those that there are:\n{}{more}", names.join("\n"));
    Complaint::usage(format!("there is no benchmark `{}` in {}", printable(name), printable(place)), Some(help))
}

/// A regular expression, of Go or of Rust, that matches the text and has no anchors.
pub fn as_pattern(text: &str) -> String {
    let special = |c: char| r"\.+*?()|[]{}^$#&-~".contains(c);
    text.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_itself_or_its_group() {
        let all = ["sort", "sort/10", "sort/20", "sorted/10"].map(String::from);
        let meant = |typed: &[&str]| {
            let typed: Vec<String> = typed.iter().map(|name| name.to_string()).collect();
            meant(&all, &typed, "here", of_group).map(|names| names.into_iter().cloned().collect::<Vec<_>>())
        };
        assert_eq!(meant(&["sorted", "sort"]).unwrap(), ["sorted/10", "sort"]);
        assert_eq!(meant(&[]).unwrap(), all);
        assert_eq!(meant(&["sor"]).unwrap_err().message, "there is no benchmark `sor` in here");
    }

    #[test]
    fn a_pattern_matches_nothing_else() {
        assert_eq!(as_pattern("a.b [x] 1/2"), r"a\.b \[x\] 1/2");
    }
}
