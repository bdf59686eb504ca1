//! Costs that do not vary, against themselves and against a little more.

use crate::truth::case::{Case, Class, Truth};

const STEADY: &str = "steady";

pub fn cases() -> Vec<Case> {
    let (us, ms) = (8_000, 800_000);
    let mut cases = vec![];
    cases.extend([1.0, 1.005, 1.02, 1.3].map(|factor| case(Class::C, "10us", us, factor)));
    cases.extend([1.0, 1.005, 1.3].map(|factor| case(Class::C, "1ms", ms, factor)));
    let (us, ms) = (400, 40_000);
    cases.extend([1.0, 1.005, 1.02, 1.3].map(|factor| case(Class::Perl, "10us", us, factor)));
    cases.extend([1.0, 1.005, 1.02].map(|factor| case(Class::Perl, "1ms", ms, factor)));
    for (class, rounds) in [(Class::C, 8_000), (Class::Perl, 400)] {
        cases.extend([1.0, 1.02].map(|factor| case(class, "10us", rounds, factor).beside_neighbour()));
    }
    cases
}

fn case(class: Class, size: &str, rounds: u64, factor: f64) -> Case {
    let more = (rounds as f64 * factor).round() as u64;
    let name = format!("{}-steady-{size}-{factor}", class.name());
    let truth = Truth::Known(more as f64 / rounds as f64);
    Case::new(&name, class, STEADY, [code(class, rounds), code(class, more)], truth)
}

fn code(class: Class, rounds: u64) -> String {
    match class {
        Class::Perl => format!("my $x = 0; for my $i (1..{rounds}) {{ $x += $i }} $x"),
        _ => format!("unsigned x = 1; for (int i = 0; i < {rounds}; i++) x = x * 1664525u + 1013904223u; return x;"),
    }
}
