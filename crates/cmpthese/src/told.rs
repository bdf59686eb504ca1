//! Where an explanation goes: to people as text, and as JSON to a file or in the place of the text.

use crate::destinations::Destination;
use crate::exit::Complaint;
use crate::output;
use analysis::{Analysis, Explained, Profile, Trial};
use std::path::PathBuf;

/// Where it goes beside the text.
pub struct Told {
    json: Option<Destination>,
}

impl Told {
    /// As JSON to a file or, with `-`, to standard output.
    pub fn to(json: Option<PathBuf>) -> Told {
        Told { json: json.map(|path| Destination::of("json", path)) }
    }

    /// Complains of a file that cannot be written, before anything is measured for it.
    pub fn check(&self) -> Result<(), Complaint> {
        self.json.iter().try_for_each(output::check_destination)
    }

    /// Prints a text, unless JSON takes its place.
    pub fn print(&self, text: &str) -> Result<(), Complaint> {
        if self.json.as_ref().is_some_and(Destination::is_stdout) { Ok(()) } else { output::print(text) }
    }

    /// Writes the JSON, where it is asked for.
    pub fn finish(
        &self,
        analysis: &Analysis,
        explained: &Explained,
        trial: Option<&Trial>,
        profile: Option<&Profile>,
    ) -> Result<(), Complaint> {
        let Some(destination) = &self.json else { return Ok(()) };
        let text = report::explanation_json(analysis, explained, trial, profile);
        output::place(&text, destination, "ask for it again, with another path".to_string())
    }
}
