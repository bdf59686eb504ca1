//! Names in parts, such as those of packages, told as short as they can be.

use std::collections::BTreeSet;

/// As few parts of a name, from behind, as tell all of them apart.
pub fn unique_end<'n>(name: &'n str, all: &BTreeSet<&str>, separator: char) -> &'n str {
    let is_unique = |end: &str| {
        let has_it =
            |other: &str| other.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with(separator));
        all.iter().filter(|other| has_it(other)).count() == 1
    };
    let ends = name.rmatch_indices(separator).map(|(place, _)| &name[place + separator.len_utf8()..]);
    ends.into_iter().find(|end| is_unique(end)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_parts_as_it_takes() {
        let all = BTreeSet::from(["p/sort", "p/quick/sort", "p/resort", "join"]);
        let ends: Vec<&str> = all.iter().map(|name| unique_end(name, &all, '/')).collect();
        assert_eq!(ends, ["join", "quick/sort", "resort", "p/sort"]);
    }
}
