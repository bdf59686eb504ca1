//! A plain loop in PHP: what phpbench is installed from is no registry of packages of this project.

use crate::own_tools::code::Code;
use crate::own_tools::tool::Tool;

pub const TOOL: Tool = Tool {
    language: "php",
    code: Code {
        looped: "$x = 0; for ($i = 0; $i < ROUNDS; $i++) $x += $i; return $x;",
        rounds: 10_000,
        texts: "$parts = []; for ($i = 0; $i < 20; $i++) $parts[] = $i * 7; return implode(',', $parts);",
    },
    name: "plain loop",
    package: "Debian's php-cli",
    version: &["php", "-r", "echo 'PHP ', PHP_VERSION;"],
    files: &[("own.php", PROGRAM)],
    run: &["php", "own.php"],
    reading: "A loop of calls of a closure between two readings of `hrtime`, for a second in each of three processes; the loop of an empty closure is taken off. The \
              clock of the wall; the collector of cycles is on.",
    ..super::PLAIN
};

const PROGRAM: &str = r"<?php
$code = static function () {
@code@
};
function stretch($code, $count) {
    $begin = hrtime(true);
    for ($left = $count; $left > 0; --$left) $value = $code();
    return hrtime(true) - $begin;
}
function mean($code, $seconds) {
    $count = 1;
    while (stretch($code, $count) < 2e7) $count *= 2;
    $spent = $all = 0;
    for (; $spent < $seconds * 1e9; $all += $count) $spent += stretch($code, $count);
    return $spent / $all;
}
echo mean($code, 1) - mean(static function () {}, 0.1), PHP_EOL;
";
