//! `gc` of a variant: what languages can do about their collectors, and what is said where they cannot.

use cmpthese_plan::parse;
use model::{Collector, LanguageTraits, Source, Subject};

/// Of no compiler.
const NO: LanguageTraits =
    LanguageTraits { name: "", compiled: false, movable: false, collector: &[], has_bytes: false };

const LANGUAGES: &[LanguageTraits] = &[
    LanguageTraits { name: "java", collector: &[Collector::Before], ..NO },
    LanguageTraits { name: "perl", ..NO },
    LanguageTraits { name: "python", collector: &[Collector::Off, Collector::Before], ..NO },
];

fn source(text: &str) -> Source {
    Source { name: "plan.toml".to_string(), text: text.to_string() }
}

#[test]
fn a_variant_says_what_becomes_of_the_collector() {
    let text = "[[variant]]\npython = '1'\n[[variant]]\njava = '2'\ngc = 'before'\n[[variant]]\npython = '3'\ngc = 'off'\n\
                [[variant]]\nperl = '4'\ngc = 'on'\n[[variant]]\nworker = ['a']\ngc = 'off'";
    let plan = parse(source(text), LANGUAGES).expect("nothing is wrong with it");
    let of = |subject: &Subject| match subject {
        Subject::Snippet(snippet) => snippet.collector,
        _ => unreachable!("there are snippets alone"),
    };
    let found: Vec<Collector> = plan.contestants().map(|(_, variant)| of(&variant.subject)).collect();
    assert_eq!(found, [Collector::On, Collector::Before, Collector::Off, Collector::On, Collector::Off]);
}

#[test]
fn what_cannot_be_is_explained() {
    let text = "[[variant]]\nperl = '1'\ngc = 'off'\n[[variant]]\njava = '2'\ngc = 'off'\n[[variant]]\npython = '3'\ngc = 'of'\n";
    let mistakes = parse(source(text), LANGUAGES).expect_err("three mistakes");
    insta::assert_snapshot!(mistakes.to_string(), @r#"
    error: perl has no collector of garbage
     --> plan.toml:3:6
      |
    3 | gc = 'off'
      |      ^^^^^ cannot be done
      |
      = help: remove it

    error: the collector of java cannot be turned off
     --> plan.toml:6:6
      |
    6 | gc = 'off'
      |      ^^^^^ cannot be done
      |
      = help: remove it, or write "before": everything is collected before each batch, and not
              timed

    error: a collector is not `of`
     --> plan.toml:9:6
      |
    9 | gc = 'of'
      |      ^^^^ unknown
      |
      = help: write "on", as it is for users, "off", or "before": everything is collected before
              each batch, and not timed
    "#);
}
