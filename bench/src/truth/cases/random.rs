//! Costs that are drawn: two modes, products of many factors, and the sorting and matching of what is random.

use crate::truth::case::{Case, Class, Truth};

const MODES: &str = "two modes";
const PRODUCT: &str = "log-normal";
const INPUT: &str = "random input";

pub fn cases() -> Vec<Case> {
    [two_modes(), products(), input()].into_iter().flatten().collect()
}

/// So many percent take the first number of steps, the others the second.
fn c_modes(percent: u64, often: u64, seldom: u64) -> String {
    format!("return steps(chance({percent}) ? {often} : {seldom});")
}

fn perl_modes(percent: u64, often: u64, seldom: u64) -> String {
    format!("steps(rand() < 0.{percent} ? {often} : {seldom})")
}

/// The flat variant draws as well, and makes one step of it: of two equal numbers a compiler would make one.
fn two_modes() -> Vec<Case> {
    let c = |name: &str, percent, often, seldom, flat| {
        let mean = (percent * often + (100 - percent) * seldom) as f64 / 100.0;
        let pair = [c_modes(percent, often, seldom), c_modes(percent, flat, flat + 1)];
        Case::new(name, Class::C, MODES, pair, Truth::Known(flat as f64 / mean))
    };
    let perl = |name: &str, percent, often, seldom, flat, truth| {
        let pair = [perl_modes(percent, flat, flat), perl_modes(percent, often, seldom)];
        Case::new(name, Class::Perl, MODES, pair, truth)
    };
    vec![
        c("c-modes-50-0.9", 50, 2_500, 7_500, 4_500),
        c("c-modes-50-1", 50, 2_500, 7_500, 5_000),
        c("c-modes-70-0.83", 70, 3_000, 13_000, 5_000),
        c("c-modes-70-1", 70, 3_000, 13_000, 6_000),
        c("c-modes-95-0.8", 95, 2_500, 52_500, 4_000),
        c("c-modes-95-1", 95, 2_500, 52_500, 5_000),
        perl("perl-modes-70-1.2", 70, 60, 260, 100, Truth::Loop),
        perl("perl-modes-95-1", 95, 50, 1_050, 100, Truth::Known(1.0)),
    ]
}

fn products() -> Vec<Case> {
    let drawn = |mean: u64| format!("return steps(product({mean}));");
    // The comparison is never true, but the compiler cannot know that.
    let flat = |steps: u64| format!("return steps({steps} + (product({steps}) < 0));");
    // What a process takes is drawn once.
    let luck = [
        "static long n; if (!n) n = 10000 + (product(10000) < 0); return steps(n);".to_string(),
        "static long n; if (!n) n = product(10000); return steps(n);".to_string(),
    ];
    let perl_drawn = |mean: u64| format!("steps(product({mean}))");
    let perl_flat = |steps: u64| format!("steps({steps} + (product({steps}) < 0))");
    let c = |name: &str, pair, truth| Case::new(name, Class::C, PRODUCT, pair, Truth::Known(truth));
    vec![
        c("c-product-0.8", [drawn(10_000), flat(8_000)], 0.8),
        c("c-product-1", [drawn(10_000), flat(10_000)], 1.0),
        c("c-product-of-process-1", luck, 1.0),
        c("c-product-1.05", [drawn(10_000), drawn(10_500)], 1.05),
        Case::new("perl-product-0.8", Class::Perl, PRODUCT, [perl_drawn(150), perl_flat(120)], Truth::Loop),
    ]
}

fn input() -> Vec<Case> {
    let sort = |count: u64| format!("my @s = sort {{ $a <=> $b }} map rand, 1 .. {count}; $s[0]");
    let pattern = |pattern: &str| format!("my $c = 0; for (1 .. 10) {{ $c++ if $texts[rand 100] =~ /{pattern}/ }} $c");
    let qsort = |count: u64| format!("return sorted({count});");
    let of = |name: &str, class, pair| Case::new(name, class, INPUT, pair, Truth::Loop);
    vec![
        of("perl-sort", Class::Perl, [sort(100), sort(110)]),
        of("perl-match", Class::Perl, [pattern("a+b+c+d"), pattern("(?:a|b)+cd+e")]),
        of("perl-match-seldom", Class::Perl, [pattern("abcde"), pattern("ab.?cde")]),
        of("c-qsort", Class::C, [qsort(200), qsort(220)]),
    ]
}
