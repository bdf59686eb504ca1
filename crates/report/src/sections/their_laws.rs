//! What published figures say along their sizes, beside what is measured here.

use super::laws::fixed;
use crate::columns::{Text, align, shorten, wrapped};
use crate::numbers::{percent, short_duration};
use crate::printable;
use crate::sizes::{cost, size, size_between, time_of_unit, unit};
use crate::style::Style;
use analysis::{Analysis, Axis, Form, PublishedCrossover, PublishedLaw, VariantLaw, grouped_by};

/// What names are cut to, in characters.
const NAME_MAX: usize = 12;

/// The laws and crossovers of published figures along an axis.
pub struct TheirLaws {
    /// What they are.
    pub title: String,
    /// What stands above the lines, but for the variant.
    pub headings: [String; 4],
    /// A variant, its law then, and now.
    pub lines: Vec<[String; 5]>,
    /// The crossovers.
    pub sentences: Vec<String>,
}

impl TheirLaws {
    /// Those along each axis.
    pub fn of(analysis: &Analysis) -> Vec<TheirLaws> {
        let Some(table) = &analysis.then_and_now else { return Vec::new() };
        let of_axis = |(axis, laws): (&Axis, Vec<&PublishedLaw>)| {
            let within = percent(laws.iter().map(|law| law.law.off_max).fold(0.0, f64::max));
            let crossovers = table.crossovers.iter().filter(|crossover| crossover.axis == *axis);
            let per = format!("per {}", unit(axis));
            let param = printable(&axis.param);
            TheirLaws {
                title: format!("Their laws along {param}, which their figures follow within {within}"),
                headings: ["fixed", &per, "now", &per].map(str::to_string),
                lines: laws.iter().map(|law| line(analysis, law)).collect(),
                sentences: crossovers.map(|one| crossover(analysis, one)).collect(),
            }
        };
        grouped_by(table.laws.iter().map(|law| (&law.axis, law))).into_iter().map(of_axis).collect()
    }
}

/// A table for each axis; nothing where published figures follow none.
pub fn their_laws(analysis: &Analysis, style: Style) -> Option<String> {
    let told = |TheirLaws { title, headings, lines, sentences }: TheirLaws| {
        let cut = |[name, rest @ ..]: [String; 5]| [shorten(&name, NAME_MAX)].into_iter().chain(rest);
        let lines = lines.into_iter().map(|line| cut(line).map(Text::plain).collect());
        let heading = std::iter::once(String::new()).chain(headings);
        let lines: Vec<Vec<Text>> = [heading.map(Text::plain).collect()].into_iter().chain(lines).collect();
        let sentences = sentences.iter().map(|sentence| format!("{}\n", wrapped(sentence, style.width)));
        format!("{title}\n\n{}{}", align(&lines, 2, &[]), sentences.collect::<String>())
    };
    let tables: Vec<String> = TheirLaws::of(analysis).into_iter().map(told).collect();
    (!tables.is_empty()).then(|| tables.join("\n"))
}

fn line(analysis: &Analysis, then: &PublishedLaw) -> [String; 5] {
    let is_same =
        |law: &&VariantLaw| law.variant == then.variant && law.axis == then.axis && law.point.params.is_empty();
    let now = analysis.laws.iter().find(is_same).and_then(|law| law.law.as_ref().ok());
    let law = &then.law;
    let per = match (law.form, &law.per_unit) {
        (Form::Linear, Some(per_unit)) => cost(per_unit),
        (Form::NLogN, Some(per_unit)) => format!("{} × log₂", cost(per_unit)),
        (Form::Quadratic, Some(per_unit)) => format!("{} squared", cost(per_unit)),
        (Form::TwoPieces, Some(per_unit)) => {
            let to = law.changes.map_or(String::new(), |found| format!(" to {}", size(&then.axis, found.at.point)));
            format!("{}{to}", cost(per_unit))
        }
        _ => "-".to_string(),
    };
    // Two laws are set side by side where they have one form, and either holds from the smallest size on or neither does.
    let now = now.filter(|now| now.form == law.form && now.is_tail == law.is_tail);
    [
        printable(&then.variant),
        fixed(law).map_or("-".to_string(), cost),
        per,
        now.and_then(fixed).map_or("-".to_string(), |fixed| short_duration(fixed.point)),
        now.and_then(|now| now.per_unit).map_or("-".to_string(), |per_unit| time_of_unit(per_unit.point)),
    ]
}

fn crossover(analysis: &Analysis, then: &PublishedCrossover) -> String {
    let (from, to) = (printable(&then.from), printable(&then.to));
    let said =
        format!("then: {from} is faster than {to} below {}, and slower above", size_between(&then.axis, &then.at));
    let course = analysis.courses.iter().find(|course| {
        let names = [course.first.as_str(), course.second.as_str()];
        names.contains(&then.from.as_str())
            && names.contains(&then.to.as_str())
            && course.axis == then.axis
            && course.point.params.is_empty()
    });
    let Some(course) = course else { return said };
    let same = course.crossings.iter().find(|crossing| course.ordered(crossing.before)[0] == then.from);
    match (same, course.crossings.as_slice()) {
        (Some(crossing), _) => format!("{said}; now below {}", size_between(&then.axis, &crossing.at)),
        (None, []) => format!("{said}; now no crossover is established"),
        (None, _) => format!("{said}; now they change places the other way"),
    }
}
