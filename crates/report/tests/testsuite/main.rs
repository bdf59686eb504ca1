//! The reports, whole: of runs made of exact numbers, of invented ones, and of recorded ones. One program for all, because each that
//! is linked by itself costs as much time and disk as all of them together.

mod advice;
mod beginnings;
mod benchmark_layout;
mod beside;
mod chromium;
mod consistency;
mod empty_loop;
mod explanation;
mod exports;
mod findings;
mod formats_of_others;
mod html;
mod laws;
mod limit;
mod overheads;
mod prediction;
mod profile;
mod proof;
mod report;
mod support;
mod sweep;
mod traffic;
mod unit_costs;
