//! One piece of code by several interpreters or compilers.

use crate::stage::Stage;

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

#[test]
fn one_that_is_missing_is_named_with_its_place() {
    let stage = Stage::new();
    let outcome = stage.run("cmpthese --lang python --interpreter python9.9 '1' '2' --budget 1s --seed 1 --no-history");
    let said = outcome.stdout + &outcome.stderr;
    assert!(said.contains("python9.9 cannot be started"), "{said}");
    assert!(said.contains("install it, or change `interpreter = \"python9.9\"` of the plan"), "{said}");
    let outcome = stage.run("cmpthese --lang c --toolchain gcc-99 'return 1;' 'return 2;' --budget 1s --no-history");
    let said = outcome.stdout + &outcome.stderr;
    assert!(said.contains("gcc-99 is not installed"), "{said}");
}
