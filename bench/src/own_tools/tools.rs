//! The tools: one file each, and this slice with one of every language. Where a language has none that can be had, a loop with
//! the clock of the language stands for it, and is called a plain loop.

mod benchmark;
mod benchmark_ips;
mod criterion;
mod google_benchmark;
mod haskell_criterion;
mod jmh;
mod lua_loop;
mod mitata;
mod php_loop;
mod pyperf;
mod shell_loops;
mod testing;

use super::code::Code;
use super::tool::{Output, Tool};

/// The tools, in the order of the table.
pub const TOOLS: &[Tool] = &[
    benchmark::TOOL,
    pyperf::TOOL,
    mitata::TOOL,
    benchmark_ips::TOOL,
    php_loop::TOOL,
    lua_loop::LUA,
    lua_loop::LUAJIT,
    shell_loops::BASH,
    shell_loops::DASH,
    shell_loops::AWK,
    testing::TOOL,
    criterion::TOOL,
    jmh::TOOL,
    haskell_criterion::TOOL,
    google_benchmark::C,
    google_benchmark::CPP,
];

/// What most of them share: nothing to install nor to build, and three processes of a program of ours.
const PLAIN: Tool = Tool {
    language: "",
    code: Code { looped: "", rounds: 0, texts: "" },
    name: "",
    package: "",
    version: &[],
    install: (&[], &[]),
    files: &[],
    build: &[],
    run: &[],
    processes: 3,
    output: Output::Standard,
    // What a program of ours prints: a number of nanoseconds, and nothing else.
    read: |text| text.trim().parse().ok(),
    reading: "",
};
