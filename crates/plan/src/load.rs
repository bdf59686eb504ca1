//! How requests are sent: `[load]`.

use crate::context::PlanContext;
use crate::foreign::quoted;
use crate::names::IN_QUANTITY;
use crate::quantity::duration;
use crate::template;
use crate::tree::{self, Mistakes, Node, Table};
use model::{Arrivals, Load, Template, Value};
use toml::de::DeValue;

/// More connections than this are a slip, or a job for several machines.
const CONNECTIONS_MAX: u64 = 10_000;

/// The table `load`.
pub fn read(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Load> {
    let mut table = Table::open(node, "`load`", mistakes)?;
    let connections = table.optional("connections", |node, mistakes| whole(node, context, mistakes), mistakes);
    let keep_alive =
        table.optional("keep_alive", |node, mistakes| value(node, &KEEP_ALIVE, context, mistakes), mistakes);
    let rate = table.node("rate");
    let is_planned = rate.is_some();
    let rate = rate.and_then(|node| value(&node, &RATE, context, mistakes));
    let arrivals = table.node("arrivals");
    let slice_ns = table.optional("slice", duration, mistakes);
    let allow_remote = table.optional("allow_remote", tree::truth, mistakes);
    table.finish(mistakes);
    if let Some(arrivals) = arrivals.as_ref().filter(|_| !is_planned) {
        let message = "`arrivals` says how planned requests are spread, and none are planned";
        mistakes.push(arrivals.mistake(message).label("there is no `rate`").help("add rate = 1000, or remove it"));
    }
    let arrivals = arrivals.and_then(|node| tree::choice(&node, &Arrivals::WORDS, mistakes));
    let silent = Load::default();
    Some(Load {
        connections: connections.unwrap_or(silent.connections),
        keep_alive: keep_alive.unwrap_or(silent.keep_alive),
        rate,
        arrivals: arrivals.unwrap_or_default(),
        slice_ns,
        allow_remote: allow_remote.unwrap_or(false),
    })
}

/// A value that may be a parameter of the sweep.
struct Setting {
    what: &'static str,
    example: &'static str,
    is_one: fn(&str) -> bool,
}

const CONNECTIONS: Setting = Setting {
    what: "a whole number from 1 to 10000",
    example: "connections = 10, or connections = \"{connections}\" with a parameter of that name",
    is_one: |text| text.parse().is_ok_and(|number: u64| (1..=CONNECTIONS_MAX).contains(&number)),
};

const KEEP_ALIVE: Setting = Setting {
    what: "true or false",
    example: "keep_alive = false opens a connection for each request",
    is_one: |text| text.parse::<bool>().is_ok(),
};

const RATE: Setting = Setting {
    what: "a number of requests a second, above zero and no more than 10000000",
    example: "rate = 1000, or rate = \"{rate}\" with a parameter of that name",
    is_one: |text| text.parse().is_ok_and(|number: f64| number > 0.0 && number <= 1e7),
};

/// Connections, which are whole also at the points that are added where crossovers are located.
fn whole(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Template> {
    let template = value(node, &CONNECTIONS, context, mistakes)?;
    let Some(locate) = context.locate.as_ref().filter(|locate| template.mentions(locate)) else {
        return Some(template);
    };
    if context.values(locate).iter().all(|value| matches!(value, Value::Integer(_))) {
        return Some(template);
    }
    let message = format!("connections are whole numbers, and between the values of {} are others", quoted(locate));
    node.mistake(message).label("located along it").help("write its values without a point").tell(mistakes)
}

/// The text of a value, or a text with parameters that is a value at every point.
fn value(node: &Node, setting: &Setting, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Template> {
    let Setting { what, example, is_one } = *setting;
    let template = match node.value {
        DeValue::String(_) => template::read(node, &context.names, &IN_QUANTITY, mistakes)?,
        DeValue::Integer(_) => Template::parse(&tree::whole::<i64>(node, i64::MIN, i64::MAX, mistakes)?.to_string()),
        DeValue::Float(_) => Template::parse(&tree::number(node, mistakes)?.to_string()),
        DeValue::Boolean(_) => Template::parse(node.written()),
        _ => return node.expected(what).help(example).tell(mistakes),
    };
    let Some(wrong) = context.filled(&template).into_iter().find(|text| !is_one(text)) else { return Some(template) };
    let mistake = node.mistake(format!("{} must be {what}", node.name));
    let label = match template.is_fixed() {
        true => format!("{} is not", quoted(&wrong)),
        false => format!("{} at one of the points", quoted(&wrong)),
    };
    mistake.label(label).help(example).tell(mistakes)
}
