//! Where reports go beside the text: an option for each format.

use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use report::{FORMATS, Format};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A format that was asked for, and where it goes.
#[derive(Debug)]
pub struct Destination {
    pub format: &'static Format,
    pub path: PathBuf,
}

impl Destination {
    /// Of a format that there is, by its name.
    pub fn of(name: &str, path: PathBuf) -> Destination {
        let format = FORMATS.iter().find(|format| format.name == name).expect("there is such a format");
        Destination { format, path }
    }

    /// Whether it is standard output, in the place of the text.
    pub fn is_stdout(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Whether it is at the place of another: one of them would be lost. What is no file, such as /dev/null, takes both.
    fn is_at(&self, other: &Destination) -> bool {
        let takes_both = self.path.metadata().is_ok_and(|known| !known.is_file());
        let absolute = |path: &Path| std::path::absolute(path).ok();
        let is_same = || is_same_file(&self.path, &other.path) || absolute(&self.path) == absolute(&other.path);
        !takes_both && self.is_stdout() == other.is_stdout() && is_same()
    }

    fn cannot_both(&self) -> &'static str {
        if self.is_stdout() { BOTH_PRINTED } else { "cannot both go to one file: give one of them another path" }
    }
}

/// Whether two paths lead to one file that is there.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| path.metadata().ok().map(|known| (known.dev(), known.ino()));
    identity(one).is_some_and(|known| Some(known) == identity(other))
}

/// All that were asked for.
#[derive(Debug, Default)]
pub struct Destinations(pub Vec<Destination>);

const BOTH_PRINTED: &str = "cannot both go to standard output: give one of them a path";

impl Destinations {
    /// Adds one. An error is the rest of a sentence that the option begins.
    pub fn add(&mut self, name: &str, path: PathBuf) -> Result<(), String> {
        let added = Destination::of(name, path);
        if let Some(other) = self.0.iter().find(|other| other.is_at(&added)) {
            return Err(format!("and --{} {}", other.format.name, added.cannot_both()));
        }
        self.0.push(added);
        Ok(())
    }
}

/// Where the `nth` of several reports goes that are asked for at one path: the first there, and the second of `a/b.json` to `a/b-2.json`. What is
/// neither a file nor a directory, such as /dev/null, takes all of them.
pub fn numbered(path: &Path, nth: u32) -> PathBuf {
    let takes_all = path.metadata().is_ok_and(|known| !known.is_file() && !known.is_dir());
    let (Some(stem), 2.., false) = (path.file_stem(), nth, takes_all) else { return path.to_path_buf() };
    let mut name = stem.to_os_string();
    name.push(format!("-{nth}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

impl Args for Destinations {
    fn augment_args(command: Command) -> Command {
        command.args(FORMATS.iter().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn option(format: &Format) -> Arg {
    let help = format!("Write the report as {} to a file, or to standard output with `-`", format.title);
    Arg::new(format.name).long(format.name).value_name("PATH").value_parser(value_parser!(PathBuf)).help(help)
}

impl FromArgMatches for Destinations {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Destinations, Error> {
        let mut all: Vec<Destination> = Vec::new();
        for format in FORMATS {
            let Some(path) = matches.get_one::<PathBuf>(format.name) else { continue };
            let added = Destination { format, path: path.clone() };
            if let Some(other) = all.iter().find(|other| other.is_at(&added)) {
                let message = format!("--{} and --{} {}\n", other.format.name, format.name, other.cannot_both());
                return Err(Error::raw(ErrorKind::ArgumentConflict, message));
            }
            all.push(added);
        }
        Ok(Destinations(all))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Destinations::from_arg_matches(matches)?;
        Ok(())
    }
}
