//! Snippets and commands that take memory without end: they are ended, and the others go on. `ulimit -m` stands for a machine that has little
//! left. They take 200 MB a second, and end by themselves long before a machine has none left.

use crate::stage::Stage;

/// Perl that takes a gigabyte, should nobody end it.
const GREEDY: &str =
    "my ($n, @all) = 2e6; while (@all < 500) { push @all, q(x) x $n; select undef, undef, undef, 0.01 } 1";

const SAID: &str = "it took more than 97.7 MiB of memory, and was ended";
const HELP: &str = "help: that is seven eighths of what the machine had left, or what `ulimit -m` allows";

#[test]
fn a_snippet_that_takes_memory_without_end_is_ended() {
    let stage = Stage::with(
        "plan.toml",
        format!(
            "budget = '300ms'\n[[variant]]\nname = 'modest'\nperl = '1'\n[[variant]]\nname = 'greedy'\nperl = '{GREEDY}'\n"
        ),
    );
    let outcome = stage.run("ulimit -m 100000; cmpthese run plan.toml --seed 1 --no-history");
    // What is said may be folded.
    let words = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("greedy: failed: {SAID}")) && words.contains(HELP), "{}", outcome.transcript());
    assert!(!words.contains("modest: failed"), "{}", outcome.transcript());
}

/// Of a command what it starts is looked at as well.
#[test]
fn a_command_that_takes_memory_without_end_is_ended() {
    let stage = Stage::with("greedy.pl", GREEDY);
    for command in ["perl greedy.pl", "perl greedy.pl & wait", "setsid perl greedy.pl & wait"] {
        let line = format!("ulimit -m 100000; cmpthese --seed 1 --budget 100ms --no-history --shell true '{command}'");
        let outcome = stage.run(&line);
        let words = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("{command}: failed: {SAID}")), "{}", outcome.transcript());
    }
}
