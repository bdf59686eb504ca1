//! Where things are: the sources of the works, what is built of them, and this program's siblings.

use crate::scoreboard::call::Call;
use std::path::PathBuf;

/// Where things are.
pub struct Place {
    beside: PathBuf,
    scratch: PathBuf,
}

impl Place {
    /// Beside this program, in a directory that is kept: what was built once need not be built again.
    pub fn beside_this_one() -> Result<Place, String> {
        let own = std::env::current_exe().map_err(|error| format!("this program has no path: {error}"))?;
        let beside = own.parent().ok_or("this program has no directory")?.to_path_buf();
        let scratch = beside.join("scoreboard-scratch");
        std::fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        Ok(Place { beside, scratch })
    }

    /// A program that was built with this one.
    pub fn sibling(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.beside.join(name);
        if path.exists() { Ok(path) } else { Err(format!("{name} is not built: cargo build --release")) }
    }

    /// A path for what is made.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.scratch.join(name)
    }

    /// Where snippets go that are compiled for tools that measure functions.
    pub fn libraries(&self) -> PathBuf {
        self.scratch("libraries")
    }

    /// A file or project of the works.
    pub fn source(&self, name: &str) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scoreboard-projects").join(name)
    }

    /// What a file of the works says.
    pub fn text(&self, name: &str) -> Result<String, String> {
        std::fs::read_to_string(self.source(name)).map_err(|error| format!("{name}: {error}"))
    }

    /// Builds one of the projects, and returns the path of its program.
    pub fn build(&self, project: &str) -> Result<PathBuf, String> {
        let target = self.scratch(project);
        Call::new("cargo")
            .words(["build", "--release", "--quiet", "--locked", "--manifest-path"])
            .word(self.source(project).join("Cargo.toml"))
            .word("--target-dir")
            .word(&target)
            .succeed()?;
        Ok(target.join("release").join(format!("scoreboard-{project}")))
    }

    /// The version of a crate that a project is built with.
    pub fn locked_version(&self, project: &str, package: &str) -> Result<String, String> {
        let text = self.text(&format!("{project}/Cargo.lock"))?;
        let after = text.split_once(&format!("name = \"{package}\"\nversion = \"")).map(|(_, after)| after);
        let version = after.and_then(|after| after.split_once('"')).map(|(version, _)| version.to_string());
        version.ok_or(format!("{project}/Cargo.lock names no {package}"))
    }
}
