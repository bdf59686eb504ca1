//! `cmpthese perl script.pl`: a script that uses Perl's Benchmark, with this program in the place of its stopwatch.

use crate::arguments::RunOptions;
use crate::budget;
use crate::cache;
use crate::exit::{Complaint, Outcome};
use crate::own_path::own_path;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use subjects::{BuildCache, BuildKey};

/// The module that does it and its parts: where they are in a directory of modules, and in the folder of the language.
const MODULES: [&str; 8] = [
    "Benchmark/Cmpthese.pm",
    "Benchmark/Cmpthese/Code.pm",
    "Benchmark/Cmpthese/Copy.pm",
    "Benchmark/Cmpthese/Files.pm",
    "Benchmark/Cmpthese/InTurn.pm",
    "Benchmark/Cmpthese/Objects.pm",
    "Benchmark/Cmpthese/Plan.pm",
    "Benchmark/Cmpthese/Unwound.pm",
];

/// Becomes perl with these arguments, and with the module before them. The options of this command line are those of every comparison.
pub fn script(options: &RunOptions, words: &[OsString]) -> Outcome {
    if options.confirm {
        let help = "run it again: a comparison of a script is over when the script goes on".to_string();
        return Err(Complaint::usage("--confirm is not for scripts", Some(help)));
    }
    if options.locate.is_some() {
        let help = "leave it out: a comparison of a script has no parameter".to_string();
        return Err(Complaint::usage("--locate is not for scripts", Some(help)));
    }
    if words.is_empty() && io::stdin().is_terminal() {
        let help = "name it: cmpthese perl SCRIPT".to_string();
        return Err(Complaint::usage("there is no script, and none is typed at a terminal", Some(help)));
    }
    let budget = budget::typed_ns(options)?;
    let typed: Vec<OsString> = std::env::args_os().skip(2).collect();
    let options = typed[..typed.len() - words.len()].iter().filter(|word| *word != "--");
    let options: Vec<String> = options.map(|word| word.to_string_lossy().into_owned()).collect();
    let modules = modules().map_err(|error| {
        let help = "make room there, or set XDG_CACHE_HOME to another directory".to_string();
        Complaint::system(format!("the module Benchmark::Cmpthese cannot be written: {error}"), Some(help))
    })?;
    let own_path = own_path()?;
    let error = Command::new("perl")
        .arg(format!("-I{}", modules.display()))
        .arg("-MBenchmark::Cmpthese")
        .args(words)
        .env("CMPTHESE_PROGRAM", own_path)
        .env("CMPTHESE_OPTIONS", options.join("\n"))
        .env("CMPTHESE_BUDGET_NS", budget.map(|ns| ns.to_string()).unwrap_or_default())
        .exec();
    let help = "install it: apt-get install perl".to_string();
    Err(Complaint::system(format!("perl cannot be started: {error}"), Some(help)))
}

/// The directory with the module. It is kept, because nobody is there when the script ends.
fn modules() -> io::Result<PathBuf> {
    let perl = subjects::languages::find("perl");
    let modules = MODULES.map(|path| (path, perl.text(path)));
    let key = modules.iter().fold(BuildKey::default(), |key, (path, text)| key.with(path).with(text));
    BuildCache::new(cache::directory_or_temporary().join("perl")).entry(key, |directory: &Path| {
        modules.iter().try_for_each(|(path, text)| {
            let path = directory.join(path);
            std::fs::create_dir_all(path.parent().expect("it lies in a folder"))?;
            std::fs::write(path, text)
        })
    })
}
