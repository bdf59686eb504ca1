//! What was found out about compilers in this run: it is asked for at every launch, and does not change while a run lasts.

use super::build::{BuildError, Built};
use super::toolchain::Toolchain;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

/// What was found out in this run. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct KnownCompilers {
    /// By language.
    toolchains: Rc<RefCell<BTreeMap<String, Toolchain>>>,
    /// By everything that it was built from: what was made of it, or what the compiler said.
    built: Rc<RefCell<BTreeMap<String, Result<PathBuf, String>>>>,
    /// By language and flags: what tells what its compiler finds.
    found: Rc<RefCell<BTreeMap<String, Vec<String>>>>,
}

impl KnownCompilers {
    /// The compiler of a language; `find` looks for it the first time. What went wrong is not remembered.
    pub fn toolchain<E>(&self, language: &str, find: impl FnOnce() -> Result<Toolchain, E>) -> Result<Toolchain, E> {
        if let Some(known) = self.toolchains.borrow().get(language) {
            return Ok(known.clone());
        }
        let found = find()?;
        self.toolchains.borrow_mut().insert(language.to_string(), found.clone());
        Ok(found)
    }

    /// What tells what a compiler finds; `look` looks for it the first time.
    pub fn found(&self, of: String, look: impl FnOnce() -> Vec<String>) -> Vec<String> {
        self.found.borrow_mut().entry(of).or_insert_with(look).clone()
    }

    /// What was built from something; `build` builds it the first time. An error that the compiler tells is the same the next time, and finding it
    /// takes as long.
    pub fn built(&self, from: String, build: impl FnOnce() -> Built) -> Built {
        if let Some(known) = self.built.borrow().get(&from) {
            return known.clone().map_err(BuildError::Said);
        }
        let made = build();
        let kept = match &made {
            Ok(path) => Ok(path.clone()),
            Err(BuildError::Said(said)) => Err(said.clone()),
            Err(BuildError::TimedOut | BuildError::Interrupted | BuildError::Io(_)) => return made,
        };
        self.built.borrow_mut().insert(from, kept);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_built_and_what_the_compiler_said_are_remembered_and_what_took_too_long_is_tried_again() {
        let known = KnownCompilers::default();
        let built = |from: &str, made: Result<&str, BuildError>| {
            let made = known.clone().built(from.to_string(), || made.map(PathBuf::from));
            made.map(|path| path.display().to_string()).map_err(|error| error.to_string())
        };
        let said = || Err(BuildError::Said("no such type".to_string()));
        assert_eq!(built("a", Err(BuildError::TimedOut)), Err(BuildError::TimedOut.to_string()));
        assert_eq!(built("a", Ok("first")), Ok("first".to_string()));
        assert_eq!(built("a", said()), Ok("first".to_string()));
        assert_eq!(built("b", said()), Err("the compiler said: no such type".to_string()));
        assert_eq!(built("b", Ok("second")), Err("the compiler said: no such type".to_string()));
    }
}
