//! `{name}` in a text, where the value of a parameter goes.

/// What stands in a text for the value of a parameter.
pub fn placeholder(name: &str) -> String {
    format!("{{{name}}}")
}

/// The text with every `{name}` replaced by what goes with the name, and what is between by what `other` makes of it.
pub fn replaced(text: &str, values: &[(&str, String)], other: impl Fn(&str) -> String) -> String {
    let first = |text: &str| {
        let found = values.iter().filter_map(|(name, value)| {
            let placeholder = placeholder(name);
            Some((text.find(&placeholder)?, placeholder.len(), value.clone()))
        });
        found.min()
    };
    let (mut whole, mut rest) = (String::new(), text);
    while let Some((start, length, value)) = first(rest) {
        whole += &(other(&rest[..start]) + &value);
        rest = &rest[start + length..];
    }
    whole + &other(rest)
}
