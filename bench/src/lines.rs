//! Records as lines of JSON: a file that grows by one with each run, and outlives Ctrl-C.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Write;
use std::path::Path;

/// Appends a record to a file.
pub fn append(path: &str, record: &impl Serialize) {
    let line = serde_json::to_string(record).expect("it is plain data");
    let file = std::fs::File::options().append(true).create(true).open(path);
    file.and_then(|mut file| writeln!(file, "{line}")).expect("the record can be written");
}

/// The records of a file.
pub fn read<T: DeserializeOwned>(path: &str) -> Vec<T> {
    let text = std::fs::read_to_string(path).expect("the record can be read");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is a record")).collect()
}

/// The same of a file that may not be there yet.
pub fn recorded<T: DeserializeOwned>(path: Option<&str>) -> Vec<T> {
    path.filter(|path| Path::new(path).exists()).map_or(Vec::new(), read)
}
