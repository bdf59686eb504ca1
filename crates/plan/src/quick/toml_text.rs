//! Text as TOML has it.

/// Text in the quotes of TOML.
pub fn toml_text(text: &str) -> String {
    toml::Value::from(text).to_string()
}
