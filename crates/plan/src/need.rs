//! What must be installed for a variant: `needs = ["jq", { name = "File::Map", package = "libfile-map-perl" }]`.

use crate::tree::{self, Mistakes, Node, Table};
use model::Need;
use toml::de::DeValue;

/// A list of names, or of tables with a name and the package that brings it.
pub fn list(node: &Node, mistakes: &mut Mistakes) -> Option<Vec<Need>> {
    node.each("a list of names", need, mistakes)
}

fn need(node: &Node, mistakes: &mut Mistakes) -> Option<Need> {
    let DeValue::Table(_) = node.value else {
        let name = tree::filled_text(node, mistakes)?;
        return Some(Need { name: name.to_string(), package: None });
    };
    let mut table = Table::open(node, "an item of `needs`", mistakes)?;
    let name = table.required("name", tree::filled_text, mistakes);
    let package = table.optional("package", tree::filled_text, mistakes);
    table.finish(mistakes);
    Some(Need { name: name?.to_string(), package: package.map(str::to_string) })
}
