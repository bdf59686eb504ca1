//! How much of a sweep a text report tells. A run of one point is always told in full.

/// What is told of the points of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// What answers: one table of all points.
    #[default]
    Brief,
    /// That, and every point in full.
    Full,
    /// These points in full, by their places in [`analysis::Analysis::points`], and nothing of the others.
    Points(Vec<usize>),
}
