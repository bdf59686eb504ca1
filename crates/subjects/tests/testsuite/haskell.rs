//! Haskell, by the host of C: how it writes answers, what a part is, which lines it tells, and that laziness leaves nothing out.

use crate::stage::{Stage, parts, snippet};
use protocol::{ErrorKind, Param, Part, SnippetCase};
use std::collections::BTreeMap;

/// One snippet, because each is compiled: values, and their canonical form.
#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("()", "null"),
    ("Nothing :: Maybe Int", "null"),
    ("Just (-17) :: Maybe Int", "-17"),
    ("maxBound :: Word", "18446744073709551615"),
    ("2 ^ (100 :: Int) :: Integer", "1267650600228229401496703205376"),
    ("0.1 + 0.2 :: Double", "0.30000000000000004"),
    ("1e17 :: Double", "1e+17"),
    ("-0.0 :: Double", "0"),
    ("1 / 0 :: Double", "Inf"),
    ("0 / 0 :: Float", "NaN"),
    (r#""say \"hi\" \\ \n\t\r\0\DEL""#, r#""say \"hi\" \\ \n\t\r\x00\x7F""#),
    (r#""é""#, r#""\xE9""#),
    (r#"Data.Text.pack "é☺""#, r#""\xC3\xA9\xE2\x98\xBA""#),
    ("'x'", r#""x""#),
    (r#"Data.ByteString.Char8.pack "x\255""#, r#""x\xFF""#),
    ("[True, False]", "[true, false]"),
    ("[] :: [Int]", "[]"),
    ("(1 :: Int, \"a\", [2.5 :: Double])", r#"[1, "a", [2.5]]"#),
    ("Data.Set.fromList [2, 10 :: Int]", "[10, 2]"),
    (r#"Data.Set.fromList ["a", "a b", "é"]"#, r#"["\xE9", "a b", "a"]"#),
    ("Data.Map.Strict.fromList [(10 :: Int, 1 :: Int), (9, 2)]", r#"{"10": 1, "9": 2}"#),
    ("Data.Map.Strict.fromList [(\"b\", Just [1 :: Int]), (\"a\", Nothing)]", r#"{"a": null, "b": [1]}"#),
];

#[test]
fn answers_have_the_canonical_form() {
    let stage = Stage::new();
    let values: Vec<String> = FORMS.iter().map(|(value, _)| format!("Some ({value})")).collect();
    let prelude = "{-# LANGUAGE ExistentialQuantification -- for Some\n  , BangPatterns #-}\n\
        {-# LANGUAGE TupleSections #-} -- a comment\nimport CmptheseAnswers\nimport Control.DeepSeq\n\
        data Some = forall a. (Answer a, NFData a) => Some a\n\
        instance Answer Some where answer (Some a) = answer a\n\
        instance NFData Some where rnf (Some a) = rnf a";
    let case = parts(&[(Part::Prelude, prelude), (Part::Code, &format!("[{}]", values.join(", ")))]);
    let mut host = stage.host("haskell").ready(case);
    let forms: Vec<&str> = FORMS.iter().map(|(_, form)| *form).collect();
    assert_eq!(host.answer().head, format!("[{}]", forms.join(", ")));
    let unboxed = "Data.Array.Unboxed.listArray (0, 2) [1, 2, 3] :: Data.Array.Unboxed.UArray Int Int";
    for (code, returns) in
        [(unboxed.to_string(), None), (format!("return ({unboxed})"), Some("IO (Data.Array.Unboxed.UArray Int Int)"))]
    {
        let needs = vec!["qualified Data.Array.Unboxed".to_string()];
        host.prepare(SnippetCase { needs, returns: returns.map(str::to_string), ..snippet(&code) });
        assert_eq!(host.answer().head, "[1, 2, 3]");
    }
    host.prepare(snippet("Data.Map.Strict.fromList [(2 :: Data.Int.Int64, 3 :: Int)]"));
    assert_eq!(host.answer().head, r#"{"2": 3}"#);
}

#[test]
fn what_is_no_answer_does_not_compile_and_what_may_be_is_named() {
    let stage = Stage::new();
    let mut host = stage.host("haskell");
    let cases = [
        ("LT", "what the code returns is no answer: No instance for", "an answer is (), a truth value, a number"),
        ("return 1", "Ambiguous type variable", "say which type the code has"),
    ];
    for (code, words, hint) in cases {
        let error = host.prepare_error(snippet(code));
        assert_eq!(error.kind, ErrorKind::Compile);
        assert!(error.message.starts_with(words) && error.message.contains(hint), "{code}: {}", error.message);
    }
}

#[test]
fn parts_share_what_the_prelude_declares_and_see_parameters() {
    let stage = Stage::new();
    let order = "import Data.IORef; import System.IO.Unsafe\n\
        order :: IORef [String]\norder = unsafePerformIO (newIORef [])\n{-# NOINLINE order #-}\n\
        note :: String -> IO String\nnote word = modifyIORef order (word :) >> unwords . reverse <$> readIORef order";
    let case = parts(&[
        (Part::Prelude, order),
        (Part::Setup, "let first = word\nnote first"),
        (Part::VariantSetup, "note \"variant\" -- a comment at the end"),
        (Part::Code, "all <- note \"called\"\nreturn (all, n, length long, sort [2, 1 :: Int])"),
    ]);
    let long = "é\n".repeat(150_000);
    let params = [("word", Param::Text("setup".into())), ("long", Param::Text(long)), ("n", Param::Integer(i64::MIN))];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let needs = vec!["Data.List (sort)".to_string()];
    let mut host = stage.host("haskell").ready(SnippetCase { params, needs, ..case });
    assert_eq!(host.answer().head, r#"["setup variant called", -9223372036854775808, 300000, [1, 2]]"#);
    host.run(1);
    assert_eq!(host.answer().head, r#"["setup variant called called called", -9223372036854775808, 300000, [1, 2]]"#);
}

/// The host adds a line to each, which belongs to the block where it begins below the others.
#[test]
fn parts_may_be_indented_and_empty() {
    let prelude = "import Data.IORef; import System.IO.Unsafe\n\
        count :: IORef Int\ncount = unsafePerformIO (newIORef 0)\n{-# NOINLINE count #-}\n\
        more :: IO ()\nmore = modifyIORef' count (+ 1)";
    let code = "  -- all of it\n  all <- Data.IORef.readIORef count\n  return all";
    let lines = [
        ("", 0),
        ("    more\n    more\n", 2),
        ("\n-- {- a comment\n\n  {- and {- another -}\n-} more\n", 1),
        ("\tmore\n\tlet x = 1", 1),
    ];
    let stage = Stage::new();
    let mut host = stage.host("haskell");
    for (lines, count) in lines {
        let all = [Part::Setup, Part::VariantSetup, Part::BeforeEach, Part::Teardown].map(|part| (part, lines));
        host.prepare(parts(&[&all[..], &[(Part::Prelude, prelude), (Part::Code, code)]].concat()));
        assert_eq!(host.answer().head, (3 * count).to_string(), "{lines}");
    }
}

/// What goes wrong on the second line of a part, and how that is told.
#[test]
fn errors_tell_part_and_line() {
    let stage = Stage::new();
    let mut host = stage.host("haskell");
    let faults = [
        (Part::Prelude, "\nf = y", ErrorKind::Compile, "Variable not in scope: y"),
        (Part::Setup, "\nerror (\"no \" ++ show 1)", ErrorKind::Died, "no 1"),
        (Part::Code, "\nundefined :: Int", ErrorKind::Died, "Prelude.undefined"),
        (Part::Code, "\nwhnf [1, undefined :: Int]", ErrorKind::Died, "Prelude.undefined"),
        (Part::Code, "\ncase Just 1 of Nothing -> 1", ErrorKind::Died, "Non-exhaustive patterns in case"),
        (Part::Code, "\nlength 'a'", ErrorKind::Compile, "Couldn't match expected type"),
        (Part::Code, "\nlet x = ) in 1", ErrorKind::Compile, "parse error on input"),
        // The name of it is in the next line of the message, and what closes a bracket of the host's is the last line of its part.
        (
            Part::Code,
            "\naVeryLongFunctionNameThatDoesNotExist (zip (map show [1 :: Int]) \"abc\") (Data.Map.Strict.fromList [(1 :: Int, 2 :: Int)]) :: [Int]",
            ErrorKind::Compile,
            "Variable not in scope: aVeryLongFunctionNameThatDoesNotExist",
        ),
        (Part::Code, "\nsum [1 .. 1000])", ErrorKind::Compile, "parse error on input"),
        (Part::Setup, "\n  print 1)\n", ErrorKind::Compile, "parse error on input"),
        (Part::BeforeEach, "\n  print 1)", ErrorKind::Compile, "parse error on input"),
    ];
    for (part, text, kind, message) in faults {
        host.tells_fault(parts(&[(part, text)]), (part, 2), (text, kind, message));
    }
    let named = SnippetCase { params: [("N".to_string(), Param::Integer(1))].into(), ..snippet("1") };
    let error = host.prepare_error(named);
    assert!(error.message.starts_with("the parameter `N` cannot have this name in haskell"), "{}", error.message);
}

/// What the prelude hides of Prelude is its own in the code, too.
#[test]
fn the_code_sees_of_prelude_what_the_prelude_sees() {
    let stage = Stage::new();
    let mut host = stage.host("haskell");
    let own = "import Prelude hiding (lookup)\nlookup :: Int -> Int\nlookup = (+ 1)";
    host.prepare(parts(&[(Part::Prelude, own), (Part::Code, "let two = lookup 1\nreturn (two * 10) :: IO Int")]));
    assert_eq!(host.answer().head, "20");
    let without = "lookup :: Int -> Int\nlookup = (+ 1)";
    let error = host.prepare_error(parts(&[(Part::Prelude, without), (Part::Code, "lookup 1")]));
    assert!(error.message.contains("begin the prelude with `import Prelude hiding (…)`"), "{}", error.message);
    let lines = [("lines".to_string(), Param::Integer(3))];
    let named = SnippetCase { params: lines.clone().into(), ..snippet("lines") };
    let error = host.prepare_error(named);
    assert!(error.message.contains("a parameter, or the prelude, has a name"), "{}", error.message);
    host.prepare(SnippetCase {
        params: lines.into(),
        ..parts(&[(Part::Prelude, "import Prelude hiding (lines)"), (Part::Code, "lines")])
    });
    assert_eq!(host.answer().head, "3");
    let error = host.prepare_error(snippet("mempty"));
    assert!(error.message.contains("say which type the code has"), "{}", error.message);
}

/// Nothing is evaluated once for all iterations, or not at all; to what, the code says.
#[test]
fn work_is_neither_shared_nor_deleted() {
    const STEPS: u64 = 20_000;
    let stage = Stage::new();
    let chain = format!(
        "let {{ chain :: Word -> Int -> Word; chain !x 0 = x; chain x n = chain (step x) (n - 1);
             step x = let {{ a = x `xor` shiftL x 13; b = a `xor` shiftR a 7 }} in b `xor` shiftL b 17 }}
chain 88172645463325252 {STEPS}"
    );
    let mut host = stage.host("haskell");
    let mut shortest = |code: &str, iterations| {
        host.shortest(SnippetCase { needs: vec!["Data.Bits".to_string()], ..snippet(code) }, iterations)
    };
    let once = shortest(&chain, 1);
    // No machine makes a chain of six operations in less than 0.2 ns.
    assert!(once >= STEPS / 5, "{STEPS} steps in {once} ns");
    assert!(shortest(&chain, 50) >= 25 * once, "50 iterations");
    // What the prelude and the libraries have is compiled into the code, as in every program with `-O2`: no list is made.
    let [fused, written] = ["sum [1 .. count]", "let { go !x 0 = x; go x i = go (x + i) (i - 1) }\ngo 0 count"]
        .map(|code| shortest(&format!("let count = length \"four\" * 5000\n{code}"), 50));
    assert!(fused < 5 * written, "{fused} ns, and {written} ns for a loop that was written so");
    let list = "map (* 3) [1 .. 20_000 :: Int]".replace('_', "");
    let [whole, head] = [list.clone(), format!("whnf ({list})")].map(|code| shortest(&code, 50));
    assert!(whole > 50 * STEPS / 5 && head < whole / 20, "to normal form {whole} ns, its head {head} ns");
}

#[test]
fn a_module_in_a_directory_of_the_flags_counts() {
    let stage = Stage::new();
    let flags = vec![format!("-i{}", stage.directory().display())];
    for value in ["1", "20"] {
        stage.write("Own.hs", &format!("module Own where\nvalue :: Int\nvalue = {value}\n"));
        let case = SnippetCase { flags: flags.clone(), needs: vec!["Own (value)".to_string()], ..snippet("value") };
        assert_eq!(stage.host("haskell").ready(case).answer().head, value);
    }
}
