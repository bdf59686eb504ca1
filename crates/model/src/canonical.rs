//! Text in the canonical form of answers, `docs/protocol.md`: printable ASCII, so that it can be compared and shown as it
//! is.

use std::sync::LazyLock;

/// How each byte is written; made once, because a command may print a gigabyte.
static ESCAPES: LazyLock<[String; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| match byte as u8 {
        b'"' => "\\\"".to_string(),
        b'\\' => "\\\\".to_string(),
        b'\n' => "\\n".to_string(),
        b'\t' => "\\t".to_string(),
        b'\r' => "\\r".to_string(),
        printable @ 0x20..=0x7e => char::from(printable).to_string(),
        other => format!("\\x{other:02X}"),
    })
});

/// The bytes of a text without its quotes.
///
/// ```
/// assert_eq!(cmpthese_model::escaped(b"a\"\n\xff"), r#"a\"\n\xFF"#);
/// ```
pub fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push_str(&ESCAPES[usize::from(*byte)]);
    }
    text
}
