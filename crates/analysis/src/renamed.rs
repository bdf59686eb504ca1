//! The same analysis with other names for its variants, for whoever has no room for theirs.

use crate::analyze::Analysis;
use crate::excluded::{Against, Excluded, Reason};
use std::collections::BTreeMap;

impl Analysis {
    /// The names of the variants, in the order of the plan, as far as something is known of them.
    pub fn names(&self) -> Vec<&str> {
        let known = self.points.iter().flat_map(|point| {
            let rows = point.rows.iter().map(|row| (row.variant, row.name.as_str()));
            rows.chain(point.excluded.iter().map(|excluded| (excluded.variant, excluded.name.as_str())))
        });
        let known: BTreeMap<usize, &str> = known.collect();
        known.into_values().collect()
    }

    /// Calls every variant by what `name` makes of its name; the title stays.
    pub fn renamed(mut self, name: impl Fn(&str) -> String) -> Analysis {
        let mut names: Vec<&mut String> = Vec::new();
        for point in &mut self.points {
            for Excluded { name: own, reason, .. } in &mut point.excluded {
                names.push(own);
                if let Reason::Differs { from: Against::Variant(other), .. } = reason {
                    names.push(other);
                }
            }
            for row in &mut point.rows {
                names.push(&mut row.name);
                names.extend(row.less.as_mut().map(|less| &mut less.name));
            }
        }
        names.extend(self.laws.iter_mut().map(|law| &mut law.variant));
        names.extend(self.courses.iter_mut().flat_map(|course| [&mut course.first, &mut course.second]));
        names.extend(self.overheads.iter_mut().flat_map(|overhead| [&mut overhead.baseline, &mut overhead.candidate]));
        if let Some(then) = &mut self.then_and_now {
            names.extend(then.rows.iter_mut().flat_map(|row| [&mut row.variant, &mut row.reference]));
            names.extend(then.laws.iter_mut().map(|law| &mut law.variant));
            names.extend(then.crossovers.iter_mut().flat_map(|one| [&mut one.from, &mut one.to]));
        }
        names.extend(self.imported.iter_mut().flat_map(|imported| &mut imported.of_one_process));
        for own in names {
            *own = name(own);
        }
        self
    }
}
