//! How Perl writes answers.

use super::*;

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
    ("require JSON::PP; [JSON::PP::true(), JSON::PP::false()]", "[true, false]", r#"["1", ""]"#),
    // Whole numbers of any size.
    ("require Math::BigInt; [Math::BigInt->new('-2')->bpow(70), Math::BigInt->binf('-'), Math::BigInt->bnan()]",
        "[1180591620717411303424, -Inf, NaN]", r#"["1180591620717411303424", "-Inf", "NaN"]"#),
    ("require Math::BigFloat; [Math::BigFloat->new('1.50'), Math::BigFloat->new('1.5', 20), Math::BigFloat->new(10)]",
        "[1.5, 1.5, 10]", r#"["1.5", "1.5", "10"]"#),
    // What a loop leaves is unspecified.
    ("my $s = 0; for my $k (1, 2) { $s += $k }", "null", "null"),
    ("my %h = (a => 1); while (my ($k, $v) = each %h) { $v } # for all", "null", "null"),
    ("my $s = 0; $s += $_ for 1 .. 3;", "null", "null"),
    ("my $i = 0; until ($i > 3) { $i++ }", "null", "null"),
    ("my $n = 0; OUTER: for (my $i = 0; $i < 3; $i++) { if ($i) { next OUTER } }", "null", "null"),
    ("for (1 .. 3) { return $_ if $_ == 2 }", "2", r#""2""#),
    ("'a wait for it' =~ /wait for it/ ? 1 : 2", "1", r#""1""#),
    ("my ($n) = 'a for b' =~ / for (b)/; $n", r#""b""#, r#""b""#),
    ("my @l = ('a wait for it'); scalar grep /wait for/, @l", "1", r#""1""#),
    ("my $t = <<'EOT';\nthanks for all\nEOT\nlength $t", "15", r#""15""#),
    ("my $t = <<\"A B\" . <<'C'; length $t;\nall for\nA B\none for\nC\n$t =~ tr/f//", "2", r#""2""#),
    ("my $s = 0; $s += $_ / 2 for 1 .. 3;", "null", "null"),
    ("my @r; push @r, grep /a/, $_ for 'a', 'b';", "null", "null"),
    ("if (1) { 7 } else { for (1) { 8 } }", "7", r#""7""#),
    ("my $s = 0; for (1 .. 3) { $s += $_ } $s", "6", r#""6""#),
    ("my $s = ''; $s .= $_ for 1 .. 3; \"$s for \"", r#""123 for ""#, r#""123 for ""#),
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
    let deep = "the answer is nested deeper than 1000 levels, or contains itself: return data";
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

/// It takes no time in the scalar context of code, and what it gives is no answer.
#[test]
fn a_sort_that_sorts_nothing_is_told() {
    let stage = Stage::new();
    let ready = |code| stage.host("perl").ready(parts(&[(Part::Setup, "my @d = (3, 1, 2)"), (Part::Code, code)]));
    let cases = [
        ("sort { $a <=> $b } @d", 1),
        ("my $x = {}; return sort @d;", 1),
        ("# of numbers;\nreturn (sort { $b <=> $a; } @d); # {\n\n", 2),
        ("for my $i (0 .. 2) { $d[$i]++ }\nsort\n{ $a <=> $b }\n@d", 2),
    ];
    for (code, line) in cases {
        let error = ready(code).answer_error();
        let place = (error.kind, error.part, error.line, error.message.as_str());
        let message = "sort in scalar context sorts nothing: write [sort ...]";
        assert_eq!(place, (ErrorKind::Compile, Some(Part::Code), Some(line), message), "{code}");
    }
    let others = [
        ("(sort @d)[7]", "null"),
        ("[sort @d]", "[1, 2, 3]"),
        ("my @e = sort @d; return", "null"),
        ("sub f { return } f(\nsort @d)", "null"),
        ("BEGIN { *first = sub (&@) { return } } first { $_ > 9 }\nsort @d", "null"),
    ];
    for (code, head) in others {
        assert_eq!(ready(code).answer().head, head, "{code}");
    }
}

/// A `sort` that is no statement of its own, or stands in a function, gives nothing either.
#[test]
fn a_sort_that_may_have_sorted_nothing_is_noted() {
    let setup = "my @a = (3, 1, 2); sub s1 { return sort @_ }";
    let note = "its answer is undef: code is called in scalar context, where sort sorts nothing; \
                write [ ... ] around what it gives";
    let stage = Stage::new();
    let notes = |part, setup, code| {
        let mut host = stage.host("perl").ready(parts(&[(part, setup), (Part::Code, code)]));
        host.checked_answer(Check::Exact).1
    };
    for code in ["s1(@a)", "do { sort @a }", "@a ? sort @a : ()", "my $x = \"}\"; sort @a"] {
        for part in [Part::Prelude, Part::Setup, Part::VariantSetup] {
            assert_eq!(notes(part, setup, code), [note], "{code}");
        }
    }
    for code in ["[s1(@a)]", "[do { sort @a }]", "scalar @a"] {
        assert_eq!(notes(Part::Setup, setup, code), [""; 0], "{code}");
    }
    assert_eq!(notes(Part::Setup, "my @sorted = 1; my @a", "$a[0]"), [""; 0]);
}

#[test]
fn a_deep_answer_survives_warnings_that_are_made_fatal() {
    let code =
        "$SIG{__WARN__} = $SIG{__DIE__} = sub { kill 9, $$ }; my $list = []; $list = [$list] for 1 .. 900; $list";
    let head = Stage::new().host("perl").answer_of(code, Check::Exact);
    assert_eq!(head, format!("{}{}", "[".repeat(901), "]".repeat(901)));
}
