//! Text as TOML has it.

/// Text in the quotes of TOML.
pub fn toml_text(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A list of texts, in TOML.
pub fn toml_texts<T: AsRef<str>>(texts: &[T]) -> String {
    let items: Vec<String> = texts.iter().map(|text| toml_text(text.as_ref())).collect();
    format!("[{}]", items.join(", "))
}
