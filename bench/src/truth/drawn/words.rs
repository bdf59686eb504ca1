//! How each language says what is drawn: a step is one multiplication that waits for the one before, and a call tells how many an iteration takes.

use crate::truth::case::Class;

/// A language.
pub struct Words {
    /// What all its snippets share: `steps` and the calls of `cost`, a file of `calls/`; in C behind what the other cases share.
    pub prelude: String,
    /// A snippet, around `@cost@`.
    subject: &'static str,
    /// Nanoseconds that a step takes, about.
    pub step_ns: f64,
    /// The least and the largest mean of an iteration, in nanoseconds. Beside the least it does not count what the call takes.
    pub mean_ns: [f64; 2],
    pub is_interpreted: bool,
}

impl Words {
    pub fn subject(&self, cost: &str) -> String {
        self.subject.replace("@cost@", cost)
    }

    /// Whether it has the calls of the further kinds: `luck`, `walk`, `pareto` and `switching`.
    pub fn has_more(&self) -> bool {
        self.prelude.contains("pareto")
    }
}

/// Of the languages that are drawn from.
pub fn of(class: Class) -> Words {
    const COMPILED_NS: [f64; 2] = [25e3, 250e3];
    const INTERPRETED_NS: [f64; 2] = [250e3, 2.5e6];
    let words = |prelude: &str, subject, step_ns, mean_ns, is_interpreted| Words {
        prelude: prelude.to_string(),
        subject,
        step_ns,
        mean_ns,
        is_interpreted,
    };
    let compiled = |prelude: &str, subject| words(prelude, subject, 0.83, COMPILED_NS, false);
    let interpreted = |prelude: &str, subject, step_ns| words(prelude, subject, step_ns, INTERPRETED_NS, true);
    match class {
        Class::C => compiled(&[class.prelude(), include_str!("calls/c.c")].concat(), "return steps(@cost@);"),
        Class::Javascript => compiled(include_str!("calls/javascript.js"), "return steps(@cost@)"),
        Class::Java => compiled(include_str!("calls/java.java"), "return steps(@cost@);"),
        Class::Go => compiled(include_str!("calls/go.go"), "return steps(@cost@)"),
        Class::Rust => words(include_str!("calls/rust.rs"), "steps(@cost@)", 4.0, COMPILED_NS, false),
        Class::Luajit => words(include_str!("calls/lua.lua"), "return steps(@cost@)", 6.0, COMPILED_NS, false),
        Class::Lua => interpreted(include_str!("calls/lua.lua"), "return steps(@cost@)", 7.0),
        Class::Php => interpreted(include_str!("calls/php.php"), "return steps(@cost@);", 6.0),
        Class::Awk => interpreted(include_str!("calls/awk.awk"), "steps(@cost@)", 100.0),
        Class::Perl => interpreted(include_str!("calls/perl.pl"), "steps(@cost@)", 40.0),
        Class::Python => interpreted(include_str!("calls/python.py"), "steps(@cost@)", 50.0),
        Class::Ruby => interpreted(include_str!("calls/ruby.rb"), "steps(@cost@)", 45.0),
        _ => unreachable!("nothing is drawn of {class:?}"),
    }
}
