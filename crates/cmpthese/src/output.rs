//! Where reports go.

use crate::arguments::{ColorArgument, PastOptions, ShowOptions};
use crate::destinations::{Destination, is_same_file};
use crate::exit::{Complaint, Exit, Outcome};
use analysis::Analysis;
use report::{Detail, Style};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// What messages call the files of `--svg`.
const PICTURES: &str = "the pictures";

/// How a database of SQLite begins.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// What a line may take when nothing tells the width.
const WIDTH_DEFAULT: usize = 80;

/// Whether standard error gets colour.
pub fn uses_color_on_stderr(options: &PastOptions) -> bool {
    wants_color(options.color, io::stderr().is_terminal())
}

fn wants_color(choice: ColorArgument, is_terminal: bool) -> bool {
    match choice {
        ColorArgument::Always => true,
        ColorArgument::Never => false,
        ColorArgument::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

/// Complains of a place for a report that cannot be written, before anything is measured for it.
pub fn check(options: &ShowOptions) -> Result<(), Complaint> {
    options.destinations.0.iter().try_for_each(check_destination)?;
    options.svg.iter().try_for_each(|folder| {
        let help = "nothing was measured: give --svg a directory that can be written";
        let tried = std::fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder));
        tried.map(drop).map_err(|error| not_written(PICTURES, folder, &error, Some(help)))
    })
}

/// The same of one report.
pub fn check_destination(destination: &Destination) -> Result<(), Complaint> {
    let Destination { format, path } = destination;
    if destination.is_stdout() { Ok(()) } else { check_file(&named(destination), path, format.name) }
}

/// The same of one file, the place that an option gives. A named pipe is not tried: who reads from it would take that for all there is.
pub fn check_file(what: &str, path: &Path, option: &str) -> Result<(), Complaint> {
    if path.metadata().is_ok_and(|known| known.file_type().is_fifo()) {
        return Ok(());
    }
    spares_database(what, path)?;
    let help = format!("nothing was measured: give --{option} a path that can be written");
    let was_there = path.symlink_metadata().is_ok();
    let opened = File::options().append(true).create(true).open(path);
    opened.map(drop).map_err(|error| not_written(what, path, &error, Some(&help)))?;
    // What is refused after all leaves no empty report.
    if !was_there {
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

/// Complains where a report would take the place of a file that it is made from, whatever that is called.
pub fn spares(options: &ShowOptions, sources: &[&Path]) -> Result<(), Complaint> {
    let is_source = |path: &Path| sources.iter().any(|source| is_same_file(path, source));
    match options.destinations.0.iter().find(|one| !one.is_stdout() && is_source(&one.path)) {
        Some(one) => Err(overwritten(&named(one), &one.path, "it is made from it")),
        None => Ok(()),
    }
}

/// The same of a database, such as that of the recorded runs.
fn spares_database(what: &str, path: &Path) -> Result<(), Complaint> {
    if !path.metadata().is_ok_and(|known| known.is_file()) {
        return Ok(());
    }
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(DATABASE.len() as u64).read_to_end(&mut beginning));
    match read {
        Ok(_) if beginning == DATABASE => {
            Err(overwritten(what, path, "it is a database, such as runs are recorded in"))
        }
        _ => Ok(()),
    }
}

fn overwritten(what: &str, path: &Path, why: &str) -> Complaint {
    let help = "give it a path of its own".to_string();
    Complaint::usage(format!("{what} would take the place of {}: {why}", shown(path)), Some(help))
}

/// How much the text tells of a sweep.
pub fn detail(options: &ShowOptions) -> Detail {
    if options.verbose { Detail::Full } else { Detail::Brief }
}

/// Writes the report: in the formats that are asked for, and as text to standard output unless one of them goes there. A
/// full disk or a reader that fails must not cost the others.
pub fn write(analysis: &Analysis, detail: &Detail, options: &ShowOptions) -> Result<(), Complaint> {
    let (printed, kept): (Vec<&Destination>, Vec<&Destination>) =
        options.destinations.0.iter().partition(|destination| destination.is_stdout());
    let written = kept.into_iter().map(|destination| keep(analysis, destination)).fold(Ok(()), Result::and);
    let written = options.svg.iter().map(|folder| draw(analysis, folder)).fold(written, Result::and);
    let text = match printed.as_slice() {
        [] => report::text(analysis, detail, style(&options.past)),
        _ => printed.iter().map(|destination| (destination.format.write)(analysis)).collect(),
    };
    print(&text).and(written)
}

/// What standard output allows.
pub fn style(options: &PastOptions) -> Style {
    Style { color: wants_color(options.color, io::stdout().is_terminal()), width: width() }
}

fn keep(analysis: &Analysis, destination: &Destination) -> Result<(), Complaint> {
    place(&(destination.format.write)(analysis), destination, written_again(destination))
}

/// How the report of a recorded run is written again.
pub fn written_again(destination: &Destination) -> String {
    format!("a recorded run is written again by `cmpthese show --{} PATH`", destination.format.name)
}

/// Puts a report where it is to go. `help` says how it is written again.
pub fn place(text: &str, destination: &Destination, help: String) -> Result<(), Complaint> {
    if destination.is_stdout() {
        return print(text);
    }
    let Destination { path, .. } = destination;
    spares_database(&named(destination), path)?;
    std::fs::write(path, text).map_err(|error| not_written(&named(destination), path, &error, Some(&help)))
}

/// A file for each picture, by its name in the page.
fn draw(analysis: &Analysis, folder: &Path) -> Result<(), Complaint> {
    let help = "the pictures of a recorded run are drawn again by `cmpthese show --svg DIR`";
    let write = |(name, file): (String, String)| std::fs::write(folder.join(name + ".svg"), file);
    let drawn =
        std::fs::create_dir_all(folder).and_then(|()| report::pictures(analysis).into_iter().try_for_each(write));
    drawn.map_err(|error| not_written(PICTURES, folder, &error, Some(help)))
}

fn named(destination: &Destination) -> String {
    format!("the {} report", destination.format.title)
}

/// That something cannot be written to a place.
pub fn not_written(what: &str, path: &Path, error: &io::Error, help: Option<&str>) -> Complaint {
    Complaint::system(format!("{what} cannot be written to {}: {error}", shown(path)), help.map(str::to_string))
}

/// Prints to standard output; a reader that has gone away (`| head`) is no error.
pub fn print(text: &str) -> Result<(), Complaint> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Complaint::system(format!("standard output cannot be written: {error}"), None))
        }
        _ => Ok(()),
    }
}

/// Prints what a subcommand comes to.
pub fn printed(text: &str) -> Outcome {
    print(text).map(|()| Exit::Success)
}

/// A path as a message names it.
pub fn shown(path: &Path) -> String {
    report::printable(&path.to_string_lossy())
}

fn width() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
    let terminal = || terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    told.or_else(terminal).unwrap_or(WIDTH_DEFAULT).max(40)
}
