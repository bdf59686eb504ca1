//! The scoreboard.

fn main() -> std::process::ExitCode {
    cmpthese_bench::scoreboard()
}
