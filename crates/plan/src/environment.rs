//! Slower machines: `[environment.NAME]`, an axis of the sweep.

use crate::foreign::quoted;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use model::Environment;

/// The environment that an entry of the table `environment` describes.
pub fn read(entry: &Entry, mistakes: &mut Mistakes) -> Option<Environment> {
    let mut table = Table::open(&entry.node, "an environment", mistakes)?;
    let cpus = table.optional("cpus", cpus, mistakes);
    table.finish(mistakes);
    Some(Environment { name: entry.key.to_string(), cpus })
}

fn cpus(node: &Node, mistakes: &mut Mistakes) -> Option<f64> {
    let cpus = tree::number(node, mistakes)?;
    if !(0.01..=10_000.0).contains(&cpus) {
        let message =
            format!("{} must be from 0.01 to 10000: {} is no machine to run on", node.name, quoted(node.written()));
        let help = "0.25 is a quarter of one CPU, 2 are two";
        return node.mistake(message).label("out of range").help(help).tell(mistakes);
    }
    Some(cpus)
}
