//! The section about differences that grow, or do not grow, with the work that all variants share.

use crate::columns::{Text, align, align_under, hanging, shorten, wrapped};
use crate::numbers::{duration, percent};
use crate::paint::{Paint, paint};
use crate::places::corner;
use crate::printable;
use crate::sizes::size;
use crate::style::Style;
use analysis::{Analysis, Cost, LITTLE, Overhead, Shape, grouped_by};

/// What names are cut to, in characters.
const NAME_MAX: usize = 24;

/// A table for each combination of the other parameters; nothing where the plan does not say what the work is.
pub fn overheads(analysis: &Analysis, style: Style) -> Option<String> {
    let overheads = &analysis.overheads;
    let first = overheads.first()?;
    let (base, param) = (printable(&first.baseline), printable(&first.axis.param));
    let title = format!("Overhead over {base}");
    let text = format!("{title}: difference = fixed + share × the time of {base}, along {param}");
    let painted = paint(&title, Paint::Bold, style.color);
    let mut out = format!("{}\n", wrapped(&text, style.width).replacen(&title, &painted, 1));
    for (point, own) in grouped_by(overheads.iter().map(|overhead| (&overhead.point, overhead))) {
        let [corner, above] = corner(point, NAME_MAX);
        out.push_str(&format!("\n{above}"));
        let heading = [corner, "fixed".to_string(), "share".to_string(), String::new()];
        let mut table = vec![heading.map(Text::plain).to_vec()];
        table.extend(own.iter().map(|overhead| line(overhead)));
        out.push_str(&style.fitting([align(&table, 2, &[]), align(&table, 1, &[]), align_under(&table, 2)]));
        let told = own.iter().filter(|overhead| overhead.cost == Cost::Time).filter_map(|overhead| below(overhead));
        out.extend(told.map(|sentence| format!("{}\n", hanging(&sentence, style.width))));
    }
    Some(out)
}

fn line(overhead: &Overhead) -> Vec<Text> {
    let name = match overhead.cost {
        Cost::Time => shorten(&printable(&overhead.candidate), NAME_MAX),
        Cost::ServerCpu => "  CPU of its server".to_string(),
    };
    // What is rounded to nothing has no sign of its own: −0.04 is +0.0.
    let share = |value: f64| format!("{:+.1}", (value * 1000.0).round() / 10.0 + 0.0);
    let [point, low, high] = [overhead.line.share.point, overhead.line.share.low, overhead.line.share.high].map(share);
    let cells =
        [name, duration(&overhead.line.fixed), format!("{point} % [{low}, {high}]"), shape(overhead.shape).to_string()];
    cells.into_iter().map(Text::plain).collect()
}

/// What an overhead is, in a word or two.
pub fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Additive => "additive",
        Shape::Proportional => "proportional",
        Shape::Mixed => "neither: both",
        Shape::Otherwise => "neither: no line",
        Shape::None => "none found",
    }
}

/// From how much work on the difference matters little; nothing where it is no line, or saves time.
fn below(overhead: &Overhead) -> Option<String> {
    let from = overhead.below_from().filter(|_| overhead.line.at_least_work > 0.0)?;
    let work = |amount: f64| if amount.is_finite() { size(&overhead.axis, amount.max(0.0)) } else { "∞".to_string() };
    let name = shorten(&printable(&overhead.candidate), 28);
    let (little, param) = (percent(LITTLE), printable(&overhead.axis.param));
    let interval = format!("[{}, {}]", work(from.low), work(from.high));
    let beyond = if from.point > overhead.line.most_work { ", which is beyond the sweep" } else { "" };
    Some(match from.point.is_finite() {
        true if overhead.line.at_least_work <= LITTLE => {
            format!("{name} costs less than {little} more at the least {param} already")
        }
        false if overhead.line.at_least_work <= LITTLE => {
            format!("{name} costs less than {little} more at the least {param}, and at least {little} more at the most")
        }
        true => format!("{name} costs less than {little} more from {param} {} {interval} on{beyond}", work(from.point)),
        false if from.low.is_finite() => {
            format!("{name} costs at least {little} more up to {param} {}, and perhaps beyond", work(from.low))
        }
        false => format!("{name} costs at least {little} more at any {param}"),
    })
}
