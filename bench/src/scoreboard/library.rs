//! A snippet in C or in C++ as a shared object with a function `subject`, for tools that measure functions.

use crate::dialect::Dialect;
use crate::scoreboard::call::Call;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

const FLAGS: [&str; 4] = ["-O2", "-shared", "-fPIC", "-o"];

/// What the tools call.
const SUBJECT: &str = r#"
#ifdef __cplusplus
extern "C"
#endif
void subject(void) { kept = (long long)body(); }
"#;

/// The path of the shared object in a directory. What is there already has the same source.
pub fn build(folder: &Path, dialect: Dialect, prelude: &str, code: &str) -> Result<PathBuf, String> {
    let text = dialect.body(prelude, code) + SUBJECT;
    let mut hasher = DefaultHasher::new();
    (FLAGS, dialect.compiler(), &text).hash(&mut hasher);
    let object = folder.join(format!("{:016x}.so", hasher.finish()));
    if !object.exists() {
        let tell = |error: std::io::Error| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(tell)?;
        let source = object.with_extension(&dialect.suffix()[1..]);
        std::fs::write(&source, text).map_err(tell)?;
        // What is cut off has another name.
        let begun = object.with_extension("begun");
        Call::new(dialect.compiler()).words(FLAGS).word(&begun).word(&source).succeed()?;
        std::fs::rename(&begun, &object).map_err(tell)?;
    }
    Ok(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_found_in_what_is_built_once() {
        let folder = tempfile::tempdir().expect("there is room");
        for (dialect, code) in [(Dialect::C, "return 1;"), (Dialect::Cpp, "return true;")] {
            let built = build(folder.path(), dialect, "static int shared;", code).expect("it compiles");
            let bytes = std::fs::read(&built).expect("it is there");
            assert!(bytes.windows(9).any(|name| name == b"\0subject\0"), "{dialect:?}");
            let first = std::fs::metadata(&built).and_then(|file| file.modified()).expect("it has a date");
            let again = build(folder.path(), dialect, "static int shared;", code).expect("it is there");
            assert_eq!(
                (&again, std::fs::metadata(&again).and_then(|file| file.modified()).ok()),
                (&built, Some(first))
            );
        }
        let mistake = build(folder.path(), Dialect::C, "", "return nobody;").expect_err("it does not compile");
        assert!(mistake.starts_with("cc: "), "{mistake}");
    }
}
