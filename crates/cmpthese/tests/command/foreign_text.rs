//! Names, outputs and messages of others may hold anything. Nothing of it may steer the terminal: every transcript is
//! checked for that as a matter of course ([`crate::transcript::assert_harmless`]).

use crate::stage::Stage;
use insta::assert_snapshot;

/// An escape sequence, a bell, a carriage return, a control character of ISO 6429, an override of the direction of
/// writing, and a byte that is no UTF-8, as printf(1) writes them.
const NASTY: &str = r"a\033[31mred\007\rover\302\233x\342\200\256flip\377z";

#[test]
fn what_commands_print() {
    assert_snapshot!(Stage::new().measured_session(&[
        &format!(
            "cmpthese --seed 1 --budget 50ms --name one --name other --shell \"printf '{NASTY}'\" \"printf '{NASTY}!'\""
        ),
        &format!(
            "cmpthese --seed 1 --budget 50ms --name one --name other --shell true \"printf '{NASTY}' >&2; exit 3\""
        ),
    ]));
}

#[test]
fn what_perl_says() {
    let nasty = NASTY.replace(r"\033", r"\e").replace(r"\007", r"\a");
    let plan = format!(
        "budget = '50ms'\n[[variant]]\nname = 'one'\nperl = 'my $x = 0; $x += $_ for 1..99; \"{nasty}\"'\n[[variant]]\nname = 'other'\nperl = '\"{nasty}!\"'\n\
         [[variant]]\nname = 'dies'\nperl = 'die \"{nasty}\"'\n\
         [[variant]]\nname = 'dies with letters'\nperl = 'die \"\\x{{202e}}\\x{{9b}}\\e[2J\\x{{1f600}}\\0\\n\"'\n\
         [[variant]]\nname = 'does not compile'\nperl = '\"\\e[31m\" \"{nasty}\"'\n"
    );
    assert_snapshot!(Stage::with("plan.toml", plan).measured_session(&["cmpthese run plan.toml --seed 1"]));
}

#[test]
fn what_setups_say() {
    let plan = "budget = '50ms'\nsetup = \"printf '\\\\033[31mred\\\\377' >&2; exit 1\"\n[[variant]]\nname = 'one'\ncommand = ['true']\n";
    assert_snapshot!(Stage::with("plan.toml", plan).measured_session(&["cmpthese run plan.toml --seed 1"]));
}

#[test]
fn names_in_plans() {
    let plan = r#"
        title = "t\u001b[31m\u202e\u009bx\ny"
        budget = "50ms"
        params.mode = ["p\u001b[31m", "p\u009b\u202e"]
        [[variant]]
        name = "n\u202eame \u200b"
        sim = { time = "1ms", answer = "\u001b[31m{mode}" }
        [[variant]]
        name = "other"
        sim = { time = "2ms", answer = "{mode}" }
        "#;
    let stage = Stage::with("plan.toml", plan);
    assert_snapshot!(stage.session(&["cmpthese run plan.toml --seed 1", "cmpthese list", "cmpthese history"]));
}

#[test]
fn what_is_typed() {
    let esc = "$(printf '\\033[31m\\302\\233\\342\\200\\256')";
    let lines = [
        format!("cmpthese run \"{esc}\""),
        format!("cmpthese run \"{esc}.toml\""),
        format!("echo 'titel = 1' >\"{esc}.toml\"; cmpthese run \"{esc}.toml\""),
        format!("cmpthese run plan.toml --history \"{esc}/{esc}\" --budget \"{esc}\""),
        format!("cmpthese list --history \"{esc}.db\""),
        format!("cmpthese run plan.toml --seed 1 --no-history --json \"no/{esc}.json\" >/dev/null"),
        format!("TMPDIR=\"/{esc}\" cmpthese run plan.toml --seed 1 --no-history"),
        format!("cmpthese --lang \"{esc}\" 1 2"),
        format!("cmpthese --baseline \"{esc}\" true false"),
        format!("cmpthese --seed 1 --budget 20ms true \"{esc}\""),
        format!("cmpthese --seed 1 --budget 20ms \"true {esc}\""),
        format!("cmpthese show \"{esc}\""),
        format!("cmpthese \"--{esc}\""),
    ];
    let stage = Stage::with("plan.toml", "budget = '50ms'\n[[variant]]\nname = 'one'\nsim = { time = '1ms' }\n");
    assert_snapshot!(stage.measured_session(&lines.each_ref().map(String::as_str)));
}

/// Words that are no UTF-8 cannot be kept in a plan, which is text.
#[test]
fn words_that_are_no_text() {
    assert_snapshot!(
        Stage::new().session(&["cmpthese true \"$(printf '\\377')\"", "cmpthese run \"$(printf '\\377').toml\""])
    );
}

/// What is no UTF-8 in the environment reaches commands as it is: without it they would do something else here than at the prompt.
#[test]
fn an_environment_that_is_no_text() {
    let stage = Stage::with("wanted", b"a\xffz\n");
    let line = "WORD=\"$(printf 'a\\377z')\" cmpthese --quiet --budget 50ms --shell \
                'printenv WORD | cmp - wanted' 'sleep 0.001; printenv WORD | cmp - wanted'";
    let outcome = stage.run(line);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
}
