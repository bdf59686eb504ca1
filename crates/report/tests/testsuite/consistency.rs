//! What is printed agrees with itself: rates, times, matrix and ratios, when a reader divides one by another.

use crate::support;
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

/// A reader who saw `1.0086 [1.0007, 1.0168]` was told below that it lies between 0.992 and 1.012 on the whole.
#[test]
fn what_could_hide_in_the_noise_holds_the_interval_above_it() {
    let run = support::run(FOUR, 40, |_, variant, launch| 1000.0 * (1.0 + variant as f64) + (launch % 5) as f64);
    let mut analysis = analysis::analyze(&run);
    let interval = |point, low, high| analysis::Interval { point, low, high, level: 0.95 };
    for comparison in &mut analysis.points[0].comparisons {
        comparison.quantity = analysis::Quantity::Typical;
        comparison.verdict = analysis::Verdict::Slower;
        comparison.ratio = interval(1.0086, 1.0007, 1.0168);
        comparison.typical = Some(comparison.ratio);
        comparison.mean = Some(interval(1.002, 0.992, 1.012));
    }
    let style = cmpthese_report::Style { color: false, width: 400 };
    let text = cmpthese_report::text(&analysis, &cmpthese_report::Detail::Full, style);
    let told: Vec<&str> = text.lines().filter(|line| line.contains("hide in the noise")).collect();
    assert!(!told.is_empty() && text.contains("[1.0007, 1.0168]"), "{text}");
    assert!(told.iter().all(|line| line.contains("between 0.992 and 1.017 on the whole")), "{text}");
}

/// The same four at three sizes.
fn sweep(seed: u64) -> String {
    let mut source = Xoshiro256PlusPlus::seed_from_u64(seed);
    let noise: Vec<f64> = (0..3 * 4 * 40).map(|_| (source.next_u64() >> 11) as f64 / (1_u64 << 53) as f64).collect();
    let plan = FOUR.replace("baseline = \"base\"\n", "baseline = \"base\"\nparams.size = [1, 20, 300]\n");
    let run = support::run(&plan, 40, |point, variant, launch| {
        let factor = [[1.0, 1.001, 0.8, 3.0], [1.0, 1.04, 0.002, 1.7], [1.0, 1.0, 1.0, 400.0]][point][variant];
        let noise = noise[(point * 40 + launch) * 4 + variant] * [0.01, 0.1, 0.02][point];
        1234.5 * [1.0, 20.0, 300.0][point] * factor * (1.0 + noise)
    });
    support::text_in(&run, &cmpthese_report::Detail::Full, 100)
}

/// A cell is what the lines of its point say, and the time of the baseline over which it is a ratio is theirs.
#[test]
fn the_table_of_a_sweep_agrees_with_its_points() {
    let mut signs = 0;
    for seed in 1..6 {
        let text = sweep(seed);
        let (_, rest) = text.split_once("\n\n").expect("the title comes first");
        let cells = table(rest, "size");
        let base = cells.iter().find(|row| row[0] == "base").expect("it has a row");
        for (place, size) in cells[0][1..].iter().enumerate() {
            let (_, block) = rest.split_once(&format!("\nsize {size} ")).unwrap_or_else(|| panic!("{size}\n{text}"));
            let times = table(block, " time ");
            let time = |name: &str| {
                let row = times.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name}\n{text}"));
                nanoseconds(row[1], row[2])
            };
            let base_ns = nanoseconds(base[1 + 2 * place], base[2 + 2 * place]);
            assert!((base_ns / time("base") - 1.0).abs() < 0.006, "{size}: {base_ns}\n{text}");
            let lines = block.lines().take_while(|line| !line.starts_with("size "));
            let mut compared = 0;
            for words in lines.filter(|line| line.contains("  ratio ")).map(|line| line.split_whitespace()) {
                let words: Vec<&str> = words.collect();
                let cell = cells.iter().find(|row| row[0] == words[0]).expect("it has a row")[1 + place];
                compared += 1;
                if words[1] != "is" {
                    assert_eq!(cell, words[1], "{} at {size}\n{text}", words[0]);
                    signs += 1;
                    continue;
                }
                let told = words.iter().position(|word| *word == "ratio").map(|at| number(words[at + 1]));
                for ratio in [told.expect("it is there"), time(words[0]) / base_ns] {
                    assert!((number(cell) / ratio - 1.0).abs() < 0.012, "{}: {cell} and {ratio}\n{text}", words[0]);
                }
                assert_eq!(words[2] == "faster", number(cell) < 1.0, "{} at {size}\n{text}", words[0]);
            }
            assert_eq!(compared, 3, "{text}");
        }
    }
    assert!(signs > 0, "some are the same, or not told apart");
}
