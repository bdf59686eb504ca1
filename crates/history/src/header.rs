//! The row of a run: what is known before it begins.

use crate::document::{self, FORMAT};
use crate::record::Record;
use crate::{HistoryError, RunId};
use model::{RunHeader, Source};
use rusqlite::{Connection, OptionalExtension, named_params};

/// Stores a header and gives the run its number.
pub fn insert(connection: &Connection, header: &RunHeader, title: &str) -> rusqlite::Result<RunId> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO run (version, started_at, seed, budget_ns, budget_is_default, is_of_fixed_size, title,
                          source_name, source_text, published, format, machine, directory)
         VALUES (:version, :started_at, :seed, :budget_ns, :budget_is_default, :is_of_fixed_size, :title,
                 :source_name, :source_text, :published, :format, :machine, :directory)",
    )?;
    statement.execute(named_params! {
        ":version": header.version,
        ":started_at": header.started_at,
        ":seed": header.seed.cast_signed(),
        ":budget_ns": header.budget_ns.cast_signed(),
        ":budget_is_default": header.budget_is_default,
        ":is_of_fixed_size": header.is_of_fixed_size,
        ":title": title,
        ":source_name": header.source.name,
        ":source_text": header.source.text,
        ":published": header.published,
        ":format": FORMAT,
        ":machine": document::encode(&header.machine),
        ":directory": header.directory,
    })?;
    Ok(RunId(connection.last_insert_rowid()))
}

/// The header of a run; `None` when there is no such run.
pub fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Option<Result<RunHeader, HistoryError>>> {
    let mut statement = connection.prepare_cached("SELECT * FROM run WHERE id = ?1")?;
    let header = statement.query_row([run.0], |row| {
        let header = RunHeader {
            version: row.get("version")?,
            started_at: row.get("started_at")?,
            seed: row.get::<_, i64>("seed")?.cast_unsigned(),
            budget_ns: row.get::<_, i64>("budget_ns")?.cast_unsigned(),
            budget_is_default: row.get("budget_is_default")?,
            is_of_fixed_size: row.get("is_of_fixed_size")?,
            source: Source { name: row.get("source_name")?, text: row.get("source_text")? },
            published: row.get("published")?,
            machine: Default::default(),
            directory: row.get("directory")?,
        };
        let (format, machine): (i64, String) = (row.get("format")?, row.get("machine")?);
        let machine = document::decode(Record::Header { run }, format, &machine);
        Ok(machine.map(|machine| RunHeader { machine, ..header }))
    });
    header.optional()
}

/// The runs whose plan has the same text as that of `run`, but for digests, itself included, oldest first; none when there is no such
/// run. What is built has a digest in its path, and the code that it is built from may have changed.
pub fn select_same_source(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<RunId>> {
    let mut statement = connection.prepare_cached("SELECT id, source_text FROM run ORDER BY id")?;
    let found = statement.query_map([], |row| Ok((RunId(row.get(0)?), without_digests(&row.get::<_, String>(1)?))))?;
    let all: Vec<(RunId, String)> = found.collect::<rusqlite::Result<_>>()?;
    let Some((_, wanted)) = all.iter().find(|(id, _)| *id == run) else { return Ok(Vec::new()) };
    Ok(all.iter().filter(|(_, text)| text == wanted).map(|(id, _)| *id).collect())
}

/// A text with a mark in the place of each digest of 256 bits.
fn without_digests(text: &str) -> String {
    const DIGITS: usize = 64;
    let (mut out, mut digits) = (String::with_capacity(text.len()), String::new());
    for character in text.chars().map(Some).chain([None]) {
        match character.filter(char::is_ascii_hexdigit) {
            Some(digit) => digits.push(digit),
            None => {
                out.push_str(if digits.len() == DIGITS { "#" } else { &digits });
                digits.clear();
                out.extend(character);
            }
        }
    }
    out
}

/// A handful of runs whose numbers are nearest to that of `run`, in order: for who mistyped a number.
pub fn select_nearest(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<RunId>> {
    // The difference is taken of reals, because that of integers can overflow; where it is too coarse, newer runs win.
    let mut statement = connection.prepare_cached(
        "SELECT id FROM (SELECT id FROM run ORDER BY abs(1.0 * id - ?1), id DESC LIMIT 5) ORDER BY id",
    )?;
    statement.query_map([run.0], |row| Ok(RunId(row.get(0)?)))?.collect()
}
