//! What works in a file works in a plan: ordinary code of each language, as it is pasted.

use crate::stage::{Stage, parts};
use protocol::Part;

/// A language, a prelude, a setup, code, and what it answers.
#[rustfmt::skip]
const PASTED: &[(&str, &str, &str, &str, &str)] = &[
    // The number of elements of an empty array is a number.
    ("perl", "my @list = 1 .. 5;", "", "my @kept = grep { $_ > 9 } @list; [scalar @kept, scalar(grep { $_ > 9 } @list), '0']", r#"[0, 0, "0"]"#),
    // Names of the module may be annotated, and what is of the future stays so.
    ("python", "total: int = 0\ndef work(): return sum(data)", "data: list = [1, 2]", "total: int = work()\ntotal", "3"),
    ("python", "from __future__ import annotations", "def f(x: NoSuchName) -> int | None: return 1", "f(1)", "1"),
    ("python", "#!/usr/bin/env python3\nx = 1", "", "x", "1"),
    // RubyGems has loaded these wherever it is loaded.
    ("ruby", "#!/usr/bin/env ruby\nclass A; include MonitorMixin; end", "", "[Monitor.new.synchronize { 1 }, A.new.mon_synchronize { 2 }, RbConfig::CONFIG.key?('MAJOR')]", "[1, 2, true]"),
    ("javascript", "#!/usr/bin/env node\nconst f = (n) => n + 1;", "", "f(1)", "2"),
    ("javascript", "", "", "const a = await\n  Promise.resolve(3);\nreturn a", "3"),
    ("javascript", "const f = async () => 4;", "", "await\n  f()", "4"),
    ("lua", "#!/usr/bin/env lua\nlocal x = 1", "", "x", "1"),
    ("luajit", "#!/usr/bin/env luajit\nlocal x = 1", "", "x", "1"),
    ("php", "<?php\nfunction f() { return basename(__FILE__) !== '' && dirname(__FILE__) === __DIR__; }\n?>\n", "", "f()", "true"),
    // GHC takes its pragmas in any case.
    ("haskell", "{-# language MultiWayIf #-}\n{-#LANGUAGE NumericUnderscores#-}\nlimit :: Int\nlimit = 1_000", "", "if | limit > 1 -> 1 | otherwise -> 2 :: Int", "1"),
    ("java", "interface Shape { double area(); }\nprivate static int[] data = {7};", "", "return data[0];", "7"),
];

#[test]
fn what_stands_in_a_file_stands_in_a_prelude() {
    let stage = Stage::new();
    for (language, prelude, setup, code, answer) in PASTED {
        let case = parts(&[(Part::Prelude, prelude), (Part::Setup, setup), (Part::Code, code)]);
        assert_eq!(stage.host(language).ready(case).answer().head, *answer, "{language}: {prelude} | {code}");
    }
}

/// In the words of the compiler, and with a help line.
#[test]
fn what_cannot_be_done_is_told_with_what_can() {
    let stage = Stage::new();
    for (language, prelude, code, help) in [
        ("cpp", "", "return (unsigned __int128)1 << 100;", "an answer has 64 bits"),
        ("rust", "#![allow(dead_code)]", "1", "leave out `#![allow(…)]`"),
        ("javascript", "export function f() {}", "1", "what the prelude declares is there without it"),
    ] {
        let error = stage.host(language).prepare_error(parts(&[(Part::Prelude, prelude), (Part::Code, code)]));
        assert!(error.message.contains(help), "{language}: {}", error.message);
    }
}
