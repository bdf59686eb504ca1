//! JSON as other tools write it: some write `NaN` and `Infinity`, which JSON has not.

use crate::problem::Problem;
use serde_json::Value;
use serde_json::error::Category;

/// What stands for a number that is none. Longer words come before those that they begin with.
const BARE_WORDS: [&str; 8] = ["-Infinity", "Infinity", "-NaN", "NaN", "-inf", "-nan", "inf", "nan"];

/// Reads a document; a number that is none becomes `null`, which its reader complains of where a number is asked for.
pub fn parse(text: &str) -> Result<Value, Problem> {
    serde_json::from_str(&without_bare_words(text)).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        match error.classify() {
            Category::Eof => {
                Problem::at(place, "the JSON ends in the middle", "it was cut off: write or copy it again")
            }
            _ => Problem::at(
                place,
                format!("this is no JSON ({})", error.to_string().split(" at line").next().unwrap_or_default()),
                "import the file as the tool wrote it, without what it prints beside",
            ),
        }
    })
}

fn without_bare_words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_text = false;
    while let Some(first) = rest.chars().next() {
        if in_text {
            if first == '\\' {
                let length = first.len_utf8() + rest[first.len_utf8()..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..length]);
                rest = &rest[length..];
                continue;
            }
            in_text = first != '"';
        } else if let Some(word) = BARE_WORDS.iter().find(|word| rest.starts_with(**word)) {
            out.push_str("null");
            rest = &rest[word.len()..];
            continue;
        } else {
            in_text = first == '"';
        }
        out.push(first);
        rest = &rest[first.len_utf8()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_that_are_none_are_null_and_texts_stay() {
        let read = parse(r#"{"a": NaN, "b": [-Infinity, 1, -NaN], "NaN": "NaN \" NaN"}"#);
        assert_eq!(read, Ok(json!({"a": null, "b": [null, 1, null], "NaN": "NaN \" NaN"})));
        assert_eq!(parse("[inf, nan, -inf, -nan, \"inf\"]"), Ok(json!([null, null, null, null, "inf"])));
    }

    #[test]
    fn what_is_cut_off_is_told_apart_from_what_is_wrong() {
        let said = |text: &str| parse(text).expect_err("it is no JSON").to_string();
        assert_eq!(said("{\"a\": [1,"), "line 1, column 9: the JSON ends in the middle");
        assert_eq!(said("{\"a\": x}"), "line 1, column 7: this is no JSON (expected value)");
    }
}
