//! Whatever a plan holds, reading and explaining it never panics.

mod common;

use common::{LANGUAGES, plans, source};
use model::Source;
use proptest::prelude::*;

fn read(text: String) {
    if let Err(diagnostics) = cmpthese_plan::parse(Source { name: "plan.toml".to_string(), text }, LANGUAGES) {
        assert!(!diagnostics.list.is_empty());
        diagnostics.render(true);
        let plain = diagnostics.render(false);
        assert!(!plain.contains(|c: char| c.is_control() && c != '\n'), "{plain:?}");
    }
}

fn texts() -> Vec<String> {
    ["plans", "mistakes"].iter().flat_map(|folder| plans(folder)).map(|path| source(&path).text).collect()
}

/// The text with a few of its bytes replaced, moved or left out, on boundaries of characters.
fn mutated(text: &str, cuts: &[(usize, usize, String)]) -> String {
    cuts.iter().fold(text.to_string(), |text, (at, length, replacement)| {
        let start = text.floor_char_boundary(at % (text.len() + 1));
        let end = text.floor_char_boundary((start + length).min(text.len())).max(start);
        format!("{}{replacement}{}", &text[..start], &text[end..])
    })
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        read(text);
    }

    #[test]
    fn any_bytes_of_toml_are_read(text in "[-\\[\\]{}=.,\"'#\\\\\n\r\t \u{7}\u{1b}\u{9b}a-f0-9ä😀]{0,120}") {
        read(text);
    }

    #[test]
    fn mutated_plans_are_read(
        which in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<usize>(), 0..12usize, "[-\\[\\]{}=.,\"'\n\u{1b}a-z0-9äK ]{0,6}"), 1..6),
    ) {
        let texts = texts();
        read(mutated(which.get(&texts).as_str(), &cuts));
    }

    #[test]
    fn lines_of_plans_in_any_order_are_read(
        lines in prop::collection::vec(any::<prop::sample::Index>(), 1..25),
    ) {
        let all = texts().join("\n");
        let all: Vec<&str> = all.lines().collect();
        read(lines.iter().map(|line| *line.get(&all)).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn any_condition_is_read(condition in "[a-z<>=!&|()'\" 0-9KiBsmµ]{0,30}") {
        let params = "[params]\nsize = ['1KiB']\nmode = ['a', 'b']\nn = [1, 2]";
        read(format!("{params}\n[[variant]]\nperl = '1'\nwhen = '''{condition}'''"));
    }
}
