//! Did you mean: the word that was probably meant by one that is not known.

use crate::foreign::{listed, quoted};

/// The known word that is nearest to `word`, if one is near: a third of its letters may differ, case not counted.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let folded = word.to_lowercase();
    let distance = |known: &str| strsim::osa_distance(&folded, &known.to_lowercase());
    let reach = (word.chars().count() / 3).max(1);
    let near = known.into_iter().map(|known| (distance(known), known)).filter(|(distance, known)| {
        // A word of one or two letters is near to every other of them.
        *distance <= reach && *distance < known.chars().count()
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

/// The help for a word that is not known: the nearest one, or all of them introduced by `what`, such as `known keys`.
pub fn suggestion(word: &str, known: &[&str], what: &str) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean {}?", quoted(near)),
        None if known.is_empty() => format!("{what}: none"),
        None => format!("{what}: {}", listed(known.iter().copied())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_words_are_suggested() {
        assert_eq!(nearest("nmae", ["name", "needs"]), Some("name"));
        assert_eq!(nearest("KIB", ["B", "KiB"]), Some("KiB"));
        assert_eq!(nearest("n", ["m"]), None);
        assert_eq!(nearest("colour", ["name", "size"]), None);
    }
}
