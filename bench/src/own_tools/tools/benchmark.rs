//! Perl's Benchmark.

use super::a_number;
use crate::own_tools::code::Code;
use crate::own_tools::tool::{Output, Tool};

pub const TOOL: Tool = Tool {
    language: "perl",
    code: Code {
        looped: "my $x = 0; for my $i (1..ROUNDS) { $x += $i } $x",
        rounds: 4_000,
        texts: "length join ',', map { $_ * 7 } 1 .. 6",
    },
    name: "Benchmark.pm",
    package: "Debian's perl",
    version: &["perl", "-MBenchmark", "-e", "print $Benchmark::VERSION"],
    install: (&[], &[]),
    files: &[("code.pl", "@code@"), ("own.pl", PROGRAM)],
    build: &[],
    run: &["perl", "own.pl"],
    processes: 3,
    output: Output::Standard,
    read: a_number,
    reading: "`countit(1, 'CODE')` in each of three processes, `cpu_p` over `iters`. The code stands in its loop; the time of an empty loop is taken off. CPU time, \
              read in hundredths of a second.",
};

const PROGRAM: &str = r#"
use Benchmark qw(countit);
open my $file, '<', 'code.pl' or die $!;
my $code = do { local $/; <$file> };
my $result = countit(1, $code);
print $result->cpu_p / $result->iters * 1e9, "\n";
"#;
