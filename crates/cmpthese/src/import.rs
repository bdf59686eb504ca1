//! `cmpthese import`: what another tool measured, as a run that has ended.

use crate::arguments::{HowToImport, ImportOptions};
use crate::exit::{Complaint, Outcome};
use crate::foreign_files;
use crate::plan_text::PlanText;
use crate::{output, run};
use foreign::{Foreign, Problem, READERS, Reader, Several};
use model::Source;
use std::path::{Path, PathBuf};

/// Takes files in, keeps them as a run and reports it.
pub fn import(paths: &[PathBuf], how: &HowToImport, options: &ImportOptions) -> Outcome {
    output::spares(&options.show, &paths.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
    let reader = how.format.as_ref().and_then(|name| READERS.iter().find(|reader| reader.name == name));
    let labels = labels(paths);
    let named = paths.iter().map(|path| path.file_name().map_or(path.to_string_lossy(), |name| name.to_string_lossy()));
    let title = named.collect::<Vec<_>>().join(", ");
    let files = paths.iter().zip(&labels).map(|(path, label)| Ok((label.clone(), read(path, reader)?)));
    let mut files = foreign::beside(files.collect::<Result<_, Complaint>>()?);
    paths.iter().zip(&mut files).try_for_each(|(path, (_, file))| keep(path, file, &how.only))?;
    let several = if how.launches { Several::Launches } else { Several::Variants };
    let dates: Vec<(String, Option<String>)> =
        files.iter().map(|(label, file)| (label.clone(), file.date.clone())).collect();
    let started_at = dates.iter().map(|(_, told)| date(told.as_deref())).max().unwrap_or(0);
    let measured = foreign::merged(files, several);
    let version = measured.version.clone().map(|version| format!(" {version}")).unwrap_or_default();
    let from = format!("imported from {}{version}: {title}{}", measured.tool, when(&dates));
    let machine = measured.machine.clone();
    let made = foreign::experiment(with_note(measured, from), &title, how.baseline.as_deref())
        .map_err(|problem| complaint(&title, &problem))?;
    let text = PlanText { source: Source { name: title.clone(), text: made.text }, published: None };
    run::of_an_import(text, made.events, machine, started_at, options)
}

fn read(path: &Path, reader: Option<&Reader>) -> Result<Foreign, Complaint> {
    foreign::read(&foreign_files::files(path)?, reader).map_err(|problem| complaint(&path.to_string_lossy(), &problem))
}

/// Leaves out the benchmarks that have none of the texts in their names.
fn keep(path: &Path, measured: &mut Foreign, only: &[String]) -> Result<(), Complaint> {
    let all: Vec<String> = measured.cases.iter().map(foreign::Case::full_name).collect();
    measured.cases.retain(|case| only.is_empty() || only.iter().any(|text| case.full_name().contains(text)));
    if measured.cases.is_empty() {
        let help =
            format!("it has {}", all.iter().take(20).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
        let message = "no benchmark has that text in its name".to_string();
        return Err(complaint(&path.to_string_lossy(), &Problem { place: String::new(), message, help }));
    }
    Ok(())
}

fn with_note(measured: Foreign, from: String) -> Foreign {
    let notes = std::iter::once(from).chain(measured.notes.clone()).collect();
    Foreign { notes, ..measured }
}

/// More dates than these are told by the first and the last.
const DATES_MAX: usize = 4;

/// When the files were measured, as the end of a sentence: of several each, unless it is the same.
fn when(dates: &[(String, Option<String>)]) -> String {
    let different = report::distinct(dates.iter().map(|(_, date)| date));
    match different.as_slice() {
        [] | [None] => "; when is not told".to_string(),
        [Some(date)] => format!(", measured {date}"),
        several if several.len() > DATES_MAX => {
            let all = dates.iter().filter_map(|(_, told)| told.as_deref());
            let first = all.clone().min_by_key(|told| date(Some(told))).unwrap_or_default();
            let last = all.max_by_key(|told| date(Some(told))).unwrap_or_default();
            format!(", measured from {first} to {last}")
        }
        _ => {
            let each = |(label, date): &(String, Option<String>)| match date {
                Some(date) => format!("{label} {date}"),
                None => format!("{label} without a date"),
            };
            format!(", measured: {}", dates.iter().map(each).collect::<Vec<_>>().join(", "))
        }
    }
}

/// What files are called: their names without folder and ending, unless two are the same then.
fn labels(paths: &[PathBuf]) -> Vec<String> {
    let whole = |path: &PathBuf| path.to_string_lossy().into_owned();
    let stem = |path: &PathBuf| path.file_stem().map_or(whole(path), |stem| stem.to_string_lossy().into_owned());
    let name = |path: &PathBuf| path.file_name().map_or(whole(path), |name| name.to_string_lossy().into_owned());
    let kinds: [&dyn Fn(&PathBuf) -> String; 3] = [&stem, &name, &whole];
    let all = kinds.map(|kind| paths.iter().map(kind).collect::<Vec<String>>());
    let is_unique = |labels: &&Vec<String>| report::distinct(labels.iter()).len() == labels.len();
    all.iter().find(is_unique).unwrap_or(&all[2]).clone()
}

/// Seconds since 1970-01-01 UTC of a date as tools write it: with the difference to UTC, or else in the time zone here; 0 where there is none.
fn date(text: Option<&str>) -> i64 {
    let with_zone = |text: &str| text.parse::<jiff::Timestamp>().ok();
    let here = |text: &str| {
        Some(text.parse::<jiff::civil::DateTime>().ok()?.to_zoned(jiff::tz::TimeZone::system()).ok()?.timestamp())
    };
    text.and_then(|text| with_zone(text).or_else(|| here(text))).map_or(0, jiff::Timestamp::as_second)
}

/// What is wrong with a file.
fn complaint(name: &str, problem: &Problem) -> Complaint {
    let help = (!problem.help.is_empty()).then(|| report::printable_lines(&problem.help, ""));
    Complaint::usage(format!("{}: {}", report::printable(name), report::printable(&problem.to_string())), help)
}
