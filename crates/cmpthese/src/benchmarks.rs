//! Benchmarks that a project has already, run as they are by its own framework, several of them against each other.
//!
//! One file a framework: it says which benchmarks there are, and what runs one of them and no other. What is made of it is a plan of commands
//! that time themselves (`tells` in `docs/plan.md`), which can be written by hand for any other framework.

mod criterion;
mod go;
mod listing;
mod program;
mod pytest;

use crate::arguments::RunOptions;
use crate::benchmarks_typed::{HowToBenchmark, OfCriterion, OfGo, OfPytest};
use crate::exit::{Complaint, Outcome};
use crate::plan_text::PlanText;
use crate::remark::remark;
use crate::{budget, output, run};
use plan::quick::QuickBenchmarks;
use std::io::{self, IsTerminal};

/// `cmpthese go PACKAGE BENCHMARKS`.
pub fn go(which: &OfGo, options: &RunOptions) -> Outcome {
    check(&which.how, options)?;
    tell_of_building("go test -c", options);
    let OfGo { package, names, how } = which;
    compared(go::benchmarks(package, names, &how.with.0)?, how, options)
}

/// `cmpthese criterion BENCHMARKS`.
pub fn criterion(which: &OfCriterion, options: &RunOptions) -> Outcome {
    check(&which.how, options)?;
    tell_of_building("cargo bench --no-run", options);
    let OfCriterion { names, bench, how } = which;
    compared(criterion::benchmarks(bench.as_deref(), names, &how.with.0)?, how, options)
}

/// `cmpthese pytest FILE TESTS`.
pub fn pytest(which: &OfPytest, options: &RunOptions) -> Outcome {
    check(&which.how, options)?;
    let OfPytest { file, names, how } = which;
    compared(pytest::benchmarks(file, names, &how.with.0)?, how, options)
}

/// Complains of an option that is for plans, of a budget that is none and of places that cannot be written, before anything is built.
fn check(how: &HowToBenchmark, options: &RunOptions) -> Result<(), Complaint> {
    if options.locate.is_some() {
        let help = "leave it out: their sizes are benchmarks of their own, and no parameter of the plan".to_string();
        return Err(Complaint::usage("--locate is not for benchmarks of a project", Some(help)));
    }
    budget::typed_ns(options)?;
    if how.print_plan { Ok(()) } else { output::check(&options.show) }
}

fn compared(found: QuickBenchmarks, how: &HowToBenchmark, options: &RunOptions) -> Outcome {
    let source = plan::quick::benchmarks(&found, how.baseline.as_deref()).map_err(Complaint::of)?;
    if how.print_plan {
        return output::printed(&budget::written(&source.text, options)?);
    }
    run::fresh(PlanText { source, published: None }, options)
}

/// Says to somebody who watches why nothing is measured yet: a compiler may take minutes.
fn tell_of_building(command: &str, options: &RunOptions) {
    if !options.show.quiet && io::stderr().is_terminal() {
        remark(&format!("building the benchmarks: {command}"));
    }
}
