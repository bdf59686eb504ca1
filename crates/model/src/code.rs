//! Code, with its place in the plan.

/// Source text with its place in the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// The text.
    pub text: String,
    /// The line of the plan where its first line stands, from 1.
    pub line: usize,
    /// How many lines of the plan below that each of its lines stands: one behind `\n` stands in the line of the one before.
    pub below: Vec<usize>,
}

impl Code {
    /// No code at all, which stands nowhere.
    pub fn none() -> Code {
        Code { text: String::new(), line: 1, below: Vec::new() }
    }

    /// Whether a word of it is this name.
    pub fn mentions(&self, name: &str) -> bool {
        self.text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
    }
}
