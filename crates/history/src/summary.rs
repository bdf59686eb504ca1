//! A run in one line, and the search for runs.

use crate::event;
use crate::{HistoryError, RunId};
use model::End;
use rusqlite::Connection;

/// What a list of runs shows of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Its number.
    pub id: RunId,
    /// Start as seconds since 1970-01-01 UTC; 0 on virtual time.
    pub started_at: i64,
    /// The title that was given when it began.
    pub title: String,
    /// The name of its plan: a path, a built-in experiment, or `command line`.
    pub source_name: String,
    /// How many blocks are recorded.
    pub blocks: u64,
    /// How it ended; `None` while it runs, or when it was killed.
    pub end: Option<End>,
    /// The seed that its random choices came from.
    pub seed: u64,
    /// Version of the program that began it.
    pub version: String,
}

/// The newest runs, at most `limit`, newest first.
pub fn select(connection: &Connection, limit: usize) -> rusqlite::Result<Vec<Result<RunSummary, HistoryError>>> {
    let mut statement = connection.prepare_cached(
        "SELECT id, started_at, title, source_name, seed, version,
                (SELECT count(*) FROM block WHERE block.run = run.id) AS blocks
         FROM run ORDER BY id DESC LIMIT ?1",
    )?;
    let summaries = statement.query_map([i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
        let summary = RunSummary {
            id: RunId(row.get("id")?),
            started_at: row.get("started_at")?,
            title: row.get("title")?,
            source_name: row.get("source_name")?,
            blocks: row.get::<_, i64>("blocks")?.cast_unsigned(),
            end: None,
            seed: row.get::<_, i64>("seed")?.cast_unsigned(),
            version: row.get("version")?,
        };
        let end = event::select_end(connection, summary.id)?.map(|end| end.decode_end(summary.id)).transpose();
        Ok(end.map(|end| RunSummary { end, ..summary }))
    })?;
    summaries.collect()
}
