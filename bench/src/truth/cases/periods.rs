//! Costs that follow the count of iterations: again and again, at the first alone, or for ever.

use crate::truth::case::{Case, Class, Truth};

const PERIODS: &str = "periods";
const FIRST: &str = "first call";
const NONE: &str = "no single number";

pub fn cases() -> Vec<Case> {
    [periods(), first_calls(), no_single_number()].into_iter().flatten().collect()
}

/// So many iterations of one cost, then as many of the other.
fn c_halves(half: u64, first: u64, second: u64) -> String {
    format!("return steps(count++ / {half} % 2 ? {second} : {first});")
}

fn perl_halves(half: u64, first: u64, second: u64) -> String {
    format!("steps(int($n++ / {half}) % 2 ? {second} : {first})")
}

fn periods() -> Vec<Case> {
    let c = |name: &str, half: u64, [first, second, flat]: [u64; 3]| {
        let pair = [c_halves(half, first, second), c_halves(half, flat, flat + 1)];
        let truth = Truth::Known(flat as f64 / ((first + second) as f64 / 2.0));
        Case::new(name, Class::C, PERIODS, pair, truth).with_period(2 * half)
    };
    // A launch may be over before the change, and in the long run it is nothing but the beginning.
    let late = ["return steps(count++ < 80000 ? 1040 : 1041);", "return steps(count++ < 80000 ? 1000 : 1095);"];
    // The same where costs are drawn, and of rare work that begins late.
    let late_drawn = ["return steps(521 + drawn() % 1041);", "return steps(count++ < 80000 ? 1041 : 1135);"];
    let late_rare = ["return steps(1000);", "return steps(++count > 80000 && count % 1500 == 0 ? 121000 : 1000);"];
    // A batch is one iteration, and a launch a few.
    let alternating = ["return steps(72000000);", "return steps(count++ % 2 ? 84000000 : 60000000);"];
    // What was computed before is kept: launches begin at another point of the fall each, and most are over before its end.
    let memo = [
        "static char seen[3000]; unsigned long key = drawn() % 3000; long n = seen[key] ? 2000 : 30000; seen[key] = 1; return steps(n);",
        "return steps(drawn() % 3000 < 3000 ? 2140 : 0);",
    ];
    // As long as the rounds that ask what refilling the caches costs, and longer than batches.
    let sawtooth = ["return steps(500 + count++ % 10000 * 3 / 10);", "return steps(500 + count++ % 7000 * 3 / 7);"];
    let perl = [perl_halves(200, 100, 100), perl_halves(200, 50, 150)];
    vec![
        c("c-period-15000-0.8", 15_000, [5_000, 15_000, 8_000]),
        c("c-period-15000-1", 15_000, [5_000, 15_000, 10_000]),
        c("c-period-100-0.9", 100, [2_500, 7_500, 4_500]),
        c("c-period-100-1", 100, [2_500, 7_500, 5_000]),
        c("c-period-80000-0.96", 80_000, [1_000, 1_180, 1_050]),
        Case::new("c-late-1.05", Class::C, PERIODS, late, Truth::Known(1_095.0 / 1_041.0)),
        Case::new("c-late-drawn-1.09", Class::C, PERIODS, late_drawn, Truth::Known(1_135.0 / 1_041.0)),
        Case::new("c-late-rare-1.08", Class::C, PERIODS, late_rare, Truth::Known(1.08)),
        Case::new("c-alternating-60ms-1", Class::C, PERIODS, alternating, Truth::Known(1.0)),
        Case::new("c-memo-1.07", Class::C, PERIODS, memo, Truth::Known(2_140.0 / 2_000.0)),
        Case::new("c-sawtooth-10000-1", Class::C, PERIODS, sawtooth, Truth::Known(1.0)),
        Case::new("perl-period-200-1", Class::Perl, PERIODS, perl, Truth::Known(1.0)).with_period(400),
    ]
}

/// The first iteration of a process takes a thousand times as long as those that follow.
fn first_calls() -> Vec<Case> {
    let c = |steps: u64| format!("return steps(count++ ? {steps} : 5000000);");
    let perl = |steps: u64| format!("steps($n++ ? {steps} : 100000)");
    let begins_with_40 = [
        "count++; return steps(count <= 40 ? 1000000 : count % 5000 ? 1000 : 5001000);",
        "count++; return steps(count <= 40 ? 1500 : count % 5000 ? 1500 : 1501);",
    ];
    let begins_with_20000 =
        ["return steps(count++ < 20000 ? 5000 : 1000);", "return steps(count++ < 20000 ? 1201 : 1200);"];
    let begins_with_60000 =
        ["return steps(count++ < 60000 ? 1090 : 1000);", "return steps(count++ < 60000 ? 1041 : 1040);"];
    let begins_in_perl = ["steps($n++ < 2000 ? 1000 : 200)", "steps($n++ < 2000 ? 241 : 240)"];
    vec![
        Case::new("c-first-1.1", Class::C, FIRST, [c(5_000), c(5_500)], Truth::Known(1.1)),
        Case::new(
            "c-first-1",
            Class::C,
            FIRST,
            [c(5_000), "return steps(count++ ? 5000 : 4999);".into()],
            Truth::Known(1.0),
        ),
        Case::new("perl-first-1.1", Class::Perl, FIRST, [perl(100), perl(110)], Truth::Loop),
        // A beginning of many iterations, after which rare work goes on, or nothing is dear any more.
        Case::new("c-first-40-0.75", Class::C, FIRST, begins_with_40, Truth::Known(1_500.0 / 2_000.0)),
        Case::new("c-first-20000-1.2", Class::C, FIRST, begins_with_20000, Truth::Known(1.2)),
        Case::new("c-first-60000-1.04", Class::C, FIRST, begins_with_60000, Truth::Known(1.04)),
        Case::new("perl-first-2000-1.2", Class::Perl, FIRST, begins_in_perl, Truth::Known(1.2)),
    ]
}

fn no_single_number() -> Vec<Case> {
    let of = |name: &str, class, a: &str, b: &str| Case::new(name, class, NONE, [a, b], Truth::NoSingleNumber);
    let scan = "push @list, 1; my $sum = 0; $sum += $_ for @list; $sum";
    let cpp = "numbers.push_back(1); long sum = 0; for (int one : numbers) sum += one; return sum;";
    vec![
        of("c-grows", Class::C, "return steps(1500);", "return steps(500 + ++count / 50);"),
        of("c-late-step", Class::C, "return steps(8000);", "return steps(count++ < 40000 ? 5000 : 15000);"),
        of("perl-grows", Class::Perl, "steps(40)", "steps(20 + $n++ / 50)"),
        of("perl-push-scan", Class::Perl, "steps(100)", scan),
        of("cpp-push-scan", Class::Cpp, "return steps(1000);", cpp),
    ]
}
