//! Files that are made before timing: `[fixture.NAME]`.

use crate::command_line;
use crate::context::PlanContext;
use crate::foreign::quoted;
use crate::names::IN_QUANTITY;
use crate::quantity::size_at_point;
use crate::template;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use model::{CacheState, Fill, Fixture, Template};
use toml::de::DeValue;

/// The fixture that an entry of the table `fixture` describes. The names of `context` are those declared before it.
pub fn read(entry: &Entry, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Fixture> {
    let mut table = Table::open(&entry.node, "a fixture", mistakes)?;
    let has_size = table.node("size").is_some();
    let size = table.optional("size", |node, mistakes| size_at_point(node, context, mistakes), mistakes);
    let fill = match table.node("fill") {
        Some(node) => fill(&node, context, mistakes),
        None => Some(Fill::Zero),
    };
    let cache = table.optional("cache", |node, mistakes| cache(node, context, mistakes), mistakes);
    let chunk = table.optional("chunk", |node, mistakes| size_at_point(node, context, mistakes), mistakes);
    let span = table.span();
    table.finish(mistakes);
    let fill = fill?;
    if !has_size && needs_size(&fill) {
        let mistake = crate::Diagnostic::new(span, format!("the fixture {} has no size", entry.node.name));
        let help = "add size = \"64KiB\"; only a pattern or the output of a command has a length of its own";
        return mistake.label("how long is this file?").help(help).tell(mistakes);
    }
    Some(Fixture { name: entry.key.to_string(), size, fill, cache, chunk })
}

fn needs_size(fill: &Fill) -> bool {
    match fill {
        Fill::Zero | Fill::Random | Fill::Lines(_) => true,
        Fill::Pattern(_) | Fill::Command(_) => false,
    }
}

fn fill(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Fill> {
    match node.value {
        DeValue::String(_) => tree::choice(node, &[("zero", Fill::Zero), ("random", Fill::Random)], mistakes),
        DeValue::Table(_) => fill_table(node, context, mistakes),
        _ => node.expected("\"zero\", \"random\", or a table such as { lines = 64 }").tell(mistakes),
    }
}

fn fill_table(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Fill> {
    let mut table = Table::open(node, "`fill`", mistakes)?;
    let keys: Vec<&str> = ["lines", "pattern"].into_iter().chain(command_line::KEYS).collect();
    let fill = match table.exactly_one(&keys, mistakes) {
        Some("lines") => table.required("lines", |node, mistakes| lines(node, context, mistakes), mistakes),
        Some("pattern") => table.required("pattern", |node, mistakes| pattern(node, context, mistakes), mistakes),
        Some(key) => {
            command_line::at_key(&mut table, key, &context.names, mistakes).map(|typed| Fill::Command(typed.line))
        }
        None => None,
    };
    table.finish(mistakes);
    fill
}

fn lines(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Fill> {
    if let DeValue::Integer(_) = node.value {
        // A line needs room for its newline.
        tree::whole::<u64>(node, 1, i64::MAX, mistakes)?;
    }
    size_at_point(node, context, mistakes).map(Fill::Lines)
}

fn pattern(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Fill> {
    if tree::text(node, mistakes)?.is_empty() {
        return node.mistake("the pattern is empty").label("nothing to repeat").tell(mistakes);
    }
    template::anywhere(node, &context.names, mistakes).map(Fill::Pattern)
}

/// `warm` or `cold`, or a text that is one of them at every point.
fn cache(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Template> {
    let template = template::read(node, &context.names, &IN_QUANTITY, mistakes)?;
    if template.is_fixed() {
        return tree::choice(node, &CacheState::WORDS, mistakes).map(|_| template);
    }
    let is_wrong = |text: &String| CacheState::parse(text).is_none();
    let Some(wrong) = context.filled(&template).into_iter().find(is_wrong) else { return Some(template) };
    let mistake = node.mistake(format!("{} is not a state of the cache at every point", node.name));
    mistake.label(format!("{} at one of them", quoted(&wrong))).help("known words: warm, cold").tell(mistakes)
}
