//! `iterations = N`: a fresh process runs so many iterations, and no other, in every language.

use crate::stage::Stage;
use std::collections::BTreeMap;

/// Code that writes the number of its process to a file, for each language.
const LANGUAGES: &[(&str, &str)] = &[
    ("perl", "open my $file, '>>', 'WITNESS' or die $!; print $file \"$$\\n\"; 1"),
    ("c", "FILE *file = fopen(\"WITNESS\", \"a\"); fprintf(file, \"%d\\n\", (int)getpid()); return fclose(file);"),
    ("cpp", "FILE *file = fopen(\"WITNESS\", \"a\"); fprintf(file, \"%d\\n\", (int)getpid()); return fclose(file);"),
];

/// How many lines each process wrote, in ascending order.
fn runs_of_processes(written: &str) -> Vec<usize> {
    let mut runs: BTreeMap<&str, usize> = BTreeMap::new();
    written.lines().for_each(|process| *runs.entry(process).or_default() += 1);
    let mut runs: Vec<usize> = runs.into_values().collect();
    runs.sort_unstable();
    runs
}

#[test]
fn a_process_runs_as_many_as_the_plan_says_and_no_other() {
    for (language, code) in LANGUAGES {
        let stage = Stage::new();
        let variant = |name: &str, file: &str| {
            format!("[[variant]]\nname = '{name}'\n{language} = '''\n{}\n'''\n", code.replace("WITNESS", file))
        };
        let plan = format!("budget = '600ms'\niterations = 3\n{}{}", variant("one", "a"), variant("other", "b"));
        stage.write("plan.toml", plan);
        let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history");
        assert_eq!(outcome.code, 0, "{}", outcome.stdout);
        let runs = runs_of_processes(&std::fs::read_to_string(stage.path("b")).unwrap());
        let (measured, other) = (runs.iter().filter(|count| **count == 3).count(), runs.len());
        // The process that answers is the pilot's.
        assert!(measured >= 3 && other == measured + 1, "{language}: {runs:?}");
        // A block that something disturbed is run again, by other processes.
        let number_before = |words: &str| -> usize {
            let before = outcome.stdout.split(words).next().and_then(|text| text.rsplit([' ', '\n']).next());
            if outcome.stdout.contains(words) {
                before.and_then(|word| word.parse().ok()).expect("a number")
            } else {
                0
            }
        };
        assert_eq!(number_before(" launches, ") + number_before(" more void"), measured, "{}", outcome.stdout);
    }
}

#[test]
fn what_takes_longer_than_the_budget_says_so_before_it_is_measured() {
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '10ms', noise = 0.001 }}\n");
    let stage = Stage::with("plan.toml", format!("iterations = 1000\n{}{}", variant("one"), variant("other")));
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history --budget 50s");
    let note = "note: 2 launches of 20.02 s fit into what the pilot left of the budget of 50.00 s, and a verdict needs 7: --budget 150s would do\n";
    assert_eq!(outcome.stderr, note);
    assert!(stage.run("cmpthese run plan.toml --seed 1 --no-history").stdout.contains("7 launches, 7 blocks"));
    let short = stage.run("cmpthese run plan.toml --seed 1 --no-history --budget 1s --quiet");
    let why = "one: not measured here: the iterations of one launch take 20.02 s, and the budget is 1.000 s";
    assert!(short.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(why), "{}", short.stdout);
}
