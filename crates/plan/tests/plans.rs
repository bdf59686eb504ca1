//! Plans that are right, each with the whole of what is read from it.

mod common;

use common::{LANGUAGES, plans, source};
use model::{Plan, Subject};

#[test]
fn every_plan_is_read() {
    for path in plans("plans") {
        let plan = cmpthese_plan::parse(source(&path), LANGUAGES)
            .unwrap_or_else(|diagnostics| panic!("{}\n{diagnostics}", path.display()));
        insta::with_settings!({
            snapshot_path => "plans",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(path.file_stem().unwrap().to_str(), outline(&plan));
        });
    }
}

/// A plan without its text, and its parameters on one line each.
fn outline(plan: &Plan) -> String {
    let params: Vec<String> = plan.params.iter().map(|param| format!("{} = {:?}", param.name, param.values)).collect();
    let mut rest = plan.clone();
    rest.source.text.clear();
    rest.params.clear();
    format!("{}\n{rest:#?}", params.join("\n"))
}

#[test]
fn code_keeps_the_line_that_it_stands_in() {
    for path in plans("plans") {
        let source = source(&path);
        let lines: Vec<&str> = source.text.lines().collect();
        let plan = cmpthese_plan::parse(source.clone(), LANGUAGES).unwrap();
        for (part, code) in codes(&plan) {
            let first = code.text.lines().next().unwrap().trim();
            assert!(lines[code.line - 1].contains(first), "{part:?} {first:?} in {}", path.display());
        }
    }
}

/// Where a piece of code stands in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodePart {
    Prelude,
    Setup,
    VariantSetup,
    Code,
    Teardown,
    BeforeEach,
}

fn codes(plan: &Plan) -> Vec<(CodePart, &model::Code)> {
    let mut codes = Vec::new();
    for language in plan.languages.values() {
        codes.extend(language.prelude.iter().map(|code| (CodePart::Prelude, code)));
        codes.extend(language.setup.iter().map(|code| (CodePart::Setup, code)));
        codes.extend(language.before_each.iter().map(|code| (CodePart::BeforeEach, code)));
        codes.extend(language.teardown.iter().map(|code| (CodePart::Teardown, code)));
    }
    for (_, variant) in plan.contestants() {
        if let Subject::Snippet(snippet) = &variant.subject {
            codes.push((CodePart::Code, &snippet.code));
            codes.extend(snippet.before_each.iter().map(|code| (CodePart::BeforeEach, code)));
            codes.extend(snippet.setup.iter().map(|code| (CodePart::VariantSetup, code)));
        }
    }
    codes
}
