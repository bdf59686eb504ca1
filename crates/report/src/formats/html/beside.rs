//! Several runs beside each other: where and when each was made, what it answers, and the ratios that they found.

use super::date::date_or_none;
use super::escape::{escape, sentence};
use super::left_out::quiet;
use super::page::page;
use super::runs_picture::runs_picture;
use super::table::{Cell, table};
use crate::answer::answer;
use crate::beside::{Pair, RunBeside, notes_beside, pairs, under_shown_names};
use crate::code_spans::bare;
use crate::numbers::ratio;
use analysis::Verdict;

/// The page of several runs, of one at least.
pub fn page_beside(runs: &[RunBeside]) -> String {
    page(&title(runs), false, &body_beside(runs))
}

/// What the runs are about.
pub fn title(runs: &[RunBeside]) -> String {
    let first = &runs[0].analysis.title;
    let is_one = runs.iter().all(|run| run.analysis.title == *first);
    if is_one { first.clone() } else { "Several runs".to_string() }
}

/// All but what stands around every page.
pub fn body_beside(runs: &[RunBeside]) -> String {
    under_shown_names(runs, told)
}

fn told(runs: &[RunBeside], legend: &[String]) -> String {
    let pairs = pairs(runs);
    let notes: String = notes_beside(runs).iter().map(|note| format!("<li>{}</li>\n", sentence(note))).collect();
    let legend: String = legend.iter().map(|line| quiet(line)).collect();
    let numbers: Vec<&str> = runs.iter().map(|run| run.number.as_str()).collect();
    format!(
        "<header>\n<h1>{}</h1>\n<p class=\"answer\">{}</p>\n<p class=\"quiet\">Runs {} side by side, as ratios</p>\n</header>\n{legend}\
         <section>\n<h2>The runs</h2>\n{}<ul class=\"said\">\n{notes}</ul>\n</section>\n{}",
        escape(&title(runs)),
        sentence(&agreement(runs, &pairs)),
        escape(&numbers.join(", ")),
        of_the_runs(runs),
        of_the_pairs(runs, &pairs)
    )
}

/// In how many pairs all runs that have them came to the same.
fn agreement(runs: &[RunBeside], pairs: &[Pair]) -> String {
    let verdicts = |pair: &Pair| -> Vec<Verdict> {
        runs.iter().filter_map(|run| run.found(pair)).map(|(verdict, _)| verdict).collect()
    };
    let shared: Vec<Vec<Verdict>> = pairs.iter().map(verdicts).filter(|verdicts| verdicts.len() > 1).collect();
    let is_one = |verdicts: &&Vec<Verdict>| verdicts.iter().all(|verdict| verdict.key() == verdicts[0].key());
    let agreed = shared.iter().filter(is_one).count();
    match shared.len() {
        0 => "The runs have no pair in common.".to_string(),
        1 if agreed == 1 => "The runs come to the same verdict.".to_string(),
        1 => "The runs do not come to the same verdict.".to_string(),
        all if all == agreed => format!("The runs come to the same verdicts, {all} of {all}."),
        all => format!("The runs come to the same verdict on {agreed} of {all} pairs."),
    }
}

fn of_the_runs(runs: &[RunBeside]) -> String {
    let heading = ["run", "answer", "date", "machine", "kernel", "measured by"].map(str::to_string);
    let line = |run: &RunBeside| {
        let cells = [
            date_or_none(run.analysis.header.started_at),
            run.machine(str::to_string),
            run.kernel(),
            run.measured_by(),
        ];
        let answer = Cell::of_columns(bare(&answer(run.analysis)), 1);
        (run.number.clone(), std::iter::once(answer).chain(cells.into_iter().map(Cell::text)).collect())
    };
    let lines: Vec<(String, Vec<Cell>)> = runs.iter().map(line).collect();
    table("Where and when they were made", &heading, &lines)
}

/// A table and a picture for each baseline.
fn of_the_pairs(runs: &[RunBeside], pairs: &[Pair]) -> String {
    let groups = pairs.chunk_by(|left, right| left.baseline == right.baseline);
    let told = groups.enumerate().map(|(index, pairs)| {
        let title = format!("Time as a multiple of the time of {}", pairs[0].baseline);
        let heading: Vec<String> =
            std::iter::once("pair".to_string()).chain(runs.iter().map(|run| format!("run {}", run.number))).collect();
        let line = |pair: &Pair| {
            let cell = |run: &RunBeside| match run.found(pair) {
                Some((verdict, found)) => Cell::of_verdict(verdict, &ratio(&found)),
                None => Cell::text("–"),
            };
            (pair.name(), runs.iter().map(cell).collect())
        };
        let numbers = table(&title, &heading, &pairs.iter().map(line).collect::<Vec<_>>());
        let picture = runs_picture(runs, pairs, &title, &format!("runs-{index}"), &numbers).unwrap_or(numbers);
        format!("<section>\n{picture}</section>\n")
    });
    told.collect()
}
