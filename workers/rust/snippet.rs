//! The source that a snippet is compiled as. What stands between two @ signs is replaced; each part is a file of its own, which the
//! compiler and what panics name.

#[macro_use]
mod cmpthese;
// By a star, so that a prelude may use the same names, and by one: of two, none would hide what the other has.
#[allow(unused_imports)]
use cmpthese_names::*;

#[allow(unused_imports)]
mod cmpthese_names {
    pub(crate) use super::cmpthese::of_snippets::*;
    use super::*;
    include!("need");
}

// Functions have what is needed nearer than what a prelude uses by a star.
#[allow(unused_imports)]
mod cmpthese_needs {
    use super::*;
    include!("need");
}

include!("prelude");
@layout@

#[allow(non_upper_case_globals)]
mod cmpthese_params {
@places@
}

fn cmpthese_set_up() {
    use cmpthese_needs::*;
@bindings@
    let _ = include!("setup");
}

fn cmpthese_set_up_variant() {
    use cmpthese_needs::*;
@bindings@
    let _ = include!("variant_setup");
}

fn cmpthese_tear_down() {
    use cmpthese_needs::*;
@bindings@
    let _ = include!("teardown");
}

fn cmpthese_before_each() {
    use cmpthese_needs::*;
@bindings@
    let _ = include!("before_each");
}

fn cmpthese_body() -> @returns@ {
    use cmpthese_needs::*;
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
