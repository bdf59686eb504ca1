//! benchmark-ips of Ruby.

use crate::own_tools::code::Code;
use crate::own_tools::tool::Tool;

pub const TOOL: Tool = Tool {
    language: "ruby",
    code: Code {
        looped: "x = 0; i = 0; while i < ROUNDS; x += i; i += 1; end; x",
        rounds: 4_000,
        texts: "Array.new(6) { |i| (i * 7).to_s }.join(',')",
    },
    name: "benchmark-ips",
    package: "Debian's ruby-benchmark-ips",
    version: &["ruby", "-e", "require 'benchmark/ips'; print Benchmark::IPS::VERSION"],
    files: &[("code.rb", "@code@"), ("own.rb", PROGRAM)],
    run: &["ruby", "own.rb"],
    reading: "`Benchmark.ips` with a warm-up of 0.3 s and a second of time in each of three processes, 1 over `ips`. The code is given as a text, so that it \
              stands in its loop; the loop is in the time. The clock of the wall; the collector is on.",
    ..super::PLAIN
};

const PROGRAM: &str = r#"
require "benchmark/ips"
report = Benchmark.ips(quiet: true) do |job|
  job.config(time: 1, warmup: 0.3)
  job.report("own", File.read("code.rb"))
end
puts 1e9 / report.entries[0].ips
"#;
