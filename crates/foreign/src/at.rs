//! A value of a JSON document with its place, for messages that name it.

use crate::problem::Problem;
use serde_json::Value;

/// A value with its place.
#[derive(Clone, Debug)]
pub struct At<'v> {
    pub value: &'v Value,
    /// The place, as jq writes it.
    pub place: String,
}

/// What is said where a file is not of the shape that its tool writes.
const OTHER_VERSION: &str =
    "another version of the tool may have written it: give it again with the options that docs/formats.md names";

impl<'v> At<'v> {
    /// The whole document.
    pub fn root(value: &'v Value) -> At<'v> {
        At { value, place: String::new() }
    }

    /// A member that may be absent or null.
    pub fn get(&self, key: &str) -> Option<At<'v>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(At { value, place: format!("{}.{key}", self.place) })
    }

    /// A member that must be there.
    pub fn need(&self, key: &str) -> Result<At<'v>, Problem> {
        self.get(key).ok_or_else(|| self.problem(format!("`{key}` is missing"), OTHER_VERSION))
    }

    /// The members of a list.
    pub fn items(&self) -> Result<Vec<At<'v>>, Problem> {
        let list = self.value.as_array().ok_or_else(|| self.problem("this should be a list", OTHER_VERSION))?;
        let item = |(index, value)| At { value, place: format!("{}[{index}]", self.place) };
        Ok(list.iter().enumerate().map(item).collect())
    }

    /// A text.
    pub fn text(&self) -> Result<&'v str, Problem> {
        self.value.as_str().ok_or_else(|| self.problem("this should be a text", OTHER_VERSION))
    }

    /// A text that may be absent or something else.
    pub fn maybe_text(&self, key: &str) -> Option<String> {
        self.value[key].as_str().map(str::to_string)
    }

    /// Names and values of the parameters in a member that may be absent or something else.
    pub fn params(&self, key: &str) -> Vec<(String, String)> {
        let all = self.value[key].as_object().into_iter().flatten();
        all.map(|(name, value)| (name.clone(), plain(value))).collect()
    }

    /// A whole number that may be absent; a fraction without a rest counts.
    pub fn maybe_count(&self, key: &str) -> Option<u64> {
        let number = &self.value[key];
        number.as_u64().or_else(|| {
            number
                .as_f64()
                .filter(|count| *count >= 1.0 && *count < 1e18 && count.fract() == 0.0)
                .map(|count| count as u64)
        })
    }

    /// A time, or a rate: a number above zero, times so many.
    pub fn positive(&self, factor: f64) -> Result<f64, Problem> {
        let number = self.value.as_f64().map(|number| number * factor).filter(|number| number.is_finite());
        match number {
            Some(number) if number > 0.0 => Ok(number),
            Some(_) => Err(self.problem(
                format!("a time of {} cannot be", self.value),
                "its clock goes in steps, or it took off as much as it measured: measure more iterations at once, and with hyperfine -N",
            )),
            None => {
                let what = if self.value.is_null() { "this".to_string() } else { shortened(&self.value.to_string()) };
                Err(self.problem(format!("{what} is no number"), "measure it again: its time is not known"))
            }
        }
    }

    /// What is wrong with it.
    pub fn problem(&self, message: impl Into<String>, help: &str) -> Problem {
        Problem::at(self.place.clone(), message, help)
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// A value of a parameter as text: a text as it is, anything else as JSON has it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| shortened(&value.to_string()), str::to_string)
}
