//! How the code of a script that uses Perl's Benchmark is compiled, called and timed: as Benchmark does it.

use crate::perl_scripts::{behaves_as_with_benchmark, unfolded, without_reports};
use crate::stage::{Outcome, Stage};

/// What the code finds: the script's own matches, its package as who calls it, modules where the script looks for them; and the script its children and
/// the line that it read last.
#[test]
fn code_is_called_as_the_script_would() {
    let shapes = [
        r"'an x' =~ /(x)/; cmpthese(COUNT, { a => sub { if ($1 ne 'x') { open my $f, '>', 'wrong' } my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } });
          print $1, -e 'wrong' ? qq( wrong\n) : qq( right\n);",
        r"my %kids; $SIG{CHLD} = sub { while ((my $kid = waitpid -1, 1) > 0) { delete $kids{$kid} } }; defined(my $kid = fork) or die;
          if (!$kid) { select undef, undef, undef, 0.02; exec 'true' } $kids{$kid} = 1;
          cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } });
          for (1 .. 20) { select undef, undef, undef, 0.05 if %kids } print %kids ? qq(left\n) : qq(reaped\n);",
        r"local @INC = '/nowhere'; eval { cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } }); 1 } or print $@; print qq(once\n);",
        r"package Counter; sub _private { die qq(private\n) if caller ne 'Counter'; my @a = 1 .. 99 }
          Benchmark::cmpthese(COUNT, { a => \&_private, b => sub { my @b = 1 .. 50 } }); print qq(end\n);",
        "BEGIN { *CORE::GLOBAL::fork = sub { CORE::fork() }; $SIG{__WARN__} = sub { die qq(fatal: @_) } }
          cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { defined(my $kid = fork) or die; exit 0 if !$kid; waitpid $kid, 0 } }); print qq(end\\n);",
        "1 while <DATA>; cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } }); print qq($.\\n); warn 'note'\n__DATA__\n1\n2\n",
    ];
    shapes.into_iter().for_each(|script| behaves_as_with_benchmark(script, ["-0.1", "200"]));
}

/// What is read of objects, of those before one that fails, and of the time around a comparison; and a Benchmark that somebody else changed.
#[test]
fn objects_and_lines_are_what_benchmark_gives() {
    let shapes = [
        "my $r = Benchmark::timethese(COUNT, { a => sub { system 'sh', '-c', ':' }, b => sub { system 'sh', '-c', ': ; :' } }, 'none');
          print map { $r->{$_}->cpu_c > 0 ? qq(children\n) : qq(none\n) } qw(a b);",
        "eval { Benchmark::timethese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { require No::Such::Module } }) }; print substr $@, 0, 30;",
        "my $n = 0; Benchmark::timethese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { exit 3 if ++$n > 20 }, c => sub { my @c = 1 .. 9 } });",
        "my $begun = Benchmark->new; cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } });
          my $all = Benchmark::timediff(Benchmark->new, $begun); print $all->cpu_c > 0 ? qq(children\n) : qq(none\n);",
        "no warnings; my $timed = \\&Benchmark::timeit; *Benchmark::timeit = sub { print qq(mine\n) if !$said++; $timed->(@_) };
          cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 99 } }, 'none');",
        "$ENV{HOME} = '/nowhere'; $ENV{XDG_DATA_HOME} = '/nowhere'; cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } });
          print -e '/nowhere' ? qq(made\n) : qq(not made\n);",
        "cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } }, 'nop') for 1; print qq(end\n);",
    ];
    shapes.into_iter().for_each(|script| behaves_as_with_benchmark(script, ["-0.1", "60"]));
}

/// Beside something else on the same CPU: what the other had of it is neither in the times nor in the objects.
#[test]
fn a_fixed_count_is_timed_without_what_others_had_of_the_cpu() {
    let script = r#"
        use Benchmark 'timethese';
        my $other = fork // die;
        if (!$other) { alarm 60; 1 while 1 }
        my @begun = times;
        my $results = timethese(4000, { map { $_ => sub { my @a = sort map $_ * 7 % 13, 1 .. 200 } } 'a', 'b' }, 'none');
        my @ended = times;
        kill KILL => $other;
        my $used = $ended[0] + $ended[1] - $begun[0] - $begun[1];
        my $told = $results->{a}->cpu_p + $results->{b}->cpu_p;
        print $told <= $used + 0.03 ? "no more than was used\n" : "$told of $used\n";
    "#;
    let stage = Stage::with("a.pl", script);
    let outcome = stage.run("taskset -c 0 cmpthese perl --quiet --json o.json a.pl");
    assert_eq!(
        (without_reports(&outcome).0.join("|").as_str(), outcome.code),
        ("no more than was used", 0),
        "{outcome:?}"
    );
    let report = std::fs::read_to_string(stage.path("o.json")).unwrap();
    let delayed = report.split("\"delayed_ns\": ").skip(1).map(|rest| rest.split([',', '\n']).next().unwrap_or(rest));
    assert!(delayed.filter_map(|number| number.parse().ok()).any(|ns: f64| ns > 0.0), "{report}");
}

/// Seconds are the least that code ran for.
#[test]
fn a_count_in_seconds_is_reached() {
    let script = "use Benchmark ':all'; my $r = timethese(-0.2, { a => sub { my @a = sort map -$_, 1 .. 9999 }, b => sub { my @b = 1 .. 50 } }, 'none');
        print map { $_->cpu_a >= 0.2 ? qq(enough\n) : $_->cpu_a } values %$r;";
    let outcome = Stage::with("a.pl", script).run("cmpthese perl --quiet a.pl");
    assert!(outcome.stdout.ends_with(")\nenough\nenough\n"), "behind the warnings of few iterations: {outcome:?}");
}

/// Code is called as Benchmark calls it: `next` leaves it, `$_` is its own, fixed counts run once, whatever becomes of the program.
#[test]
fn code_is_called_as_benchmark_calls_it() {
    let script = r#"
        use Benchmark 'timethese';
        my ($calls, $longest) = (0, 0);
        my %code = (
            leaves => sub { no warnings; $calls++; next if $calls },
            grows => sub { $_ .= 'x'; $longest = length if length > $longest; 1 },
        );
        timethese(600, \%code, 'none');
        print "$calls $longest\n";
        timethese(-0.1, \%code, 'none');
        print "$longest\n";
    "#;
    let stage = Stage::with("a.pl", script);
    let judged = stage.run("cmpthese perl --quiet a.pl");
    let said = without_reports(&judged).0.join("|");
    assert_eq!((said.as_str(), judged.stderr.as_str(), judged.code), ("600 1|1", "", 0));
    let report = stage.run("cmpthese show").stdout;
    assert!(unfolded(&report).contains("were forked from the script"), "{report}");
    let failing = stage.run("cmpthese perl --quiet --json /nowhere/a.json a.pl");
    assert_eq!(without_reports(&failing).0.first().map(String::as_str), Some("600 1"), "{}", failing.stderr);
}

/// Benchmark puts a text into a loop, which it may leave.
#[test]
fn a_text_leaves_its_loop_without_a_warning() {
    let script =
        "use Benchmark 'timethese'; timethese($_, { leaves => 'next', stays => 'my $n = 1' }, 'none') for 20, -0.1;";
    let outcome = Stage::with("a.pl", script).run("cmpthese perl --quiet -w a.pl");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
}

/// Each warning of compiling a text comes once, as Benchmark's loop has it.
#[test]
fn a_text_is_warned_of_as_in_its_loop() {
    let script = "use Benchmark ':all'; our $x = 1; my %code = (adds => '$x + 1', masks => 'my $n = 1; my $n = 2', warns => 'use warnings; $x . 2');
        timethese(20, \\%code, 'none'); cmpthese(20, \\%code, 'none');";
    for perl in ["perl -w a.pl", "perl a.pl"] {
        let stage = Stage::with("a.pl", script);
        let (plain, judged) = (stage.run(perl), stage.run(&format!("cmpthese perl --quiet {}", &perl[5..])));
        let warned = |outcome: &Outcome| outcome.stderr.replace(|digit: char| digit.is_ascii_digit(), "");
        assert_eq!(warned(&judged), warned(&plain));
        assert!(judged.stderr.contains("Useless use of concatenation"), "{}", judged.stderr);
    }
}

/// Benchmark takes them for three seconds.
#[test]
fn counts_that_are_no_numbers_are_no_iterations() {
    let script = "use Benchmark 'timethese'; timethese($_, { a => 'my @a = 1 .. 9', b => 'my @b = 1 .. 99' }, 'none') for '0.0', 'many';";
    let stage = Stage::with("a.pl", script);
    assert_eq!(stage.run("cmpthese perl --quiet --budget 200ms a.pl").code, 0);
    for run in [1, 2] {
        let report = stage.run(&format!("cmpthese show {run}")).stdout;
        assert!(unfolded(&report).contains("were forked from the script"), "{report}");
    }
}

/// Also of what cannot be told from nothing: scripts divide by its time.
#[test]
fn everything_has_a_rate_for_its_script() {
    let script = r#"
        use Benchmark 'timethese';
        for my $count (2000, -0.1) {
            my $results = timethese($count, { nothing => sub { }, sorts => sub { my @a = sort 1 .. 99 } }, 'none');
            print map { $results->{$_}->iters / $results->{$_}->cpu_a > 1 ? "$_\n" : "no $_\n" } sort keys %$results;
        }
    "#;
    let outcome = Stage::with("a.pl", script).run("cmpthese perl --quiet a.pl");
    let said = without_reports(&outcome).0.join(" ");
    assert_eq!((said.as_str(), outcome.code), ("nothing sorts nothing sorts", 0), "{}", outcome.stderr);
}

/// In Benchmark's loop the last statement of a text has no context, so that perl sorts in place: the elements stay the same ones. At the end of a sub they are copies, and
/// `@a = sort @a` took three times as long.
#[test]
fn a_text_sorts_in_place_as_in_its_loop() {
    let script = "use Benchmark 'timethese'; our @a = map { 'x' x $_ } 1 .. 9; my %own = map { \\$_ => 1 } @a;
        timethese(20, { sorts => '@a = sort @a', reverses => '@a = reverse @a' }, 'none'); print scalar grep { !$own{\\$_} } @a;";
    let stage = Stage::with("a.pl", script);
    for line in ["perl a.pl", "cmpthese perl --quiet a.pl"] {
        let outcome = stage.run(line);
        assert!(outcome.stdout.ends_with(")\n0"), "{}", outcome.transcript());
    }
}
