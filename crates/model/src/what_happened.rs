//! Which line of what a process wrote last says what happened.

/// How the line begins above a trace that says what happened.
const ABOVE_A_TRACE: [&str; 2] = ["panic: ", "fatal error: "];

/// How lines of a trace begin, or those that follow it: they say where, or what else could be asked for.
const OF_A_TRACE: [&str; 8] = [
    "at ",
    "from ",
    "... ",
    "File \"",
    "Node.js v",
    "note: run with `RUST_BACKTRACE",
    "note: Some details are omitted",
    "FILENAME=",
];

/// Lua's trace has lines of many kinds below this one.
const TRACE: &str = "stack traceback:";

/// The line that says what happened: above a trace the first, of others the last that is none of a trace; without space around it.
pub fn what_happened(text: &str) -> Option<&str> {
    let begins = |line: &str, with: &[&str]| with.iter().any(|begin| line.starts_with(begin));
    let text = text.split_once(TRACE).map_or(text, |(above, _)| above);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let above = lines().find(|line| begins(line, &ABOVE_A_TRACE));
    above.or_else(|| lines().rfind(|line| !begins(line, &OF_A_TRACE))).or_else(|| lines().next_back())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_passed_over() {
        let cases = [
            (
                "mawk: run time error: not enough arguments\n\tFILENAME=\"\" FNR=0 NR=0\n",
                "mawk: run time error: not enough arguments",
            ),
            ("TypeError: no\n    at f (a.js:1:2)\n    at g (b.js:3:4)\n\nNode.js v20.1.0\n", "TypeError: no"),
            ("a.lua:2: hook\nstack traceback:\n\ta.lua:1: in main chunk\n\t[C]: in ?\n", "a.lua:2: hook"),
            ("panic: no more\n\ngoroutine 1 [running]:\nmain.f()\n\texit status 2", "panic: no more"),
            ("first\nlast\n \n", "last"),
            ("    at f (a.js:1:2)\n", "at f (a.js:1:2)"),
        ];
        for (text, line) in cases {
            assert_eq!(what_happened(text), Some(line));
        }
        assert_eq!(what_happened(" \n"), None);
    }
}
