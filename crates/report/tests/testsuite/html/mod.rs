//! The page: its form, what foreign text does to it, its size, and what a real browser makes of it.

mod browser;
mod form;
mod markup;
mod runs;
