//! SIGKILL at random moments: no finished block is lost, nobody is left behind, and the run can be completed.
//!
//! What the history says is held against a witness that it cannot influence: whatever is measured writes a byte to a file
//! each time that it is executed. An execution takes longer than a batch aims at, so that a batch is one execution. Where
//! the machine is fast enough for a clone, the witness tells its executions as those of its original.

use crate::process::Process;
use crate::recording::Recording;
use crate::stage::Stage;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::time::Duration;

/// How the executions of a lifetime are accounted for.
struct Case {
    plan: &'static str,
    /// A process is killed at a random moment before it is so old.
    lifetime_max: Duration,
    /// Executions before the first block of a launch.
    warm_ups: i64,
    /// As many may come behind these, because launches begin evenly over two iterations; also where a launch has no time for a block before the next pilots.
    later: i64,
    /// Executions of a pilot.
    pilots: i64,
    /// Answers that snippets give once more, after the pilots of all, at each beginning of a point: no event tells them.
    again: i64,
    /// The variant that is a second of the first.
    clone: i64,
}

const COMMANDS: Case = Case {
    plan: "
        budget = '1500ms'
        [[variant]]
        name = 'one'
        shell = 'printf x >>witness-0; sleep 0.025'
        [[variant]]
        name = 'other'
        shell = 'printf x >>witness-1; sleep 0.025'
        ",
    lifetime_max: Duration::from_millis(300),
    warm_ups: 0,
    later: 0,
    pilots: 1,
    again: 0,
    clone: 2,
};

const PERL: Case = Case {
    plan: "
        budget = '3s'
        params.n = [13, 14, 15]
        [language.perl]
        prelude = '''
        use Time::HiRes q(sleep);
        sub witness { open my $file, q(>>), qq(witness-$_[0]) or die $!; syswrite $file, q(x) or die $! }
        '''
        [[variant]]
        name = 'one'
        perl = 'witness(0); sleep $n / 1000; 1'
        [[variant]]
        name = 'other'
        perl = 'witness(1); sleep $n / 1000; 1'
        ",
    lifetime_max: Duration::from_millis(600),
    warm_ups: 1,
    later: 1,
    pilots: 2,
    again: 2,
    clone: 3,
};

#[test]
fn runs_of_commands_are_killed_and_completed() {
    kill_and_complete(&COMMANDS, 25, 1);
}

#[test]
fn runs_of_perl_are_killed_and_completed() {
    kill_and_complete(&PERL, 25, 2);
}

/// Nobody is left to end it by a time-out.
#[test]
fn a_snippet_that_never_returns_and_ignores_signals_ends_with_its_scheduler() {
    let deaf = "$SIG{$_} = q(IGNORE) for qw(TERM INT HUP PIPE); open my $file, q(>), q(begun); print $file qq(begun\\n); close $file; 1 while 1";
    let stage = Stage::with("plan.toml", format!("[[variant]]\nname = 'deaf'\nperl = '{deaf}'\n"));
    let mut process = Process::start(&stage, "cmpthese run plan.toml --quiet");
    process.wait_for_lines(&stage.path("begun"), 1);
    assert!(process.kill());
}

fn kill_and_complete(case: &Case, kills: usize, seed: u64) {
    let stage = Stage::with("plan.toml", case.plan);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut run = 1;
    let mut killed = 0;
    while killed < kills {
        let before = State::of(&stage, run, case);
        let process = Process::start(&stage, before.next_line());
        std::thread::sleep(case.lifetime_max.mul_f64(random.random()));
        let was_running = process.kill();
        let after = State::of(&stage, run, case);
        after.assert_follows(&before, case);
        killed += usize::from(was_running);
        if after.ends == ["complete"] {
            run += 1;
        }
    }
    let before = State::of(&stage, run, case);
    let outcome = stage.run(before.next_line());
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let after = State::of(&stage, run, case);
    after.assert_follows(&before, case);
    assert_eq!(after.ends, ["complete"]);
}

/// What is known of a run: by its history, and by the witness.
#[derive(Debug, Default)]
struct State {
    is_recorded: bool,
    /// One line a block.
    blocks: Vec<String>,
    /// Whom each launch has measured, void blocks included: those that were killed while all of their blocks were void are begun again.
    measured: Vec<String>,
    ends: Vec<String>,
    /// How often a point was begun, or gone on with.
    begun: i64,
    /// Executions of each variant that are timed, or that are an answer or a pilot.
    known: [i64; 2],
    /// Executions of each variant that it has told of.
    witnessed: [i64; 2],
}

impl State {
    fn of(stage: &Stage, run: i64, case: &Case) -> State {
        let witnessed = [0, 1]
            .map(|variant| stage.path(&format!("witness-{variant}")).metadata().map_or(0, |file| file.len() as i64));
        let Some(recording) = Recording::open_with(&stage.history(), run) else {
            return State { witnessed, ..State::default() };
        };
        let cloned = [recording.timed(run, case.clone), 0];
        let known = [0, 1].map(|variant| {
            let [answered, calibrated] = ["answered", "calibrated"].map(|event| recording.count(run, variant, event));
            recording.timed(run, variant) + answered + calibrated * case.pilots + cloned[variant as usize]
        });
        State {
            is_recorded: true,
            blocks: recording.blocks(run),
            measured: recording.measured(run),
            ends: recording.ends(run),
            begun: recording.begun(run),
            known,
            witnessed,
        }
    }

    fn next_line(&self) -> &'static str {
        if self.is_recorded { "cmpthese resume --quiet" } else { "cmpthese run plan.toml --seed 1 --quiet" }
    }

    /// Nothing that was there is lost or changed, and at most one execution of each variant, and of the clone of the first,
    /// is unknown: that of the block that the kill cut off (and of the launch, when that was its first).
    fn assert_follows(&self, before: &State, case: &Case) {
        assert!(self.blocks.starts_with(&before.blocks), "{before:#?}\n{self:#?}");
        let begun = |variant: i64| {
            let of_variant = format!(" variant {variant}");
            let measured = self.measured[before.measured.len()..].iter().filter(|line| line.ends_with(&of_variant));
            measured.collect::<BTreeSet<_>>().len() as i64
        };
        for (variant, workers) in [(0, vec![0, case.clone]), (1, vec![1])] {
            let witnessed = self.witnessed[variant] - before.witnessed[variant];
            let warm_ups = workers.iter().map(|worker| begun(*worker) * case.warm_ups).sum::<i64>();
            let known = self.known[variant] - before.known[variant] + warm_ups;
            let unknown = witnessed - known;
            let later = workers.iter().map(|worker| begun(*worker) * case.later).sum::<i64>();
            let cut_off = (workers.len() as i64 * (1 + case.warm_ups + case.later)).max(case.pilots + case.later)
                + later
                + (self.begun - before.begun) * case.again;
            assert!((0..=cut_off).contains(&unknown), "{unknown} unknown, not {cut_off}\n{before:#?}\n{self:#?}");
        }
    }
}
