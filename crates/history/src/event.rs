//! The rows of events that are not blocks: one JSON document each.

use crate::document::{self, FORMAT};
use crate::record::Record;
use crate::{HistoryError, RunId};
use model::Event;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// An event as it is stored; [`StoredEvent::decode`] makes it an event.
pub struct StoredEvent {
    /// Its place among the events of its run.
    pub sequence: i64,
    format: i64,
    body: String,
}

/// Stores an event at its place.
pub fn insert(connection: &Connection, run: RunId, sequence: i64, event: &Event) -> rusqlite::Result<()> {
    let document = serde_json::to_value(event).expect("an event has string keys and serialises without failing");
    let kind = document["event"].as_str().expect("an event is tagged with its kind");
    let mut statement = connection
        .prepare_cached("INSERT INTO event (run, sequence, format, kind, body) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    statement.execute(params![run.0, sequence, FORMAT, kind, document.to_string()]).map(drop)
}

/// The events of a run that are not blocks, in order.
pub fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<StoredEvent>> {
    let mut statement =
        connection.prepare_cached("SELECT sequence, format, body FROM event WHERE run = ?1 ORDER BY sequence")?;
    statement.query_map([run.0], read_row)?.collect()
}

/// How a run ended, by its last event that says so; `None` while it runs, or when it was killed.
pub fn select_end(connection: &Connection, run: RunId) -> rusqlite::Result<Option<StoredEvent>> {
    let mut statement = connection.prepare_cached(
        "SELECT sequence, format, body FROM event WHERE run = ?1 AND kind = 'finished' AND NOT EXISTS (
             SELECT 1 FROM event AS later WHERE later.run = ?1 AND later.kind = 'point_started' AND later.sequence > event.sequence
         ) ORDER BY sequence DESC LIMIT 1",
    )?;
    statement.query_row([run.0], read_row).optional()
}

fn read_row(row: &Row) -> rusqlite::Result<StoredEvent> {
    Ok(StoredEvent { sequence: row.get(0)?, format: row.get(1)?, body: row.get(2)? })
}

impl StoredEvent {
    /// Reads the JSON in the row.
    pub fn decode(&self, run: RunId) -> Result<Event, HistoryError> {
        document::decode(Record::Event { run, sequence: self.sequence }, self.format, &self.body)
    }
}
