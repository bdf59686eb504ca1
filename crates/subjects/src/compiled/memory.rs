//! What was found out about compilers in this run: it is asked for at every launch, and does not change while a run lasts.

use super::toolchain::Toolchain;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

/// What was found out in this run. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// By language.
    toolchains: Rc<RefCell<BTreeMap<String, Toolchain>>>,
    /// By everything that it was built from.
    built: Rc<RefCell<BTreeMap<String, PathBuf>>>,
}

impl Memory {
    /// The compiler of a language; `find` looks for it the first time.
    pub fn toolchain<E>(&self, language: &str, find: impl FnOnce() -> Result<Toolchain, E>) -> Result<Toolchain, E> {
        remembered(&self.toolchains, language.to_string(), find)
    }

    /// What was built from something; `build` builds it the first time.
    pub fn built<E>(&self, from: String, build: impl FnOnce() -> Result<PathBuf, E>) -> Result<PathBuf, E> {
        remembered(&self.built, from, build)
    }
}

/// What went wrong is not remembered.
fn remembered<T: Clone, E>(
    known: &RefCell<BTreeMap<String, T>>,
    key: String,
    find: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    if let Some(value) = known.borrow().get(&key) {
        return Ok(value.clone());
    }
    let value = find()?;
    known.borrow_mut().insert(key, value.clone());
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_built_is_remembered_and_what_failed_is_tried_again() {
        let memory = Memory::default();
        let path = |name: &str| Ok::<_, String>(PathBuf::from(name));
        assert_eq!(memory.built("a".to_string(), || Err("no room".to_string())), Err("no room".to_string()));
        assert_eq!(memory.built("a".to_string(), || path("first")), path("first"));
        assert_eq!(memory.clone().built("a".to_string(), || path("second")), path("first"));
        assert_eq!(memory.built("b".to_string(), || path("other")), path("other"));
    }
}
