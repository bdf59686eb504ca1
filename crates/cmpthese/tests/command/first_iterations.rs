//! Long iterations: a process that does nothing in its first that it does not do in the next is not warmed up.

use crate::stage::Stage;

/// All sleep, and two leave a byte whenever they run; of these only the second prepares something that it keeps. The first is measured
/// twice, as a control.
const PLAN: &str = r#"
budget = "4s"
check  = "none"

[language.perl]
prelude = '''
my $kept = 0;
sub left { open my $file, '>>', $_[0] or die $!; print $file 'x'; close $file or die $! }
'''

[[variant]]
name = "first"
perl = 'select undef, undef, undef, .02'

[[variant]]
name = "alike"
perl = 'select undef, undef, undef, .02; left("HERE/alike")'

[[variant]]
name = "keeps"
perl = 'select undef, undef, undef, $kept++ ? .02 : .1; left("HERE/keeps")'
"#;

#[test]
fn who_does_nothing_for_the_first_time_runs_nothing_in_vain() {
    let stage = Stage::new();
    stage.write("plan.toml", PLAN.replace("HERE", &stage.path("").to_string_lossy()));
    let outcome = stage.run("cmpthese run plan.toml --json - --quiet");
    let report: serde_json::Value =
        serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{}", outcome.stderr));
    let launches = report["points"][0]["launches"].as_u64().unwrap();
    let ran = |name: &str| std::fs::metadata(stage.path(name)).unwrap().len();
    // Both have as many batches, and one that keeps something is warmed up in every launch; the other is until a launch showed that it
    // need not be.
    assert!(ran("keeps") >= ran("alike") + launches / 2, "{launches} launches: {} and {}", ran("alike"), ran("keeps"));
}
