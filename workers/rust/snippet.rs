//! The source that a snippet is compiled as. What stands between two @ signs is replaced; each part is a file of its own, which the
//! compiler and what panics name.

#[macro_use]
mod cmpthese;
// By a star, as what is needed below, so that a prelude may use the same names.
#[allow(unused_imports)]
use cmpthese::of_snippets::*;

mod cmpthese_needs {
    include!("need");
}
#[allow(unused_imports)]
use cmpthese_needs::*;

include!("prelude");
@layout@

#[allow(non_upper_case_globals)]
mod cmpthese_params {
@places@
}

fn cmpthese_set_up() {
@bindings@
    let _ = include!("setup");
}

fn cmpthese_set_up_variant() {
@bindings@
    let _ = include!("variant_setup");
}

fn cmpthese_tear_down() {
@bindings@
    let _ = include!("teardown");
}

fn cmpthese_before_each() {
@bindings@
    let _ = include!("before_each");
}

fn cmpthese_body() -> @returns@ {
@bindings@
    include!("code")
}

extern "C-unwind" fn cmpthese_setup() {
    cmpthese::note_panics();
@fill@
    cmpthese_set_up()
}

extern "C-unwind" fn cmpthese_variant_setup() {
    cmpthese_set_up_variant()
}

extern "C-unwind" fn cmpthese_code() {
    cmpthese::keep(cmpthese_body())
}

extern "C-unwind" fn cmpthese_teardown() {
    cmpthese_tear_down()
}

extern "C-unwind" fn cmpthese_do_before_each() {
    cmpthese_before_each()
}

cmpthese_exported!(_, pub static cmpthese_snippet: cmpthese::Snippet = cmpthese::Snippet {
    setup: cmpthese_setup,
    variant_setup: cmpthese_variant_setup,
    code: cmpthese_code,
    answer: cmpthese::tell,
    teardown: cmpthese_teardown,
    guard: cmpthese::guard,
    // The file holds two braces where there is no such part.
    before_each: if include_str!("before_each").len() == 2 { None } else { Some(cmpthese_do_before_each) },
};);

cmpthese_exported!(_, pub static cmpthese_constants: [cmpthese::Constant; [@units@()].len()] = [
@table@
    cmpthese::Constant::END,
];);
