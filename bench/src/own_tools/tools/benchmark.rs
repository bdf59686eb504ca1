//! Perl's Benchmark.

use crate::own_tools::code::Code;
use crate::own_tools::tool::Tool;

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
    files: &[("code.pl", "@code@"), ("own.pl", PROGRAM)],
    run: &["perl", "own.pl"],
    reading: "`countit(1, 'CODE')` in each of three processes, `cpu_p` over `iters`. The code stands in its loop; the time of an empty loop is taken off. CPU time, \
              read in hundredths of a second.",
    ..super::PLAIN
};

const PROGRAM: &str = r#"
use Benchmark qw(countit);
open my $file, '<', 'code.pl' or die $!;
my $code = do { local $/; <$file> };
my $result = countit(1, $code);
print $result->cpu_p / $result->iters * 1e9, "\n";
"#;
