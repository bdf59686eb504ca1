//! Pages of the history that are served: the list of runs, a run, several beside each other, and a plan over its runs.

use super::beside::{body_beside, title};
use super::body;
use super::curve::{Axes, Curve, Height, Line, draw};
use super::date::date_or_none;
use super::escape::escape;
use super::figure::{Figure, figure};
use super::left_out::left_out;
use super::page::page;
use super::table::{Cell, table};
use crate::beside::RunBeside;
use crate::numbers::{counted, factor, ratio};
use crate::places::and_place;
use crate::printable;
use analysis::{Analysis, PointAnalysis};
use model::{Point, format_duration};
use std::collections::{BTreeMap, BTreeSet};

/// A run in the list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its number.
    pub id: String,
    /// When it began, in seconds since 1970.
    pub started_at: i64,
    /// How it ended, in a word.
    pub end: String,
    /// How many blocks are recorded.
    pub blocks: u64,
    /// What it is about.
    pub title: String,
}

/// The way back to the list.
const HOME: &str = "<nav class=\"quiet\"><a href=\"/\">all runs</a></nav>\n";

/// More curves of one plan would be no picture.
const POINTS_MAX: usize = 12;

/// The list of runs whose title holds what is `sought`; of those that have no room, how many there are.
pub fn listing(runs: &[Listed], more: usize, sought: &str) -> String {
    let line = |run: &Listed| {
        format!(
            "<tr><th scope=\"row\"><a href=\"/run/{0}\">{0}</a></th>\
             <td><input type=\"checkbox\" name=\"run\" value=\"{0}\" aria-label=\"run {0} beside others\"/></td>\
             <td class=\"long\"><a href=\"/run/{0}\">{4}</a></td><td>{1}</td><td>{2}</td><td>{3}</td>\
             <td><a href=\"/over-time/{0}\">over time</a></td></tr>\n",
            escape(&run.id),
            date_or_none(run.started_at),
            run.blocks,
            escape(&run.end),
            escape(&run.title)
        )
    };
    let lines: String = runs.iter().map(line).collect();
    let heads = ["run", "beside", "what", "began", "blocks", "end", "its plan"];
    let heads = heads.map(|head| match head {
        "what" => "<th scope=\"col\" class=\"long\">what</th>".to_string(),
        _ => format!("<th scope=\"col\">{head}</th>"),
    });
    let heads = heads.concat();
    let body = match runs {
        [] if sought.is_empty() => "<p>No runs are recorded.</p>\n".to_string(),
        [] => "<p>No run is called like that.</p>\n".to_string(),
        _ => format!(
            "<form action=\"/beside\">\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Recorded runs\">\
             <table><thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody></table></div>\n\
             <button>Those that are ticked, side by side</button></form>\n{}",
            left_out(
                more,
                ["older run is found by a part of its title.", "older runs are found by a part of their titles."]
            )
        ),
    };
    let form = format!(
        "<form role=\"search\"><label>Title holds <input name=\"q\" value=\"{}\"/></label> <button>Search</button></form>\n",
        escape(sought)
    );
    page("Runs", false, &format!("<header><h1 class=\"answer\">Recorded runs</h1></header>\n{form}{body}"))
}

/// Several runs beside each other, with the ways to each of them.
pub fn beside(runs: &[RunBeside]) -> String {
    let link = |run: &RunBeside| format!(" · <a href=\"/run/{0}\">run {0}</a>", escape(&run.number));
    let links: String = runs.iter().map(link).collect();
    let nav = format!("<nav class=\"quiet\"><a href=\"/\">all runs</a>{links}</nav>\n");
    page(&title(runs), false, &(nav + &body_beside(runs)))
}

/// The report of a run with the way back. One that is being made is asked for anew, if it is to be followed.
pub fn run(id: &str, analysis: &Analysis, is_made: bool, is_followed: bool) -> String {
    let id = escape(id);
    let state = match is_followed {
        true => " · being made: this page follows it (<a href=\"?still\">let it stand still</a>)",
        false => "",
    };
    let nav = format!(
        "<nav class=\"quiet\"><a href=\"/\">all runs</a> · run {id} · <a href=\"/over-time/{id}\">this plan over time</a>{state}</nav>\n"
    );
    let has_begun = analysis.points.iter().any(|point| !point.rows.is_empty() || !point.excluded.is_empty());
    let body = if has_begun || !is_made {
        body(analysis)
    } else {
        let title = escape(&analysis.title);
        format!("<header><h1>{title}</h1><p class=\"answer\">No look has been taken yet.</p></header>\n")
    };
    page(&analysis.title, is_followed, &(nav + &body))
}

/// The ratios of a plan's variants over its runs, oldest first: times of different runs are not comparable, ratios are.
pub fn over_time(runs: &[RunBeside]) -> String {
    let Some(newest) = runs.last() else { return page("Over time", false, HOME) };
    let title = printable(&newest.analysis.title);
    // Where the newest has measured little, the others have not.
    let measured = runs.iter().rev().flat_map(|run| &run.analysis.points).filter(|point| !point.rows.is_empty());
    let points: Vec<&Point> = crate::distinct(measured.map(|point| &point.point));
    let shown = points.iter().take(POINTS_MAX).enumerate();
    let pictures: String = shown.map(|(place, point)| at_point(runs, point, place)).collect();
    let more = points.len().saturating_sub(POINTS_MAX);
    let more =
        left_out(more, ["more point is in the report of each run.", "more points are in the report of each run."]);
    let machines: BTreeSet<String> = runs.iter().filter_map(|run| run.analysis.machine().cpu.clone()).collect();
    let several = match machines.len() {
        0 | 1 => String::new(),
        _ => {
            let all: Vec<String> = machines.iter().map(|name| escape(name)).collect();
            format!("<p>Made on several machines, whose times are not comparable: {}.</p>\n", all.join("; "))
        }
    };
    let head = format!(
        "<header><h1>{}</h1><p class=\"answer\">{} over time</p></header>\n",
        escape(&title),
        counted(runs.len(), ["run", "runs"])
    );
    page(&title, false, &format!("{HOME}{head}{several}{pictures}{more}"))
}

fn at_point(runs: &[RunBeside], point: &Point, place: usize) -> String {
    let there = runs.iter().filter_map(|run| Some((run, run.analysis.at(point)?)));
    let there: Vec<(&RunBeside, &PointAnalysis)> = there.collect();
    let with_baseline = there.iter().rev().find_map(|(run, at)| Some((run, at.baseline_row()?.name.clone())));
    let Some((newest, base)) = with_baseline else { return String::new() };
    let mut lines: BTreeMap<String, Line> = BTreeMap::new();
    let mut table_lines = Vec::new();
    for (index, (run, at)) in there.iter().enumerate() {
        for row in at.rows.iter().rev() {
            let name = printable(&row.name);
            let other = at.row_named(&base).filter(|one| one.variant != row.variant);
            let ratio_to_base = other.and_then(|one| at.found(one.variant, row.variant));
            let shown = match &ratio_to_base {
                Some((verdict, found)) => Cell::of_verdict(*verdict, &ratio(found)),
                None => Cell::text(""),
            };
            let time = if row.is_empty { "–".to_string() } else { format_duration(row.time_ns.point) };
            table_lines.push((
                format!("run {}, {}", run.number, date_or_none(run.analysis.header.started_at)),
                vec![Cell::text(&name), Cell::text(time), shown],
            ));
            let Some((verdict, interval)) = ratio_to_base else { continue };
            let next = lines.len();
            let line = lines.entry(name.clone()).or_insert(Line { place: next, name: name.clone(), dots: Vec::new() });
            line.dots.push((
                index as f64,
                interval,
                format!("{name}, run {}: {}, {}", run.number, factor(interval.point), verdict.key()),
            ));
        }
    }
    let place_words = and_place(point);
    let title = format!("Time as a multiple of the time of {}{place_words}", printable(&base));
    let heading = ["run", "variant", "time", "ratio"].map(str::to_string);
    let numbers = table(&title, &heading, &table_lines);
    if lines.is_empty() {
        return format!("<section>\n{numbers}</section>\n");
    }
    let lines: Vec<Line> = lines.into_values().collect();
    let around = Figure {
        id: format!("over-time-{place}"),
        title,
        description: "A place for each run, oldest first; the band of a line is its interval, the grey one the margin."
            .to_string(),
        legend: lines.iter().map(|line| (line.place, line.name.clone())).collect(),
        numbers,
    };
    let along = there.iter().enumerate().map(|(index, (run, _))| (index as f64, run.number.clone())).collect();
    let height = Height::Ratio(newest.analysis.margin);
    let curve = Curve { lines, along, param: "run".to_string(), height, axes: Axes::Course };
    format!("<section>\n{}</section>\n", figure(&around, |paper| draw(paper, &curve)))
}

/// What is said where there is no page.
pub fn error_page(message: &str) -> String {
    page("No page", false, &format!("{HOME}<p>{}</p>\n", escape(message)))
}
