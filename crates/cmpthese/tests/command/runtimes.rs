//! One piece of code by several interpreters or compilers.

use crate::stage::Stage;

/// Comments of Lua and Haskell begin so.
#[test]
fn code_behind_an_option_may_begin_with_hyphens() {
    let stage = Stage::new();
    let line = "cmpthese --no-history --budget 400ms -q --lang lua --prelude '-- one' --setup '-- two' --before-each '--three' --teardown '-1;' --print-plan 'return 1' 'return 2'";
    let outcome = stage.run(line);
    assert_eq!(outcome.code, 0, "{}", outcome.transcript());
    assert!(
        outcome.stdout.contains("prelude = \"-- one\"") && outcome.stdout.contains("\"-1;\""),
        "{}",
        outcome.stdout
    );
}

#[test]
fn code_is_run_by_each_interpreter() {
    let stage = Stage::new();
    stage.program("py", "#!/bin/sh\nexec python3 \"$@\"");
    let line = "cmpthese --lang python --interpreter 'python3 -O,py' 'import sys; sys.flags.optimize' --budget 1s --seed 1 --no-history";
    let outcome = stage.run(line);
    // One answers 1, the other 0.
    assert!(outcome.code == 1 && outcome.stdout.contains("py: "), "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn what_compiles_is_chosen_for_a_variant() {
    let stage = Stage::new();
    stage.program("own-cc", "#!/bin/sh\nexec cc -DOWN=7 \"$@\"");
    let code = "[[variant]]\nname = 'own'\nc = 'return OWN;'\ntoolchain = 'own-cc'\n\
                [[variant]]\nname = 'given'\nc = 'return 7;'\ntoolchain = '{with}'\n";
    stage.write("plan.toml", format!("budget = '1s'\n[params]\nwith = 'cc -DOTHER'\n{code}"));
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history");
    assert!(outcome.code == 0 && outcome.stdout.contains("own"), "{}{}", outcome.stdout, outcome.stderr);
}

/// All compilers have compiled before anything is measured.
#[test]
fn each_compiler_of_a_parameter_compiles_before_the_run() {
    let stage = Stage::new();
    for name in ["one-cc", "other-cc"] {
        stage.program(name, &format!("#!/bin/sh\nlast=; for word; do [ \"$last\" = -o ] && echo {name} >>made; last=$word; done\nexec cc \"$@\"\n"));
    }
    let plan = "budget = '1s'\nsetup = 'echo measured >>made'\n[params]\nwith = ['one-cc', 'other-cc']\n[language.c]\ntoolchain = '{with}'\n\
                [[variant]]\nname = 'one'\nc = 'return 1;'\n[[variant]]\nname = 'other'\nc = 'return 2 - 1;'\n";
    stage.write("plan.toml", plan);
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history");
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let made = std::fs::read_to_string(stage.path("made")).unwrap();
    let (before, behind) = made.split_once("measured").expect("there is a point");
    assert!(before.contains("one-cc") && before.contains("other-cc"), "{made}");
    assert!(!behind.contains("-cc"), "{made}");
}

/// Of two languages it is told who is ready first.
#[test]
fn what_a_start_takes_stands_beside_the_long_run() {
    let stage = Stage::new();
    stage.write(
        "plan.toml",
        "budget = '2s'\n[[variant]]\nname = 'perl'\nperl = 'my $sum = 0; $sum += $_ for 1..99; $sum'\n[[variant]]\nname = 'lua'\nlua = 'local sum = 0; for i = 1, 99 do sum = sum + i end; return sum'\n",
    );
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --history runs.db --json out.json");
    assert!(outcome.stdout.contains("Start-up, first iteration, steady state"), "{}{}", outcome.stdout, outcome.stderr);
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(stage.path("out.json")).unwrap()).unwrap();
    let told = report["points"][0]["beginnings"]["variants"].as_array().unwrap().clone();
    assert_eq!(told.len(), 2, "{told:#?}");
    let lasts = |key: &str| told.iter().all(|one| one[key]["point"].as_f64().is_some_and(|ns| ns > 0.0));
    assert!(
        lasts("start_ns") && lasts("first_ns") && told.iter().all(|one| one["launches"].as_u64() > Some(1)),
        "{told:#?}"
    );
    // It was recorded.
    assert_eq!(
        stage.run("cmpthese show 1 --history runs.db").stdout,
        outcome.stdout.replace("recorded as run 1\n", "")
    );
}

/// One host, which compiles nothing while it runs: nobody asks.
#[test]
fn what_a_start_takes_is_not_told_of_one_language() {
    let stage = Stage::new();
    let outcome = stage.run("cmpthese --lang perl 'join \",\", 1..99' 'join \",\", 1..99, 1' --check none --budget 1s --seed 1 --no-history");
    assert!(outcome.code == 0 && !outcome.stdout.contains("Start-up"), "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn one_that_is_missing_is_named_with_its_place() {
    let stage = Stage::new();
    let outcome = stage.run("cmpthese --lang python --interpreter python9.9 '1' '2' --budget 1s --seed 1 --no-history");
    let said = outcome.stdout + &outcome.stderr;
    assert!(said.contains("python9.9 cannot be started"), "{said}");
    assert!(
        said.contains("install it, or name another (`interpreter = …` in a plan, --interpreter on the command line)"),
        "{said}"
    );
    let outcome = stage.run("cmpthese --lang c --toolchain gcc-99 'return 1;' 'return 2;' --budget 1s --no-history");
    let said = outcome.stdout + &outcome.stderr;
    assert!(said.contains("gcc-99 is not installed"), "{said}");
}

/// A command behind a script of a version manager pays for it in each execution, and that is said.
#[test]
fn a_command_that_a_version_manager_starts_is_told() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("bin/shims")).unwrap();
    stage.program("shims/tool", "#!/bin/sh\nexec sleep 0.01\n");
    let outcome = stage.run("cmpthese bin/shims/tool 'sleep 0.01' --budget 1s --seed 1 --no-history");
    let told = "by which a version manager chooses the program in each execution";
    let text = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(outcome.code == 0 && text.matches(told).count() == 1, "{}{}", outcome.stdout, outcome.stderr);
}

/// In some it is characters, in others bytes of UTF-8.
#[test]
fn a_text_of_latin_1_is_the_same_answer_in_all_languages() {
    let stage = Stage::new();
    let texts = [
        ("perl", r#""M\xfcller""#),
        ("python", "'Müller'"),
        ("javascript", "'Müller'"),
        ("php", "'Müller'"),
        ("ruby", "'Müller'"),
        ("lua", "return 'Müller'"),
        ("bash", "echo Müller"),
        ("awk", "print \"Müller\""),
        ("shell", "echo Müller"),
    ];
    let variant =
        |(language, code): &(&str, &str)| format!("[[variant]]\nname = '{language}'\n{language} = '''{code}'''\n");
    let compiled = "[[variant]]\nname = 'c'\nreturns = 'const char *'\nc = 'return \"Müller\";'\n";
    let variants: String = texts.iter().map(variant).collect();
    for expected in ["", "expect = 'Müller'\n"] {
        stage.write("plan.toml", format!("budget = '500ms'\n{expected}{variants}{compiled}"));
        let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history");
        let is_agreed = outcome.code == 0 && !outcome.stdout.contains("answer");
        assert!(is_agreed, "{}{}", outcome.stdout, outcome.stderr);
    }
    // A text that was encoded twice is another one, where texts are characters.
    stage.write(
        "twice.toml",
        "[[variant]]\npython = \"'M\u{c3}\u{bc}ller'\"\n[[variant]]\njavascript = \"'M\u{fc}ller'\"\n",
    );
    let outcome = stage.run("cmpthese run twice.toml --budget 300ms --seed 1 --no-history");
    assert!(outcome.stdout.contains("answers differently"), "{}{}", outcome.stdout, outcome.stderr);
    // The one is not the other in a language that has both.
    let both = r#"cmpthese --lang perl '"M\xfcller"' '"M\xc3\xbcller"' --budget 300ms --seed 1 --no-history"#;
    let outcome = stage.run(both);
    assert!(outcome.stdout.contains("answer"), "{}{}", outcome.stdout, outcome.stderr);
}

/// In JavaScript such braces are an object, and the loop has no turn.
#[test]
fn a_parameter_in_braces_in_code_is_told() {
    let code = "let s = 0; for (let i = 0; i <{n}; i++) s += i; return s";
    let outcome = Stage::new()
        .run(&format!("cmpthese --check none --budget 1s --lang javascript --param n=10 '{code}' 'return n'"));
    let told = "has `{n}` in its code: that is the value of a parameter in commands; in code the parameter is a variable of this name";
    assert!(outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(told), "{outcome:?}");
}
