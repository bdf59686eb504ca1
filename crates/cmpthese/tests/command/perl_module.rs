//! The module of Perl's Benchmark without `cmpthese perl`: in a script, and its parts by themselves.

use crate::perl_scripts::unfolded;
use crate::stage::Stage;

/// Where it is found.
const MODULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../workers/perl");

/// What a batch takes by itself is a part of few iterations, and was taken off those of the empty sub alone, which had more.
#[test]
fn few_calls_are_held_against_as_few_that_do_nothing() {
    let script = r#"
        use Benchmark::Cmpthese;
        my $run = {};
        my $shares = Benchmark::Cmpthese::InTurn::shares($run, [1, 2], 120);
        my $lines = Benchmark::Cmpthese::InTurn::in_turn($run, [sub { 1 }, sub { 2 }], $shares);
        my %counts = map { join("\t", (split /\t/)[1, 2]) => 1 } @$lines;
        print join " ", sort keys %counts;
    "#;
    let stage = Stage::with("a.pl", script);
    assert_eq!(stage.run(&format!("perl -I{MODULES} a.pl")).stdout, "-\t2 0\t2 1\t2");
}

/// Benchmark's own subs were imported already, and its chart came without a word.
#[test]
fn the_module_may_stand_in_the_script() {
    for head in ["use Benchmark ':all'; use Benchmark::Cmpthese;", "use Benchmark::Cmpthese ':all';"] {
        let script = format!("{head} cmpthese(200, {{ a => 'my $x = 1', b => 'my @x = 1 .. 99' }});");
        let outcome = Stage::with("a.pl", &script).run(&format!("perl -I{MODULES} a.pl"));
        assert!(unfolded(&outcome.stdout).contains("; seed "), "{}", outcome.transcript());
    }
}

/// Where forks do not tell user and system time apart, the one call in the script does not either: 0.39 s of 1 s were told as system time of code that makes no system call.
#[test]
fn one_call_does_not_tell_user_and_system_time_apart() {
    let script = r#"
        use Benchmark::Cmpthese;
        my @own = ([], [3e9, 1e9]);
        my $run = { names => ['untold', 'told'], ns => [1e6, 1e6], own_ns => \@own, times => [([0.6, 0.4, 0, 0]) x 2] };
        my $objects = Benchmark::Cmpthese::Objects::add($run, 1)->{objects};
        print join ' ', map { sprintf '%.1f', $objects->{$_}[2] } 'untold', 'told';
    "#;
    let stage = Stage::with("a.pl", script);
    assert_eq!(stage.run(&format!("perl -I{MODULES} a.pl")).stdout, "0.0 0.3");
}
