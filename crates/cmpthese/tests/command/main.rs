//! The command as a person uses it: lines typed into a shell, and everything that is answered.
//!
//! Read [`stage`] first. Runs of the simulator are exact, so their transcripts are whole; transcripts of real processes
//! leave out what is measured ([`transcript::without_measurements`]).

mod before_each;
mod benchmarks;
mod built;
#[path = "../../../report/tests/testsuite/chromium/mod.rs"]
mod chromium;
mod compiled;
mod environments;
mod experiments;
mod failures;
mod first_lines;
mod foreign_text;
mod habits;
mod help;
mod http;
mod imports;
mod interrupted;
mod iterations;
mod killed;
mod left_behind;
mod memory;
mod mistakes;
mod own_worker;
mod perl_code;
mod perl_module;
mod perl_scripts;
mod process;
mod profiling;
mod proving;
mod read_elsewhere;
mod recorded;
mod recording;
mod reports_of_old;
mod resumed;
mod runtimes;
mod selftest;
mod serve;
mod simulated;
mod slow;
mod stage;
mod storage;
mod streams;
mod this_machine;
mod transcript;
