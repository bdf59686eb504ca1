//! A source text as words and signs.

/// The words and signs of a text in order, `::` being one sign. Comments, literals and lifetimes are left out.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, is_token) = if first.is_whitespace() {
            (first.len_utf8(), false)
        } else if let Some(length) = comment(rest).or_else(|| literal(rest)) {
            (length, false)
        } else if is_part(first) {
            (word(rest), true)
        } else {
            (if rest.starts_with("::") { 2 } else { first.len_utf8() }, true)
        };
        if is_token {
            found.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    found
}

/// Whether a token is a name or a keyword.
pub fn is_word(token: &str) -> bool {
    token.starts_with(is_part)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word(text: &str) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// How long the comment is that a text begins with. Comments between `/*` and `*/` may hold others.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let mut at = text.starts_with("/*").then_some(2)?;
    let mut open = 1;
    while open > 0 && at < text.len() {
        let step = &text.as_bytes()[at..];
        open += i32::from(step.starts_with(b"/*")) - i32::from(step.starts_with(b"*/"));
        at += if step.starts_with(b"/*") || step.starts_with(b"*/") { 2 } else { 1 };
    }
    Some(at)
}

/// How long the literal or lifetime is that a text begins with.
fn literal(text: &str) -> Option<usize> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(word(text));
    }
    let plain = text.strip_prefix(['b', 'c']).unwrap_or(text);
    let prefix = text.len() - plain.len();
    if let Some(quoted) = plain.strip_prefix('"') {
        return Some(prefix + 1 + until_quote(quoted, '"'));
    }
    if let Some(quoted) = plain.strip_prefix('\'') {
        let is_character = quoted.starts_with('\\') || quoted.chars().nth(1) == Some('\'');
        return Some(prefix + 1 + if is_character { until_quote(quoted, '\'') } else { word(quoted) });
    }
    let raw = plain.strip_prefix('r')?;
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    let body = raw[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = body.find(&end).map_or(body.len(), |at| at + end.len());
    Some(text.len() - body.len() + length)
}

/// How far it is to behind the quote that ends a literal.
fn until_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}
