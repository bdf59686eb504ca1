//! A plan, before it is read.

use model::Source;

/// The text of a plan, with the published figures of an experiment.
pub struct PlanText {
    /// The plan, named `folder` or `folder/file` where it is an experiment.
    pub source: Source,
    /// The text of `published.toml`.
    pub published: Option<String>,
}
