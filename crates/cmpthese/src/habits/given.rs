//! An option as it was typed.

/// The values behind an option, each time that it was typed.
pub type Occurrence = Vec<String>;

/// An option that was typed.
#[derive(Clone, Debug)]
pub struct Given {
    /// As it is called: `--prepare`, `-N`.
    pub option: &'static str,
    /// At least one.
    pub occurrences: Vec<Occurrence>,
}

impl Given {
    /// The only value of an option that is given once.
    pub fn one(&self) -> Result<&str, String> {
        match self.occurrences.as_slice() {
            [values] => Ok(values.first().map_or("", String::as_str)),
            _ => Err("is given more than once".to_string()),
        }
    }

    /// The first value of each time.
    pub fn each(&self) -> impl Iterator<Item = &String> {
        self.occurrences.iter().filter_map(|values| values.first())
    }
}
