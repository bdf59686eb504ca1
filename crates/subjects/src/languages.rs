//! The languages: the folders under `workers/`, embedded when the program is built.

use include_dir::{Dir, File, include_dir};
use model::{Collector, LanguageTraits};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

static WORKERS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../workers");

/// A language's `worker.toml`, with the name of its folder.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The name of the folder, which is the key of its snippets in a plan.
    #[serde(skip)]
    pub name: String,
    /// The interpreter or compiler that the plan wants in the place of the usual one.
    #[serde(skip)]
    pub runtime: Option<String>,
    /// The folders that have the files that this one lacks, the nearest first.
    #[serde(default)]
    pub shares: Vec<String>,
    /// What starts the host: program and arguments, `{host}` standing for the path of the host file, or of the program that
    /// it was built into.
    pub command: Vec<String>,
    /// The host file in the folder.
    pub host: String,
    /// Files of the folder that the host finds beside itself, or is built from.
    #[serde(default)]
    pub beside: Vec<String>,
    /// The arguments of the C compiler that build the host, `{dir}/host`, from all these files, a list for each step, in a language whose
    /// snippets are not compiled. The interpreter is the second word of the command then.
    #[serde(default)]
    pub built: Vec<Vec<String>>,
    /// The machines (architectures, in the words of Rust) on which the host can fork itself into the workers of a launch.
    #[serde(default)]
    pub forks: Vec<String>,
    /// Whether its runtime compiles snippets while they run.
    #[serde(default)]
    pub jit: bool,
    /// Whether texts are bytes, and not characters.
    #[serde(default)]
    pub has_bytes: bool,
    /// What the host can do about the collector of garbage, beside leaving it on.
    #[serde(default, rename = "gc")]
    pub collector: Vec<Collector>,
    /// The Debian package that brings the runtime or the compiler.
    pub package: String,
    /// How snippets are compiled before the host has them; `None` where the host does that.
    pub compiler: Option<Compiler>,
    /// The snippets of the conformance suite.
    pub conformance: BTreeMap<String, String>,
    /// What those of them return that do not return what snippets return when the plan does not say.
    #[serde(default)]
    pub conformance_returns: BTreeMap<String, String>,
}

/// How the host and the snippets of a language are built. In command lines `{dir}` is the directory of the files, where what
/// is built goes, `{version}` what the compiler says of its version, and the word `{flags}` the flags of the plan; a word behind `?` is
/// left out where these have its option. A step that begins with `{cc}` is one of a C compiler.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compiler {
    /// Its name, looked up in `PATH`.
    pub program: String,
    /// The variable of the environment that can name another one, with arguments.
    pub variable: String,
    /// What it is asked for its version with.
    #[serde(default = "version_option")]
    pub version: String,
    /// Further variables that can change what it does.
    #[serde(default)]
    pub environment: Vec<String>,
    /// Variables that it is started with.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// The arguments that build the host file into `{dir}/host`, a list for each step.
    pub host: Vec<Vec<String>>,
    /// The arguments that build a snippet, a list for each step.
    pub snippet: Vec<Vec<String>>,
    /// The file that the host loads.
    pub library: String,
    /// Files, as make(1) reads them, in which the steps leave what they have read.
    #[serde(default)]
    pub depends: Vec<String>,
    /// What they read and do not list.
    #[serde(default)]
    pub inputs: Inputs,
    /// Files of the folder that stand beside the host file and the sources, as they are.
    #[serde(default)]
    pub headers: Vec<String>,
    /// Files of the folder that become the sources of a snippet: a word between two `@` stands for a part, for `needs`,
    /// `returns` and `layout`, or for one of `params`.
    pub sources: Vec<String>,
    /// Further sources, by their names: texts with such words. The word `needs` has a line for each.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The body of the empty loop.
    pub empty: String,
    /// What stands for the word `before_each` of the sources where there is such a part, which is the `{code}` in it.
    pub before_each: String,
    /// What moves the code behind it by `{bytes}` bytes: it stands for the word `layout` of the sources.
    #[serde(default)]
    pub layout: String,
    /// The type that code returns when the plan does not say.
    pub returns: String,
    /// What stands for the word `cast` where the plan says the type: by its name, of others under the empty name.
    #[serde(default)]
    pub casts: BTreeMap<String, String>,
    /// What tells whether something that a variant needs is there: the compiler's error says `cmpthese:missing:` and its
    /// name, or is in a line of `cmpthese:need`.
    pub need: String,
    /// The same of an empty loop that does not name it, where a compiler takes nothing that is not used.
    #[serde(default)]
    pub unused_need: Option<String>,
    /// What stands, before all of them in one line, for the word `imports`.
    #[serde(default)]
    pub imports: String,
    /// A word that would keep what the prelude declares from the parts behind it: blanks stand in its place.
    #[serde(default)]
    pub opened: Option<String>,
    /// How lines of a prelude begin that must stand ahead of everything: they stand for the word `head`, too.
    #[serde(default)]
    pub heads: Vec<String>,
    /// The types of parameters: `whole`, `number`, `truth`, `text`.
    pub types: BTreeMap<String, String>,
    /// What is written for each parameter: `{name}`, `{type}`, and `{sort}`, the key of the type.
    pub params: BTreeMap<String, String>,
    /// What helps against errors in which a text occurs.
    #[serde(default)]
    pub hints: BTreeMap<String, String>,
}

/// Files that a compiler reads because it finds them, by their names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Inputs {
    /// Looked for in the working directory and in those above it.
    pub above: Vec<String>,
    /// How files end that are looked for in the working directory, and in directories below it.
    pub endings: Vec<String>,
    /// What stands before other such directories: options, and variables of the environment with their `=`.
    pub places: Vec<String>,
}

fn version_option() -> String {
    "--version".to_string()
}

/// The names of all languages, sorted.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = WORKERS.dirs().filter_map(|dir| dir.path().to_str()).collect();
    names.sort_unstable();
    names
}

/// What plans are checked against: all languages, sorted by name.
pub fn traits() -> Vec<LanguageTraits> {
    let traits = |name: &'static str| {
        let Language { compiler, collector, has_bytes, .. } = find(name);
        let movable = compiler.as_ref().is_some_and(|compiler| !compiler.layout.is_empty());
        LanguageTraits { name, compiled: compiler.is_some(), movable, collector: collector.leak(), has_bytes }
    };
    names().into_iter().map(traits).collect()
}

/// A language by its name, which must be one of [`names`]: plans are checked against them.
pub fn find(name: &str) -> Language {
    let path = format!("{name}/worker.toml");
    let file = WORKERS.get_file(&path).expect("plans name known languages only");
    let text = file.contents_utf8().expect("worker.toml is UTF-8");
    let language: Language = toml::from_str(text).expect("the conformance suite reads every worker.toml");
    Language { name: name.to_string(), ..language }
}

impl Language {
    /// The same with another interpreter or compiler: program and arguments, which no variable of the environment overrides.
    pub fn with_runtime(mut self, runtime: &str) -> Language {
        if self.compiler.is_none() {
            let words = shell_words::split(runtime).unwrap_or_else(|_| vec![runtime.to_string()]);
            let place = usize::from(!self.built.is_empty());
            self.command.splice(place..=place, words);
        }
        self.runtime = Some(runtime.to_string());
        self
    }

    /// What tells it from others, and from itself with another interpreter or compiler.
    pub fn key(&self) -> String {
        format!("{} {}", self.name, self.runtime.as_deref().unwrap_or_default())
    }

    /// What to do where its interpreter or compiler is missing.
    pub fn help_missing(&self) -> String {
        match &self.runtime {
            Some(_) => {
                let key = if self.compiler.is_some() { "toolchain" } else { "interpreter" };
                format!("install it, or name another (`{key} = …` in a plan, --{key} on the command line)")
            }
            None => format!("install it: apt-get install {}", self.package),
        }
    }

    /// Writes the host file, and those that it finds beside itself, into a directory of their own, unless they are there, and returns
    /// the path of the first.
    pub fn install(&self, scratch: &Path) -> io::Result<PathBuf> {
        let folder = scratch.join(format!("{}-host", self.name));
        let host = folder.join(&self.host);
        if !host.exists() {
            std::fs::create_dir_all(&folder)?;
            for name in self.beside.iter().chain([&self.host]) {
                std::fs::write(folder.join(name), self.file(name).contents())?;
            }
        }
        Ok(host)
    }

    /// The interpreter, where the host starts it.
    pub fn interpreter(&self) -> Option<&String> {
        let after_host = self.command.iter().skip_while(|word| *word != "{host}").nth(1);
        after_host.filter(|_| !self.built.is_empty())
    }

    /// Whether the host can fork itself here.
    pub fn can_fork(&self) -> bool {
        self.forks.iter().any(|machine| machine == std::env::consts::ARCH)
    }

    /// The text of a file that `worker.toml` names.
    pub fn text(&self, name: &str) -> &'static str {
        self.file(name).contents_utf8().expect("the files of workers are UTF-8")
    }

    fn file(&self, name: &str) -> &'static File<'static> {
        let folders = std::iter::once(&self.name).chain(&self.shares);
        let mut files = folders.filter_map(|folder| WORKERS.get_file(format!("{folder}/{name}")));
        files.next().expect("worker.toml names files of its folder, or of those that it shares")
    }
}
