//! Collectors of garbage: what lives on for a while, held against what dies at once, and a table that grows and is emptied.
//! Their work comes seldom, and late.

use crate::truth::case::{Case, Class, Truth};

const CATEGORY: &str = "collectors";

pub fn cases() -> Vec<Case> {
    [python(), javascript(), ruby(), java(), go(), haskell()].into_iter().flatten().collect()
}

/// A pair of cases: values that are kept for a while, and a table.
fn pair(language: &str, class: Class, kept: [&str; 2], table: [&str; 2]) -> [Case; 2] {
    let case = |what: &str, code: [&str; 2], period: u64| {
        Case::new(&format!("{language}-{what}"), class, CATEGORY, code, Truth::Loop).with_period(period)
    };
    [case("kept", kept, 1_000), case("table", table, 300)]
}

fn python() -> [Case; 2] {
    let [kept, table] = pair(
        "python",
        Class::Python,
        [
            "for i in range(60): kept[0] = [[i]]\n1",
            "for i in range(20):\n    kept[at[0]] = [[i]]\n    at[0] = (at[0] + 1) % 20000\n1",
        ],
        [
            "for i in range(10): table[at[0] + i] = [i]\nat[0] = (at[0] + 10) % 3000\n1",
            "for i in range(10): table[at[0] + i] = [i]\nat[0] += 10\nif at[0] == 3000:\n    table.clear()\n    at[0] = 0\n1",
        ],
    );
    // What a table costs beside the other went from 1.4 to 2.0 within hours of one machine.
    [kept, Case { truth: Truth::LoopEachTime, ..table }]
}

fn javascript() -> [Case; 2] {
    pair(
        "javascript",
        Class::Javascript,
        [
            "for (let i = 0; i < 60; i++) kept[0] = [i, i]; return 1",
            "for (let i = 0; i < 20; i++) { kept[at] = [i, i]; at = (at + 1) % 20000 } return 1",
        ],
        [
            "for (let i = 0; i < 10; i++) table.set(at + i, [i]); at = (at + 10) % 3000; return 1",
            "for (let i = 0; i < 10; i++) table.set(at + i, [i]); at += 10; if (at === 3000) { table.clear(); at = 0 } return 1",
        ],
    )
}

fn ruby() -> [Case; 2] {
    pair(
        "ruby",
        Class::Ruby,
        [
            "i = 0; while i < 40; kept[0] = [i, [i]]; i += 1; end; 1",
            "i = 0; while i < 20; kept[at] = [i, [i]]; at = (at + 1) % 20000; i += 1; end; 1",
        ],
        [
            "i = 0; while i < 10; table[at + i] = [i]; i += 1; end; at = (at + 10) % 3000; 1",
            "i = 0; while i < 10; table[at + i] = [i]; i += 1; end; at += 10; if at == 3000; table = {}; at = 0; end; 1",
        ],
    )
}

fn java() -> [Case; 2] {
    pair(
        "java",
        Class::Java,
        [
            "for (int i = 0; i < 150; i++) kept[0] = new long[] {i, i}; return 1;",
            "for (int i = 0; i < 100; i++) { kept[at] = new long[] {i, i}; at = (at + 1) % 100000; } return 1;",
        ],
        [
            "for (int i = 0; i < 10; i++) table.put(at + i, new long[] {i}); at = (at + 10) % 3000; return 1;",
            "for (int i = 0; i < 10; i++) table.put(at + i, new long[] {i}); at += 10; if (at == 3000) { table.clear(); at = 0; } return 1;",
        ],
    )
}

fn go() -> [Case; 2] {
    pair(
        "go",
        Class::Go,
        [
            "for i := 0; i < 150; i++ { kept[0] = []int{i, i} }; return 1",
            "for i := 0; i < 100; i++ { kept[at] = []int{i, i}; at = (at + 1) % 100000 }; return 1",
        ],
        [
            "for i := 0; i < 10; i++ { table[at + i] = []int{i} }; at = (at + 10) % 3000; return 1",
            "for i := 0; i < 10; i++ { table[at + i] = []int{i} }; at += 10; if at == 3000 { table = map[int][]int{}; at = 0 }; return 1",
        ],
    )
}

fn haskell() -> [Case; 2] {
    pair(
        "haskell",
        Class::Haskell,
        ["mapM_ (keep 0) [1 .. 120] >> return (1 :: Int)", "mapM_ keepNext [1 .. 20] >> return (1 :: Int)"],
        [
            "mapM_ put [0 .. 9] >> step (return ()) >> return (1 :: Int)",
            "mapM_ put [0 .. 9] >> step clear >> return (1 :: Int)",
        ],
    )
}
