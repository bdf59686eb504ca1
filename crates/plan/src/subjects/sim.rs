//! Invented times on a virtual clock: `sim = { time = "10us", noise = 0.01 }`.

use super::kind::{Kind, Reading};
use crate::context::PlanContext;
use crate::names::IN_ANSWER;
use crate::quantity::{duration, duration_at_point};
use crate::template;
use crate::tree::{self, Mistakes, Node, Table};
use model::{SimFault, SimSubject, Subject, Template, Weather};

pub const KIND: Kind = Kind { noun: "a simulation", heads: |_| vec!["sim"], read };

const FAULTS: &[(&str, SimFault)] = &[("die", SimFault::Die), ("exit", SimFault::Exit), ("hang", SimFault::Hang)];

const WEATHERS: &[(&str, Weather)] =
    &[("drift", Weather::Drift), ("steps", Weather::Steps), ("bursts", Weather::Bursts)];

fn read(head: &str, table: &mut Table, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    table.required(head, |node, mistakes| simulation(node, context, mistakes), mistakes)
}

fn simulation(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    let mut table = Table::open(node, "a simulation", mistakes)?;
    let text = table.node("time").and_then(|node| node.value.as_str().map(str::to_string));
    let time = table.required("time", |node, mistakes| duration_at_point(node, context, mistakes), mistakes);
    let start_ns = table.optional("start", duration, mistakes);
    let noise = table.optional("noise", deviation, mistakes);
    let launch_noise = table.optional("launch_noise", deviation, mistakes);
    let tail = table.optional("tail", |node, mistakes| tree::whole(node, 1, 1000, mistakes), mistakes);
    let weather = table.optional("weather", |node, mistakes| tree::choice(node, WEATHERS, mistakes), mistakes);
    let answer =
        table.optional("answer", |node, mistakes| template::read(node, &context.names, &IN_ANSWER, mistakes), mistakes);
    let fault = table.optional("fault", |node, mistakes| tree::choice(node, FAULTS, mistakes), mistakes);
    table.finish(mistakes);
    let subject = SimSubject {
        time: time?,
        start_ns: start_ns.unwrap_or(0),
        noise: noise.unwrap_or(0.0),
        launch_noise: launch_noise.unwrap_or(0.0),
        tail,
        weather,
        answer: answer.unwrap_or_else(Template::default),
        fault,
    };
    Some(Reading { subject: Subject::Sim(subject), name: format!("sim {}", text?) })
}

/// A standard deviation as a fraction.
fn deviation(node: &Node, mistakes: &mut Mistakes) -> Option<f64> {
    let deviation = tree::number(node, mistakes)?;
    if deviation < 0.0 {
        return node.mistake(format!("{} must not be negative", node.name)).label("0.01 is 1 %").tell(mistakes);
    }
    Some(deviation)
}
