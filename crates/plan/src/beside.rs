//! Files that lie beside the plan: `files = ["copy.c"]`.

use crate::foreign::quoted;
use crate::tree::{self, Mistakes, Node};
use std::path::{Component, Path};

/// Paths that stay beside the plan.
pub fn list(node: &Node, mistakes: &mut Mistakes) -> Option<Vec<String>> {
    node.each("a list of paths", file, mistakes)
}

fn file(node: &Node, mistakes: &mut Mistakes) -> Option<String> {
    let path = tree::filled_text(node, mistakes)?;
    let plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(path).components().all(plain) || path.contains('\0') {
        let mistake = node.mistake(format!("{} is not a path of a file beside the plan", quoted(path)));
        return mistake.label("leaves the plan's directory").help("copy or link the file there").tell(mistakes);
    }
    Some(path.to_string())
}
