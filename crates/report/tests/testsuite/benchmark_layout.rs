//! The matrix against the original: `cmpthese` of the Benchmark.pm that is installed, on the same times.

use crate::support;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::process::Command;

/// Prints the matrix of Benchmark.pm for names and nanoseconds per iteration given as arguments.
const ORIGINAL: &str = r#"
    use Benchmark qw(cmpthese);
    my %results;
    while (my ($name, $nanos) = splice @ARGV, 0, 2) {
        # Real, user, system, children's user and system time, iterations.
        $results{$name} = bless [$nanos * 1e-3, $nanos * 1e-3, 0, 0, 0, 1_000_000], 'Benchmark';
    }
    cmpthese(\%results);
"#;

#[test]
fn established_differences_look_as_in_benchmark_pm() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for table in 0..60 {
        let variants: Vec<(String, f64)> = (0..2 + table % 7).map(|index| invented(&mut random, index)).collect();
        assert_eq!(own(&variants), original(&variants), "{variants:?}");
    }
}

/// A name of some length, and a time between 100 ns and 1000 s; no two within a few per cent, so that all differ.
fn invented(random: &mut Xoshiro256PlusPlus, index: usize) -> (String, f64) {
    let name = format!("{}{}", "variant".get(..1 + (random.next_u64() % 7) as usize).unwrap(), index);
    let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    (name, 100.0 * 10f64.powf(10.0 * uniform) * (1.0 + index as f64 * 0.07))
}

fn original(variants: &[(String, f64)]) -> String {
    let arguments = variants.iter().flat_map(|(name, nanos)| [name.clone(), format!("{:.6}", nanos)]);
    let output = Command::new("perl").arg("-e").arg(ORIGINAL).args(arguments).output();
    let output = output.expect("perl is installed: it brings Benchmark.pm, the reference of this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints ASCII")
}

fn own(variants: &[(String, f64)]) -> String {
    let tables: Vec<String> = variants
        .iter()
        .map(|(name, _)| format!("[[variant]]\nname = \"{name}\"\nsim = {{ time = \"1us\" }}\n"))
        .collect();
    let run = support::run(&tables.join("\n"), 30, |_, variant, _| variants[variant].1);
    let report = support::text(&run, 200);
    // The title and the machine stand above it, an empty line on either side.
    let matrix = report.split("\n\n").nth(1).expect("the matrix is the second part");
    format!("{matrix}\n")
}
