//! Several runs beside each other, as text.

use crate::beside::{Pair, RunBeside, notes_beside, pairs, under_shown_names};
use crate::columns::{Text, hanging, pieces, shorten, widest};
use crate::notes::note_line;
use crate::numbers::ratio;
use crate::printable;
use crate::standing::sign;
use crate::style::Style;
use analysis::{Interval, Verdict};

/// Blanks between columns.
const BETWEEN: usize = 2;

/// Names and processors are cut to this.
const NAME_MAX: usize = 26;

/// The table, in as many pieces as the width asks for, and what has to be known.
pub fn side_by_side(runs: &[RunBeside], style: Style) -> String {
    under_shown_names(runs, |runs, legend| told(runs, legend, style))
}

fn told(runs: &[RunBeside], legend: &[String], style: Style) -> String {
    let lines = lines(runs, &pairs(runs));
    let pieces = pieces(&lines, widest(&lines, 0), style.width, BETWEEN);
    let legend: String = legend.iter().map(|line| hanging(line, style.width) + "\n").collect();
    let notes: String = notes_beside(runs).iter().map(|note| note_line(note, style)).collect();
    format!("{}\n{legend}{notes}", pieces.join("\n"))
}

/// The name of each, and a cell for every run; of a heading the name alone.
fn lines(runs: &[RunBeside], pairs: &[Pair]) -> Vec<Vec<Text>> {
    let line = |name: &str, cell: &dyn Fn(&RunBeside) -> String| -> Vec<Text> {
        [Text::plain(name)].into_iter().chain(runs.iter().map(|run| Text::plain(cell(run)))).collect()
    };
    let mut lines = vec![
        line("run", &|run| run.number.clone()),
        line("date", &|run| run.date.clone()),
        line("machine", &|run| run.machine(cut)),
        line("kernel", &|run| cut(&run.kernel())),
        line("measured by", &|run| cut(&run.measured_by())),
    ];
    let mut baseline = "";
    for pair in pairs {
        if pair.baseline != baseline {
            baseline = &pair.baseline;
            lines.push(vec![Text::plain(format!("ratio to {}", cut(baseline)))]);
        }
        let place = printable(&pair.place());
        lines.push(line(&format!("{}{place}", cut(&pair.candidate)), &|run| cell(run.found(pair))));
    }
    lines
}

fn cut(text: &str) -> String {
    shorten(&printable(text), NAME_MAX)
}

fn cell(found: Option<(Verdict, Interval)>) -> String {
    found.map_or("-".to_string(), |(verdict, interval)| format!("{}{}", sign(verdict), ratio(&interval)))
}
