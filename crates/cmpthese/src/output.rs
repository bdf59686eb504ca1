//! Where reports go.

use crate::arguments::{ColorArgument, PastOptions, ShowOptions};
use crate::exit::Complaint;
use analysis::Analysis;
use report::{FORMATS, Look};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// What a line may take when nothing tells the width.
const WIDTH_DEFAULT: usize = 80;

/// Whether standard output gets colour.
pub fn uses_color(options: &PastOptions) -> bool {
    wants_color(options.color, io::stdout().is_terminal())
}

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

/// Complains of a place for the JSON report that cannot be written, before anything is measured for it.
pub fn check(options: &ShowOptions) -> Result<(), Complaint> {
    match options.json.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => File::options()
            .append(true)
            .create(true)
            .open(path)
            .map(drop)
            .map_err(|error| no_json(path, &error, "nothing was measured: give --json a path that can be written")),
        None => Ok(()),
    }
}

/// Writes the report: as JSON where that is asked for, and as text to standard output, where a full disk or a reader that fails
/// must not cost the other.
pub fn write(analysis: &Analysis, options: &ShowOptions) -> Result<(), Complaint> {
    let look = Look { color: uses_color(&options.past), width: width() };
    let json_to_stdout = options.json.as_deref() == Some(Path::new("-"));
    if json_to_stdout {
        return print(&format("json", analysis, look));
    }
    let written = match &options.json {
        Some(path) => std::fs::write(path, format("json", analysis, look))
            .map_err(|error| no_json(path, &error, "a recorded run is written again by `cmpthese show --json PATH`")),
        None => Ok(()),
    };
    print(&format("text", analysis, look)).and(written)
}

fn no_json(path: &Path, error: &io::Error, help: &str) -> Complaint {
    Complaint::system(format!("the JSON report cannot be written to {}: {error}", shown(path)), Some(help.to_string()))
}

fn format(name: &str, analysis: &Analysis, look: Look) -> String {
    let format = FORMATS.iter().find(|format| format.name == name).expect("the name is one of FORMATS");
    (format.write)(analysis, look)
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

/// A path as a message names it.
pub fn shown(path: &Path) -> String {
    report::printable(&path.to_string_lossy())
}

fn width() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    told.or_else(terminal).unwrap_or(WIDTH_DEFAULT).max(40)
}
