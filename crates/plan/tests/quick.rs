//! The quick form: what is written for a command line, and what is said about a wrong one.

use cmpthese_plan::quick::{Quick, QuickError, QuickKind, QuickRuntimes, source};
use model::{Check, CommandLine, ExitCodes, LanguageTraits, Plan, Scope, Subject};
use proptest::prelude::*;

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

fn commands(texts: &[&str]) -> Quick {
    Quick { subjects: strings(texts), ..Quick::default() }
}

fn shell(texts: &[&str]) -> Quick {
    Quick { kind: QuickKind::Shell, subjects: strings(texts), ..Quick::default() }
}

fn perl(texts: &[&str]) -> Quick {
    let kind = QuickKind::Snippets { language: "perl".to_string() };
    Quick { kind, subjects: strings(texts), ..Quick::default() }
}

fn with_params(quick: Quick, params: &[&str]) -> Quick {
    Quick { params: strings(params), ..quick }
}

fn parsed(quick: &Quick) -> Plan {
    let source = source(quick).unwrap_or_else(|error| panic!("{error}"));
    cmpthese_plan::parse(source.clone(), &[LanguageTraits { name: "perl", ..Default::default() }])
        .unwrap_or_else(|mistakes| panic!("{mistakes}\n{}", source.text))
}

#[test]
fn plans_are_written() {
    let cases = [
        commands(&["cat big", "dd if=big bs=64k status=none", "cat big"]),
        Quick {
            prelude: Some("my @a = 1000..1999;\nmy $s = 'it''s';".to_string()),
            setup: Some("my $n2 = $n * 2".to_string()),
            baseline: Some("2".to_string()),
            check: Some(Check::Lenient),
            names: strings(&["join"]),
            timeout: Some("2s".to_string()),
            ..with_params(perl(&["join $;, @a[0..{n}]", "pack \"l*\", @a\n  ;"]), &["n=1..5"])
        },
        Quick {
            setup: Some("head -c {n} /dev/zero > in{n} {m}".to_string()),
            stdin: Some("in{n}".to_string()),
            baseline: Some("sort in{n}".to_string()),
            margin: Some("2%".to_string()),
            bytes: Some("{n}".to_string()),
            ..with_params(commands(&["sort in{n}", "awk '{print}{m}' {{n}}"]), &["n=1KiB..1MiB*4"])
        },
        shell(&["cat a | wc -l", "wc -l < a; echo ${HOME} {x}"]),
        with_params(
            commands(&["echo {i} {f} {w} {mixed} {path} {t} {s} {d}"]),
            &[
                "i=1,2,5",
                "f=1,2.5",
                "w=fast,slow",
                "mixed=1,fast",
                "path=../a,b",
                "t=true,false",
                "s=1KiB,2MB",
                "d=10ms",
            ],
        ),
        with_params(
            commands(&["echo {n} {b} {x} {neg} {d}"]),
            &["n=1..100:10", "b=0B..1KiB:256B", "x=0.5..2*2", "neg=-5..5:5", "d=a..b"],
        ),
        with_params(
            commands(&["echo {one} {nan} {version} {month} {half}"]),
            &["one=3", "nan=nan,inf", "version=3.9,3.10", "month=01,12", "half=0.5,1"],
        ),
        with_params(
            commands(&["echo {release} {plus} {below} {minus} {power}"]),
            &["release=2.0,2.1", "plus=+1,+100", "below=-2,-1", "minus=-01", "power=1e6"],
        ),
        Quick { locate: Some("n".to_string()), ..with_params(commands(&["cat {n}"]), &["n=1KiB..1MiB"]) },
        with_params(
            commands(&["{tool} {bs} {size}"]),
            &["tool=gzip,7z", "bs={ texts = [\"64k\", \"1M\"] }", "size=[\"1KiB\", \"4KiB\"]"],
        ),
        Quick { iterations: Some("1".to_string()), ..perl(&["1", "2"]) },
        with_params(
            perl(&["$half + $power", "$version.$month"]),
            &["half=0.5,1.0", "power=1e3,1e6", "version=3.9,3.10", "month=01,12"],
        ),
        Quick { before_each: strings(&["@a = @b"]), ..perl(&["1", "2"]) },
        Quick { before_each: strings(&["rm -f out{n}{m}"]), ..with_params(commands(&["make out{n}"]), &["n=1..2"]) },
        Quick {
            before_each: strings(&["touch a", "touch b"]),
            stdout: strings(&["null", "./out{n}"]),
            teardown: Some("rm -f a b out{n}".to_string()),
            exit: Some(ExitCodes::Any),
            ..with_params(commands(&["cat a", "cat b"]), &["n=1..2"])
        },
        Quick { stdout: strings(&["file"]), exit: Some(ExitCodes::These(vec![0, 1])), ..shell(&["a", "b"]) },
        Quick { teardown: Some("1".to_string()), ..perl(&["1"]) },
        Quick { shell: Some("bash --norc".to_string()), ..with_params(shell(&["echo {n}; exit", "it's"]), &["n=1,2"]) },
    ];
    let written: Vec<String> = cases
        .iter()
        .map(|quick| {
            parsed(quick);
            source(quick).unwrap().text
        })
        .collect();
    insta::assert_snapshot!("written", written.join("\n----\n"));
}

/// What is run or compiled by another program at each point, as in a plan.
#[test]
fn parameters_stand_in_interpreters_and_compilers() {
    let by = |programs: &[&str], params: &[&str]| {
        let runtimes = QuickRuntimes { programs: strings(programs), compile: false };
        let quick = Quick { runtimes, ..with_params(perl(&["1"]), params) };
        let plan = parsed(&quick);
        let of_point = |point| plan.runtime(&plan.variants[0], point).unwrap_or_default();
        plan.points().iter().map(of_point).collect::<Vec<String>>()
    };
    assert_eq!(by(&["{program} -w {x}"], &["program=perl5.36,perl"]), ["perl5.36 -w {x}", "perl -w {x}"]);
    assert_eq!(by(&["perl{version}"], &["version=5.36,5.40"]), ["perl5.36", "perl5.40"]);
    assert_eq!(by(&["{perl}"], &[]), ["{perl}"]);
}

#[test]
fn mistakes_are_explained() {
    let cases = [
        commands(&[]),
        commands(&["cat a | wc"]),
        commands(&["cat a", "cat $HOME/a"]),
        commands(&["echo \"$HOME\""]),
        commands(&["LC_ALL=C sort a"]),
        commands(&["cd /tmp"]),
        Quick { params: strings(&["n=1,2"]), ..commands(&["echo {m}", "echo a"]) },
        commands(&["ls ~"]),
        commands(&["ls *.c"]),
        commands(&["echo #no"]),
        commands(&["a\nb"]),
        commands(&["echo 'a"]),
        commands(&["cat a", " "]),
        commands(&["'' a"]),
        commands(&["e\u{1b}[31m; x"]),
        perl(&["1", ""]),
        Quick { stdin: Some("a".to_string()), ..perl(&["1"]) },
        Quick { prelude: Some("a".to_string()), ..commands(&["a"]) },
        Quick { names: strings(&["a", "b"]), ..commands(&["a"]) },
        Quick { baseline: Some("caat".to_string()), ..commands(&["cat", "dd"]) },
        Quick { baseline: Some("3".to_string()), ..commands(&["cat", "dd"]) },
        Quick { baseline: Some("0".to_string()), ..commands(&["cat", "dd"]) },
        Quick {
            before_each: strings(&["true"]),
            kind: QuickKind::Requests,
            subjects: strings(&["http://127.0.0.1:1/"]),
            ..Quick::default()
        },
        Quick { before_each: strings(&["1", "2"]), ..perl(&["1", "2"]) },
        Quick { before_each: strings(&["a", "b"]), ..commands(&["cat", "dd", "tac"]) },
        Quick { stdout: strings(&["null", "pipe"]), ..commands(&["cat"]) },
        Quick { stdout: strings(&["null"]), ..perl(&["1", "2"]) },
        Quick { shell: Some("bash; rm".to_string()), ..shell(&["a", "b"]) },
        Quick { iterations: Some("10".to_string()), ..commands(&["cat", "dd"]) },
        Quick { iterations: Some("0".to_string()), ..perl(&["1", "2"]) },
        Quick { iterations: Some("-1".to_string()), ..perl(&["1", "2"]) },
        Quick { iterations: Some("1.5".to_string()), ..perl(&["1", "2"]) },
        with_params(commands(&["a"]), &["n"]),
        with_params(commands(&["a"]), &["n="]),
        with_params(commands(&["a"]), &["n=1,,2"]),
        with_params(commands(&["a"]), &["my-n=1"]),
        with_params(commands(&["a"]), &["n=1", "n=2"]),
        with_params(commands(&["a"]), &["n=1KiB..1MiB"]),
        with_params(commands(&["a"]), &["n=64KX"]),
        with_params(commands(&["a {n}"]), &["n=1..5,10"]),
        with_params(commands(&["a {n}"]), &["n=1.."]),
        with_params(perl(&["$m"]), &["n=1,2"]),
        Quick {
            teardown: Some("10".to_string()),
            kind: QuickKind::Requests,
            subjects: strings(&["http://127.0.0.1:1/"]),
            ..Quick::default()
        },
        with_params(commands(&["a"]), &["n=1KX..64KX*2"]),
    ];
    let explained: Vec<String> = cases.iter().map(|quick| source(quick).unwrap_err().to_string()).collect();
    insta::assert_snapshot!("mistakes", explained.join("\n\n"));
}

#[test]
fn commands_alone_are_given_to_a_shell() {
    let given = |mut quick: Quick, shell: &str| {
        quick.run_in(shell).map(|()| source(&quick).unwrap().text.lines().last().unwrap().to_string())
    };
    let told = |error: QuickError| error.message;
    assert_eq!(given(commands(&["a"]), "none"), Ok(r#"command = ["a"]"#.to_string()));
    assert_eq!(given(commands(&["a; b"]), "default"), Ok(r#"shell = "a; b""#.to_string()));
    assert_eq!(given(commands(&["a; b"]), "sh"), Ok(r#"shell = "a; b""#.to_string()));
    assert_eq!(given(commands(&["a; b"]), "fish -N"), Ok(r#"command = ["fish", "-N", "-c", "a; b"]"#.to_string()));
    assert_eq!(given(shell(&["a"]), "zsh").map_err(told), Err("the shell is named twice".to_string()));
    assert_eq!(given(perl(&["1"]), "zsh").map_err(told), Err("a shell runs commands, and nothing else".to_string()));
}

#[test]
fn quotes_and_escapes_are_no_shell_syntax() {
    let cases: &[(&str, &[&str])] = &[
        ("echo 'a|b' \"c;d\" e\\;f", &["echo", "a|b", "c;d", "e;f"]),
        ("dd if=big a~b a#b", &["dd", "if=big", "a~b", "a#b"]),
        ("echo '$HOME' \\$HOME \"\\$HOME\" \"it's\"", &["echo", "$HOME", "$HOME", "$HOME", "it's"]),
        ("  cat   {x} {{x}} '{print}' ", &["cat", "{x}", "{{x}}", "{print}"]),
        ("printf 'a\r\nb' \r\t", &["printf", "a\r\nb", "\r"]),
        ("./A=b \"X\"=1", &["./A=b", "X=1"]),
    ];
    for (command, argv) in cases {
        assert_eq!(argv_of(&parsed(&commands(&[command])), &Scope::new()), *argv, "{command}");
    }
}

#[test]
fn only_names_of_parameters_are_placeholders() {
    let plan = parsed(&with_params(commands(&["a {n} {m} x{n}y {{m}} {{n}} {n}"]), &["n=7"]));
    let scope = Scope::from([("n".to_string(), "7".to_string())]);
    assert_eq!(argv_of(&plan, &scope), ["a", "7", "{m}", "x7y", "{{m}}", "{n}", "7"]);
}

fn argv_of(plan: &Plan, scope: &Scope) -> Vec<String> {
    let Subject::Command(command) = &plan.variants[0].subject else { panic!("it is a command") };
    let CommandLine::Argv(argv) = &command.line else { panic!("it has arguments") };
    argv.iter().map(|argument| argument.fill(scope).unwrap()).collect()
}

proptest! {
    #[test]
    fn arguments_come_back_unchanged(
        program in "[^\0]{0,6}[!-~][^\0]{0,6}",
        arguments in prop::collection::vec("[^\0]{0,12}", 0..4),
    ) {
        let argv: Vec<String> = std::iter::once(program).chain(arguments).collect();
        let command = argv.iter().map(|word| single_quoted(word)).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(argv_of(&parsed(&commands(&[&command])), &Scope::new()), argv);
    }

    #[test]
    fn shell_texts_come_back_unchanged(text in "[^\0]{0,5}[!-~][a-z|{}$'\"\\\\\n\r]{0,20}") {
        let plan = parsed(&shell(&[&text]));
        let Subject::Command(command) = &plan.variants[0].subject else { panic!("it is a command") };
        let CommandLine::Shell(template) = &command.line else { panic!("it is a text") };
        prop_assert_eq!(template.fill(&Scope::new()).unwrap(), text);
    }

    #[test]
    fn any_command_line_is_read_or_refused(
        texts in prop::collection::vec("\\PC{0,8}[ '\"\\\\|$~#{}\n]{0,3}[a-z]{0,3}", 0..4),
        params in prop::collection::vec("[a-z]{1,2}=[-0-9.,*:a-zKMiB]{0,12}", 0..3),
        baseline in prop::option::of("[0-9a-z]{1,2}"),
    ) {
        for kind in [QuickKind::Commands, QuickKind::Shell, QuickKind::Snippets { language: "perl".to_string() }] {
            let quick = Quick {
                kind,
                subjects: texts.clone(),
                params: params.clone(),
                baseline: baseline.clone(),
                ..Quick::default()
            };
            if let Ok(source) = source(&quick) {
                // The text is TOML, whatever was typed; what it says may still be wrong.
                if let Err(diagnostics) = cmpthese_plan::parse(source, &[LanguageTraits { name: "perl", ..Default::default() }]) {
                    prop_assert!(!diagnostics.to_string().contains("not valid TOML"), "{diagnostics}");
                }
            }
        }
    }
}

/// A word that sh takes as it is: single quotes, and none inside them.
fn single_quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
