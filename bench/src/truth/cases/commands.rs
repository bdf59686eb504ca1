//! Commands that take steps, and by chance or by count more: `steps.c`.

use crate::truth::case::{Case, Class, Truth};
use crate::truth::place::Place;

const STEADY: &str = "steady";
const RARE: &str = "rare work, usual and mean contradict";
const EQUAL: &str = "rare work, equal means";
const MODES: &str = "two modes";
const PRODUCT: &str = "log-normal";
const FEW: &str = "few launches";
const THREADS: &str = "threads that share the CPUs";

/// Thousands of steps of most commands: some six milliseconds.
const FLAT: u64 = 5_000;

pub fn cases(place: &Place) -> Vec<Case> {
    let steps = |words: &str| format!("{} {words}", place.steps());
    let flat = |thousands: u64| steps(&format!("{thousands}000"));
    let random = |often: u64, one_in: u64, seldom: u64| steps(&format!("{often}000 random {one_in} {seldom}000"));
    let counter = |often: u64, one_in: u64, seldom: u64, name: &str| {
        let path = place.path(name);
        steps(&format!("{often}000 counter {one_in} {seldom}000 {path}"))
    };
    let product = steps(&format!("{FLAT}000 product"));
    let of = |name: &str, category, a: String, b: String, [a_mean, b_mean]: [f64; 2]| {
        Case::new(name, Class::Command, category, [a, b], Truth::Steps(a_mean * 1e3, b_mean * 1e3))
    };
    // 19 of 3,750 and one of 75,000 make 7,312.5 on average.
    let (rare, flat_mean) = ([5_000.0, 7_312.5], FLAT as f64);
    let steady = |factor: f64| {
        let thousands = (FLAT as f64 * factor).round() as u64;
        let means = [FLAT as f64, thousands as f64];
        of(&format!("command-steady-{factor}"), STEADY, flat(FLAT), flat(thousands), means)
    };
    let sleeps = ["sleep 0.01", "sleep 0.011"];
    let threads = |thousands: u64, count: u64| steps(&format!("{thousands}000 threads {count}"));
    let shared =
        |name: &str, a: String, b: String| Case::new(name, Class::Command, THREADS, [a, b], Truth::LoopEachTime);
    vec![
        shared("command-threads-8", threads(1_250, 8), flat(FLAT)),
        shared("command-threads-4-8", threads(5_000, 4), threads(2_000, 8)),
        of("command-rare-20", RARE, flat(FLAT), random(3_750, 20, 75_000), rare),
        of("command-rare-20-counter", RARE, flat(FLAT), counter(3_750, 20, 75_000, "twenty"), rare),
        of("command-rare-200", RARE, flat(6_000), random(5_000, 200, 505_000), [6_000.0, 7_500.0]),
        of("command-rare-3-equal", EQUAL, flat(FLAT), random(2_500, 3, 10_000), [flat_mean; 2]),
        // The flat variant counts as well, because that takes time.
        of(
            "command-rare-3-equal-counter",
            EQUAL,
            counter(FLAT, 3, FLAT, "flat"),
            counter(2_500, 3, 10_000, "three"),
            [flat_mean; 2],
        ),
        // Some three launches fit into the budget.
        of("command-few-0.1", FEW, flat(1_250_000), flat(125_000), [1_250_000.0, 125_000.0]),
        of("command-few-10", FEW, flat(125_000), flat(1_250_000), [125_000.0, 1_250_000.0]),
        of("command-few-equal", FEW, flat(1_000_000), random(500_000, 4, 2_500_000), [1_000_000.0; 2]),
        of("command-modes-50-0.8", MODES, random(2_000, 2, 8_000), flat(4_000), [5_000.0, 4_000.0]),
        of("command-product-0.8", PRODUCT, product.clone(), flat(4_000), [5_000.0, 4_000.0]),
        of("command-product-1", PRODUCT, product, flat(FLAT), [flat_mean; 2]),
        steady(1.0),
        steady(1.01),
        steady(1.05),
        steady(1.0).beside_neighbour(),
        steady(1.05).beside_neighbour(),
        Case::new("command-sleep-1.1", Class::Command, STEADY, sleeps, Truth::Loop),
    ]
}
