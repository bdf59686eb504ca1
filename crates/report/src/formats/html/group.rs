//! The points along a parameter at which all others stay the same, as the lines and the table of a picture.

use super::curve::{Axes, Curve, Height, Line};
use super::left_out::left_out;
use super::sweep::names;
use super::table::{Cell, table};
use analysis::{Interval, PointAnalysis, Row};
use model::Value;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// More lines would be no picture.
pub const LINES_MAX: usize = 24;

/// What is shown of a variant at a point: an interval and its text.
pub type Read<'a> = &'a dyn Fn(&PointAnalysis, &Row) -> Option<(Interval, String)>;

/// The points, with the variants that are ranked at any of them.
#[derive(Debug)]
pub struct Group<'a> {
    param: &'a str,
    variants: BTreeMap<usize, String>,
    /// Those that are drawn: the baseline, and the fastest at the last point where they are.
    drawn: BTreeSet<usize>,
    /// By the number that the parameter is, with its text.
    points: Vec<(f64, String, &'a PointAnalysis)>,
}

impl<'a> Group<'a> {
    /// Those of the points where the parameter is a number.
    pub fn new(param: &'a str, points: &[&'a PointAnalysis]) -> Group<'a> {
        let variants: BTreeMap<usize, String> =
            points.iter().flat_map(|point| names(std::slice::from_ref(*point))).collect();
        let placed = points.iter().filter_map(|point| {
            let value = point.point.get(param)?;
            Some((value.number()?, value.to_string(), *point))
        });
        let mut points: Vec<(f64, String, &PointAnalysis)> = placed.collect();
        points.sort_by(|left, right| left.0.total_cmp(&right.0));
        let rank = |variant: &usize| {
            let (point, row) = points.iter().rev().find_map(|(.., point)| Some((point, point.row(*variant)?)))?;
            Some((point.baseline != Some(*variant), row.time_ns.point))
        };
        let mut ranked: Vec<(Option<(bool, f64)>, usize)> = variants.keys().map(|one| (rank(one), *one)).collect();
        ranked.sort_by(|(left, _), (right, _)| left.partial_cmp(right).unwrap_or(Ordering::Equal));
        let drawn = ranked.into_iter().take(LINES_MAX).map(|(_, variant)| variant).collect();
        Group { param, variants, drawn, points }
    }

    /// A line about the variants that are not drawn, because they are too many.
    pub fn left_out(&self) -> String {
        let more = self.variants.len() - self.drawn.len();
        left_out(more, ["more variant is in the table.", "more variants are in the table."])
    }

    /// The variants that are drawn, in the order of the plan.
    fn lines(&self) -> impl Iterator<Item = (&usize, &String)> {
        self.variants.iter().filter(|(variant, _)| self.drawn.contains(variant))
    }

    /// What a byte is of, where the times can be told for each: of what an iteration processes, by the plan, else of the parameter, if it is a size.
    pub fn bytes_of(&self) -> Option<Bytes> {
        let of_rows = || self.points.iter().flat_map(|(.., point)| &point.rows).filter(|row| !row.is_empty);
        let is_told = of_rows().next().is_some() && of_rows().all(|row| row.bytes.is_some_and(|bytes| bytes > 0.0));
        let is_size =
            |point: &PointAnalysis| matches!(point.point.get(self.param), Some(Value::Size(bytes)) if *bytes > 0);
        match is_told {
            true => Some(Bytes::OfTheWork),
            false => self.points.iter().all(|(.., point)| is_size(point)).then_some(Bytes::OfTheParam),
        }
    }

    /// How many there are at a point.
    pub fn bytes(&self, of: Bytes, point: &PointAnalysis, row: &Row) -> Option<f64> {
        match of {
            Bytes::OfTheWork => row.bytes,
            Bytes::OfTheParam => point.point.get(self.param)?.number(),
        }
    }

    /// The names of the lines, each with its place among the looks.
    pub fn legend(&self) -> Vec<(usize, String)> {
        self.lines().map(|(_, name)| name.clone()).enumerate().collect()
    }

    /// What is drawn.
    pub fn curve(&self, read: Read, height: Height, axes: Axes) -> Curve {
        let line = |(place, (variant, name)): (usize, (&usize, &String))| {
            let dots = self.points.iter().filter_map(|(number, text, point)| {
                let (interval, told) = read(point, point.row(*variant)?)?;
                Some((*number, interval, format!("{name}, {text}: {told}")))
            });
            Line { place, name: name.clone(), dots: dots.collect() }
        };
        let lines = self.lines().enumerate().map(line);
        Curve {
            lines: lines.filter(|one| !one.dots.is_empty()).collect(),
            along: self.points.iter().map(|(number, text, _)| (*number, text.clone())).collect(),
            param: self.param.to_string(),
            height,
            axes,
        }
    }

    /// The same as a table of HTML.
    pub fn numbers(&self, title: &str, read: Read) -> String {
        let lines = self.points.iter().map(|(_, text, point)| {
            let cell = |variant: &usize| {
                point.row(*variant).and_then(|row| read(point, row)).map_or("–".to_string(), |(_, told)| told)
            };
            (text.clone(), self.variants.keys().map(|variant| Cell::text(cell(variant))).collect())
        });
        let heading: Vec<String> =
            std::iter::once(self.param.to_string()).chain(self.variants.values().cloned()).collect();
        table(title, &heading, &lines.collect::<Vec<_>>())
    }
}

/// Whose bytes they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bytes {
    /// What an iteration processes.
    OfTheWork,
    /// The parameter itself.
    OfTheParam,
}
