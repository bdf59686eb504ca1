//! The Perl host: what snippets share, and what is read of them. The rule for all workers is checked in `conformance.rs`.

mod answers;
mod failing;

use crate::stage::{Stage, Witness, parts, snippet};
use cmpthese_subjects::Loss;
use model::{Check, Metric};
use protocol::{ErrorKind, Param, Part, Reply, Request, SnippetCase};
use std::collections::BTreeMap;
use std::process::Command;

#[test]
fn snippets_are_under_strict_and_warnings() {
    let bits = "BEGIN { our @bits = ($^H & 0x6e2, unpack 'H*', ${^WARNING_BITS}) } our @bits; \"@bits\"";
    let by_modules = format!("use strict; use warnings; {bits}");
    let stage = Stage::new();
    let mut host = stage.host("perl");
    assert_eq!(host.answer_of(bits, Check::Exact), host.answer_of(&by_modules, Check::Exact));
    assert_eq!(host.prepare_error(snippet("$undeclared = 1")).kind, ErrorKind::Compile);
}

/// The host loads neither pragma; they are for whoever changes it.
#[test]
fn the_files_of_the_host_compile_under_strict_and_warnings() {
    let others = ["json", "system_calls", "starts", "counters", "answers", "errors", "doses"];
    for file in std::iter::once("host").chain(others).map(|name| format!("{name}.pl")) {
        let path = format!("{}/../../workers/perl/{file}", env!("CARGO_MANIFEST_DIR"));
        let output = Command::new("perl").args(["-Mstrict", "-Mwarnings", "-c", &path]).output().expect("perl starts");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("{path} syntax OK\n"));
    }
}

#[test]
fn parameters_may_have_names_and_values_of_any_sort() {
    let stage = Stage::new();
    let long = format!("{}\n\u{e9}\u{1f600}", "\"\\\n".repeat(70_000));
    let params = [
        ("a", Param::Integer(i64::MAX)),
        ("b", Param::Integer(i64::MIN)),
        ("_x", Param::Float(1e300)),
        ("ENV", Param::Float(-2.5)),
        ("x", Param::Boolean(false)),
        ("q", Param::Text(String::new())),
        ("host", Param::Text("\u{1f600}".to_string())),
        ("long", Param::Text(long.clone())),
    ];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let code = "[$a, $b, $_x, $ENV, $x, $q, $host, length $long, substr $long, -2]";
    let head = stage.host("perl").ready(SnippetCase { params, ..snippet(code) }).answer().head;
    let length = long.chars().count();
    let expected = format!(
        r#"[9223372036854775807, -9223372036854775808, 1e+300, -2.5, 0, "", "\xF0\x9F\x98\x80", {length}, "\xC3\xA9\xF0\x9F\x98\x80"]"#
    );
    assert_eq!(head, expected);
}

#[test]
fn long_code_is_read_whole() {
    let code = format!("my $text = <<'END'; length $text\n{}END\n", "a \"line\"\n".repeat(40_000));
    assert_eq!(Stage::new().host("perl").answer_of(&code, Check::Exact), "360000");
}

#[test]
fn the_variables_of_the_host_are_out_of_sight() {
    let stage = Stage::new();
    let mut host = stage.host("perl");
    for name in ["$host", "$clock", "$requests", "$replies", "@values", "$code", "%absent", "$io", "$line", "%escape"] {
        let error = host.prepare_error(snippet(&format!("my $one = 1;\n{name} = 2;")));
        assert_eq!((error.kind, error.part, error.line), (ErrorKind::Compile, Some(Part::Code), Some(2)), "{name}");
        assert!(error.message.starts_with(&format!("Global symbol \"{name}\"")), "{name}: {}", error.message);
    }
}

#[test]
fn the_parts_share_one_scope_and_a_next_case_starts_afresh() {
    let stage = Stage::new();
    let mut host = stage.host("perl");
    let all = parts(&[
        (Part::Prelude, "use utf8; my @order = 'prelude'; sub of_prelude { push @order, 'called' }"),
        (Part::Setup, "push @order, 'setup'"),
        (Part::VariantSetup, "push @order, 'variant'; # a comment at the end"),
        (Part::Code, "of_prelude(); \"@order\""),
        (Part::Teardown, "@order = ()"),
    ]);
    host.prepare(all);
    assert_eq!(host.answer().head, r#""prelude setup variant called""#);
    assert_eq!(host.answer().head, r#""prelude setup variant called called""#);
    let error = host.prepare_error(snippet("@order"));
    assert_eq!(error.kind, ErrorKind::Compile);
    assert_eq!(
        host.error(&Request::Run { iterations: 1, padding: 0, slices: 1, bare: false }).kind,
        ErrorKind::Protocol
    );
}

/// A part before the code is a part of the scope that the code is in.
#[test]
fn what_a_setup_makes_local_is_so_until_the_teardown() {
    let stage = Stage::new();
    let file = stage.text("torn-down");
    let teardown = format!("open my $file, '>', '{file}'; print $file $ENV{{CMPTHESE_LOCAL}}");
    let mut host = stage.host("perl").ready(parts(&[
        (Part::Prelude, "our $level = 1; local $level = 2; local $/ = undef; local $\\; local $, = '-'"),
        (Part::Setup, "local $ENV{CMPTHESE_LOCAL} = 'done'; local $SIG{__WARN__} = sub { }; my $calls = 0"),
        (Part::Code, "die \"early\\n\" if !$calls++; [$level, defined $/, $,, $ENV{CMPTHESE_LOCAL}]"),
        (Part::Teardown, &teardown),
    ]));
    assert_eq!(host.answer_error().message, "early");
    host.run(3);
    assert_eq!(host.answer().head, r#"[2, false, "-", "done"]"#);
    let other = parts(&[(Part::Prelude, "our $level"), (Part::Code, "[$level, $/, $ENV{CMPTHESE_LOCAL}]")]);
    host.prepare(other);
    assert_eq!(host.answer().head, r#"[1, "\n", null]"#);
    let mut host = stage.host("perl").ready(parts(&[
        (Part::Setup, "local $ENV{CMPTHESE_LOCAL} = 'done'"),
        (Part::Code, "1"),
        (Part::Teardown, &teardown),
    ]));
    host.tears_down(&file);
}

#[test]
fn teardown_runs_at_bye() {
    let stage = Stage::new();
    let file = stage.text("torn-down");
    let teardown = format!("open my $file, '>', '{file}'; print $file 'done'");
    let mut host = stage.host("perl").ready(parts(&[(Part::Code, "1"), (Part::Teardown, &teardown)]));
    host.tears_down(&file);
}

#[test]
fn what_ends_a_file_of_perl_may_end_a_part() {
    let accepted = [
        ("<<'EOT'\nhere\nEOT", r#""here\n""#),
        ("<<'EOT';\nhere\nEOT\n", r#""here\n""#),
        ("7 # the end", "7"),
        ("7;\n\n=pod\n\nText.\n\n=cut\n", "7"),
        ("7;\n\n=head1 Text\n\nMore.", "7"),
        ("if (1) { 7 } else { 8 }", "7"),
        ("my $text = <<'EOT'; length $text\n__END__\nEOT\n", "8"),
    ];
    let stage = Stage::new();
    let mut host = stage.host("perl");
    for (code, head) in accepted {
        assert_eq!(host.answer_of(code, Check::Exact), head, "{code}");
        host.prepare(parts(&[(Part::Setup, code), (Part::Code, "9")]));
        assert_eq!(host.answer().head, "9", "{code}");
    }
    for part in [Part::Prelude, Part::Setup, Part::VariantSetup, Part::Code] {
        let mut case = snippet("1");
        case.parts.insert(part, "1;\n__END__\nmore".to_string());
        let error = host.prepare_error(case);
        assert_eq!((error.kind, error.part, error.line), (ErrorKind::Compile, Some(part), Some(2)));
        assert_eq!(error.message, "__END__ hides all that comes after it: leave it out");
    }
}

/// Code that changes what all of Perl shares: it sees its changes, and the host does not mind.
#[test]
fn global_variables_belong_to_the_snippet() {
    let changes = [
        ("$/ = undef", "defined $/ ? 0 : 1", "1"),
        ("$/ = \\3", "${$/}", "3"),
        ("$\\ = '!'", "$\\", r#""!""#),
        ("$, = '-'", "$,", r#""-""#),
        ("$\" = '-'", "my @list = (1, 2); \"@list\"", r#""1-2""#),
        ("$; = '-'", "$;", r#""-""#),
        ("$_ = 'topic'", "$_", r#""topic""#),
        ("$| = 1", "$|", "1"),
        ("$0 = 'renamed'", "$0", r#""renamed""#),
        ("@ARGV = (1, 2)", "scalar @ARGV", "2"),
        ("%ENV = ()", "scalar keys %ENV", "0"),
        ("@INC = ()", "scalar @INC", "0"),
        ("chdir '/'", "require Cwd; Cwd::getcwd()", r#""/""#),
        ("select STDERR", "select", r#""main::STDERR""#),
        ("close STDOUT; close STDERR; close STDIN", "print {*STDOUT} 1; 5", "5"),
        ("$SIG{PIPE} = $SIG{CHLD} = 'IGNORE'", "$SIG{PIPE}", r#""IGNORE""#),
        ("$SIG{__DIE__} = sub { CORE::exit(9) }", "5", "5"),
        ("$SIG{__WARN__} = sub { CORE::exit(9) }", "5", "5"),
        ("*CORE::GLOBAL::die = sub { CORE::exit(9) }", "5", "5"),
        ("eval { die 'inner' }", "5", "5"),
        ("package Elsewhere; our $name = 1", "__PACKAGE__", r#""Elsewhere""#),
        ("no strict", "$undeclared = 5", "5"),
    ];
    let stage = Stage::new();
    for (change, code, head) in changes {
        // Once as setup, once within the code; the host must live on in both.
        let inside = format!("{change}; {code}");
        for case in [parts(&[(Part::Setup, change), (Part::Code, code)]), snippet(&inside)] {
            let mut host = stage.host("perl").ready(case);
            host.run(3);
            assert_eq!(host.answer().head, head, "{change}");
            host.run(3);
            host.prepare(snippet("'after'"));
            assert_eq!(host.answer().head, r#""after""#, "{change}");
        }
    }
}

/// The counters of a batch hold what the code does, and not what the host does to read them.
#[test]
fn readings_are_those_of_the_code() {
    let stage = Stage::new();
    let setup = "open my $zero, '<', '/dev/zero'; open my $null, '>', '/dev/null'; my $buffer";
    let code = "sysread $zero, $buffer, 4096; syswrite $null, $buffer; syswrite $null, $buffer, 96";
    let mut host = stage.host("perl").ready(parts(&[(Part::Setup, setup), (Part::Code, code)]));
    for iterations in [1, 1000] {
        let batch = host.counts_calls(iterations, 4192);
        // The text of the counters grows with their digits, by a few bytes within a batch.
        let surplus = batch.reading(Metric::ReadBytes) - 4096 * iterations;
        assert!(surplus < 64, "{surplus} bytes too many");
    }
    assert!(host.counts_nothing().reading(Metric::PeakRss) > 1 << 20);
}

#[test]
fn processor_time_is_that_of_the_code() {
    let stage = Stage::new();
    let burn = "my ($user) = times; 1 while (times)[0] < $user + 0.05; 1";
    let batch = stage.host("perl").ready(snippet(burn)).run(2);
    assert!(batch.reading(Metric::User) >= 80_000_000, "{:?}", batch.readings);
    assert!(batch.reading(Metric::Wall) >= batch.reading(Metric::User) / 2);
}
