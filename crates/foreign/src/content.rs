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
    let text = &decoded(bytes);
    let trimmed = text.trim_start();
    match trimmed.chars().next() {
        None => Err(Problem::whole("it is empty", "the tool wrote nothing: look whether it ended as it should")),
        Some('{' | '[') => match json::parse(text) {
            Ok(value) => Ok(Content::Json(value)),
            Err(problem) => lines(text).unwrap_or(Err(problem)).map(Content::JsonLines),
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
    Some(Content::Text(decoded(&file.bytes)))
}

/// A file as JSON line by line, whatever it begins with: `go test -json` writes that a package does not build between the lines.
pub fn as_lines(files: &[File]) -> Option<Content> {
    let [file] = files else { return None };
    lines(&decoded(&file.bytes))?.ok().map(Content::JsonLines)
}

/// The text of a file, without a byte order mark. What a shell of Windows wrote is UTF-16.
fn decoded(bytes: &[u8]) -> String {
    let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// JSON line by line, whatever stands in the lines between; `None` unless several lines begin as JSON, the first of which is whole.
fn lines(text: &str) -> Option<Result<Vec<Value>, Problem>> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| line.starts_with('{')).collect();
    if lines.len() < 2 || json::parse(lines[0].1).is_err() {
        return None;
    }
    let last = text.lines().count();
    let parsed = lines.iter().map(|(number, line)| {
        let place = format!("line {number}");
        json::parse(line).map_err(|problem| match *number == last && !text.ends_with('\n') {
            true => Problem::at(place, "the file is cut off within a line", "write it again"),
            false => Problem { place, ..problem },
        })
    });
    Some(parsed.collect())
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
