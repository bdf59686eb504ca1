//! Two neighbouring values of an axis between which something is not known well enough.

use crate::{Point, Value};

/// Two neighbouring values that were measured, of the axis along which crossovers are located; a value between them would tell more of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// The values of the other parameters.
    pub others: Point,
    /// The smaller one.
    pub low: Value,
    /// The larger one.
    pub high: Value,
}
