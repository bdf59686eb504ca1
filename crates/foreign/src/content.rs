//! A file, or the files of a folder, as far as its bytes tell what it is.

use crate::json;
use crate::problem::Problem;
use serde_json::Value;

/// A file that was read. Of a folder there are several, each with its path below the folder.
#[derive(Clone, Debug)]
pub struct File {
    /// Its path.
    pub path: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// What the bytes are.
#[derive(Clone, Debug)]
pub enum Content {
    /// One JSON document.
    Json(Value),
    /// One JSON document a line.
    JsonLines(Vec<Value>),
    /// Any other text.
    Text(String),
    /// JSON documents of a folder with their paths.
    Folder(Vec<(String, Value)>),
}

/// What gzip begins with (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What the files are.
pub fn content(files: &[File]) -> Result<Content, Problem> {
    match files {
        [] => Err(Problem::whole(
            "there is nothing in it that a tool measured",
            "of criterion import the folder target/criterion",
        )),
        [file] if !file.path.contains('/') => of_bytes(&file.bytes),
        several => folder(several),
    }
}

fn folder(files: &[File]) -> Result<Content, Problem> {
    let read = |file: &File| match json::parse(&String::from_utf8_lossy(&file.bytes)) {
        Ok(value) => Ok((file.path.clone(), value)),
        Err(problem) => Err(Problem { place: format!("{}, {}", file.path, problem.place), ..problem }),
    };
    Ok(Content::Folder(files.iter().map(read).collect::<Result<_, _>>()?))
}

fn of_bytes(bytes: &[u8]) -> Result<Content, Problem> {
    if bytes.starts_with(&GZIP) {
        return Err(Problem::whole("it is compressed", "unpack it first: gunzip FILE"));
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let trimmed = text.trim_start();
    match trimmed.chars().next() {
        None => Err(Problem::whole("it is empty", "the tool wrote nothing: look whether it ended as it should")),
        Some('{' | '[') => match json::parse(text) {
            Ok(value) => Ok(Content::Json(value)),
            Err(problem) => lines(text).map(Content::JsonLines).ok_or(problem),
        },
        Some(_) if text.contains('\0') => Err(Problem::whole(
            "it is neither JSON nor text",
            "import the file that the tool exports, not its own database",
        )),
        Some(_) => Ok(Content::Text(text.to_string())),
    }
}

/// A file as text, whatever it begins with: a program may have written something in brackets before its times.
pub fn as_text(files: &[File]) -> Option<Content> {
    let [file] = files else { return None };
    Some(Content::Text(String::from_utf8_lossy(&file.bytes).into_owned()))
}

/// JSON line by line; `None` unless there are several, and all of them are whole.
fn lines(text: &str) -> Option<Vec<Value>> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() < 2 || !lines.iter().all(|line| line.starts_with('{')) {
        return None;
    }
    lines.iter().map(|line| json::parse(line).ok()).collect()
}

static NULL: Value = Value::Null;

impl Content {
    /// The document; null where it is none.
    pub fn json(&self) -> &Value {
        if let Content::Json(value) = self { value } else { &NULL }
    }

    /// The text; empty where it is none.
    pub fn text(&self) -> &str {
        if let Content::Text(text) = self { text } else { "" }
    }

    /// What it is, for who expected something else.
    pub fn noun(&self) -> &'static str {
        match self {
            Content::Json(_) => "JSON",
            Content::JsonLines(_) => "lines of JSON",
            Content::Text(_) => "text",
            Content::Folder(_) => "a folder",
        }
    }
}
