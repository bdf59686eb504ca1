//! Snippets in languages that are compiled: what is said when they cannot be, and that what was compiled is kept.

use crate::stage::Stage;
use insta::assert_snapshot;
use std::fs;

#[test]
fn code_that_does_not_compile_is_told_at_its_line() {
    let stage = Stage::with(
        "plan.toml",
        r#"
        budget = "100ms"
        [params]
        n = 3
        [language.c]
        prelude = '''
        static int64_t twice(int64_t x) {
            for (int i = 0; i < 10000; i++) keep(&i); // longer than the empty loop
            return 2 * x;
        }'''

        [[variant]]
        name = "works"
        c = "return twice(n);"

        [[variant]]
        name = "in the code"
        c = '''
        int64_t x = n;
        return twice(x) + y;
        '''

        [[variant]]
        name = "loses what is behind the point"
        c = "return n * 0.5;"

        [[variant]]
        name = "says what it returns"
        returns = "double"
        c = "return 1.0 * twice(n);"

        [[variant]]
        name = "fails"
        setup = '''
        if (n > 2)
            fail("%" PRId64 " is too many", n);
        '''
        c = "return 6;"

        [[variant]]
        name = "throws"
        cpp = "if (n) throw std::runtime_error(\"no luck\"); return 6;"

        [[variant]]
        name = "needs something"
        needs = [{ name = "no/such/header.h", package = "libnosuch-dev" }]
        c = "return 6;"
        "#,
    );
    assert_snapshot!(stage.measured_session(&["cmpthese run --seed 1 plan.toml"]));
}

#[test]
fn the_compiler_is_not_installed() {
    let stage = Stage::new();
    assert_snapshot!(stage.measured_session(&[
        "CC=no-such-cc cmpthese --seed 1 --budget 100ms --lang c 'return 1;' 'return 2 - 1;'",
        "PATH=$PWD/bin cmpthese --seed 1 --budget 100ms --lang cpp 'return 1;' 'return 2 - 1;'",
    ]));
}

/// A stage with a compiler that counts how often it is called for a snippet.
fn counting() -> Stage {
    let stage = Stage::new();
    stage.write("bin/logged-gcc", "#!/bin/sh\necho \"$@\" >>log\nexec gcc \"$@\"\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(stage.path("bin/logged-gcc"), mode).unwrap();
    stage
}

/// How often the compiler was called with these words.
fn calls(stage: &Stage, words: &str) -> usize {
    let log = fs::read_to_string(stage.path("log")).unwrap();
    log.lines().filter(|line| !line.contains("--version") && line.contains(words)).count()
}

#[test]
fn another_run_finds_what_was_compiled() {
    let stage = counting();
    let compiled = || {
        let line = "CC=logged-gcc cmpthese --seed 1 --budget 100ms --lang c 'return 1;' 'return 2 - 1;'";
        assert_eq!(stage.run(line).code, 0);
        calls(&stage, "")
    };
    let first = compiled();
    assert!(first > 0);
    assert_eq!(compiled(), first);
}

#[test]
fn snippets_are_compiled_in_as_many_layouts_as_the_plan_asks_for() {
    let stage = counting();
    let plan = "[language.c]\nrebuild = 3\n[[variant]]\nname = 'one'\nc = 'return 1;'\n[[variant]]\nname = 'two'\nc = 'return 2 - 1;'\n";
    stage.write("plan.toml", plan);
    let outcome = stage.run("CC=logged-gcc cmpthese run plan.toml --seed 1 --budget 200ms");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    // Two variants and the empty loop.
    assert_eq!(calls(&stage, "snippet.so"), 9);
}

#[test]
fn what_ends_the_process_is_told_at_its_line() {
    let stage = Stage::with(
        "plan.toml",
        r#"budget = "200ms"
[language.c]
prelude = '#include <assert.h>'
[[variant]]
name = "asserts"
c = '''
int64_t n = 3;
assert(n < 3);
return n;
'''
"#,
    );
    let said = stage.run("cmpthese run --seed 1 plan.toml");
    let told = said.stdout + &said.stderr;
    assert!(told.contains("failed (line 8 of the plan)") && told.contains("Assertion `n < 3' failed"), "{told}");
}

/// The version of a package that `go.mod` names is another one: none of the files that the program was made of has changed.
#[test]
fn another_version_of_a_package_is_compiled_anew() {
    let stage = Stage::new();
    let told = |name: &str| {
        let output = std::process::Command::new("go").args(["env", name]).output().expect("go can be started");
        String::from_utf8(output.stdout).unwrap().trim().to_string()
    };
    for value in ["1", "2"] {
        let directory = stage.path(&format!("lib{value}"));
        fs::create_dir(&directory).unwrap();
        fs::write(directory.join("go.mod"), "module example.com/lib\n").unwrap();
        fs::write(directory.join("lib.go"), format!("package lib\nfunc Value() int {{ return {value} }}\n")).unwrap();
    }
    let go = format!("GO={}/bin/go GOCACHE={}", told("GOROOT"), told("GOCACHE"));
    let variant =
        |code: &str| format!("[[variant]]\nname = '{code}'\nneeds = ['example.com/lib']\ngo = 'return {code}'\n");
    let variants = variant("lib.Value()") + &variant("lib.Value() + 0");
    for value in ["1", "2"] {
        let module =
            "module example.com/own\ngo 1.19\nrequire example.com/lib v0.0.0\nreplace example.com/lib => ./lib";
        stage.write("go.mod", format!("{module}{value}\n"));
        stage.write("plan.toml", format!("expect = '{value}'\n{variants}"));
        let outcome = stage.run(&format!("{go} cmpthese run plan.toml --seed 1 --budget 200ms --no-history"));
        assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    }
}
