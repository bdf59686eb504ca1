//! What a snippet answers.

use super::*;

#[test]
fn answers_have_their_canonical_form() {
    let c = [
        ("long long", "return -17;", "-17"),
        ("unsigned long long", "return -1ull;", "18446744073709551615"),
        ("char", "return 'x';", "120"),
        ("bool", "return 3 > 2;", "true"),
        ("bool", "return 3 < 2;", "false"),
        ("double", "return 0.1;", "0.1"),
        ("double", "return 1.0 / 3;", "0.3333333333333333"),
        ("double", "return 0.1 + 0.2;", "0.30000000000000004"),
        ("double", "return 1e3;", "1000"),
        ("double", "return -0.0;", "0"),
        ("double", "return 9007199254740991.0;", "9007199254740991"),
        ("double", "return 9007199254740993.0;", "9007199254740992"),
        ("double", "return 1e300;", "1e+300"),
        ("double", "return __builtin_inf();", "Inf"),
        ("double", "return -__builtin_inf();", "-Inf"),
        ("double", "return __builtin_nan(\"\");", "NaN"),
        ("float", "return 0.5f;", "0.5"),
        ("long double", "return 2.5L;", "2.5"),
        ("const char *", "return \"say \\\"h\\303\\251\\\"\\n\\t\\r\\\\\";", r#""say \"h\xC3\xA9\"\n\t\r\\""#),
        ("const char *", "return NULL;", "null"),
        ("char *", "static char text[] = \"text\"; return text;", r#""text""#),
        ("struct bytes", "struct bytes all = {\"a\\0b\", 3}; return all;", r#""a\x00b""#),
        ("struct bytes", "struct bytes none = {NULL, 0}; return none;", r#""""#),
        ("void", "int x = 1; keep(&x);", "null"),
    ];
    for language in BOTH {
        let mut actor = Stage::new().host(language);
        for (returns, text, expected) in c {
            actor.prepare(returning(returns, text));
            assert_eq!(actor.answer().head, expected, "{language}: {returns}: {text}");
        }
    }
    let mut actor = Stage::new().host("cpp");
    let cpp = [
        ("return 0.25;", "0.25"),
        ("return true;", "true"),
        ("return 7u;", "7"),
        ("return \"text\";", r#""text""#),
        ("return std::string(\"a\\0b\", 3);", r#""a\x00b""#),
        ("return std::string_view(\"view\");", r#""view""#),
        ("int x = 1; keep(&x);", "null"),
    ];
    for (text, expected) in cpp {
        actor.prepare(code(text));
        assert_eq!(actor.answer().head, expected, "{text}");
    }
}

#[test]
fn lenient_answers_are_texts() {
    let cases =
        [("int", "return 5;", r#""5""#), ("double", "return 0.5;", r#""0.5""#), ("bool", "return true;", r#""1""#)];
    let mut actor = Stage::new().host("c");
    for (returns, text, expected) in cases {
        actor.prepare(returning(returns, text));
        assert_eq!(actor.checked_answer(Check::Lenient).0.head, expected);
    }
}

/// Every byte, over and over, with a length that is no multiple of any block; by three ways that share no code.
#[test]
fn bytes_have_the_digest_that_perl_and_a_command_give() {
    let stage = Stage::new();
    for length in [0_u32, 55, 56, 64, 119, 65_535, 65_536, 1_000_003] {
        let of_c = format!(
            "static unsigned char all[1000003]; for (size_t i = 0; i < {length}; i++) all[i] = (unsigned char)(i * 7);
             struct bytes bytes = {{all, {length}}}; return bytes;"
        );
        let of_perl = format!("join q(), map {{ chr($_ * 7 % 256) }} 0 .. {length} - 1");
        let of_command = format!("perl -e 'binmode STDOUT; print {of_perl}'");
        let answers = [
            stage.host("c").ready(returning("struct bytes", &of_c)).answer(),
            stage.host("cpp").ready(code(&of_c)).answer(),
            stage.host("perl").ready(code(&of_perl)).answer(),
            stage.spawner().ready(shell(&of_command)).answer(),
        ];
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{length} bytes");
    }
}
