//! Names in a sentence stand between backticks, and may hold some themselves: how they are enclosed, and found again.

use std::ops::Range;

/// A text between backticks. As in Markdown, one that holds some stands between more of them than it has in a row, with a blank to each side.
pub fn enclosed(text: &str) -> String {
    match runs(text).iter().map(|run| run.len()).max() {
        None => format!("`{text}`"),
        Some(longest) => {
            let marks = "`".repeat(longest + 1);
            format!("{marks} {text} {marks}")
        }
    }
}

/// A sentence whose names are spelled by `code`, and the rest by `said`, with backticks that no others end.
pub fn spelled(sentence: &str, code: impl Fn(&str) -> String, said: impl Fn(&str) -> String) -> String {
    let runs = runs(sentence);
    let mut out = String::new();
    let (mut told, mut place) = (0, 0);
    while let Some(begin) = runs.get(place) {
        let ends = |run: &&Range<usize>| run.len() == begin.len();
        place += 1;
        if let Some((further, end)) = runs[place..].iter().enumerate().find(|(_, run)| ends(run)) {
            out += &said(&sentence[told..begin.start]);
            out += &code(inside(&sentence[begin.end..end.start], begin.len()));
            told = end.end;
            place += further + 1;
        }
    }
    out + &said(&sentence[told..])
}

/// The sentence without what its names stand between.
pub fn bare(sentence: &str) -> String {
    spelled(sentence, str::to_string, str::to_string)
}

/// What stands between so many backticks, without the blanks of [`enclosed`].
fn inside(text: &str, marks: usize) -> &str {
    let bare = text.strip_prefix(' ').and_then(|text| text.strip_suffix(' ')).filter(|_| marks > 1);
    bare.unwrap_or(text)
}

/// Where backticks stand, those in a row together.
fn runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (place, _) in text.match_indices('`') {
        match runs.last_mut().filter(|run| run.end == place) {
            Some(run) => run.end += 1,
            None => runs.push(place..place + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sentence whose parts are shown.
    fn parts(sentence: &str) -> String {
        spelled(sentence, |name| format!("<{name}>"), |said| format!("[{said}]"))
    }

    #[test]
    fn names_come_back_whole() {
        for name in ["sort", "`a${b}`", "`", "a``b`c", " `` ", " spaced "] {
            let sentence = format!("; {} is faster than {}.", enclosed(name), enclosed("b"));
            assert_eq!(parts(&sentence), format!("[; ]<{name}>[ is faster than ]<b>[.]"));
            assert_eq!(bare(&sentence), format!("; {name} is faster than b."));
        }
    }

    #[test]
    fn backticks_that_nothing_ends_are_said() {
        assert_eq!(bare("one ` and ``two"), "one ` and ``two");
        assert_eq!(parts("a ``b` c `d"), "[a ``b]< c >[d]");
        assert_eq!(parts(""), "[]");
    }
}
