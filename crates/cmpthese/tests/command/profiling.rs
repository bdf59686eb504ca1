//! Where the time goes: with a perf that is invented, with the real one, and without any.

use crate::stage::Stage;

/// Records until it is ended; then it prints stacks: of the first variant once, of the second the second time.
const PERF: &str = r#"#!/bin/sh
case $1 in
record)
    echo "$@" >>/stage/asked
    trap 'exit 0' TERM
    for word; do [ "$last" = --output ] && echo samples >"$word"; last=$word; done
    while :; do sleep 0.01; done;;
script)
    echo "cmpthese 1"; printf '\t1 measure (/bin/cmpthese)\n\n'
    if [ -e /stage/second ]; then one=read other=copy; else one=work other=copy; fi
    touch /stage/second
    for i in 1 2 3 4 5 6 7 8 9; do
        printf 'perl 7\n\tff %s ([kernel.kallsyms])\n\t55 main (/usr/bin/perl)\n\n' $one
    done
    printf 'perl 7\n\tff %s ([kernel.kallsyms])\n\t55 main (/usr/bin/perl)\n\n' $other;;
esac
"#;

const RUN: &str = "cmpthese --lang perl --name one --name other --budget 1s --seed 1 --quiet \
    'my $x = 0; $x += $_ for 1..50; $x' 'my $x = 0; $x += $_ for 1..50; $x + 0'";

fn stage() -> Stage {
    let stage = Stage::new();
    let run = stage.run(RUN);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    stage
}

#[test]
fn both_run_alone_and_what_perf_found_is_told() {
    let stage = stage();
    stage.program("perf", PERF);
    let line = "cmpthese explain 1 one other --profile --budget 2s --seed 1 --quiet --flame-graph f.svg --json f.json";
    let outcome = stage.run(line);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let told: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(told[0], "where the time goes in one and in other", "{}", outcome.stdout);
    for word in ["work (kernel)", "read (kernel)", "10 and 10 samples"] {
        assert!(outcome.stdout.contains(word), "{word}: {}", outcome.stdout);
    }
    assert!(!outcome.stdout.contains("  measure"), "this program is no part of it: {}", outcome.stdout);
    let picture = std::fs::read_to_string(stage.path("f.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("work (kernel)"), "{picture}");
    assert!(std::fs::read_to_string(stage.path("f.json")).unwrap().contains("\"profile\""));
    let list = stage.run("cmpthese list").stdout;
    assert_eq!(list.matches("one").count(), 1, "the runs beside it are not recorded: {list}");
}

/// Who lives for less than a look is looked at more often; snippets live long.
#[test]
fn who_lives_shortly_is_looked_at_more_often() {
    let hertz = |stage: &Stage| {
        let asked = std::fs::read_to_string(stage.path("asked")).unwrap();
        let of =
            |line: &str| line.split(' ').skip_while(|word| *word != "--freq").nth(1).unwrap().parse::<u32>().unwrap();
        asked.lines().map(of).collect::<Vec<u32>>()
    };
    let snippets = stage();
    snippets.program("perf", PERF);
    let outcome = snippets.run("cmpthese explain 1 --profile --budget 2s --seed 1 --quiet");
    assert_eq!((outcome.code, hertz(&snippets)), (0, vec![997, 997]), "{}{}", outcome.stdout, outcome.stderr);
    let commands = Stage::new();
    commands.program("perf", PERF);
    let run = commands.run("cmpthese true 'sleep 0.1' --check none --budget 3s --seed 1 --quiet");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let outcome = commands.run("cmpthese explain 1 true 'sleep 0.1' --profile --budget 2s --seed 1 --quiet");
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let asked = hertz(&commands);
    assert!(asked[0] > 5000 && asked[1] == 997, "{asked:?}");
}

/// The times of the run are those of the program before it.
#[test]
fn a_program_that_was_replaced_is_not_looked_at() {
    let stage = Stage::new();
    stage.program("perf", PERF);
    ["one", "other"].into_iter().for_each(|name| stage.program(name, "#!/bin/sh\nsleep 0.01\n"));
    let run = stage.run("cmpthese one other --budget 2s --seed 1 --quiet");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let explain = "cmpthese explain 1 one other --profile --budget 2s --seed 1 --quiet";
    let outcome = stage.run(&format!("mkdir elsewhere && cd elsewhere && {explain}"));
    assert!(outcome.stderr.contains("where the paths of its plan lead"), "{}{}", outcome.stdout, outcome.stderr);
    stage.program("other", "#!/bin/sh\nsleep 0.02\n");
    let outcome = stage.run(explain);
    assert_eq!(outcome.code, 3, "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stderr.contains("its program is another than when the run began"), "{}", outcome.stderr);
}

/// With one iteration a process what is found is the start of perl.
#[test]
fn starts_are_not_told_as_iterations() {
    let stage = Stage::new();
    stage.program("perf", PERF);
    let run = stage
        .run("cmpthese --lang perl --iterations 1 --budget 2s --seed 1 --quiet 'my $x = 1; $x' 'my $x = 1; $x + 0'");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let outcome = stage.run("cmpthese explain 1 --profile --budget 1s --seed 1 --quiet");
    assert_eq!(outcome.code, 2, "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stderr.contains("was spent in iterations"), "{}", outcome.stderr);
}

/// perf as it is on this machine: it finds the loop of perl, or says why it may not look.
#[test]
fn the_real_one_finds_perl_or_says_why_not() {
    let stage = stage();
    let outcome = stage.run("cmpthese explain 1 --profile --budget 1s --seed 1 --quiet");
    match outcome.code {
        0 => assert!(outcome.stdout.contains("samples of processes of their own"), "{}", outcome.stdout),
        3 => {
            let said = [
                "error: there is no perf here\nhelp: install it: sudo apt-get install linux-perf",
                "error: perf does not look: ",
            ];
            assert!(said.iter().any(|said| outcome.stderr.starts_with(said)), "{}", outcome.stderr);
        }
        _ => panic!("{}{}", outcome.stdout, outcome.stderr),
    }
}

#[test]
fn what_cannot_be_profiled_is_told_before_anything_runs() {
    let stage = stage();
    stage.program("perf", "#!/bin/sh\necho 'Error: no permission to look' >&2\nexit 255\n");
    let refused = stage.run("cmpthese explain 1 --profile --budget 1s --quiet");
    let said = "error: perf does not look: Error: no permission to look\nhelp: where that is not allowed: sudo sysctl kernel.perf_event_paranoid=1\n";
    assert_eq!((refused.code, refused.stderr.as_str()), (3, said));
    let nowhere = stage.run("cmpthese explain 1 --profile --flame-graph no/such/f.svg --quiet");
    assert_eq!(nowhere.code, 3, "{}", nowhere.stderr);
    assert!(
        nowhere.stderr.contains("no/such/f.svg") && nowhere.stderr.contains("nothing was measured"),
        "{}",
        nowhere.stderr
    );
    stage.write("f.svg", "a picture");
    let mistyped = stage.run("cmpthese explain 1 --profile --flame-graph f.svg --budget soon");
    assert_eq!(
        (mistyped.code, std::fs::read_to_string(stage.path("f.svg")).unwrap().as_str()),
        (2, "a picture"),
        "{}",
        mistyped.stderr
    );
    let both = stage.run("cmpthese explain 1 --profile --prove");
    assert_eq!(both.code, 2, "{}", both.stderr);
    stage.write(
        "sim.toml",
        "[[variant]]\nname = 'a'\nsim = { time = '1us' }\n[[variant]]\nname = 'b'\nsim = { time = '2us' }\n",
    );
    assert_eq!(stage.run("cmpthese run sim.toml --quiet").code, 0);
    let simulated = stage.run("cmpthese explain 2 --profile --quiet");
    assert_eq!(simulated.code, 2, "{}", simulated.stderr);
}

/// At one point of a sweep nothing is located, and conditions name values that are not there.
#[test]
fn a_point_of_a_sweep_is_looked_at() {
    let plan = r#"
        budget = "2s"
        locate = "n"
        [params]
        n = [10, 40, 160, 640]
        mode = ["plain", "other"]
        [[variant]]
        name = "one"
        perl = 'my $x = 0; $x += $_ for 1..$n; $x'
        [[variant]]
        name = "other"
        perl = 'my $x = 0; $x += $_ for 1..$n; $x + 0'
        [[variant]]
        name = "third"
        when = "mode == other"
        perl = 'my $x = 0; $x += $_ for 1..$n; $x + 0'
    "#;
    let stage = Stage::with("plan.toml", plan);
    assert_eq!(stage.run("cmpthese run plan.toml --param mode=plain --seed 1 --quiet").code, 0);
    stage.program("perf", PERF);
    let line = "cmpthese explain 1 one other --profile --point n=40 --budget 2s --seed 1 --quiet";
    let outcome = stage.run(line);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
}
