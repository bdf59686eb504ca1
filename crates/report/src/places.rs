//! What tells points apart, and what they have in common.

use crate::columns::width;
use crate::printable;
use model::Point;

/// A point behind the name of what is told of it: `, size 16 MiB`; nothing where there is no sweep.
pub fn and_place(point: &Point) -> String {
    if point.params.is_empty() { String::new() } else { format!(", {}", printable(&point.to_string())) }
}

/// A point as the corner of a table, and the line above it that has a longer name.
pub fn corner(point: &Point, columns_max: usize) -> [String; 2] {
    let name = printable(&point.to_string());
    if width(&name) > columns_max { [String::new(), format!("{name}\n")] } else { [name, String::new()] }
}

/// Points that are told together.
#[derive(Debug)]
pub struct Places<'a>(Vec<&'a Point>);

impl<'a> Places<'a> {
    /// These.
    pub fn new(points: impl IntoIterator<Item = &'a Point>) -> Places<'a> {
        Places(points.into_iter().collect())
    }

    /// What tells a point from the others: `buffer 4 KiB` of `size 16 MiB, buffer 4 KiB`, where the size is the same at all.
    pub fn own(&self, point: &Point) -> String {
        self.part(point, false)
    }

    /// What is the same at all of them.
    pub fn shared(&self) -> String {
        self.0.first().map_or(String::new(), |first| self.part(first, true))
    }

    fn part(&self, point: &Point, is_shared: bool) -> String {
        let is_at_all = |name: &str| self.0.iter().all(|other| other.get(name) == point.get(name));
        let params = point.params.iter().filter(|(name, _)| is_at_all(name) == is_shared).cloned();
        Point { params: params.collect() }.to_string()
    }
}
