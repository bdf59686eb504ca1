//! A run in one line, and the search for runs.

use crate::RunId;
use crate::event;
use model::{End, Event};
use rusqlite::Connection;

/// What a list of runs shows of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Its number.
    pub id: RunId,
    /// Start as seconds since 1970-01-01 UTC; 0 where there is no date.
    pub started_at: i64,
    /// The title that was given when it began.
    pub title: String,
    /// How many blocks are recorded.
    pub blocks: u64,
    /// How it ended; `None` while it runs, or when it was killed.
    pub end: Option<End>,
    /// Whether how it ended is recorded, but cannot be read.
    pub is_damaged: bool,
}

/// The newest runs, at most `limit`, newest first.
pub fn select(connection: &Connection, limit: usize) -> rusqlite::Result<Vec<RunSummary>> {
    let mut statement = connection.prepare_cached(
        "SELECT id, started_at, title, (SELECT count(*) FROM block WHERE block.run = run.id) AS blocks
         FROM run ORDER BY id DESC LIMIT ?1",
    )?;
    let summaries = statement.query_map([i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
        let id = RunId(row.get("id")?);
        let (end, is_damaged) = match event::select_end(connection, id)?.map(|stored| stored.decode(id)) {
            None => (None, false),
            Some(Ok(Event::Finished { end })) => (Some(end), false),
            Some(_) => (None, true),
        };
        Ok(RunSummary {
            id,
            started_at: row.get("started_at")?,
            title: row.get("title")?,
            blocks: row.get::<_, i64>("blocks")?.cast_unsigned(),
            end,
            is_damaged,
        })
    })?;
    summaries.collect()
}
