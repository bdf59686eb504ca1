//! What Perl is told of code that goes wrong, and what the host survives.

use super::*;

/// Messages have no place in a file of the host's, and `sort` has its own variables.
#[test]
fn nothing_of_the_host_is_in_what_code_sees() {
    let mut host = Stage::new().host("perl").ready(snippet("eval { die 'x' }; $@"));
    assert_eq!(host.answer().head, r#""x at cmpthese:code line 1.\n""#);
    let params = [("a".to_string(), Param::Integer(100))].into();
    let error = host.prepare_error(SnippetCase { params, ..snippet("[sort { length $a <=> length $b } 1, 22]") });
    assert!(error.message.starts_with("sort and reduce have `$a` themselves"), "{}", error.message);
}

/// What dies, where, and what it is called: part, code with the fault on its fourth line, kind.
#[test]
fn errors_tell_part_and_line() {
    let faults = [
        ("my $y = ;", ErrorKind::Compile, "syntax error"),
        ("$undeclared = 1;", ErrorKind::Compile, "Global symbol"),
        ("use No::Such::Module;", ErrorKind::Compile, "Can't locate No/Such/Module.pm"),
        ("die 'broken'", ErrorKind::Died, "broken"),
        (
            "die { code => 1 }, 'x' if 0; my $no; $no->method",
            ErrorKind::Died,
            "Can't call method \"method\" on an undefined value",
        ),
        (
            "open my $file, '<', '/proc/self/status'; readline $file; die 'broken'",
            ErrorKind::Died,
            "broken, <$file> line 1",
        ),
        (
            "package Other { require Carp; sub croaks { Carp::croak('broken') } } Other::croaks()",
            ErrorKind::Died,
            "broken",
        ),
        ("sub { die 'broken' }->()", ErrorKind::Died, "broken"),
    ];
    let stage = Stage::new();
    let mut host = stage.host("perl");
    for (fault, kind, message) in faults {
        for part in [Part::Prelude, Part::Setup, Part::VariantSetup, Part::Code] {
            let lines = format!("my ${part:?} = <<'EOT';\nhere\nEOT\n{fault}");
            let all = [Part::Prelude, Part::Setup, Part::VariantSetup, Part::Code];
            let case = parts(&all.map(|other| (other, if other == part { lines.as_str() } else { "1;\n2;\n3;\n4" })));
            let error = match (part, kind) {
                (Part::Code, ErrorKind::Died) => host.ready_error(case),
                _ => host.prepare_error(case),
            };
            let place = (error.kind, error.part, error.line);
            assert_eq!(place, (kind, Some(part), Some(4)), "{part:?}: {fault}: {}", error.message);
            match kind {
                ErrorKind::Died => assert_eq!(error.message, message, "{part:?}: {fault}"),
                _ => assert!(error.message.starts_with(message), "{part:?}: {fault}: {}", error.message),
            }
        }
    }
}

/// Perl notices it at the end of the snippet, whichever part it is in.
#[test]
fn what_is_not_closed_is_told_with_its_part() {
    let all = [Part::Prelude, Part::Setup, Part::VariantSetup, Part::Code, Part::Teardown, Part::BeforeEach];
    let stage = Stage::new();
    let mut host = stage.host("perl");
    for part in all {
        let text = |other| if other == part { "sub f {\n  if (1) {\n" } else { "1" };
        let error = host.prepare_error(parts(&all.map(|other| (other, text(other)))));
        assert_eq!((error.kind, error.part), (ErrorKind::Compile, Some(part)), "{}", error.message);
        assert!(error.message.starts_with("Missing right curly"), "{part:?}: {}", error.message);
        assert!(error.line.is_none_or(|line| line <= 3) && !error.message.contains("line 9"), "{error:?}");
    }
    let error = host.prepare_error(snippet("0 but true"));
    assert!(error.line == Some(1) && !error.message.contains("#line"), "{error:?}");
    // To find the part it would be compiled once more, and the BEGIN would run again.
    let error = host.prepare_error(parts(&[(Part::Setup, "BEGIN { 1 }\nif (1) {"), (Part::Code, "1")]));
    let message = "a brace or bracket is not closed, in the code or in a part before it";
    assert_eq!((error.kind, error.part, error.message.as_str()), (ErrorKind::Compile, None, message));
}

#[test]
fn exceptions_of_any_sort_are_told() {
    let cases = [
        ("die bless { secret => 1 }, 'My::Error'", "an exception of class My::Error"),
        ("die { code => 7 }", "it dies with a reference: HASH"),
        (
            "package Speaking { use overload '\"\"' => sub { 'spoken' }, bool => sub { 0 } } die bless [], 'Speaking'",
            "spoken",
        ),
        (
            "package Dumb { use overload '\"\"' => sub { die 'again' } } die bless [], 'Dumb'",
            "an exception of class Dumb",
        ),
        ("die \"two\\nlines\\n\"", "two\nlines"),
        ("die \"elsewhere at cmpthese:nowhere line 3.\\n\"", "elsewhere at line 3 of the nowhere"),
        ("die \"\\xff\\n\"", "\u{ff}"),
        ("die \"\\x{263a} \\x{1f600}\\n\"", "\u{263a} \u{1f600}"),
        ("no warnings; die \"\\x{d800}\\x{110000}\\n\"", "\u{fffd}\u{fffd}"),
        ("$@ = 'old'; $! = 2; die \"new\\n\"", "new"),
    ];
    let stage = Stage::new();
    let mut host = stage.host("perl");
    for (code, message) in cases {
        let error = host.ready_error(snippet(code));
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, message), "{code}");
    }
}

#[test]
fn code_that_leaves_the_loop_is_refused() {
    let stage = Stage::new();
    let mut host = stage.host("perl");
    for code in ["last", "next", "no warnings; last if 1; 2", "{ no warnings; next } 1; sub of_it { next } of_it()"] {
        host.prepare(snippet(code));
        for request in [
            Request::Answer { check: Check::Exact },
            Request::Run { iterations: 5, padding: 0, slices: 1, bare: false },
        ] {
            let error = host.error(&request);
            let message = "the code leaves the loop around it with last or next";
            assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, message), "{code}");
            assert_eq!((error.part, error.line), (Some(Part::Code), Some(1)));
        }
    }
}

#[test]
fn a_setup_that_leaves_the_snippet_is_refused() {
    let stage = Stage::new();
    let mut host = stage.host("perl");
    for setup in ["return", "return 5", "last", "next"] {
        let error = host.prepare_error(parts(&[(Part::Setup, setup), (Part::Code, "1")]));
        let message = "the prelude or the setup leaves the snippet with return, next or last";
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Compile, message), "{setup}");
    }
}

#[test]
fn a_teardown_that_goes_wrong_does_not_keep_the_host_from_ending() {
    for teardown in ["die 'broken'", "last", "next", "return", "$/ = undef"] {
        let stage = Stage::new();
        let mut host = stage.host("perl").ready(parts(&[(Part::Code, "1"), (Part::Teardown, teardown)]));
        assert_eq!(host.ask(&Request::Bye), Ok(Reply::Bye), "{teardown}");
    }
}

#[test]
fn a_child_that_returns_into_the_host_says_nothing() {
    let fork = "my $child = fork; waitpid $child, 0 if $child;";
    let cases = [
        snippet(&format!("{fork} 5")),
        snippet(&format!("{fork} die 'in the child' if !$child; 5")),
        parts(&[(Part::Setup, fork), (Part::Code, "5")]),
        parts(&[(Part::Code, "5"), (Part::Teardown, fork)]),
    ];
    for case in cases {
        let stage = Stage::new();
        let mut host = stage.host("perl").ready(case.clone());
        assert_eq!(host.answer().head, "5", "{case:?}");
        host.run(2);
        assert_eq!(host.answer().head, "5", "{case:?}");
        assert_eq!(host.ask(&Request::Bye), Ok(Reply::Bye), "{case:?}");
    }
}

/// Each round of the loop would fork once more in each of them.
#[test]
fn children_that_return_do_not_run_on_in_the_loop() {
    let stage = Stage::new();
    let path = stage.text("calls");
    let code = format!("open my $calls, '>>', '{path}'; print $calls 'x'; close $calls; fork; 1");
    let mut host = stage.host("perl").ready(snippet(&code));
    host.run(12);
    drop(host);
    assert_eq!(std::fs::read(path).expect("it was called").len(), 12);
}

#[test]
fn a_hanging_program_of_a_snippet_is_ended_with_its_host() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let code = format!("system q({}sleep 1000)", witness.held());
    let mut host = stage.host("perl").ready(snippet(&code));
    let run = Request::Run { iterations: 1, padding: 0, slices: 1, bare: false };
    assert_eq!(host.ask_within(&run, 300_000_000), Err(cmpthese_subjects::Loss::TimedOut));
    drop(host);
    witness.all_ended();
}

#[test]
fn needs_are_loaded_and_the_first_that_is_missing_is_named() {
    let stage = Stage::new();
    let mut host = stage.host("perl");
    let needs = |names: &[&str]| SnippetCase {
        needs: names.iter().map(|name| name.to_string()).collect(),
        ..snippet("List::Util::sum(1, 2)")
    };
    host.prepare(needs(&["List::Util"]));
    assert_eq!(host.answer().head, "3");
    let error = host.prepare_error(needs(&["List::Util", "No::Such::One", "No::Such::Two"]));
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Missing, "No::Such::One"));

    stage.write("Broken.pm", "package Broken; require No::Such::Three; 1");
    let include = format!("BEGIN {{ unshift @INC, '{}' }}", stage.directory().display());
    host.prepare(snippet(&format!("{include} 1")));
    let error = host.prepare_error(needs(&["Broken"]));
    assert_eq!(error.kind, ErrorKind::Died);
    assert!(error.message.starts_with("Broken does not load: Can't locate No/Such/Three.pm"), "{}", error.message);
}

#[test]
fn a_parameter_that_perl_cannot_name_is_told() {
    let params = BTreeMap::from([("_".to_string(), Param::Integer(1))]);
    let error = Stage::new().host("perl").prepare_error(SnippetCase { params, ..snippet("1") });
    assert_eq!(error.kind, ErrorKind::Compile);
    assert!(error.message.contains("Can't use global $_ in \"my\""), "{}", error.message);
}

/// Perl closes them again at its end, and its own words for that hid what happened.
#[test]
fn that_the_code_closed_all_descriptors_is_the_last_word() {
    let closing = "open our $file, '<', '/proc/self/status'; require POSIX; POSIX::close($_) for 3 .. 300; 1";
    let run = Request::Run { iterations: 1, padding: 0, slices: 1, bare: false };
    let stage = Stage::new();
    for request in [Request::Answer { check: Check::Exact }, run] {
        let loss = stage.host("perl").ready(snippet(closing)).ask(&request);
        let Err(Loss::Ended { how, stderr, .. }) = loss else { panic!("it has not ended: {loss:?}") };
        let words = "the code closed the descriptors of the worker";
        assert_eq!((how.as_str(), stderr.as_str()), ("exit code 1", words), "{request:?}");
    }
}
