//! What the checks say of invented crates, so that a check that finds nothing is known to look.

use crate::circles::circles;
use crate::crates::{Declared, declared, reached};
use crate::lengths::{LINES_MAX, median, too_long};
use crate::names::{Modules, Sources, graph};
use crate::{no_longer_needed, refused};
use std::collections::BTreeMap;

/// An invented crate; its root is empty where it is not given.
fn sources(files: &[(&str, &str)]) -> Sources {
    let files = [("lib.rs", "")].iter().chain(files);
    files.map(|(file, text)| ((*file).to_string(), (*text).to_string())).collect()
}

/// The circles of an invented crate, each as the way around.
fn ways(files: &[(&str, &str)]) -> Vec<String> {
    circles(&graph(&sources(files))).iter().map(|circle| circle.way.join(" → ")).collect()
}

/// What a file of an invented crate depends on.
fn needs(files: &[(&str, &str)], file: &str) -> Vec<String> {
    graph(&sources(files))[file].iter().cloned().collect()
}

#[test]
fn two_files_that_name_each_other_are_a_circle() {
    let a = ("a.rs", "use crate::b::B; pub struct A(B);");
    let lib = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;");
    assert_eq!(ways(&[lib, a, ("b.rs", "use crate::a::A; pub struct B(Vec<A>);")]), ["a.rs → b.rs → a.rs"]);
    assert_eq!(ways(&[lib, a, ("b.rs", "pub struct B;")]), [""; 0]);
}

#[test]
fn a_circle_is_found_through_names_that_are_handed_on() {
    let files = [
        ("lib.rs", "mod a; mod tree; pub use a::A; pub use tree::Leaf as Blade;"),
        ("a.rs", "use crate::tree; pub struct A; fn f() { tree::grow() }"),
        ("tree/mod.rs", "mod leaf; pub use leaf::{Leaf, grow};"),
        ("tree/leaf.rs", "pub struct Leaf; pub fn grow() -> crate::A { todo!() }"),
    ];
    assert_eq!(ways(&files), ["a.rs → tree/leaf.rs → a.rs"]);
    assert_eq!(needs(&files, "lib.rs"), [""; 0]);
}

#[test]
fn a_circle_of_three_is_told_by_its_shortest_way() {
    let files = [
        ("a.rs", "fn f() { crate::b::g() }"),
        ("b.rs", "pub fn g() { super::c::h() }"),
        ("c.rs", "pub fn h() { let x = &crate::a::f; }"),
        ("d.rs", "use crate::a;"),
    ];
    assert_eq!(ways(&files), ["a.rs → b.rs → c.rs → a.rs"]);
}

#[test]
fn a_child_that_needs_its_parent_is_a_circle_only_if_the_parent_names_what_it_defines() {
    let child = ("kinds/one.rs", "use super::Kind; pub struct One; impl Kind for One {}");
    assert_eq!(ways(&[("kinds/mod.rs", "mod one; pub trait Kind {} pub use one::One;"), child]), [""; 0]);
    let named = "mod one; pub trait Kind {} const ALL: &[&dyn Kind] = &[&one::One];";
    assert_eq!(ways(&[("kinds/mod.rs", named), child]), ["kinds/mod.rs → kinds/one.rs → kinds/mod.rs"]);
    let handed_on = "mod one; pub trait Kind {} pub use one::One; const ONE: One = One;";
    assert_eq!(ways(&[("kinds/mod.rs", handed_on), child]), ["kinds/mod.rs → kinds/one.rs → kinds/mod.rs"]);
}

#[test]
fn names_brought_in_all_at_once_or_within_a_function_count() {
    let b = ("b.rs", "pub struct B; pub enum E { X }");
    assert_eq!(needs(&[("a.rs", "use crate::b::*; fn f(b: B) {}"), b], "a.rs"), ["b.rs"]);
    assert_eq!(needs(&[("a.rs", "use crate::b::*; fn f() {}"), b], "a.rs"), [""; 0]);
    assert_eq!(needs(&[("a.rs", "fn f() { use crate::b::{E as F}; F::X }"), b], "a.rs"), ["b.rs"]);
    assert_eq!(needs(&[("a.rs", "mod inner { fn f() { super::super::b::B } }"), b], "a.rs"), ["b.rs"]);
}

#[test]
fn tests_comments_and_literals_do_not_count() {
    let b = ("b.rs", "pub struct B;");
    for text in [
        "#[cfg(test)]\nmod tests { use crate::b::B; }",
        "#[cfg(test)]\nuse crate::b::B;",
        "/// crate::b::B\nfn f() {} /* /* */ crate::b::B */ // crate::b::B",
        "fn f() { (\"\\\" crate::b::B\", r#\"\" crate::b::B\"#, b\"crate::b::B\") }",
        "fn f() { ['\"', '\\'', b'\"'] }",
        "use other::b::B; fn f() { ::other::b::B; other::crate_b::B }",
    ] {
        assert_eq!(needs(&[("a.rs", text), b], "a.rs"), [""; 0], "{text}");
    }
    let after_them = "fn f<'a>(x: &'a str) { ('\"', \"\"); crate::b::B }";
    assert_eq!(needs(&[("a.rs", after_them), b], "a.rs"), ["b.rs"]);
}

#[test]
fn a_function_and_its_module_may_have_one_name() {
    let files = [
        ("lib.rs", "mod sum; mod a; mod c; pub use sum::sum;"),
        ("sum.rs", "pub fn sum() {} pub fn other() {}"),
        ("a.rs", "use crate::sum; fn f() { sum() }"),
        ("c.rs", "use crate::sum; fn f() { sum::other() }"),
    ];
    assert_eq!(needs(&files, "a.rs"), ["sum.rs"]);
    assert_eq!(needs(&files, "c.rs"), ["sum.rs"]);
}

#[test]
fn what_is_used_of_std_is_seen() {
    let files = sources(&[("lib.rs", "use std::{fs, io::{self, Read}}; fn f() { std::time::Instant::now() }")]);
    let used: Vec<String> = Modules::read(&files).of_std().into_iter().collect();
    assert_eq!(used, ["fs", "io", "time"]);
}

#[test]
fn dependencies_are_read_from_manifests() {
    let manifest = "[package]\nname = \"x\"\n\n[dependencies]\n# The plan.\nplan.workspace = true\nclap = { version = \"4\", \
                    features = [\n    \"derive\",\n] }\n[dev-dependencies]\nstats = { workspace = true }\n[lints]\nworkspace = true\n";
    let Declared { depends, in_tests } = declared(manifest);
    assert_eq!(depends.into_iter().collect::<Vec<_>>(), ["clap", "plan"]);
    assert_eq!(in_tests.into_iter().collect::<Vec<_>>(), ["stats"]);
}

#[test]
fn what_is_refused_is_refused_through_others_too() {
    let depends = |names: &[&str]| Declared {
        depends: names.iter().map(|name| (*name).to_string()).collect(),
        ..Declared::default()
    };
    let crates = |model: &[&str]| {
        let list = [("model", depends(model)), ("analysis", depends(&["model"])), ("measure", depends(&[]))];
        list.map(|(name, declared)| (name.to_string(), declared)).into_iter().collect::<BTreeMap<_, _>>()
    };
    assert_eq!(refused(&crates(&[])), [""; 0]);
    assert_eq!(reached("analysis", &crates(&["measure"])).len(), 2);
    assert_eq!(refused(&crates(&["measure"])), ["analysis refuses to know measure"]);
    assert_eq!(refused(&crates(&["clap"])), ["model depends on clap, which is for cmpthese"]);
}

#[test]
fn a_long_file_is_named() {
    let (most, more) = ("\n".repeat(LINES_MAX), "\n".repeat(LINES_MAX + 1));
    assert_eq!(too_long(&sources(&[("a.rs", &most), ("b.rs", &more)])), [("b.rs", LINES_MAX + 1)]);
    assert_eq!(median(vec![9, 1, 5]), 5);
}

#[test]
fn an_exception_that_is_none_is_complained_of() {
    let found = ["a.rs".to_string()].into();
    assert_eq!(no_longer_needed(&["a.rs"], &found), [""; 0]);
    assert_eq!(no_longer_needed(&["b.rs"], &found), ["b.rs is clean: take it out of the list of exceptions"]);
}
