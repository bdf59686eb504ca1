//! `--interpreter` and `--toolchain`: by what snippets are run or compiled.

use super::placeholder::placeholder;
use crate::foreign::one_line;

/// Interpreters or compilers.
#[derive(Clone, Debug, Default)]
pub struct QuickRuntimes {
    /// Programs, each with its arguments.
    pub programs: Vec<String>,
    /// Whether they compile.
    pub compile: bool,
}

impl QuickRuntimes {
    /// Whether a parameter is put into one of them.
    pub(super) fn mention(&self, param: &str) -> bool {
        self.programs.iter().any(|program| program.contains(&placeholder(param)))
    }

    /// Every variant once for each interpreter or compiler, which `in_toml` writes down. Where there is one piece of code, they are what is compared,
    /// and name it.
    pub(super) fn each(
        &self,
        are_named: bool,
        names: Vec<String>,
        heads: Vec<String>,
        in_toml: impl Fn(&str) -> String,
    ) -> (Vec<String>, Vec<String>) {
        let QuickRuntimes { programs, compile } = self;
        if programs.is_empty() {
            return (names, heads);
        }
        let key = if *compile { "toolchain" } else { "interpreter" };
        let is_one = names.len() == 1 && !are_named;
        let of = |(name, head): (&String, &String), runtime: &String| {
            let name = if is_one { one_line(runtime) } else { format!("{name} ({})", one_line(runtime)) };
            (name, format!("{head}\n{key} = {}", in_toml(runtime)))
        };
        let pairs = names.iter().zip(&heads);
        pairs.flat_map(|pair| programs.iter().map(move |runtime| of(pair, runtime))).unzip()
    }
}
