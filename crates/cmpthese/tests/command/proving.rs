//! Causes that are tried. The costs of events are written first, far too low: what doses take is measured for real, and must make the difference
//! by a wide margin either way.

use crate::stage::Stage;
use model::{CostlyEvent, UnitCost, UnitCosts};

/// A file that is there, `few` and `many`, which reads a byte of it 400 times more, or asks for 4000 pages.
const C: &str = r#"
    baseline = "few"
    budget = "3s"
    iterations = 10 # launches are short, and so there are many
    [fixture.file]
    size = "64KiB"
    fill = "zero"
    [language.c]
    prelude = '''
    #include <sys/mman.h>
    #include <sys/resource.h>
    static int handle;
    static int64_t work(int64_t steps) {
        volatile int64_t sum = 0;
        for (int64_t i = 0; i < steps; i++) sum += 1;
        return sum;
    }
    static int64_t reads(int count) {
        char byte;
        for (int i = 0; i < count; i++) if (pread(handle, &byte, 1, i) != 1) fail("no byte");
        return work(20000);
    }
    static int64_t faults(void) {
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_minflt;
    }
    static int64_t known;
    static void touch(int pages) {
        char *memory = mmap(0, pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        madvise(memory, pages * 4096, MADV_NOHUGEPAGE);
        for (int i = 0; i < pages; i++) memory[i * 4096] = 1;
        munmap(memory, pages * 4096);
    }
    '''
    setup = 'handle = open(file, O_RDONLY); known = faults();'
"#;

fn stage(variants: &str) -> Stage {
    let stage = Stage::with("plan.toml", format!("{C}{variants}"));
    let cost = |event, ns: f64| UnitCost { event, ns, low_ns: ns, high_ns: ns };
    let costs = vec![cost(CostlyEvent::ReadCall, 1.0), cost(CostlyEvent::MinorFault, 1.0)];
    probes::keep(&stage.path(".cache/cmpthese/unit-costs.json"), &machine::fingerprint(1), &UnitCosts { costs })
        .unwrap();
    stage
}

fn variant(name: &str, code: &str) -> String {
    format!("\n[[variant]]\nname = \"{name}\"\n{code}\n")
}

/// What the trial of two variants says, and that the run before it was right.
fn proved(stage: &Stage, code: i32) -> String {
    let run = stage.run("cmpthese run plan.toml --seed 1 --quiet");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let outcome = stage.run("cmpthese explain 1 many few --prove --budget 2s --seed 1 --quiet");
    assert_eq!(outcome.code, code, "{}{}", outcome.stdout, outcome.stderr);
    outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn read_calls_that_make_a_difference_are_its_cause() {
    let stage = stage(&(variant("few", "c = 'return reads(1);'") + &variant("many", "c = 'return reads(401);'")));
    let said = proved(&stage, 0);
    assert!(said.contains("few with 200 and 400 more read calls of 1 B in each iteration, beside many"), "{said}");
    assert!(said.contains("many is slower because of 400 more read calls of 1 B: they make"), "{said}");
    let list = stage.run("cmpthese list").stdout;
    assert!(list.contains("what read calls take in few"), "it is a run of its own: {list}");
    let again = stage.run("cmpthese explain 2 --prove");
    assert_eq!((again.code, again.stderr.lines().next()), (2, Some("error: this run has doses already")));
}

#[test]
fn what_only_goes_with_a_difference_is_not_its_cause() {
    let many = "c = 'work(4000000); return reads(401);'";
    let said = proved(&stage(&(variant("few", "c = 'return reads(1);'") + &variant("many", many))), 0);
    assert!(said.contains("not established as the cause: 400 more read calls"), "{said}");
    assert!(!said.contains("because"), "{said}");
}

#[test]
fn a_dose_that_breaks_the_answer_proves_nothing() {
    let few = "c = 'int64_t more = faults() - known; known += more; work(20000); return more > 1000;'";
    let many = "c = 'int64_t more = faults() - known; work(20000); touch(4000); known = faults(); return more > 1000;'";
    let said = proved(&stage(&(variant("few", few) + &variant("many", many))), 1);
    assert!(
        said.contains("a dose must not change the answer, and few + 2000 page faults answers 1 where 0 is due"),
        "{said}"
    );
}

#[test]
fn perl_can_add_events_too() {
    let plan = r#"
        baseline = "few"
        budget = "3s"
        iterations = 10
        [fixture.file]
        size = "1KiB"
        fill = { lines = 64 }
        [language.perl]
        prelude = '''
        sub bytes {
            open my $handle, $_[0], $_[1] or die "$_[1]: $!";
            my $bytes = 0;
            $bytes += length while <$handle>;
            return $bytes;
        }
        '''
    "#;
    let variants =
        variant("few", "perl = 'bytes(\"<\", $file)'") + &variant("many", "perl = 'bytes(\"<:unix\", $file)'");
    let stage = stage("");
    stage.write("plan.toml", format!("{plan}{variants}"));
    let said = proved(&stage, 0);
    assert!(said.contains("many is slower because of 102"), "{said}");
    assert!(said.contains("more read calls of 1 B"), "{said}");
}

#[test]
fn commands_and_hosts_that_add_nothing_are_told_in_a_line() {
    let stage = stage("");
    stage.write(
        "plan.toml",
        "budget = '1s'\n[[variant]]\nname = 'few'\ncommand = ['true']\n[[variant]]\nname = 'many'\nshell = 'wc -c $(seq 9 | sed s:.*:/proc/self/status:) | tail -n 0'\n",
    );
    proved_nothing(&stage, "error: few is a command, and nothing can be added to it");
    stage.write(
        "plan.toml",
        "[[variant]]\nname = 'luck'\nlua = 'return 1'\ndose = { event = 'read-call', count = 1 }\n",
    );
    let told = stage.run("cmpthese run plan.toml --budget 1s --no-history --quiet");
    assert_eq!(told.code, 1);
    let said = told.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "luck: failed (line 4 of the plan): the host of lua";
    assert!(said.contains(expected) && said.contains("cannot add read calls to an iteration"), "{said}");
}

fn proved_nothing(stage: &Stage, error: &str) {
    stage.run("cmpthese run plan.toml --seed 1 --quiet");
    let outcome = stage.run("cmpthese explain 1 --prove --quiet");
    assert_eq!((outcome.code, outcome.stderr.lines().next()), (2, Some(error)), "{}", outcome.stdout);
}
