//! The page: its form, what foreign text does to it, its size, and what a real browser makes of it.

mod browser;
#[path = "../chromium/mod.rs"]
mod chromium;
mod form;
mod markup;
mod runs;
#[path = "../support/mod.rs"]
mod support;
