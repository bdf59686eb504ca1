//! Texts of Latin-1 in the canonical form of answers, which has them as characters or as UTF-8.

/// A canonical form in which texts of Latin-1 are a byte for each character: `\xC3\xA9` is `\xE9`. Others are UTF-8 in both.
pub fn narrowed(form: &str) -> String {
    let mut narrowed = String::new();
    let mut rest = form;
    while let Some(start) = rest.find('"') {
        let (before, text) = rest.split_at(start + 1);
        let (text, behind) = text.split_at(end_of_text(text));
        narrowed += before;
        narrowed += &of_latin_1(text).unwrap_or_else(|| text.to_string());
        // The quote at its end begins no other.
        let (quote, behind) = behind.split_at(behind.len().min(1));
        narrowed += quote;
        rest = behind;
    }
    narrowed + rest
}

/// Where the quote is that ends a text.
fn end_of_text(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.unwrap_or(text.len())
}

/// A text with a byte for each character; `None` where one is not of Latin-1.
fn of_latin_1(text: &str) -> Option<String> {
    let byte = |form: &str| u8::from_str_radix(form.get(..4)?.strip_prefix("\\x")?, 16).ok();
    let mut narrowed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        narrowed += before;
        rest = match (byte(escape), escape.get(4..).and_then(byte)) {
            (Some(first @ 0xC2..=0xC3), Some(second @ 0x80..=0xBF)) => {
                narrowed += &format!("\\x{:02X}", (first & 3) << 6 | second & 0x3F);
                &escape[8..]
            }
            (Some(0x80..), _) => return None,
            _ => {
                let (sign, behind) = escape.split_at(escape.chars().take(2).map(char::len_utf8).sum());
                narrowed += sign;
                behind
            }
        };
    }
    Some(narrowed + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_of_latin_1_is_a_byte_for_each_character() {
        let cases = [
            (r#""M\xC3\xBCller""#, r#""M\xFCller""#),
            (r#"{"\xC2\x80": "\xC3\xBF\xC3"}"#, r#"{"\x80": "\xC3\xBF\xC3"}"#),
            (r#"["M\xC3\xBC\"", "Dvo\xC5\x99\xC3\xA1k"]"#, r#"["M\xFC\"", "Dvo\xC5\x99\xC3\xA1k"]"#),
            (r#""\x00\xC3\xA9\n"#, r#""\x00\xE9\n"#),
            (r#""\xC4\x93 \xC3A \xE2\x98\x83""#, r#""\xC4\x93 \xC3A \xE2\x98\x83""#),
            (r#""\\xC3\xA9\"\n""#, r#""\\xC3\xA9\"\n""#),
            ("\\é\\", "\\é\\"),
        ];
        for (form, expected) in cases {
            assert_eq!(narrowed(form), expected, "{form}");
        }
    }
}
