//! What single events cost on a machine, as a table.

use crate::columns::wrapped;
use crate::numbers::{three_digits, throughput, time_unit};
use model::{COSTLY_EVENTS, Per, UnitCost, UnitCosts};

/// Where it begins what an event is, and how wide that may be on a screen of 80 columns.
const HELP_FROM: usize = 37;
const HELP_WIDTH: usize = 80 - HELP_FROM;

/// A line for each event: cost and interval in one unit, with three digits; of bytes how many of them a second; and what the event is.
///
/// ```
/// # use model::{CostlyEvent, UnitCost, UnitCosts};
/// let cost = UnitCost { event: CostlyEvent::SystemCall, ns: 98.2, low_ns: 97.93, high_ns: 98.61 };
/// let table = cmpthese_report::unit_costs(&UnitCosts { costs: vec![cost], ..UnitCosts::default() });
/// let line = table.lines().nth(1).unwrap();
/// assert_eq!(line, " 98.2 ns  [97.9, 98.6]               a system call that does nothing");
/// ```
pub fn unit_costs(costs: &UnitCosts) -> String {
    let mut text = "What an event costs here, with its interval at 95 %:\n".to_string();
    for info in COSTLY_EVENTS {
        let cost = costs.of(info.event);
        let (point, bounds) = cost.map_or_else(|| ("-".to_string(), "not measured".to_string()), written);
        let rate = cost.filter(|_| info.per == Per::Byte).map_or_else(String::new, |cost| throughput(1e9 / cost.ns));
        let what = wrapped(info.help, HELP_WIDTH).replace('\n', &format!("\n{:HELP_FROM$}", ""));
        text.push_str(&format!("{point:>8}  {bounds:<14}  {rate:>9}  {what}\n"));
    }
    if costs.costs.len() < COSTLY_EVENTS.len() {
        text.push_str("What is not measured could not be: `cmpthese machine --again` says why.\n");
    }
    text
}

/// `98.2 ns` and `[97.9, 98.6]`.
fn written(cost: UnitCost) -> (String, String) {
    let (unit, scale) = time_unit(cost.ns);
    let value = |nanos: f64| three_digits(nanos / scale);
    (format!("{} {unit}", value(cost.ns)), format!("[{}, {}]", value(cost.low_ns), value(cost.high_ns)))
}
