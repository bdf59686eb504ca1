//! The generator against small servers whose every byte is known.

mod answers;
mod bodies;
mod counts;
mod faults;
mod open_loop;
mod server;
