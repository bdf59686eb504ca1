//! Scripts that use Perl's Benchmark, unmodified, under the command: what they print is what they print without it, but for numbers,
//! and for the report in the place of the chart. The scripts in `perl_scripts/` are the shapes that such scripts have.

use crate::stage::{Outcome, Stage};
use std::path::Path;
use std::process::Command;

/// Each script with its arguments, how many reports it prints, and what they say of where everything ran.
const SHAPES: [(&str, &str, usize, &str); 14] = [
    ("01_fixed_counts.pl", "", 2, "because the counts are fixed"),
    ("02_without_import.pl", "", 1, "were forked from the script"),
    ("03_count_from_arguments.pl", "-0.1", 1, "were forked from the script"),
    ("04_inside_a_test.pl", "", 0, ""),
    ("05_effects_are_read.pl", "", 1, "because the counts are fixed"),
    ("06_without_parentheses.pl", "", 2, "were forked from the script"),
    ("07_threads_and_programs.pl", "", 1, "because it has threads"),
    ("08_what_cannot_be_compared.pl", "", 0, ""),
    ("09_one_time.pl", "", 0, ""),
    ("10_stopwatch.pl", "", 0, ""),
    ("11_sockets_and_state.pl", "", 1, "because it has a socket open"),
    ("12_state_of_the_script.pl", "an argument", 1, "were forked from the script"),
    ("13_opened_by_the_code.pl", "", 1, "because it has a socket open"),
    ("14_one_after_the_other.pl", "", 1, "because the counts are fixed"),
];

#[test]
fn scripts_run_unmodified() {
    let half = SHAPES.len().div_ceil(2);
    std::thread::scope(|scope| {
        for shapes in SHAPES.chunks(half) {
            scope.spawn(|| shapes.iter().for_each(runs_unmodified));
        }
    });
}

fn runs_unmodified((name, arguments, reports, place): &(&str, &str, usize, &str)) {
    let stage = stage_with(name);
    let plain = stage.run(&format!("perl {name} {arguments}"));
    let judged = stage.run(&format!("cmpthese perl {name} {arguments}"));
    assert_eq!((judged.code, &judged.stderr), (plain.code, &plain.stderr), "{name}");
    let (said, found) = without_reports(&judged);
    assert_eq!(said, without_reports(&plain).0, "{name}: {}", judged.stdout);
    assert_eq!(found.len(), *reports, "{name}: {}", judged.stdout);
    assert!(found.iter().all(|report| report.contains(place)), "{name}: {found:?}");
    assert_eq!(stage.scratch(), [] as [std::path::PathBuf; 0], "{name}");
}

/// A library may begin threads of its own, which a fork of the script has not.
#[test]
fn a_script_whose_library_has_threads_is_not_forked() {
    let stage = Stage::with(
        "thread.c",
        "#include <pthread.h>\n#include <unistd.h>\n\
         static void *idle(void *none) { for (;;) pause(); return none; }\n\
         __attribute__((constructor)) static void begin(void) { pthread_t thread; pthread_create(&thread, 0, idle, 0); }\n",
    );
    let built = stage.run("gcc -shared -fPIC -pthread -o thread.so thread.c");
    assert_eq!((built.code, built.stderr.as_str()), (0, ""));
    stage.write(
        "a.pl",
        "use Benchmark 'cmpthese'; require DynaLoader; DynaLoader::dl_load_file('./thread.so') or die;\n\
         cmpthese(-0.1, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } });\n",
    );
    let judged = stage.run("cmpthese perl --quiet a.pl");
    assert!(judged.code == 0 && judged.stdout.contains("because it has threads"), "{}{}", judged.stdout, judged.stderr);
}

/// What the code of a script dies of is its end, with the code that it has without the program, in forks of it or in turn.
#[test]
fn a_script_that_dies_ends_as_it_would() {
    for count in ["-0.1", "20"] {
        let script = format!(
            "use Benchmark 'cmpthese'; cmpthese({count}, {{ a => sub {{ die \"boom\\n\" }}, b => sub {{ 1 }} }});"
        );
        let stage = Stage::with("a.pl", script);
        let (plain, judged) = (stage.run("perl a.pl"), stage.run("cmpthese perl a.pl"));
        assert_eq!((judged.code, judged.stderr), (plain.code, plain.stderr), "{count}");
        assert_ne!(judged.code, 0, "{count}");
    }
}

/// The script finds its errors, its standard input and its handles as they were, and Benchmark does what somebody else made of it.
#[test]
fn a_script_finds_what_it_left() {
    let shapes = [
        (
            r"$! = 2; cmpthese(COUNT, { a => sub { die qq(gone at $!\n) }, b => sub { my @b = 1 .. 99 } });",
            ["-0.1", "20"],
        ),
        (
            r"my $n = 0; cmpthese(COUNT, { a => sub { die qq(late\n) if $n++ > 100 }, b => sub { my @b = 1 .. 99 } });",
            ["-0.1", "200"],
        ),
        (
            "open STDIN, '-|', 'seq 3'; my $n = <STDIN>; cmpthese(COUNT, { a => sub { my @a = ($n) x 99 }, b => sub { my @b = ($n) x 50 } }); print $n, <STDIN>;",
            ["-0.1", "20"],
        ),
        (
            r"close STDOUT; cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } }); print STDERR qq(end\n);",
            ["-0.1", "200"],
        ),
        (
            r"cmpthese(COUNT, { qq(\xc3\xa4) => sub { my @a = 1 .. 99 }, qq(\xe4) => sub { my @b = 1 .. 50 } }, 'none'); print qq(end\n);",
            ["-0.1", "200"],
        ),
        (
            r"open my $o, '>', 'f'; cmpthese(COUNT, { a => sub { print $o qq(a line\n) }, b => sub { print {$o} 'a line', qq(\n) } }, 'none'); close $o;
             open my $i, '<', 'f'; print scalar(grep $_ ne qq(a line\n), <$i>), qq( torn\n);",
            ["-0.1", "200"],
        ),
        (
            r"open my $o, '>', 'f'; print $o qq(header\n); my $p = tell $o;
             cmpthese(COUNT, { a => sub { seek $o, $p, 0; print $o 'x' x 100, qq(\n) }, b => sub { seek $o, $p, 0; print $o join('', ('x') x 100), qq(\n) } }, 'none');
             print $o qq(footer\n); close $o; open my $i, '<', 'f'; print map { substr($_, 0, 6) . length() . qq(\n) } <$i>;",
            ["-0.1", "200"],
        ),
        (
            r"use bignum; my $r = Benchmark::timethese(COUNT, { a => sub { my @a = (1) x 99 }, b => sub { my @b = (2) x 99 } }, 'none'); print ref $r->{a}[1] ? 'an object' : 'a number', qq(\n);",
            ["-0.1", "200"],
        ),
        (
            r"no warnings; my $loop = \&Benchmark::runloop; *Benchmark::runloop = sub { print qq(mine\n) if !$said++; $loop->(@_) };
             cmpthese(COUNT, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 99 } }, 'none');",
            ["-0.1", "200"],
        ),
    ];
    shapes.into_iter().for_each(|(script, counts)| behaves_as_with_benchmark(script, counts));
}

/// Output, errors and exit code are those of Benchmark, but for the report and what it says of few iterations.
pub fn behaves_as_with_benchmark(script: &str, counts: [&str; 2]) {
    for count in counts {
        let script = format!("use Benchmark 'cmpthese'; {}", script.replace("COUNT", count));
        let stage = Stage::with("a.pl", &script);
        let (plain, judged) = (stage.run("perl a.pl"), stage.run("cmpthese perl --quiet a.pl"));
        let told = |outcome: &Outcome| (outcome.code, without_reports(outcome).0);
        assert_eq!(told(&judged), told(&plain), "{script}");
        let warns = |line: &&str| !line.contains("too few iterations");
        let errors = |outcome: &Outcome| outcome.stderr.lines().filter(warns).collect::<Vec<_>>().join("\n");
        assert_eq!(errors(&judged), errors(&plain), "{script}");
    }
}

/// Also where everything runs in the script's own process: each call sleeps, so that few fit into it on any machine.
#[test]
fn a_budget_is_kept_in_turn() {
    let script = "use Benchmark 'timethese'; my $calls = 0; my $sleep = sub { select undef, undef, undef, 0.01 };
        timethese(-9, { a => sub { $calls++; $sleep->() }, b => $sleep }, 'none'); print qq($calls calls\\n);";
    let stage = Stage::with("a.pl", script);
    let outcome = stage.run("CMPTHESE_FORK=0 cmpthese perl --quiet --budget 300ms --json o.json a.pl");
    let said = without_reports(&outcome).0.join("");
    let calls: Option<u32> = said.strip_suffix(" calls").and_then(|calls| calls.parse().ok());
    assert!(calls.is_some_and(|calls| calls <= 20), "{outcome:?}");
    assert!(std::fs::read_to_string(stage.path("o.json")).unwrap().contains("\"budget_ns\": 300000000,"));
}

/// A script that is piped in, and a history that cannot be had.
#[test]
fn a_script_may_come_from_standard_input() {
    let stage = Stage::with(
        "a.pl",
        "use Benchmark 'cmpthese'; cmpthese(-0.1, { a => sub { my @a = 1 .. 99 }, b => sub { my @b = 1 .. 50 } });",
    );
    let outcome = stage.run("cmpthese perl --quiet < a.pl");
    assert!(outcome.stdout.contains("fastest"), "{outcome:?}");
    let outcome = stage.run("XDG_DATA_HOME=/proc/none cmpthese perl --quiet a.pl");
    assert!(outcome.stdout.contains("fastest"), "{outcome:?}");
    assert!(outcome.stderr.starts_with("note: nothing is recorded: "), "{outcome:?}");
}

/// In the place of the chart of Benchmark stands the report, which has it too: the same names, in the order of their rates.
#[test]
fn the_report_has_the_chart() {
    let stage = Stage::with(
        "a.pl",
        "use Benchmark ':all'; cmpthese(-0.2, { slow => sub { my @a = sort map { -$_ } 1 .. 300 }, quick => sub { my @a = 1 .. 30 } });",
    );
    let outcome = stage.run("cmpthese perl --seed 7 a.pl");
    let report = outcome.stdout.find("a.pl line 1\n").map(|start| &outcome.stdout[start..]).expect("there is a report");
    let chart: Vec<Vec<&str>> = outcome.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    let heading = chart.iter().position(|words| words.first() == Some(&"Rate")).expect("there is a chart");
    assert_eq!(chart[heading], ["Rate", "slow", "quick"]);
    assert_eq!((chart[heading + 1][0], chart[heading + 2][0]), ("slow", "quick"));
    assert!(report.contains("seed 7\n"), "{report}");
    assert_eq!(stage.run("cmpthese show").stdout, report, "the run is in the history");
}

/// Names that are code, or bytes of Windows-1252, a control character among them once they are taken for Latin-1.
#[test]
fn the_report_has_the_names_of_the_chart() {
    let stage = Stage::with(
        "a.pl",
        r"use Benchmark 'cmpthese'; cmpthese(-0.2, { '$h{key}' => sub { my @a = 1 .. 99 }, qq(in \x80) => sub { my @b = 1 .. 30 } });",
    );
    let outcome = stage.run("cmpthese perl --quiet a.pl");
    let rows = ["\n$h{key} ", "\nin ? "];
    assert_eq!(
        rows.map(|row| outcome.stdout.matches(row).count() >= 2),
        [true, true],
        "in chart and table: {outcome:?}"
    );
    assert_eq!(outcome.stderr, "");
}

/// It may start no program: so it is Benchmark itself that calls the code, one after the other.
#[test]
fn a_tainted_script_is_left_to_benchmark() {
    let stage = Stage::with(
        "a.pl",
        "use Benchmark 'timethese'; timethese(3, { a => sub { $o .= 'a' }, b => sub { $o .= 'b' } }, 'none'); print $o;",
    );
    let outcome = stage.run("cmpthese perl -T a.pl");
    assert!(outcome.stdout.ends_with("aaabbb"), "{outcome:?}");
    assert_eq!(outcome.stderr, "cmpthese: a tainted script is left to Benchmark itself\n");
}

#[test]
fn the_module_does_it_by_itself() {
    let stage = stage_with("02_without_import.pl");
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../workers/perl");
    let line = format!("perl -I{} -MBenchmark::Cmpthese 02_without_import.pl", modules.display());
    let judged = stage.run(&line);
    assert_eq!((judged.code, judged.stderr.as_str(), without_reports(&judged).1.len()), (0, "", 1));
    let misled = stage.run(&format!("CMPTHESE_OPTIONS=--bugdet=1s {line}"));
    assert!(
        misled.stderr.ends_with("the options are those of CMPTHESE_OPTIONS, one a line: --bugdet=1s\n"),
        "{misled:?}"
    );
    std::fs::remove_file(stage.path("bin/cmpthese")).unwrap();
    let alone = stage.run(&line);
    assert_eq!(
        (alone.code, alone.stderr.as_str()),
        (0, "cmpthese: cmpthese cannot be started, so Benchmark goes on alone; set PATH or CMPTHESE_PROGRAM\n")
    );
    assert_eq!(without_reports(&alone), (without_reports(&judged).0, Vec::new()));
}

/// What a variant cannot do in a fork it does in the process of the script. Nothing of the script runs twice at its end, and its exit
/// code is its own.
#[test]
fn the_process_of_a_script_stays_one() {
    let script = r#"
        use Benchmark 'timethese';
        my $own = $$;
        open my $file, '<', $0;
        my $first = <$file>;
        my $results = timethese(-0.1, {
            "own\t{x}" => sub { $$ == $own or die "in another process\n"; my @a = 1 .. 100 },
            reads => sub { seek $file, 1, 0; my $line = <$file> },
        }, 'none');
        print join('|', map { s/\t/T/r } sort keys %$results), ' ', tell($file), ' ', scalar <$file>;
        END { print "the end\n" }
        exit -3;
    "#;
    let stage = Stage::with("own.pl", script);
    let outcome = stage.run("cmpthese perl --json own.json -w own.pl");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (253, ""));
    let (said, _) = without_reports(&outcome);
    assert_eq!(said.join("\n"), "ownT{x}|reads 36 my $own = $$;\nthe end");
    let list = unfolded(&stage.run("cmpthese show").stdout);
    let why = "because something failed in a process that was forked from it";
    assert!(list.contains(why), "{list}");
    let report = std::fs::read_to_string(stage.path("own.json")).unwrap();
    assert!(report.contains(why) && !stage.path("own-2.json").exists(), "it is one comparison: {report}");
}

/// A terminal sends it to the script and to the program, which are in one process group; the workers are not.
#[test]
fn a_script_is_stopped_by_ctrl_c_with_what_there_is() {
    let script = r#"
        use Benchmark ':all';
        setpgrp;
        $SIG{INT} = 'DEFAULT'; # whoever runs the tests in the background may have it ignored
        my $own = $$;
        cmpthese(-30, { a => sub { my @a = 1 .. 99 }, b => sub { kill INT => -$own if $$ != $own && !$sent++; my @b = 1 .. 99 } });
        print "not reached\n";
    "#;
    let outcome = Stage::with("stop.pl", script).run("cmpthese perl stop.pl");
    assert_eq!(outcome.code, 130, "{} {}", outcome.stdout, outcome.stderr);
    let report = outcome.stdout.split_once("stop.pl line 6\n").expect("there is a report").1;
    assert!(!report.contains("not reached"), "{report}");
}

/// A handler that returns leaves the script to go on; where the script ignores Ctrl-C, so does the comparison.
#[test]
fn a_script_that_outlives_ctrl_c_has_one_report() {
    let shapes = [(r"sub { print qq(handler\n) }", true), ("'IGNORE'", false)];
    for (handler, is_cut_short) in shapes {
        for call in ["cmpthese(COUNT, CODE);", "my $r = timethese(COUNT, CODE, 'none'); cmpthese($r);"] {
            let script = "use Benchmark ':all'; $| = 1; setpgrp; my $own = $$; $SIG{INT} = HANDLER; CALL print qq(after\n);"
                .replace("HANDLER", handler)
                .replace("CALL", call)
                .replace("COUNT", if is_cut_short { "-30" } else { "-0.2" })
                .replace("CODE", "{ a => sub { my @a = 1 .. 99 }, b => sub { kill INT => -$own if $$ != $own && !$sent++; my @b = 1 .. 99 } }");
            let outcome = Stage::with("a.pl", script).run("cmpthese perl --quiet a.pl");
            assert_eq!(outcome.stdout.matches("a.pl line 1\n").count(), 1, "{outcome:?}");
            assert!(outcome.code == 0 && outcome.stdout.ends_with("after\n"), "{outcome:?}");
            assert_eq!(outcome.stdout.contains("handler\n"), is_cut_short, "{outcome:?}");
            assert_eq!(outcome.stdout.contains("stopped before its end"), is_cut_short, "{outcome:?}");
        }
    }
}

fn stage_with(name: &str) -> Stage {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/perl_scripts").join(name);
    Stage::with(name, std::fs::read(path).unwrap())
}

/// What a script printed, without charts, reports, warnings of Benchmark and numbers; and the reports.
pub fn without_reports(outcome: &Outcome) -> (Vec<String>, Vec<String>) {
    let (mut said, mut reports) = (Vec::new(), Vec::new());
    let mut lines = outcome.stdout.lines().peekable();
    while let Some(line) = lines.next() {
        if line.contains(".pl line ") {
            let mut report = vec![line];
            let mut is_over = false;
            // Notes come after the line with the seed; what does not fit into a line of theirs is set in.
            let belongs =
                |line: &&str, is_over: bool| !is_over || line.starts_with("note: ") || line.starts_with("      ");
            while let Some(line) = lines.next_if(|line| belongs(line, is_over)) {
                is_over |= line.contains("; seed ") || line.starts_with("seed ");
                report.push(line);
            }
            reports.push(unfolded(&report.join("\n")));
        } else if line.trim_start().starts_with("Rate ") || line.trim_start().starts_with("s/iter ") {
            while lines.next_if(|row| row.contains(" --")).is_some() {}
        } else if !line.contains("(warning: too few iterations for a reliable count)") {
            // The rate is not there when the clock of Benchmark did not move.
            let without_rate = line.split(" CPU)").next().unwrap_or(line);
            said.push(without_numbers(without_rate));
        }
    }
    (said, reports)
}

/// Words with one space between them, wherever lines end.
pub fn unfolded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_numbers(line: &str) -> String {
    let is_measured = line.contains(" wallclock secs ");
    let plain = |word: &str| match is_measured && word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
    {
        true => "#".to_string(),
        false => word.to_string(),
    };
    line.split_whitespace().map(plain).collect::<Vec<_>>().join(" ")
}

/// Everything that the tests run is there.
#[test]
fn perl_is_there_with_what_the_scripts_use() {
    let check = Command::new("perl").args(["-Mthreads", "-MTest::More", "-MSocket", "-e", "1"]).output();
    assert!(check.is_ok_and(|output| output.status.success()), "perl is not there: apt-get install perl");
}

/// What is kept for the end is told once, in the encoding of the handle, by the process that keeps it.
#[test]
fn a_report_that_is_kept_is_told_once() {
    let script = r#"
        use utf8;
        use open qw(:std :encoding(UTF-8));
        use Benchmark 'timethese';
        { my $guard = Guard->new; my $r = timethese(10, { 'é' => sub { $guard }, 'b' => sub { 2 } }, 'nop'); }
        print "after the scope\n";
        for (1, 2) { if (my $child = fork) { waitpid $child, 0 } else { exit 0 } }
        package Guard; sub new { bless [] } sub DESTROY { print "destroyed\n" if $$ == $own } BEGIN { $own = $$ }
    "#;
    let stage = Stage::with("a.pl", script);
    let outcome = stage.run("cmpthese perl --quiet a.pl");
    let title = outcome.stderr.matches("a.pl line 5\n").count();
    assert_eq!((title, outcome.code), (1, 0), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("\n  é ") || outcome.stderr.contains("é"), "{}", outcome.stderr);
    let place = |text: &str| outcome.stdout.find(text).unwrap_or_else(|| panic!("{text}: {}", outcome.stdout));
    assert!(place("destroyed") < place("after the scope"));
}

#[test]
fn each_comparison_of_a_script_has_its_file() {
    let script = "use Benchmark ':all'; for my $n (5, 50) { cmpthese(20, { a => sub { my @a = 1 .. $n }, b => sub { my @b = (1) x $n } }) }";
    let stage = Stage::with("a.pl", script);
    let outcome = stage.run("cmpthese perl --quiet --json o.json --csv - --svg pictures a.pl");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    for path in ["o.json", "o-2.json", "pictures", "pictures-2"] {
        assert!(stage.path(path).exists(), "{path}");
    }
    assert!(!stage.path("o-3.json").exists());
    assert_eq!(stage.run("cmpthese perl --quiet --json /dev/null a.pl").code, 0);
    assert!(!Path::new("/dev/null-2").exists(), "it takes whatever is written to it");
}

/// A handler that dies ends the comparison: the program does not go on beside the script.
#[test]
fn an_alarm_ends_a_comparison() {
    let script = r#"
        use Benchmark 'cmpthese';
        $SIG{ALRM} = sub { die "time is up\n" };
        eval { alarm 1; cmpthese(-30, { a => sub { my @a = 1 .. 9 }, b => sub { my @b = 1 .. 9 } }); alarm 0 };
        print $@;
        print 'children: ', waitpid(-1, 1), "\n";
    "#;
    let stage = Stage::with("a.pl", script);
    let outcome = stage.run("cmpthese perl --quiet a.pl");
    assert_eq!((outcome.stdout.as_str(), outcome.code), ("time is up\nchildren: -1\n", 0), "{}", outcome.stderr);
}
