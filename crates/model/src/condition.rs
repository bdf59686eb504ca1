//! Where a variant takes part: `when = "size <= 256KiB and mode == fast"`.

use crate::{Point, Value};
use std::cmp::Ordering;

/// Alternatives of conjunctions: true when all clauses of at least one group hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Joined by `or`; the clauses inside are joined by `and`.
    pub any: Vec<Vec<Clause>>,
    /// As it was written, for the report.
    pub text: String,
}

/// One comparison of a parameter with a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The name of the parameter.
    pub param: String,
    /// How the two are compared.
    pub operator: Operator,
    /// What it is compared with.
    pub value: Value,
}

/// How a clause compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Condition {
    /// Whether the condition holds at the point. A parameter that the point lacks makes its clause false.
    pub fn holds(&self, point: &Point) -> bool {
        self.any.iter().any(|group| group.iter().all(|clause| clause.holds(point)))
    }
}

impl Clause {
    /// Whether it holds at the point, which has to have its parameter.
    pub fn holds(&self, point: &Point) -> bool {
        let Some(ordering) = point.get(&self.param).and_then(|value| value.compare(&self.value)) else { return false };
        match self.operator {
            Operator::Equal => ordering == Ordering::Equal,
            Operator::NotEqual => ordering != Ordering::Equal,
            Operator::Less => ordering == Ordering::Less,
            Operator::LessOrEqual => ordering != Ordering::Greater,
            Operator::Greater => ordering == Ordering::Greater,
            Operator::GreaterOrEqual => ordering != Ordering::Less,
        }
    }
}
