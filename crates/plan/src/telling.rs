//! `tells = "gobench"`: a command that times itself, and the format in which it tells what an iteration took.

use crate::foreign::quoted;
use crate::nearest::suggestion;
use crate::tree::{self, Mistakes, Node};
use model::Telling;

/// Reads the name of a format.
pub fn read(node: &Node, mistakes: &mut Mistakes) -> Option<Telling> {
    let format = tree::filled_text(node, mistakes)?;
    if !Telling::FORMATS.contains(&format) {
        let mistake = node.mistake(format!("{} is no format of times", quoted(format)));
        let help = suggestion(format, Telling::FORMATS, "known formats");
        return mistake.label("what the command writes could not be read").help(help).tell(mistakes);
    }
    Some(Telling { format: format.to_string() })
}
