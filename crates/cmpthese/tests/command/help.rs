//! What the command says about itself.

use crate::stage::Stage;
use insta::assert_snapshot;

#[test]
fn help() {
    assert_snapshot!(Stage::new().session(&["cmpthese --help"]));
}

#[test]
fn help_in_short() {
    assert_snapshot!(Stage::new().session(&["cmpthese -h", "cmpthese", "cmpthese run -h", "cmpthese help resume"]));
}

#[test]
fn version() {
    assert_snapshot!(Stage::new().session(&["cmpthese --version"]), @r"
    $ cmpthese --version
    cmpthese [version]
    ");
}

#[test]
fn completions_know_every_subcommand_and_option_and_not_the_spawner() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let outcome = Stage::new().run(&format!("cmpthese completions {shell}"));
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{shell}");
        for word in ["run", "list", "show", "history", "resume", "experiments", "machine", "completions", "budget"] {
            assert!(outcome.stdout.contains(word), "{shell}: {word}");
        }
        assert!(!outcome.stdout.contains("spawner"), "{shell}");
    }
}

/// A shell that reads its completions says nothing about them.
#[test]
fn bash_accepts_its_completions() {
    let outcome =
        Stage::new().run("cmpthese completions bash >file && bash -n file && cmpthese completions fish >file");
    assert_eq!((outcome.code, outcome.stdout + &outcome.stderr), (0, String::new()));
}

#[test]
fn the_experiments() {
    assert_snapshot!(Stage::new().session(&["cmpthese experiments"]));
}
