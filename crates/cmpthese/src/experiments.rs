//! The built-in experiments: the folders under `experiments/`, embedded when the program is built.

use crate::exit::Outcome;
use crate::output;
use crate::plan_text::PlanText;
use include_dir::{Dir, File, include_dir};
use model::Source;
use std::io;
use std::path::{Path, PathBuf};
use subjects::{BuildCache, BuildKey};

static EXPERIMENTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../experiments");

/// The names of all plans: `perlio-layers` for `plan.toml` of that folder, `perlio-layers/wide` for another file.
pub fn names() -> Vec<String> {
    let plans = EXPERIMENTS.dirs().flat_map(|folder| {
        let folder_name = folder.path().to_string_lossy().into_owned();
        folder.files().filter_map(move |file| {
            let stem = file.path().file_stem()?.to_str()?;
            let is_plan = file.path().extension()? == "toml" && stem != "published";
            is_plan.then(|| if stem == "plan" { folder_name.clone() } else { format!("{folder_name}/{stem}") })
        })
    });
    let mut names: Vec<String> = plans.collect();
    names.sort();
    names
}

/// The plan of a name.
pub fn find(name: &str) -> Option<PlanText> {
    let (folder, stem) = name.split_once('/').unwrap_or((name, "plan"));
    let read = |file: &str| EXPERIMENTS.get_file(format!("{folder}/{file}.toml"))?.contents_utf8().map(str::to_string);
    let text = if stem == "published" { None } else { read(stem) }?;
    Some(PlanText { source: Source { name: name.to_string(), text }, published: read("published") })
}

/// The experiment that a name of a plan stands for: no file has that name. A directory does not hide it.
pub fn meant(name: &str) -> Option<PlanText> {
    let path = Path::new(name);
    find(name).filter(|_| !path.exists() || path.is_dir())
}

/// A directory with the files of a built-in plan: what its programs are built from lies beside it. It is kept, because
/// what was built from files is built anew when they are written anew.
pub fn write_out(name: &str, cache: &BuildCache) -> io::Result<PathBuf> {
    let folder = name.split_once('/').map_or(name, |(folder, _)| folder);
    let files: Vec<_> = EXPERIMENTS.get_dir(folder).into_iter().flat_map(|folder| folder.files()).collect();
    let name_of = |file: &File| file.path().file_name().expect("a file has a name").to_os_string();
    let key = files.iter().fold(BuildKey::default().with("experiment"), |key, file| {
        key.with(name_of(file).as_encoded_bytes()).with(file.contents())
    });
    cache.entry(key, |directory| {
        files.iter().try_for_each(|file| std::fs::write(directory.join(name_of(file)), file.contents()))
    })
}

/// Prints the names with their titles.
pub fn list() -> Outcome {
    let names = names();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for name in names {
        let experiment = find(&name).expect("the names come from the same folder");
        let plan = plan::parse(experiment.source, &subjects::languages::traits());
        let title = plan.map_or_else(|_| String::new(), |plan| plan.title);
        text.push_str(&format!("{name:width$}  {title}\n"));
    }
    output::printed(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_is_a_plan_without_mistakes_and_published_figures_name_its_variants() {
        assert!(!names().is_empty());
        for name in names() {
            let experiment = find(&name).expect("it is listed");
            let plan =
                plan::parse(experiment.source, &subjects::languages::traits()).unwrap_or_else(|why| panic!("{why}"));
            let stem = name.split_once('/').map_or("plan", |(_, stem)| stem);
            // Not every question comes from a post.
            let Some(published) = experiment.published else { continue };
            let published = analysis::parse_published(&published, stem).unwrap_or_else(|why| panic!("{name}: {why}"));
            for named in published.tables.iter().flat_map(|table| table.rates.keys()) {
                assert!(plan.variants.iter().any(|variant| variant.name == *named), "{name}: {named}");
            }
        }
    }
}
