//! Which compiler is called, and what tells it from another one.

use crate::BuildKey;
use crate::languages::{Compiler, Language};
use crate::program;
use model::{Failure, FailureKind};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A compiler that is there.
#[derive(Clone, Debug)]
pub struct Toolchain {
    path: PathBuf,
    /// What `CC` and its like give besides the program.
    arguments: Vec<String>,
    version: String,
    settings: BTreeMap<String, String>,
    /// Variables of the environment that change what it does, with their values.
    environment: Vec<String>,
}

impl Toolchain {
    /// The compiler of a language, or what says that it is not installed.
    pub fn find(language: &Language, compiler: &Compiler) -> Result<Toolchain, Failure> {
        let of_environment = || std::env::var(&compiler.variable).ok().filter(|words| !words.trim().is_empty());
        let chosen = language.runtime.clone().or_else(of_environment);
        let split = |words: &String| shell_words::split(words).unwrap_or_else(|_| vec![words.clone()]);
        let words = chosen.as_ref().map(split).filter(|words| !words.is_empty());
        let words = words.unwrap_or_else(|| vec![compiler.program.clone()]);
        let help = match &chosen {
            Some(_) if language.runtime.is_none() => format!("change or unset {}, which names it", compiler.variable),
            _ => language.help_missing(),
        };
        let arguments = words[1..].to_vec();
        let (path, version) = found(&words[0], &arguments, &compiler.version)
            .map_err(|why| Failure::new(FailureKind::Missing, format!("{} {why}", words[0]), Some(help)))?;
        let value = |name: &String| Some(format!("{name}={}", std::env::var_os(name)?.to_string_lossy()));
        let environment = compiler.environment.iter().filter_map(value).collect();
        Ok(Toolchain { path, arguments, version, settings: compiler.settings.clone(), environment })
    }

    /// The C compiler, which builds a part of the host of some languages, or what says that it is not installed.
    pub fn of_c(language: &Language) -> Result<Toolchain, Failure> {
        let (path, version) = found("cc", &[], "--version").map_err(|why| {
            let message = format!("cc, which builds a part of the host of {}, {why}", language.name);
            let help = format!("install it: apt-get install {}", language.package);
            Failure::new(FailureKind::Missing, message, Some(help))
        })?;
        let (arguments, settings, environment) = Default::default();
        Ok(Toolchain { path, arguments, version, settings, environment })
    }

    /// Whether it makes code for this very machine.
    pub fn is_native(&self) -> bool {
        self.arguments.iter().any(|argument| argument.ends_with("=native"))
    }

    /// What messages call it.
    pub fn name(&self) -> String {
        self.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// The first line of what it says of its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A command that starts it.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        // Its messages are read, in the words that it has without a translation.
        command.args(&self.arguments).env("LC_ALL", "C").env_remove("DEPENDENCIES_OUTPUT");
        command.envs(&self.settings);
        command
    }

    /// What its arguments and its variables say.
    pub fn words(&self) -> impl Iterator<Item = &String> {
        self.arguments.iter().chain(&self.environment)
    }

    /// Adds to a key all that tells this compiler from another one.
    pub fn key(&self, key: BuildKey) -> BuildKey {
        let key = key.with(self.path.as_os_str().as_encoded_bytes()).with(&self.version);
        let words = self.words().chain(self.settings.values());
        words.fold(key.with(self.arguments.len().to_le_bytes()), |key, word| key.with(word))
    }
}

/// Where a compiler is, and its version; else what is wrong with it.
fn found(program: &str, arguments: &[String], option: &str) -> Result<(PathBuf, String), String> {
    let path = program::find(program, None).map_err(|_| "is not installed".to_string())?;
    let mut command = Command::new(&path);
    command.args(arguments).arg(option).env("LC_ALL", "C").stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().map_err(|why| format!("cannot be started: {why}"))?;
    Ok((path, String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_string()))
}
