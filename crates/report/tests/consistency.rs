//! What is printed agrees with itself: rates, times, matrix and ratios, when a reader divides one by another.

mod support;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const FOUR: &str = r#"
title = "Four ways"
baseline = "base"

[[variant]]
name = "base"
sim = { time = "1us" }

[[variant]]
name = "near"
sim = { time = "1us" }

[[variant]]
name = "rare"
sim = { time = "1us" }

[[variant]]
name = "far"
sim = { time = "1us" }
"#;

/// A noisy machine; one in eight of the launches of `rare` takes four times as long.
fn printed(seed: u64) -> String {
    let mut source = Xoshiro256PlusPlus::seed_from_u64(seed);
    let noise: Vec<f64> = (0..4 * 80).map(|_| (source.next_u64() >> 11) as f64 / (1_u64 << 53) as f64).collect();
    let run = support::run(FOUR, 80, |_, variant, launch| {
        let rare = if variant == 2 && launch % 8 == 3 { 4.0 } else { 1.0 };
        1000.0 * [1.0, 1.02, 0.8, 3.0][variant] * rare * (1.0 + 0.1 * noise[4 * launch + variant])
    });
    support::text(&run, 100)
}

/// The number at the beginning of a word such as `1.05`, `99875/s`, `-48%`.
fn number(word: &str) -> f64 {
    let end = word.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(word.len());
    word[..end].parse().unwrap_or_else(|_| panic!("no number in {word}"))
}

fn nanoseconds(number: &str, unit: &str) -> f64 {
    let factor = match unit {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        other => panic!("{other} is no unit of these"),
    };
    factor * number.parse::<f64>().expect("a number")
}

/// The lines of a table from the one that has a word in its head to the next that is empty, as words.
fn table<'t>(text: &'t str, head: &str) -> Vec<Vec<&'t str>> {
    let lines = text.lines().skip_while(|line| !line.contains(head));
    lines.take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn rates_times_matrix_and_ratios_agree_when_divided() {
    for seed in 1..6 {
        let text = printed(seed);
        let matrix = table(&text, " Rate ");
        let columns = &matrix[0][1..];
        let rate = |name: &str| number(matrix.iter().find(|row| row[0] == name).expect("a row")[1]);
        let times = table(&text, " time ");
        let row = |name: &str| times.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{text}"));
        let time = |name: &str| nanoseconds(row(name)[1], row(name)[2]);
        for line in text.lines().filter(|line| line.contains("  ratio ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let place = words.iter().position(|word| *word == "ratio").expect("it is there");
            let (name, ratio) = (words[0], number(words[place + 1]));
            // Printed to three digits and more.
            for told in [rate("base") / rate(name), time(name) / time("base")] {
                assert!((told / ratio - 1.0).abs() < 0.006, "{name}: {told} and {ratio}\n{text}");
            }
        }
        for line in &matrix[1..] {
            for (column, cell) in columns.iter().zip(&line[2..]).filter(|(_, cell)| cell.ends_with('%')) {
                let told = 100.0 * (rate(line[0]) / rate(column) - 1.0);
                assert!((told - number(cell)).abs() <= 0.6, "{} to {column}: {told} and {cell}\n{text}", line[0]);
            }
        }
        for name in columns {
            let cpu = nanoseconds(row(name)[4], row(name)[5]) + nanoseconds(row(name)[6], row(name)[7]);
            assert!(cpu <= 1.01 * time(name), "{name}: {cpu} of {}\n{text}", time(name));
        }
    }
}
