//! One way of doing the job: `[[variant]]`, which `for` multiplies.

use crate::Diagnostic;
use crate::condition::{self, Resolved};
use crate::context::{PlanContext, SWEEP_MAX};
use crate::dose;
use crate::foreign::quoted;
use crate::iterations;
use crate::names::{IN_NAME, Meaning};
use crate::need;
use crate::quantity::duration;
use crate::subjects;
use crate::sweep;
use crate::template;
use crate::tree::{self, Mistakes, Node, Table};
use model::{Condition, Point, Role, Scope, Subject, Template, Value, Variant};
use std::ops::Range;

/// What one `[[variant]]` makes.
#[derive(Debug)]
pub struct VariantEntry {
    /// Where its name stands, or the header when it has none.
    pub place: Range<usize>,
    /// The names of its variants. `None` when a mistake hides them.
    pub names: Option<Vec<String>>,
    /// Where it names the variant whose time is taken off.
    pub less: Option<Range<usize>>,
    /// Where it says that it is the limit.
    pub limit: Option<Range<usize>>,
    /// The variants, one for each combination of its `for`; none after a mistake.
    pub variants: Vec<Variant>,
}

/// Reads one `[[variant]]`. `top_level` are keys that stand at the top of a plan: TOML counts them to the last variant
/// when they are written below it.
pub fn read(node: &Node, context: &PlanContext, top_level: &[String], mistakes: &mut Mistakes) -> Option<VariantEntry> {
    let mut table = Table::open(node, "a variant", mistakes)?;
    let mut context = context.clone();
    let name_node = table.node("name");
    let combinations = match table.node("for") {
        Some(node) => combinations(&node, &mut context, mistakes),
        None => Some(vec![Point::default()]),
    };
    let reading = subjects::read(&mut table, &context, mistakes);
    let name = match &name_node {
        Some(node) => name(node, &context, mistakes),
        None => reading.as_ref().map(|reading| Template::parse(&reading.name)),
    };
    let place = name_node.map_or(table.span(), |node| node.span);
    let less = table.node("less").map(|node| node.span);
    let limit_node = table.node("limit");
    let is_limit = limit_node.as_ref().and_then(|node| tree::truth(node, mistakes));
    let limit = limit_node.filter(|_| is_limit == Some(true)).map(|node| node.span);
    let subject = reading.as_ref().map(|reading| &reading.subject);
    let iterations = match table.node("iterations") {
        Some(node) => iterations::of_variant(&node, subject, mistakes),
        None => context.iterations.filter(|_| subject.is_some_and(iterations::suit)),
    };
    let dose = table.optional("dose", |node, mistakes| dose::of_variant(node, subject, mistakes), mistakes);
    let when = table.optional("when", |node, mistakes| condition::read(node, &context, mistakes), mistakes);
    let needs_at = table.node("needs");
    if let (Some(node), Some(Subject::Http(_))) = (&needs_at, subject) {
        let mistake = node.mistake("a request needs nothing of this machine").label("looked for by nobody");
        mistakes.push(mistake.help("what a server needs stands in its [server.NAME]"));
    }
    let needs = needs_at.and_then(|node| need::list(&node, mistakes));
    let timeout_ns = table.optional("timeout", duration, mistakes);
    let keep = table.optional("keep", tree::truth, mistakes);
    let less_name = table.optional("less", tree::filled_text, mistakes);
    for key in top_level {
        table.refuse(key, |entry| misplaced(key, entry.span.clone()), mistakes);
    }
    table.finish(mistakes);

    let (Some(combinations), Some(name)) = (combinations, name) else {
        return Some(VariantEntry { place, names: None, less, limit, variants: Vec::new() });
    };
    let cases = cases(&name, combinations, when.as_ref(), &context);
    if cases.is_empty() {
        let message = "`when` excludes every combination of `for`, so that this makes no variant";
        mistakes.push(Diagnostic::new(place.clone(), message).label("never takes part"));
    }
    let names = Some(cases.iter().map(|case| case.name.clone()).collect());
    let pattern = reading.map(|reading| Variant {
        needs: needs.unwrap_or_default(),
        timeout_ns,
        iterations,
        less: less_name.map(str::to_string),
        dose,
        droppable: !keep.unwrap_or(false),
        ..Variant::plain("", Role::Contestant, reading.subject)
    });
    let of_case = |pattern: &Variant, case: Case| Variant {
        name: case.name,
        bindings: case.bound.params,
        when: case.when,
        ..pattern.clone()
    };
    let variants =
        pattern.map_or(Vec::new(), |pattern| cases.into_iter().map(|case| of_case(&pattern, case)).collect());
    Some(VariantEntry { place, names, less, limit, variants })
}

/// One combination of what `for` binds, at which the variant can take part.
struct Case {
    name: String,
    bound: Point,
    when: Option<Condition>,
}

fn cases(name: &Template, combinations: Vec<Point>, when: Option<&Condition>, context: &PlanContext) -> Vec<Case> {
    let case = |bound: Point| {
        let when = match when.map(|condition| condition::resolve(condition, &bound)) {
            None | Some(Resolved::Always) => None,
            Some(Resolved::Sometimes(condition)) => Some(condition),
            Some(Resolved::Never) => return None,
        };
        Some(Case { name: filled_name(name, &bound, context), bound, when })
    };
    combinations.into_iter().filter_map(case).collect()
}

fn misplaced(key: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(span, format!("the key {} belongs to the plan, not to a variant", quoted(key)))
        .label("counts as part of the variant above it")
        .help("move it to the top of the file, before the first `[table]`")
}

/// Every combination of what `for` binds.
fn combinations(node: &Node, context: &mut PlanContext, mistakes: &mut Mistakes) -> Option<Vec<Point>> {
    let count = mistakes.len();
    let entries = Table::open(node, "`for`", mistakes)?.entries();
    let axes = sweep::axes(&entries, Meaning::Binding, context, mistakes);
    if Point::grid_size(&axes) > SWEEP_MAX {
        let mistake = node.mistake(format!("`for` makes more than {SWEEP_MAX} variants"));
        let help = "bind fewer names, or give them fewer values";
        mistakes.push(mistake.label("too many combinations").help(help));
    }
    (mistakes.len() == count).then(|| Point::grid(&axes))
}

fn name(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Template> {
    let text = tree::filled_text(node, mistakes)?;
    if text.contains(char::is_control) {
        let mistake = node.mistake("the name holds a control character");
        return mistake.label("must fit into a table of results").tell(mistakes);
    }
    template::read(node, &context.names, &IN_NAME, mistakes)
}

/// The name for one combination. What the name does not mention is added to it, so that the names differ.
fn filled_name(name: &Template, bound: &Point, context: &PlanContext) -> String {
    // A name that is taken from a command may mention parameters as well: they stay as they are written.
    let stand_in = |name: &str| bound.get(name).map_or(format!("{{{name}}}"), Value::placeholder);
    let mentioned: Scope = name.names().map(|name| (name.to_string(), stand_in(name))).collect();
    let is_added = |axis: &String| context.values(axis).len() > 1 && !mentioned.contains_key(axis);
    let added = bound.params.iter().filter(|(axis, _)| is_added(axis));
    let added: Vec<String> = added.map(|(axis, value)| format!("{axis}={}", value.placeholder())).collect();
    let filled = name.fill(&mentioned).expect("the scope is made from the names of the template");
    if added.is_empty() { filled } else { format!("{filled} ({})", added.join(", ")) }
}
