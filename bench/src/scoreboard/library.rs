//! A snippet in C or in C++ as a shared object with a function `subject`, for tools that measure functions.

use crate::dialect::Dialect;
use crate::scoreboard::call::Call;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

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
    text.hash(&mut hasher);
    let object = folder.join(format!("{:016x}.so", hasher.finish()));
    if !object.exists() {
        let tell = |error: std::io::Error| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(tell)?;
        let source = object.with_extension(&dialect.suffix()[1..]);
        std::fs::write(&source, text).map_err(tell)?;
        let words = ["-O2", "-shared", "-fPIC", "-o"];
        Call::new(dialect.compiler()).words(words).word(&object).word(&source).succeed()?;
    }
    Ok(object)
}
