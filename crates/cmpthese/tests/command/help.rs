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

/// One page for everything, as long as it is written from what the arguments are read by.
#[test]
fn the_manual_page_has_every_command_and_option() {
    let stage = Stage::new();
    let page = stage.run("cmpthese man").stdout.replace('\\', "");
    let help = stage.run("cmpthese --help").stdout;
    let mut commands: Vec<String> = vec![String::new()];
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let named = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    commands
        .extend(named.map(|line| line.split_whitespace().next().unwrap().to_string()).filter(|name| name != "help"));
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        assert!(page.contains(&format!("cmpthese {command}")), "{command}");
        let help = stage.run(&format!("cmpthese {command} --help")).stdout;
        for option in help.split_whitespace().filter(|word| word.starts_with("--")) {
            let name: String = option.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
            assert!(page.contains(&name), "{command}: {name}");
        }
    }
    assert!(page.contains("EXIT STATUS") && !page.contains("spawner"));
}

#[test]
fn groff_has_nothing_to_say_of_the_manual_page() {
    let outcome = Stage::new().run("cmpthese man >page && groff -ww -Tutf8 -man page >shown && grep -c . shown");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
}

#[test]
fn the_experiments() {
    assert_snapshot!(Stage::new().session(&["cmpthese experiments"]));
}
