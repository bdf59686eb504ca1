//! The trials.

fn main() -> std::process::ExitCode {
    cmpthese_bench::trials()
}
