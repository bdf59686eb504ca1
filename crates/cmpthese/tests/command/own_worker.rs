//! Workers that a plan brings: the host of `docs/protocol.md`, and some that lie.

use crate::stage::Stage;
use crate::transcript::without_measurements;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// Code in bash for the promises that it takes code to try.
const SNIPPETS: &str = r#"
[conformance]
params = '''REPLY=$whole$'\n'$number$'\n'$truth$'\n'$text'''
delay = 'sleep 0.05'
counter = 'calls=0'
count = 'sleep 0.05; calls=$((calls + 1))'
counted = 'REPLY=$calls'
print = 'echo out; echo err >&2; REPLY=1'
compile_error = """x=1
if; fi"""
missing = 'no-such-program'
exit = 'exit 3'
killed = 'kill -9 $$'
"#;

/// The script on the page: what is indented, from its first line on.
fn host_of_the_page() -> String {
    let lines = PAGE.lines().skip_while(|line| *line != "    #!/bin/bash");
    let script = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    script.map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line))).collect()
}

fn stage_with_host() -> Stage {
    let stage = Stage::new();
    script(&stage, "my-host", &host_of_the_page());
    stage
}

fn script(stage: &Stage, name: &str, text: &str) {
    stage.write(name, text);
    std::fs::set_permissions(stage.path(name), Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_host_of_the_page_keeps_its_promises() {
    let stage = stage_with_host();
    stage.write("snippets.toml", SNIPPETS);
    let outcome = stage.run("cmpthese conformance --snippets snippets.toml ./my-host");
    insta::assert_snapshot!(outcome.transcript());
}

#[test]
fn what_a_worker_of_ones_own_is_told_and_what_not() {
    let stage = stage_with_host();
    stage.write(
        "plan.toml",
        r#"
        title = "Text in bash"
        check = "exact"
        params = { size = [50] }
        [[variant]]
        name = "printf"
        worker = ["./my-host"]
        code = 'printf -v REPLY "%*s" $size ""'
        [[variant]]
        name = "a loop"
        worker = ["./my-host"]
        code = 'REPLY=; for ((i = 0; i < size; i++)); do REPLY+=" "; done'
        [[variant]]
        name = "perl"
        perl = '" " x $size'
        "#,
    );
    let report = stage.run("cmpthese run plan.toml --budget 1s --quiet");
    assert_eq!((report.code, report.stderr.as_str()), (0, ""), "{}", report.stdout);
    for trouble in ["answers differently", "failed"] {
        assert!(!report.stdout.contains(trouble), "{}", report.stdout);
    }
    // Two that are run by the same host have the same empty loop taken off; that of bash is none of perl's.
    for name in ["printf", "a loop", "perl"] {
        assert!(report.stdout.contains(name), "{}", report.stdout);
    }
}

/// A parameter may be called as a part of the snippet is, and the second of two programs may be the one that is missing.
#[test]
fn the_host_of_the_page_reads_its_case_to_the_end() {
    let stage = stage_with_host();
    stage.write(
        "plan.toml",
        r#"
        title = "Names"
        check = "exact"
        params = { code = [7], n2 = [5] }
        [[variant]]
        name = "bash"
        worker = ["./my-host"]
        needs = ["sh", "cat"]
        code = 'REPLY=$code,$n2'
        [[variant]]
        name = "perl"
        perl = '"$code,$n2"'
        [[variant]]
        name = "lacks something"
        worker = ["./my-host"]
        needs = ["sh", "no-such-program"]
        code = 'REPLY=1'
        "#,
    );
    let report = stage.run("cmpthese run plan.toml --budget 500ms --quiet").stdout;
    assert!(report.contains("lacks something: not measured here: no-such-program is not installed"), "{report}");
    for trouble in ["answers differently", "failed"] {
        assert!(!report.contains(trouble), "{report}");
    }
}

/// Each is told what is wrong with it.
#[test]
fn workers_that_lie_are_told() {
    const HELLO: &str = r#"echo '{"type":"hello","protocol":1,"worker":"liar"}' >&4; read -r line <&3; echo '{"type":"prepared"}' >&4; read -r line <&3; echo '{"type":"answer","length":4,"head":"null"}' >&4; while read -r line <&3; do echo '"#;
    let liars = [
        ("says-nothing", "exec sleep 0".to_string()),
        ("is-of-the-future", r#"echo '{"type":"hello","protocol":9,"worker":"x"}' >&4; cat <&3"#.to_string()),
        ("counts-wrong", format!(r#"{HELLO}{{"type":"sample","iterations":7,"readings":{{"wall_ns":1}}}}' >&4; done"#)),
        ("has-no-clock", format!(r#"{HELLO}{{"type":"sample","iterations":1,"readings":{{}}}}' >&4; done"#)),
        (
            "invents",
            format!(r#"{HELLO}{{"type":"sample","iterations":1,"readings":{{"wall_ns":1,"joy":5}}}}' >&4; done"#),
        ),
        (
            "adds-wrong",
            format!(
                r#"{HELLO}{{"type":"sample","iterations":1,"readings":{{"wall_ns":9}},"slices_ns":[4]}}' >&4; done"#
            ),
        ),
    ];
    let stage = Stage::new();
    let mut plan = "title = 'Liars'\n".to_string();
    for (name, text) in &liars {
        script(&stage, name, &format!("#!/bin/sh\n{text}\n"));
        plan += &format!("[[variant]]\nname = '{name}'\nworker = ['./{name}']\n");
    }
    plan += "[[variant]]\nname = 'is not there'\nworker = ['./nobody', 'at all']\n";
    stage.write("plan.toml", plan);
    let outcome = stage.run("cmpthese run plan.toml --budget 1s --quiet");
    insta::assert_snapshot!(without_measurements(&outcome.transcript()));
    let outcome = stage.run("cmpthese conformance ./counts-wrong");
    assert_eq!(outcome.code, 1);
    insta::assert_snapshot!(outcome.transcript());
}
