//! The built-in experiments on small input: everybody builds, answers and agrees. What they find takes larger input and more
//! time, and stands in their READMEs.

use crate::stage::Stage;
use serde_json::Value;
use std::path::PathBuf;

/// Who did not give the answer that all others gave, with what is said of it, in the words of `answer` in the JSON report.
/// Who is limited to some points, or is too slow for the short time, did answer at others.
fn others(plan: &str) -> Vec<String> {
    let stage = Stage::new();
    let line = format!("cmpthese run {plan} --budget 300ms --seed 1 --quiet --no-history --json -");
    let outcome = stage.run(&line);
    assert_eq!(stage.scratch(), Vec::<PathBuf>::new());
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{}", outcome.transcript()));
    let points = report["points"].as_array().expect("there are points");
    let variants = points.iter().flat_map(|point| point["variants"].as_array().expect("there are variants"));
    let told = variants.filter_map(|variant| {
        let [name, answer] = ["name", "answer"].map(|key| variant[key].as_str().expect("a text"));
        let reason = variant["reason"].as_str().unwrap_or_default();
        let is_other = answer != "same"
            && !reason.contains("the plan limits it")
            && !reason.contains("too slow")
            && !reason.contains("too long");
        is_other.then(|| format!("{name}: {answer} {reason}").trim_end().to_string())
    });
    told.collect()
}

const NOBODY: [&str; 0] = [];

#[test]
fn perlio_layers() {
    assert_eq!(others("perlio-layers --param size=1KiB,4KiB"), NOBODY);
}

/// The post's own trap: two of its variants give back something else.
#[test]
fn perl_serialize() {
    let others = others("perl-serialize");
    let names: Vec<&str> =
        others.iter().filter_map(|other| other.split_once(": different ")).map(|one| one.0).collect();
    assert_eq!(names, ["pack (l/A*)*", "pack (N/A*)*"]);
    assert_eq!(others.len(), 2);
}

/// The scratch directory of the tests may be in memory, where nothing is ever cold: the cold plan is not among these.
#[test]
fn read_vs_mmap() {
    assert_eq!(others("read-vs-mmap --param size=300000 --param buffer=4KiB,1MiB"), NOBODY);
    assert_eq!(others("read-vs-mmap/work --param size=300000"), NOBODY);
    assert_eq!(others("read-vs-mmap/history --param size=300000"), NOBODY);
    assert_eq!(others("read-vs-mmap/alignment --param size=300000"), NOBODY);
    assert_eq!(others("read-vs-mmap/programs --param size=4MiB"), NOBODY);
}

/// Every way of running perl behind a server: what is asked has a number of loops in it that the server was started with.
#[test]
fn mod_perl() {
    assert_eq!(others("mod-perl/wide --param loops=0 --param connections=1"), NOBODY);
}

#[test]
fn cat_copy() {
    assert_eq!(others("cat-copy --param size=300000"), NOBODY);
}
