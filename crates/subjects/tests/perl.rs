//! The Perl host: how it writes answers, what it keeps from snippets, what it survives, and which lines it tells.

mod stage;

use model::{Check, Metric};
use protocol::{ErrorKind, Param, Part, Reply, Request, SnippetCase};
use stage::{Stage, Witness, parts, snippet};
use std::collections::BTreeMap;
use std::process::Command;

/// The head of the answer of some code.
/// Values of Perl and their canonical form, exact and lenient.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str)] = &[
    // Nothing.
    ("undef", "null", "null"),
    ("return", "null", "null"),
    ("()", "null", "null"),
    // Whole numbers.
    ("0", "0", r#""0""#),
    ("-17", "-17", r#""-17""#),
    ("1e3", "1000", r#""1000""#),
    ("1000.0", "1000", r#""1000""#),
    ("1e15", "1000000000000000", r#""1000000000000000""#),
    ("2**53 - 1", "9007199254740991", r#""9007199254740991""#),
    ("9007199254740993", "9007199254740993", r#""9007199254740993""#),
    ("9223372036854775807", "9223372036854775807", r#""9223372036854775807""#),
    ("18446744073709551615", "18446744073709551615", r#""18446744073709551615""#),
    ("-9223372036854775807 - 1", "-9223372036854775808", r#""-9223372036854775808""#),
    ("my $zero = 0.0; -$zero * 1.5", "0", r#""0""#),
    ("-1 / 9**9**9", "0", r#""0""#),
    // Other numbers.
    ("0.5", "0.5", r#""0.5""#),
    ("0.1 + 0.2", "0.30000000000000004", r#""0.30000000000000004""#),
    ("1 / 3", "0.3333333333333333", r#""0.3333333333333333""#),
    ("123456789.00000001", "123456789.00000001", r#""123456789.00000001""#),
    ("1e17", "1e+17", r#""1e+17""#),
    ("1e-7", "1e-07", r#""1e-07""#),
    ("2**64", "1.8446744073709552e+19", r#""1.8446744073709552e+19""#),
    ("9**9**9", "Inf", r#""Inf""#),
    ("-9**9**9", "-Inf", r#""-Inf""#),
    ("9**9**9 / 9**9**9", "NaN", r#""NaN""#),
    // Texts.
    (r#""""#, r#""""#, r#""""#),
    (r#""17""#, r#""17""#, r#""17""#),
    (r#""1e3""#, r#""1e3""#, r#""1e3""#),
    (r#""say \"hi\" \\ now""#, r#""say \"hi\" \\ now""#, r#""say \"hi\" \\ now""#),
    (r#""a\n\t\r\0\e[31m\x7f""#, r#""a\n\t\r\x00\x1B[31m\x7F""#, r#""a\n\t\r\x00\x1B[31m\x7F""#),
    (r#""\xff\xe9""#, r#""\xFF\xE9""#, r#""\xFF\xE9""#),
    (r#"my $text = "\xe9"; utf8::upgrade($text); $text"#, r#""\xE9""#, r#""\xE9""#),
    (r#""\xc3\xa9""#, r#""\xC3\xA9""#, r#""\xC3\xA9""#),
    (r#""\xe9\x{263a}""#, r#""\xC3\xA9\xE2\x98\xBA""#, r#""\xC3\xA9\xE2\x98\xBA""#),
    (r#""é""#, r#""\xE9""#, r#""\xE9""#),
    // What a value was used as does not change what it is.
    (r#"my $number = 5; my $text = "$number"; $number"#, "5", r#""5""#),
    (r#"my $number = 5.5; my $text = "$number"; $number"#, "5.5", r#""5.5""#),
    (r#"my $text = "5"; my $number = $text + 0; $text"#, r#""5""#, r#""5""#),
    (r#"my $text = "5.50"; my $number = $text + 0; $text"#, r#""5.50""#, r#""5.50""#),
    // Truth values.
    ("1 == 1", "true", r#""1""#),
    ("!!0", "false", r#""""#),
    ("require JSON::PP; [JSON::PP::true(), JSON::PP::false()]", "[true, false]", "[true, false]"),
    // Lists and tables.
    ("[]", "[]", "[]"),
    ("{}", "{}", "{}"),
    ("+{}", "{}", "{}"),
    ("[1, 'a', undef, [2, []], {}]", r#"[1, "a", null, [2, []], {}]"#, r#"["1", "a", null, ["2", []], {}]"#),
    ("+{ b => 1, a => [2], 10 => 3, 9 => 4 }", r#"{"10": 3, "9": 4, "a": [2], "b": 1}"#, r#"{"10": "3", "9": "4", "a": ["2"], "b": "1"}"#),
    (r#"+{ "\xe9" => 1, "\x{113}" => 2, "z" => 3 }"#, r#"{"z": 3, "\xC4\x93": 2, "\xE9": 1}"#, r#"{"z": "3", "\xC4\x93": "2", "\xE9": "1"}"#),
    (r#"+{ "a\n\"" => 1 }"#, r#"{"a\n\"": 1}"#, r#"{"a\n\"": "1"}"#),
    ("my $shared = [1]; [$shared, $shared]", "[[1], [1]]", r#"[["1"], ["1"]]"#),
    ("my @list = (4, 5, 6); @list", "3", r#""3""#),
    ("(4, 5, 6)", "6", r#""6""#),
    // References.
    (r"\1", r"\1", r#"\"1""#),
    (r"\\'a'", r#"\\"a""#, r#"\\"a""#),
    (r"\[1]", r"\[1]", r#"\["1"]"#),
    (r"\v1.2", r#"\"\x01\x02""#, r#"\"\x01\x02""#),
    // Objects.
    ("bless {a => 1}, 'Some::Class'", r#"Some::Class {"a": 1}"#, r#"Some::Class {"a": "1"}"#),
    ("bless [1], 'Some::Class'", "Some::Class [1]", r#"Some::Class ["1"]"#),
    (r#"bless \(my $text = "a"), 'Some::Class'"#, r#"Some::Class \"a""#, r#"Some::Class \"a""#),
    (r#"bless [], "Caf\xe9\n\"""#, r#"Caf\xE9\n\" []"#, r#"Caf\xE9\n\" []"#),
    ("qr/a+/i", r#"Regexp "(?^i:a+)""#, r#"Regexp "(?^i:a+)""#),
    ("bless qr/a+/, 'Some::Class'", r#"Some::Class "(?^:a+)""#, r#"Some::Class "(?^:a+)""#),
    ("package Loud { use overload '\"\"' => sub { die 'loud' }, '@{}' => sub { die 'loud' }, bool => sub { die 'loud' } } bless { a => 1 }, 'Loud'",
        r#"Loud {"a": 1}"#, r#"Loud {"a": "1"}"#),
    ("version->parse('1.2')", r#"version {"original": "1.2", "version": [1, 200]}"#, r#"version {"original": "1.2", "version": ["1", "200"]}"#),
];

#[test]
fn answers_have_the_canonical_form() {
    let stage = Stage::new();
    stage.host("perl").has_forms(FORMS);
}

#[test]
fn the_digest_is_that_of_the_whole_however_long_it_is() {
    let stage = Stage::new();
    stage.host("perl").digests_all_lengths(|length| format!("'x' x {length}"), |length| format!("['x' x {length}]"));
}

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
    for file in ["host.pl", "answers.pl", "errors.pl", "doses.pl"] {
        let path = format!("{}/../../workers/perl/{file}", env!("CARGO_MANIFEST_DIR"));
        let output = Command::new("perl").args(["-Mstrict", "-Mwarnings", "-c", &path]).output().expect("perl starts");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("{path} syntax OK\n"));
    }
}

#[test]
fn answers_and_errors_need_no_descriptor() {
    let stage = Stage::new();
    for (code, said) in
        [("[17, 'text', 0.5, undef, 1 == 1]", r#"[17, "text", 0.5, null, true]"#), ("die 'broken'", "broken")]
    {
        let mut host = stage.host("perl");
        host.prepare(snippet(&format!(
            "my @held; while (open my $file, '<', '/dev/null') {{ push @held, $file }} {code}"
        )));
        match host.ask(&Request::Answer { check: Check::Exact }) {
            Ok(Reply::Answer { answer, .. }) => assert_eq!(answer.head, said),
            Ok(Reply::Error(error)) => assert_eq!((error.message.as_str(), error.line), (said, Some(1))),
            other => panic!("{other:?}"),
        }
    }
}

/// Random bits as numbers: each text reads back as the same number, and no shorter one would.
#[test]
fn fractions_are_written_with_the_fewest_digits() {
    let stage = Stage::new();
    let code = "srand 42; my $bits = ''; $bits .= pack 'L', rand 2**32 for 1 .. 1000;
        my @numbers = grep { $_ == $_ and abs $_ != 9**9**9 } unpack 'd*', $bits;
        join ' ', map { unpack('H*', pack 'd>', $_) . '=' } @numbers";
    let bits = stage.host("perl").answer_of(code, Check::Exact);
    let numbers = code.replace("join ' ', map { unpack('H*', pack 'd>', $_) . '=' } @numbers", r"\@numbers");
    let texts = stage.host("perl").answer_of(&numbers, Check::Exact);
    let bits = bits
        .trim_matches('"')
        .split(' ')
        .map(|word| f64::from_bits(u64::from_str_radix(word.trim_end_matches('='), 16).expect("sixteen digits")));
    let texts: Vec<&str> = texts.trim_start_matches(['\\', '[']).trim_end_matches(']').split(", ").collect();
    assert!(texts.len() > 400);
    for (number, text) in bits.zip(texts) {
        assert_eq!(text.parse(), Ok(number));
        assert_eq!(significant_digits(text), significant_digits(&format!("{number:e}")), "{text}");
    }
}

fn significant_digits(text: &str) -> String {
    let mantissa = text.split('e').next().unwrap_or(text);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_string()
}

#[test]
fn answers_that_cannot_be_compared_are_refused() {
    let stage = Stage::new();
    let mut host = stage.host("perl");
    let deep = "the answer is nested deeper than 1000 levels, or contains itself";
    let refused = |shape| format!("the answer holds a {shape} reference, which cannot be compared: return data");
    let cases = [
        ("my $list = []; push @$list, $list; $list", deep.to_string()),
        ("my %table; $table{self} = \\%table; \\%table", deep.to_string()),
        ("sub { 1 }", refused("CODE")),
        ("[1, { code => sub { 1 } }]", refused("CODE")),
        (r"\*STDOUT", refused("GLOB")),
        ("*STDOUT{IO}", refused("IO")),
    ];
    host.refuses(&cases);
}

#[test]
fn a_deep_answer_survives_warnings_that_are_made_fatal() {
    let code =
        "$SIG{__WARN__} = $SIG{__DIE__} = sub { kill 9, $$ }; my $list = []; $list = [$list] for 1 .. 900; $list";
    let head = Stage::new().host("perl").answer_of(code, Check::Exact);
    assert_eq!(head, format!("{}{}", "[".repeat(901), "]".repeat(901)));
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
fn a_parameter_that_perl_cannot_name_is_told() {
    let params = BTreeMap::from([("_".to_string(), Param::Integer(1))]);
    let error = Stage::new().host("perl").prepare_error(SnippetCase { params, ..snippet("1") });
    assert_eq!(error.kind, ErrorKind::Compile);
    assert!(error.message.contains("Can't use global $_ in \"my\""), "{}", error.message);
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

#[test]
fn exceptions_of_any_sort_are_told() {
    let cases = [
        ("die bless { secret => 1 }, 'My::Error'", "an exception of class My::Error"),
        ("die { code => 7 }", "an exception of class HASH"),
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
fn teardown_runs_at_bye() {
    let stage = Stage::new();
    let file = stage.text("torn-down");
    let teardown = format!("open my $file, '>', '{file}'; print $file 'done'");
    let mut host = stage.host("perl").ready(parts(&[(Part::Code, "1"), (Part::Teardown, &teardown)]));
    assert_eq!(host.ask(&Request::Bye), Ok(Reply::Bye));
    assert_eq!(std::fs::read_to_string(file).expect("teardown wrote it"), "done");
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

/// The counters of a batch hold what the code does, and not what the host does to read them.
#[test]
fn readings_are_those_of_the_code() {
    let stage = Stage::new();
    let setup = "open my $zero, '<', '/dev/zero'; open my $null, '>', '/dev/null'; my $buffer";
    let code = "sysread $zero, $buffer, 4096; syswrite $null, $buffer; syswrite $null, $buffer, 96";
    let mut host = stage.host("perl").ready(parts(&[(Part::Setup, setup), (Part::Code, code)]));
    for iterations in [1, 1000] {
        let batch = host.run(iterations);
        assert_eq!(batch.reading(Metric::ReadCalls), iterations);
        assert_eq!(batch.reading(Metric::WriteCalls), 2 * iterations);
        assert_eq!(batch.reading(Metric::WriteBytes), 4192 * iterations);
        // The text of the counters grows with their digits, by a few bytes within a batch.
        let surplus = batch.reading(Metric::ReadBytes) - 4096 * iterations;
        assert!(surplus < 64, "{surplus} bytes too many");
    }
    host.prepare(snippet("1"));
    let batch = host.run(1);
    let calls = [Metric::ReadCalls, Metric::WriteCalls, Metric::WriteBytes];
    assert_eq!(calls.map(|metric| batch.reading(metric)), [0; 3]);
    assert!(batch.reading(Metric::PeakRss) > 1 << 20);
}

#[test]
fn processor_time_is_that_of_the_code() {
    let stage = Stage::new();
    let burn = "my ($user) = times; 1 while (times)[0] < $user + 0.05; 1";
    let batch = stage.host("perl").ready(snippet(burn)).run(2);
    assert!(batch.reading(Metric::User) >= 80_000_000, "{:?}", batch.readings);
    assert!(batch.reading(Metric::Wall) >= batch.reading(Metric::User) / 2);
}
