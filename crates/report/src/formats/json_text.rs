//! JSON as a file holds it.

use serde::Serialize;

/// The document over several lines. What could steer a terminal stands in it as an escape, so every text in it keeps its value and none of
/// them is more than text.
pub fn json_text(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("its keys are texts");
    let mut out = String::with_capacity(text.len() + 1);
    for character in text.chars() {
        // Outside of its texts JSON is ASCII, and within them serde_json escapes what is below U+0020.
        if character != '\n' && (character.is_control() || model::is_invisible(character)) {
            out.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(character);
        }
    }
    out.push('\n');
    out
}
