//! The cases: the loop and the texts of each language, by its tool.

use super::case::Case;
use super::code::Code;
use super::tool::Tool;
use super::tools::TOOLS;

/// Two of each language, each with the tool of that.
pub fn cases() -> Vec<(&'static Tool, Case)> {
    let two = |tool: &'static Tool| {
        let Tool { language, code, .. } = *tool;
        let of = |what: &str, code| (tool, Case { name: format!("{language}-{what}"), language, code });
        [of("loop", code.loop_of(code.rounds as f64)), of("texts", code.texts.to_string())]
    };
    TOOLS.iter().flat_map(two).collect()
}

/// Every language, and what is measured of it.
pub fn codes() -> impl Iterator<Item = (&'static str, Code)> {
    TOOLS.iter().map(|tool| (tool.language, tool.code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_one_tool_and_a_loop_of_rounds() {
        let names: std::collections::BTreeSet<&str> = codes().map(|(language, _)| language).collect();
        assert_eq!(names.len(), TOOLS.len());
        for (language, code) in codes() {
            assert_ne!(code.loop_of(1.0), code.loop_of(2.0), "{language}");
        }
    }
}
