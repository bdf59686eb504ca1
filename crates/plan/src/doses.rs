//! `doses`: one variant of the plan with several doses of an event, beside another one. It stands in plans that are written by
//! `cmpthese explain --prove`, and turns what the plan compares into that.

use crate::dose::{self, Amount};
use crate::tree::{self, Mistakes, Node, Table};
use model::{Dose, DoseEvent, Role, Variant};

/// Which doses of what; names are those of variants.
#[derive(Clone, Debug, PartialEq)]
pub struct DoseSeries {
    /// The variant that gets them.
    pub of: String,
    /// The one that is measured beside it.
    pub beside: String,
    /// What is added.
    pub event: DoseEvent,
    /// How many, for each of its copies; the first is the baseline.
    pub counts: Vec<u64>,
    /// The bytes of a read call, or from one fault of a mapped file to the next.
    pub bytes: u64,
    /// The bytes that are gone through.
    pub span: u64,
}

impl DoseSeries {
    /// What the title of the plan becomes.
    pub fn title(&self, title: &str) -> String {
        format!("{title}: what {} take in {}", self.event.plural(), self.of)
    }

    /// The variants of a plan of which it is said: the doses, the one beside, and those whose times are taken off.
    pub fn variants(&self, contestants: &[Variant], line: usize) -> Vec<Variant> {
        let find = |name: &str| contestants.iter().find(|variant| variant.name == *name);
        let DoseSeries { event, bytes, span, .. } = *self;
        // One that shares the host does the same around its code, so that no difference is that of a dose of nothing.
        let dosed = |variant: &Variant, count: u64| Variant {
            dose: Some(Dose { event, count, bytes, span, line }),
            droppable: false,
            ..variant.clone()
        };
        let named = |variant: &Variant, count: u64| match count {
            0 => dosed(variant, 0),
            _ => Variant { name: format!("{} + {count} {}", self.of, event.plural()), ..dosed(variant, count) },
        };
        let of = find(&self.of);
        let doses = of.iter().flat_map(|of| self.counts.iter().map(|count| named(of, *count)).collect::<Vec<_>>());
        let beside = find(&self.beside).map(|beside| match of.is_some_and(|of| of.language() == beside.language()) {
            true => dosed(beside, 0),
            false => Variant { droppable: false, ..beside.clone() },
        });
        let floors = contestants.iter().filter(|variant| variant.role == Role::Floor).cloned();
        doses.chain(beside).chain(floors).collect()
    }
}

/// Reads it. Names must be those of `contestants`.
pub fn read(node: &Node, contestants: &[Variant], mistakes: &mut Mistakes) -> Option<(DoseSeries, usize)> {
    let mut table = Table::open(node, "`doses`", mistakes)?;
    let name = |node: &Node, mistakes: &mut Mistakes| known(node, contestants, mistakes);
    let dosed = |node: &Node, mistakes: &mut Mistakes| {
        let name = known(node, contestants, mistakes)?;
        let variant = contestants.iter().find(|variant| variant.name == name)?;
        dose::suits(node, &variant.subject, mistakes).then_some(name)
    };
    let of = table.required("of", dosed, mistakes);
    let beside = table.required("beside", name, mistakes);
    let event = dose::event(&mut table, mistakes);
    let counts = table.required("counts", counts, mistakes);
    let amount = event.and_then(|event| dose::amount(&mut table, event, mistakes));
    dose::finish(table, event, mistakes);
    let (Amount { bytes, span }, event, of, beside) = (amount?, event?, of?, beside?);
    if of == beside {
        return node.mistake("`of` and `beside` name one variant").label("two are compared").tell(mistakes);
    }
    Some((DoseSeries { of, beside, event, counts: counts?, bytes, span }, node.line()))
}

/// The first is none at all: its times are what the others are held against.
fn counts(node: &Node, mistakes: &mut Mistakes) -> Option<Vec<u64>> {
    let counts = node.each("a list of numbers", dose::count, mistakes)?;
    if counts.first() != Some(&0) || !counts.is_sorted_by(|one, next| one < next) {
        return node.mistake("the counts must begin with 0 and rise").help("write [0, 100, 200]").tell(mistakes);
    }
    Some(counts)
}

/// The name of a variant that is compared.
fn known(node: &Node, contestants: &[Variant], mistakes: &mut Mistakes) -> Option<String> {
    let compared = contestants.iter().filter(|variant| variant.role == Role::Contestant);
    let names: Vec<&str> = compared.map(|variant| variant.name.as_str()).collect();
    tree::named(node, &names, "variant", "measured with doses", "variants", mistakes).map(str::to_string)
}
