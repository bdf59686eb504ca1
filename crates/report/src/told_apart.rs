//! Long names that would look alike once they are cut in the middle, which snippets and commands without names have: shown is where they differ.

use crate::columns::{shorten, width};
use crate::distinct::distinct;
use crate::printable;
use analysis::{Analysis, grouped_by};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The columns of the narrowest place that a name has in the text.
const NAME_MAX: usize = 24;

/// What is shown of what stands before the difference, in characters.
const BEFORE: usize = 6;

/// What is shown of the names that would look alike, by the whole.
pub struct Shown(BTreeMap<String, String>);

impl Shown {
    /// Of the names of all that are told together.
    pub fn of<'a>(analyses: impl IntoIterator<Item = &'a Analysis>) -> Shown {
        Shown::of_names(&analyses.into_iter().flat_map(Analysis::names).map(printable).collect::<Vec<_>>())
    }

    fn of_names(names: &[String]) -> Shown {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut shown = BTreeMap::new();
        for alike in alike(&names, |name| shorten(name, NAME_MAX)) {
            differences(&alike, &mut shown);
        }
        let others = names.iter().filter(|name| !shown.contains_key(**name)).map(|name| shorten(name, NAME_MAX));
        let mut taken: BTreeSet<String> = others.collect();
        for (index, text) in shown.values_mut().enumerate() {
            if !taken.insert(text.clone()) {
                *text = shorten(&format!("[{}] {text}", index + 1), NAME_MAX);
            }
        }
        Shown(shown.into_iter().map(|(name, shown)| (name.to_string(), shown)).collect())
    }

    /// The analysis under names that can be told apart where they are cut, if its own cannot.
    pub fn told_apart<'a>(&self, analysis: &'a Analysis) -> Cow<'a, Analysis> {
        let name = |name: &str| self.0.get(&printable(name)).cloned().unwrap_or_else(|| name.to_string());
        if self.0.is_empty() { Cow::Borrowed(analysis) } else { Cow::Owned(analysis.clone().renamed(name)) }
    }

    /// What says of each name that is shown by a part of it what the whole is; nothing of those that the title has.
    pub fn legend(&self, title: &str) -> Vec<String> {
        let title = printable(title);
        let untold = self.0.iter().filter(|(name, _)| !title.contains(name.as_str()));
        untold.map(|(name, shown)| format!("{shown} is {name}")).collect()
    }
}

/// Groups of several names of which `show` makes the same.
fn alike<'n>(names: &[&'n str], show: impl Fn(&str) -> String) -> Vec<Vec<&'n str>> {
    let groups = grouped_by(distinct(names.iter().copied()).into_iter().map(|name| (show(name), name)));
    groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1).collect()
}

/// Names of one beginning by what comes after it; those in which that is the same by what comes later.
fn differences<'n>(names: &[&'n str], shown: &mut BTreeMap<&'n str, String>) {
    let first: Vec<char> = names[0].chars().collect();
    let common_to = |name: &&str| name.chars().zip(&first).take_while(|(one, other)| one == *other).count();
    let common = names.iter().map(common_to).min().unwrap_or(0);
    let from_there = |name: &str| excerpt(name, common.saturating_sub(BEFORE));
    shown.extend(names.iter().map(|name| (*name, from_there(name))));
    for alike in alike(names, from_there) {
        differences(&alike, shown);
    }
}

/// What a name has from a character on, as much as there is room for.
fn excerpt(name: &str, from: usize) -> String {
    let mut text = String::from(if from > 0 { "…" } else { "" });
    let mut rest = name.chars().skip(from).peekable();
    while let Some(character) = rest.next() {
        let room = NAME_MAX - usize::from(rest.peek().is_some());
        if width(&text) + width(character.encode_utf8(&mut [0; 4])) > room {
            return text + "…";
        }
        text.push(character);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(names: &[&str]) -> Vec<String> {
        let Shown(shown) = Shown::of_names(&names.iter().map(|name| name.to_string()).collect::<Vec<_>>());
        names.iter().map(|name| shown.get(*name).cloned().unwrap_or_else(|| shorten(name, NAME_MAX))).collect()
    }

    #[test]
    fn what_differs_is_shown() {
        let [one, other] = [400, 402].map(|n| format!("my $s = 0; for my $i (1..{n}) {{ $s += $i & 7 }} $s"));
        assert_eq!(shown(&[&one, &other]), ["…(1..400) { $s += $i & …", "…(1..402) { $s += $i & …"]);
    }

    #[test]
    fn names_that_differ_in_several_places_are_told_by_the_one_that_does() {
        let name = |first: u32, second: u32| {
            format!("a long beginning, {first}, a long middle that is cut away, {second}, a long end")
        };
        let [one, two, three] = [name(1, 1), name(1, 2), name(2, 1)];
        let shown = shown(&[&one, &two, &three]);
        assert_eq!(shown, ["…away, 1, a long end", "…away, 2, a long end", "…ning, 2, a long middle…"]);
    }

    #[test]
    fn no_two_are_shown_alike_that_differ_in_several_places() {
        let name =
            |program: &str, mode: char| format!("{program} run.js --input big.json --mode={mode} --out /dev/null");
        let all = [name("node", 'a'), name("node", 'b'), name("deno", 'a'), name("deno", 'b')];
        let shown = shown(&all.each_ref().map(String::as_str));
        assert_eq!(shown.iter().collect::<BTreeSet<_>>().len(), 4, "{shown:?}");
    }

    #[test]
    fn one_that_goes_on_is_told_from_one_that_ends() {
        let short = "x".repeat(60);
        let long = "x".repeat(70);
        let shown = shown(&[&short, &long]);
        assert_eq!(shown, ["…xxxxxx".to_string(), "…xxxxxxxxxxxxxxxx".to_string()]);
    }

    #[test]
    fn names_that_look_different_stay() {
        assert_eq!(
            shown(&["sort", "a very long name that is cut in the middle"]),
            ["sort", "a very long … the middle"]
        );
    }
}
