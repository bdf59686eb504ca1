//! What is known of a plan while its parts are read.

use crate::names::Names;
use model::{LanguageTraits, Param, Point, Scope, Template};

/// The largest sweep: points, cases, and values of one parameter. A case takes seconds, so that a larger one is a slip.
pub const SWEEP_MAX: usize = 10_000;

/// What is known of a plan while its parts are read.
#[derive(Clone, Debug, Default)]
pub struct PlanContext<'c> {
    /// The languages that snippets may be written in.
    pub languages: &'c [LanguageTraits],
    /// The names declared so far.
    pub names: Names,
    /// The names of the servers.
    pub servers: Vec<String>,
    /// Whether servers may be asked that are not on this machine.
    pub allow_remote: bool,
    /// How many iterations a process of a snippet runs, when its variant does not say.
    pub iterations: Option<u64>,
    /// The parameter along which crossovers are located, as it is written.
    pub locate: Option<String>,
    /// The values of every parameter and of what `for` binds; none for one that is faulty.
    pub axes: Vec<Param>,
    /// The values that parameters had before others took their place.
    pub narrowed: Vec<Param>,
}

impl PlanContext<'_> {
    /// The values of an axis.
    pub fn values(&self, name: &str) -> &[model::Value] {
        self.axes.iter().find(|axis| axis.name == name).map_or(&[], |axis| &axis.values)
    }

    /// The values that an axis has, or had before others took their place.
    pub fn known_values(&self, name: &str) -> Vec<&model::Value> {
        let named = self.axes.iter().chain(&self.narrowed).filter(|axis| axis.name == name);
        named.flat_map(|axis| &axis.values).collect()
    }

    /// The texts that placeholders stand for, at every combination of the axes; none when there are too many.
    pub fn scopes(&self) -> Vec<Scope> {
        if Point::grid_size(&self.axes) > SWEEP_MAX {
            return Vec::new();
        }
        Point::grid(&self.axes).iter().map(|point| point.texts().collect()).collect()
    }

    /// What a text comes to at every combination of the axes.
    pub fn filled(&self, template: &Template) -> Vec<String> {
        match template.is_fixed() {
            true => vec![template.filled(&Scope::new())],
            false => self.scopes().iter().filter_map(|scope| template.fill(scope)).collect(),
        }
    }
}
