//! Reports with something to say beside the verdicts.

use crate::support;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const TWO: &str = r#"
title = "Two ways"
baseline = "steady"

[[variant]]
name = "steady"
sim = { time = "1us" }

[[variant]]
name = "with slow ones"
sim = { time = "1us" }
"#;

/// Uniform in 0..1, from a seeded source.
fn uniform(source: &mut Xoshiro256PlusPlus) -> f64 {
    (source.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The second is 3 % slower, and one in six of its launches takes half as long again.
fn with_a_tail(launches: usize) -> model::Run {
    let noise: Vec<f64> = {
        let mut source = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..2 * launches).map(|_| 1.0 + 0.01 * uniform(&mut source)).collect()
    };
    support::run(TWO, launches, |_, variant, launch| {
        let slow = if variant == 1 && launch % 6 == 3 { 1.5 } else { 1.0 };
        1000.0 * [1.0, 1.03][variant] * slow * noise[2 * launch + variant]
    })
}

#[test]
fn rare_slow_launches_are_in_the_mean_and_not_in_what_is_typical() {
    let run = with_a_tail(200);
    support::assert_follows_schema(&support::json(&run));
    insta::assert_snapshot!(support::text(&run, 80));
}

#[test]
fn what_is_known_of_a_distribution_in_json() {
    let json: serde_json::Value = serde_json::from_str(&support::json(&with_a_tail(200))).expect("it is JSON");
    let comparison = &json["points"][0]["comparisons"][0];
    let quantiles: Vec<&serde_json::Value> =
        comparison["quantile_shifts"].as_array().expect("it is there").iter().map(|shift| &shift["quantile"]).collect();
    assert_eq!(quantiles, [0.5, 0.9]);
    assert!(comparison["mean"]["low"].as_f64() > Some(1.05), "{comparison:#}");
}

/// Nothing smaller than what sets the two apart can be believed.
#[test]
fn a_clone_that_differs_from_its_original_is_told() {
    let mut run = with_a_tail(40);
    let clone = run.plan.variants.iter().position(|variant| variant.role == model::Role::Clone).expect("there is one");
    let original = run.plan.cloned().expect("it repeats one");
    for block in &mut run.points[0].blocks {
        let mut sample = block.samples.iter().find(|sample| sample.variant == original).expect("it ran").clone();
        sample.variant = clone;
        let nanos = sample.readings.or_zero(model::Metric::Wall);
        *nanos = *nanos / 100 * 103;
        block.samples.push(sample);
    }
    let said =
        "a second copy of `steady` takes 3.00 % more than `steady` itself, so differences up to that are not claimed";
    assert!(support::text(&run, 200).contains(said), "{}", support::text(&run, 200));
}

#[test]
fn one_block_that_does_not_count_is_told_as_one() {
    let mut analysis = analysis::analyze(&with_a_tail(12));
    analysis.voided = Some(analysis::Voided { blocks: 1, of: 20, first: "the machine slept".to_string() });
    let said = "1 of 20 blocks does not count, because something outside disturbed it (the machine slept)";
    let notes = cmpthese_report::notes(&analysis);
    assert!(notes.iter().any(|note| note == said), "{notes:#?}");
}

#[test]
fn times_that_are_all_equal_or_nothing() {
    let run = support::run(TWO, 20, |_, variant, _| [1000.0, 0.0][variant]);
    support::assert_follows_schema(&support::json(&run));
    insta::assert_snapshot!(support::text(&run, 80));
}

#[test]
fn launches_of_several_blocks_have_a_share_of_the_variance_in_json() {
    let mut run = with_a_tail(90);
    for block in &mut run.points[0].blocks {
        (block.launch, block.block) = (block.launch / 3, block.launch % 3);
    }
    let json = support::json(&run);
    support::assert_follows_schema(&json);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert!(json["points"][0]["variants"][0]["launch_share"].is_f64(), "{json:#}");
}
