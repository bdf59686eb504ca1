//! What another tool measured: `imported = "hyperfine"`, as `cmpthese import` writes it.

use super::kind::{Kind, Reading};
use crate::context::PlanContext;
use crate::tree::{self, Mistakes, Table};
use model::Subject;

/// Its key.
pub const HEAD: &str = "imported";

pub const KIND: Kind = Kind { noun: "an import", heads: |_| vec![HEAD], read };

fn read(head: &str, table: &mut Table, _: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    let tool =
        table.required(head, |node, mistakes| tree::filled_text(node, mistakes).map(str::to_string), mistakes)?;
    Some(Reading { name: format!("from {tool}"), subject: Subject::Imported(tool) })
}
