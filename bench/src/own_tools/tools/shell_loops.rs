//! Plain loops of shells and awk, which have no tool of their own. bash has a clock of microseconds. dash and mawk have none that
//! would do, so bash reads its clock around a process of theirs, and around one that does nothing as often.

use crate::own_tools::code::Code;
use crate::own_tools::tool::Tool;

pub const BASH: Tool = Tool {
    language: "bash",
    code: Code {
        looped: "x=0 i=0; while [ $i -lt ROUNDS ]; do x=$((x + i)) i=$((i + 1)); done; echo $x",
        rounds: 100,
        texts: "parts=(); for i in 1 2 3 4 5 6; do parts+=(\"$((i * 7))\"); done; text=\"${parts[*]}\"",
    },
    name: "plain loop",
    package: "Debian's bash",
    version: &["bash", "-c", "echo bash $BASH_VERSION"],
    files: &[("own.bash", IN_BASH), ("mean.bash", MEAN)],
    run: &["bash", "own.bash"],
    reading: "A loop of calls of a function between two readings of `EPOCHREALTIME`, for a second in each of three processes; the loop of a function that does \
              nothing is taken off. The clock of the wall; what is printed goes to /dev/null.",
    ..super::PLAIN
};

pub const DASH: Tool = Tool {
    language: "dash",
    code: Code { rounds: 200, texts: "text=; for i in 1 2 3 4 5 6; do text=$text,$((i * 7)); done", ..BASH.code },
    package: "Debian's dash",
    version: &["dpkg-query", "--show", "--showformat=dash ${Version}", "dash"],
    files: &[
        ("code", "code() { :\n@code@\n}\nn=$1; while [ $n -gt 0 ]; do code; n=$((n - 1)); done"),
        ("empty", "code() { :\n}\nn=$1; while [ $n -gt 0 ]; do code; n=$((n - 1)); done"),
        ("own.bash", AROUND),
        ("mean.bash", MEAN),
    ],
    run: &["bash", "own.bash", "dash"],
    reading: "bash reads `EPOCHREALTIME` around a process that calls a function in a loop, for a second, three times; what a process takes whose function does \
              nothing is taken off. The clock of the wall; what is printed goes to /dev/null.",
    ..BASH
};

pub const AWK: Tool = Tool {
    language: "awk",
    code: Code {
        looped: "x = 0; for (i = 0; i < ROUNDS; i++) x += i; print x",
        rounds: 2_000,
        texts: "text = \"\"; for (i = 0; i < 8; i++) text = text \",\" i * 7",
    },
    package: "Debian's mawk",
    version: &["dpkg-query", "--show", "--showformat=mawk ${Version}", "mawk"],
    files: &[
        ("code", "function code() {\n@code@\n}\nBEGIN { for (n = ARGV[1]; n > 0; n--) code() }"),
        ("empty", "function code() {\n}\nBEGIN { for (n = ARGV[1]; n > 0; n--) code() }"),
        ("own.bash", AROUND),
        ("mean.bash", MEAN),
    ],
    run: &["bash", "own.bash", "awk", "-f"],
    ..DASH
};

const IN_BASH: &str = r#"
LC_ALL=C
code() { :
@code@
}
empty() { :
}
stretch() {
    local left=$2 begin=$EPOCHREALTIME
    while ((left-- > 0)); do "$1"; done >/dev/null
    local end=$EPOCHREALTIME
    us=$((${end/./} - ${begin/./}))
}
. ./mean.bash
"#;

const AROUND: &str = r#"
LC_ALL=C
stretch() {
    local begin=$EPOCHREALTIME
    "${interpreter[@]}" "$1" "$2" >/dev/null || exit
    local end=$EPOCHREALTIME
    us=$((${end/./} - ${begin/./}))
}
interpreter=("$@")
. ./mean.bash
"#;

/// With a `stretch` that takes `code` or `empty` and a count, and leaves microseconds: as many as a second has, less those of what is empty. The result is in nanoseconds.
const MEAN: &str = r#"
count=1
while stretch code $count; ((us < 100000)); do ((count *= 2)); done
((count = count * 1000000 / us))
stretch code $count
full=$us
stretch empty $count
echo "$((full - us)) $count" | awk '{ print $1 / $2 * 1000 }'
"#;
