//! Rare work: so many iterations are cheap, and then comes one that takes a part of all the time.

use crate::truth::case::{Case, Class, Truth};

/// Iterations from one that is long to the next, percent of the time that those take, and time of the flat variant over the
/// mean. Where the last is between the usual time and the mean, both contradict each other; 1 is equal means.
const C: &[(u64, u64, f64)] = &[
    (10, 10, 0.95),
    (10, 50, 0.75),
    (10, 50, 1.0),
    (10, 90, 0.4),
    (64, 10, 1.0),
    (64, 50, 0.75),
    (64, 90, 0.4),
    (64, 90, 1.3),
    (500, 10, 0.95),
    (500, 50, 0.75),
    (500, 50, 1.0),
    (500, 90, 0.4),
    (3_000, 10, 1.0),
    (3_000, 50, 0.75),
    (3_000, 90, 0.4),
    (3_000, 90, 1.0),
    (3_000, 90, 1.3),
    (50_000, 10, 0.95),
    (50_000, 50, 0.75),
    (50_000, 50, 1.0),
    (50_000, 90, 0.4),
];

const PERL: &[(u64, u64, f64)] =
    &[(10, 50, 1.0), (64, 90, 0.4), (500, 10, 1.0), (500, 50, 0.75), (3_000, 50, 1.0), (3_000, 90, 0.4)];

/// Rare work in both, of half the time: the iterations from one that is long to the next in A and in B, and the mean time of B over that of A.
const BOTH: &[(Class, [u64; 2], f64)] = &[
    (Class::C, [500, 3_000], 1.0),
    (Class::C, [3_000, 20_000], 0.9),
    (Class::C, [30_000, 70_000], 1.0),
    (Class::C, [70_000, 30_000], 1.2),
    (Class::Perl, [700, 3_000], 1.0),
];

/// Two kinds of rare work in one variant, each of a third of the time, beside a flat one of 4/3 of its mean: the iterations from one of a kind to the next, and the
/// steps of the usual ones.
const TWO_KINDS: [(Class, [u64; 2], u64); 3] =
    [(Class::C, [100, 5_000], 500), (Class::C, [64, 20_000], 500), (Class::Perl, [100, 5_000], 50)];

/// Iterations from one that is long to the next where a launch holds about one of them, or none: they take half of the time, of a mean that is a flat
/// variant's, too.
const SCARCE: [u64; 2] = [20_000, 60_000];

/// Steps of the mean of those.
const SCARCE_MEAN: u64 = 4_000;

pub fn cases() -> Vec<Case> {
    let of = |class, list: &[(u64, u64, f64)]| -> Vec<Case> {
        list.iter().map(|&(period, percent, flat)| case(class, period, percent, flat)).collect()
    };
    let both = BOTH.iter().map(|&(class, periods, ratio)| both(class, periods, ratio));
    let alone = of(Class::C, C).into_iter().chain(of(Class::Perl, PERL));
    alone.chain(both).chain(TWO_KINDS.map(two_kinds)).chain(SCARCE.map(scarce)).collect()
}

fn two_kinds((class, [often, seldom], usual): (Class, [u64; 2], u64)) -> Case {
    let name = format!("{}-two-kinds-{often}-{seldom}", class.name());
    let (count, returned) = if class == Class::Perl { ("$n", "") } else { ("count", "return ") };
    let of = |steps: String| format!("{count}++; {returned}steps({steps});");
    let long = format!("{count} % {often} == 0 ? {} : {usual}", usual * often);
    let pair = [(4 * usual).to_string(), format!("{count} % {seldom} == 1 ? {} : {long}", usual * seldom)];
    Case::new(&name, class, "rare work of two kinds", pair.map(of), Truth::Loop).with_period(seldom)
}

fn scarce(period: u64) -> Case {
    let flat = code(Class::C, period, SCARCE_MEAN, SCARCE_MEAN + 1);
    let pair = [flat, rare(Class::C, period, 50, SCARCE_MEAN)];
    let name = format!("c-scarce-{period}-1");
    Case::new(&name, Class::C, category(1.0, 50), pair, Truth::Known(1.0)).with_period(period)
}

fn both(class: Class, [of_a, of_b]: [u64; 2], ratio: f64) -> Case {
    let mean = mean_steps(class, of_a.max(of_b));
    let name = format!("{}-rare-{of_a}-{of_b}-{ratio}", class.name());
    let pair = [rare(class, of_a, 50, mean), rare(class, of_b, 50, (mean as f64 * ratio).round() as u64)];
    Case::new(&name, class, "rare work in both", pair, truth(class, ratio)).with_period(of_a.max(of_b))
}

/// The flat variant is B of some and A of others, so that "faster" and "slower" can both be wrong.
fn case(class: Class, period: u64, percent: u64, flat: f64) -> Case {
    let mean = mean_steps(class, period);
    let flat_steps = (mean as f64 * flat).round();
    let name = format!("{}-rare-{period}-{percent}-{flat}", class.name());
    // It counts, too: of two equal numbers a compiler would make one, and leave the count out.
    let flat_code = code(class, period, flat_steps as u64, flat_steps as u64 + 1);
    let rare = rare(class, period, percent, mean);
    let flat_is_b = matches!(period, 10 | 500 | 50_000);
    let ratio = if flat_is_b { flat_steps / mean as f64 } else { mean as f64 / flat_steps };
    let pair = if flat_is_b { [rare, flat_code] } else { [flat_code, rare] };
    Case::new(&name, class, category(flat, percent), pair, truth(class, ratio)).with_period(period)
}

/// Of Perl, what is not a step takes a part of the time. Nor are as many steps the same time there: 60,020 once in 3,000 iterations and 20 else take
/// 1.008 to 1.014 times as long as 40 always (medians of 40 alternations within a process, of five processes; 0.998 to 1.003 of 42 once in 3,000).
fn truth(class: Class, ratio: f64) -> Truth {
    if class == Class::C { Truth::Known(ratio) } else { Truth::Loop }
}

/// Code of so many steps in the mean, of which the long iterations take a part.
fn rare(class: Class, period: u64, percent: u64, mean: u64) -> String {
    let usual = mean * (100 - percent) / 100;
    code(class, period, usual, mean * period - usual * (period - 1))
}

fn category(flat: f64, percent: u64) -> &'static str {
    match flat {
        1.0 => "rare work, equal means",
        _ if flat > 1.0 || flat < 1.0 - percent as f64 / 100.0 => "rare work, usual and mean agree",
        _ => "rare work, usual and mean contradict",
    }
}

/// Several periods fit into a launch, and what a mispredicted branch costs is small beside an iteration.
fn mean_steps(class: Class, period: u64) -> u64 {
    match (class, period) {
        (Class::Perl, 3_000..) => 40,
        (Class::Perl, _) => 100,
        (_, ..100) => 5_000,
        (_, ..10_000) => 1_000,
        (_, _) => 500,
    }
}

fn code(class: Class, period: u64, usual: u64, long: u64) -> String {
    match class {
        Class::Perl => format!("steps(++$n % {period} ? {usual} : {long})"),
        _ => format!("return steps(++count % {period} ? {usual} : {long});"),
    }
}
