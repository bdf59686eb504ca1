//! The runs that were recorded, and every way to reach them.

use crate::claim::Claim;
use crate::record::Record;
use crate::{HistoryError, RunId, RunSummary, block, claim, database, event, header, summary};
use model::{Event, Plan, Run, RunHeader, Source};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};
use std::path::{Path, PathBuf};

/// The runs that were recorded, in one database file. Several processes may use the same file at once.
#[derive(Debug)]
pub struct History {
    connection: Connection,
    path: PathBuf,
}

impl History {
    /// Opens the history for recording: makes the file and its directories when they are absent, and brings an older
    /// schema up to date.
    pub fn open(path: &Path) -> Result<History, HistoryError> {
        let path = database::absolute(path)?;
        claim::remove_dead(&path);
        Ok(History { connection: database::open_or_create(&path)?, path })
    }

    /// Opens a history that must be there, for reading it or for going on with a run;
    /// [`HistoryError::NotFound`] when it is absent.
    pub fn open_existing(path: &Path) -> Result<History, HistoryError> {
        let path = database::absolute(path)?;
        Ok(History { connection: database::open_existing(&path)?, path })
    }

    /// Records that a run begins. `title` is what lists call it. The caller then takes [`History::claim`].
    pub fn begin(&self, header: &RunHeader, title: &str) -> Result<RunId, HistoryError> {
        header::insert(&self.connection, header, title).map_err(|error| self.trouble(error))
    }

    /// Takes the right to append to a run, until the claim is dropped or the process ends, however it ends;
    /// [`HistoryError::Claimed`] when another claim on the run is alive.
    pub fn claim(&self, run: RunId) -> Result<Claim, HistoryError> {
        Claim::take(&self.path, run)
    }

    /// Records what happened next. Once it returns, killing the process cannot undo it (`database.rs`); when it fails,
    /// the run is as it was before.
    pub fn append(&self, run: RunId, event: &Event) -> Result<(), HistoryError> {
        append(&self.connection, run, event).map_err(|error| self.trouble_with(run, event, error))?;
        if matches!(event, Event::PointFinished { .. } | Event::Finished { .. }) {
            database::checkpoint(&self.connection);
        }
        Ok(())
    }

    /// Reads a run whole. `parse` makes a plan of the text in its header; its refusal becomes [`HistoryError::Plan`].
    pub fn load(&self, run: RunId, parse: impl Fn(&Source) -> Result<Plan, String>) -> Result<Run, HistoryError> {
        let _moment = self.moment()?;
        let header = header::select(&self.connection, run).map_err(|error| self.trouble(error))?;
        let header = header.ok_or_else(|| self.no_such_run(run))??;
        let version = header.version.clone();
        let plan = parse(&header.source).map_err(|why| HistoryError::Plan { run, version, why })?;
        let mut whole = Run::new(header, plan);
        self.each_event(run, |sequence, event| take(run, &mut whole, sequence, event))?;
        whole.points.iter_mut().for_each(|record| record.blocks.shrink_to_fit());
        Ok(whole)
    }

    /// The run that began last; `None` before the first.
    pub fn latest(&self) -> Result<Option<RunId>, HistoryError> {
        let latest = self.connection.query_row("SELECT max(id) FROM run", [], |row| row.get(0));
        latest.map(|id: Option<i64>| id.map(RunId)).map_err(|error| self.trouble(error))
    }

    /// The newest runs, at most `limit`, newest first.
    pub fn list(&self, limit: usize) -> Result<Vec<RunSummary>, HistoryError> {
        let _moment = self.moment()?;
        summary::select(&self.connection, limit).map_err(|error| self.trouble(error))
    }

    /// Every run of the same plan text as this one, itself included, oldest first.
    pub fn same_plan(&self, run: RunId) -> Result<Vec<RunId>, HistoryError> {
        let runs = header::select_same_source(&self.connection, run).map_err(|error| self.trouble(error))?;
        if runs.is_empty() { Err(self.no_such_run(run)) } else { Ok(runs) }
    }

    /// Hands over the events of a run in their order.
    fn each_event(
        &self,
        run: RunId,
        mut take: impl FnMut(i64, Event) -> Result<(), HistoryError>,
    ) -> Result<(), HistoryError> {
        let others = event::select(&self.connection, run).map_err(|error| self.trouble(error))?;
        let mut others = others.iter().peekable();
        block::each(&self.connection, &self.path, run, |sequence, block| {
            while let Some(stored) = others.next_if(|stored| stored.sequence < sequence) {
                take(stored.sequence, stored.decode(run)?)?;
            }
            take(sequence, Event::BlockFinished { block })
        })?;
        others.try_for_each(|stored| take(stored.sequence, stored.decode(run)?))
    }

    /// As long as it is there, one moment is seen, whatever other processes append meanwhile.
    fn moment(&self) -> Result<Transaction<'_>, HistoryError> {
        self.connection.unchecked_transaction().map_err(|error| self.trouble(error))
    }

    fn trouble(&self, error: rusqlite::Error) -> HistoryError {
        HistoryError::from_sqlite(&self.path, error)
    }

    /// What it means that an event could not be appended: two constraints of the schema have a meaning of their own.
    fn trouble_with(&self, run: RunId, event: &Event, error: rusqlite::Error) -> HistoryError {
        let constraint = error.sqlite_error().filter(|error| error.code == ErrorCode::ConstraintViolation);
        match (constraint.map(|error| error.extended_code), event) {
            (Some(ffi::SQLITE_CONSTRAINT_FOREIGNKEY), _) => self.no_such_run(run),
            (Some(ffi::SQLITE_CONSTRAINT_PRIMARYKEY), Event::BlockFinished { block }) => {
                HistoryError::RecordedTwice { run, point: block.point, launch: block.launch, block: block.block }
            }
            _ => self.trouble(error),
        }
    }

    fn no_such_run(&self, run: RunId) -> HistoryError {
        match header::select_nearest(&self.connection, run) {
            Ok(nearest) => HistoryError::NoSuchRun { path: self.path.clone(), run, nearest },
            Err(error) => self.trouble(error),
        }
    }
}

fn append(connection: &Connection, run: RunId, event: &Event) -> rusqlite::Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let sequence = next_sequence(&transaction, run)?;
    match event {
        Event::BlockFinished { block } => block::insert(&transaction, run, sequence, block)?,
        other => event::insert(&transaction, run, sequence, other)?,
    }
    transaction.commit()
}

fn next_sequence(connection: &Connection, run: RunId) -> rusqlite::Result<i64> {
    let mut statement = connection.prepare_cached(
        "SELECT 1 + max(coalesce((SELECT max(sequence) FROM event WHERE run = ?1), 0),
                        coalesce((SELECT max(sequence) FROM block WHERE run = ?1), 0))",
    )?;
    statement.query_row([run.0], |row| row.get(0))
}

fn take(id: RunId, run: &mut Run, sequence: i64, event: Event) -> Result<(), HistoryError> {
    if !run.accepts(&event) {
        let record = Record::Event { run: id, sequence };
        return Err(HistoryError::Mismatch { record, version: run.header.version.clone() });
    }
    run.apply(event);
    Ok(())
}

#[cfg(test)]
mod tests {
    //! Conditions that only the connection itself can bring about.

    use super::*;
    use std::time::Duration;
    use tempfile::TempDir;

    fn recording() -> (TempDir, History, RunId) {
        let directory = TempDir::new().unwrap();
        let history = History::open(&directory.path().join("history.db")).unwrap();
        let run = history.begin(&RunHeader::default(), "").unwrap();
        (directory, history, run)
    }

    fn note(text: &str) -> Event {
        Event::Noted { point: None, variant: None, note: text.into() }
    }

    fn events(history: &History, run: RunId) -> Vec<Event> {
        let mut events = Vec::new();
        let keep = |_, event| {
            events.push(event);
            Ok(())
        };
        history.each_event(run, keep).unwrap();
        events
    }

    #[test]
    fn a_full_disk_keeps_what_was_recorded() {
        let (_directory, history, run) = recording();
        history.append(run, &note("before")).unwrap();
        history.connection.pragma_update(None, "max_page_count", 1).unwrap();
        let error = history.append(run, &note(&"x".repeat(1 << 20))).unwrap_err();
        assert_eq!(error, HistoryError::Full { path: history.path.clone() });
        history.connection.pragma_update(None, "max_page_count", 1 << 20).unwrap();
        history.append(run, &note("after")).unwrap();
        assert_eq!(events(&history, run), [note("before"), note("after")]);
    }

    #[test]
    fn a_lock_that_is_never_given_back_is_an_error() {
        let (_directory, history, run) = recording();
        let person = Connection::open(&history.path).unwrap();
        person.execute_batch("BEGIN IMMEDIATE").unwrap();
        history.connection.busy_timeout(Duration::ZERO).unwrap();
        assert_eq!(history.append(run, &note("")), Err(HistoryError::Busy { path: history.path.clone() }));
        person.execute_batch("ROLLBACK").unwrap();
        history.append(run, &note("after")).unwrap();
        assert_eq!(events(&history, run), [note("after")]);
    }
}
