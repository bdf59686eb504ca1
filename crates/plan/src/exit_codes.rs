//! `exit = 1`, `exit = [0, 1]`, `exit = "any"`: the exit codes of a command that count as success.

use crate::tree::{self, Mistakes, Node};
use model::ExitCodes;
use toml::de::DeValue;

/// Reads them.
pub fn read(node: &Node, mistakes: &mut Mistakes) -> Option<ExitCodes> {
    match node.value {
        DeValue::Integer(_) => code(node, mistakes).map(ExitCodes::one),
        DeValue::Array(_) => {
            let codes = node.each("a list of exit codes", code, mistakes)?;
            if codes.is_empty() {
                let mistake = node.mistake(format!("{} is an empty list", node.name)).label("nothing would be success");
                return mistake.help("write the codes that mean success, such as [0, 1]").tell(mistakes);
            }
            Some(ExitCodes::These(codes))
        }
        DeValue::String(text) if text == ExitCodes::ANY => Some(ExitCodes::Any),
        _ => node.expected("a whole number from 0 to 255, a list of them, or \"any\"").tell(mistakes),
    }
}

fn code(node: &Node, mistakes: &mut Mistakes) -> Option<u8> {
    tree::whole(node, 0, 255, mistakes)
}
