//! Plans that are wrong, each with the whole of what its author reads. To see all of them: `tests/mistakes/*.snap`.

mod common;

use common::{LANGUAGES, plans, source};

#[test]
fn every_mistake_is_explained() {
    for path in plans("mistakes") {
        let diagnostics = cmpthese_plan::parse(source(&path), LANGUAGES).expect_err("nothing is wrong with it");
        let rendered = diagnostics.to_string();
        for line in rendered.lines() {
            assert!(line.chars().count() <= 110, "too wide in {}: {line}", path.display());
        }
        insta::with_settings!({
            snapshot_path => "mistakes",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(path.file_stem().unwrap().to_str(), rendered);
        });
    }
}

#[test]
fn nothing_of_a_plan_reaches_the_terminal_as_a_control_sequence() {
    for path in plans("mistakes") {
        let diagnostics = cmpthese_plan::parse(source(&path), LANGUAGES).unwrap_err();
        let plain = diagnostics.render(false);
        assert!(!plain.contains(|c: char| c.is_control() && c != '\n'), "{}: {plain:?}", path.display());
        // In colour, the escapes are those of colours and nothing else.
        for escape in diagnostics.render(true).split('\u{1b}').skip(1) {
            let (code, _) = escape.split_once('m').expect("a colour ends with m");
            assert!(code[1..].chars().all(|c| c.is_ascii_digit() || c == ';'), "{}: {code:?}", path.display());
        }
    }
}
