//! The JSON documents inside the database: their version, and what is said of one that cannot be read.

use crate::error::HistoryError;
use crate::record::Record;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// The version of the documents that this program writes. It grows when a document changes in a way that an older
/// program would misread; a new kind of event needs no new version, because older programs refuse it by its name.
pub const FORMAT: i64 = 1;

/// Reads a document. Text that is no JSON is damage; JSON of another shape was written by another version.
pub fn decode<T: DeserializeOwned>(record: Record, format: i64, json: &str) -> Result<T, HistoryError> {
    check_format(record, format)?;
    serde_json::from_str(json).map_err(|error| match error.classify() {
        Category::Data => HistoryError::Unknown { record, why: error.to_string() },
        Category::Io | Category::Syntax | Category::Eof => HistoryError::Damaged { record, why: error.to_string() },
    })
}

/// Refuses a document of a newer version before anything in it is believed.
pub fn check_format(record: Record, format: i64) -> Result<(), HistoryError> {
    if format > FORMAT {
        let why = format!("it has format {format}, and this program knows formats up to {FORMAT}");
        return Err(HistoryError::Unknown { record, why });
    }
    Ok(())
}

/// Writes a document.
pub fn encode(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the types of the model have string keys and serialise without failing")
}
