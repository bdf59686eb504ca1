//! The tables, and how an older database gets them.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// One step from each version of the schema to the next; the number of steps that were taken is the version. A step
/// that was released is never changed.
const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001.sql"),
    include_str!("../migrations/0002.sql"),
    include_str!("../migrations/0003.sql"),
    include_str!("../migrations/0004.sql"),
    include_str!("../migrations/0005.sql"),
    include_str!("../migrations/0006.sql"),
];

/// The mark of a history in the file's header, where `file(1)` and SQLite look for it: `cmpt`.
const APPLICATION_ID: i64 = 0x636d_7074;

/// What a database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing, or a history of this version or an older one.
    History,
    /// A history whose version this program does not know.
    NewerHistory {
        /// The version that it has.
        found: i64,
    },
    /// The tables of another program.
    Foreign,
}

/// The version of the schema that this program reads and writes.
pub fn known_version() -> i64 {
    MIGRATIONS.len() as i64
}

/// Looks at a database without changing it.
pub fn inspect(connection: &Connection) -> rusqlite::Result<Content> {
    // One transaction, so that a database that another process is just creating is seen either before or after.
    let snapshot = connection.unchecked_transaction()?;
    let version = version(&snapshot)?;
    let application_id: i64 = snapshot.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let is_empty: bool = snapshot.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?;
    let is_new = is_empty && version == 0 && application_id == 0;
    if application_id != APPLICATION_ID && !is_new {
        return Ok(Content::Foreign);
    }
    if version > known_version() {
        return Ok(Content::NewerHistory { found: version });
    }
    Ok(Content::History)
}

/// Takes every step that the database lacks, each in a transaction of its own.
pub fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    for (number, step) in (1..).zip(MIGRATIONS) {
        if version(connection)? < number {
            take_step(connection, number, step)?;
        }
    }
    Ok(())
}

fn take_step(connection: &Connection, number: i64, step: &str) -> rusqlite::Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    // Another process may have taken the step while this one waited for the lock.
    if version(&transaction)? < number {
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", number)?;
    }
    transaction.commit()
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database_at(version: usize) -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        for (number, step) in (1..).zip(&MIGRATIONS[..version]) {
            take_step(&connection, number, step).unwrap();
        }
        connection
    }

    fn tables(connection: &Connection) -> Vec<String> {
        let mut statement =
            connection.prepare("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY sql").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn every_earlier_version_becomes_the_newest() {
        let newest = tables(&database_at(MIGRATIONS.len()));
        for earlier in 0..=MIGRATIONS.len() {
            let connection = database_at(earlier);
            assert_eq!(version(&connection), Ok(earlier as i64));
            assert_eq!(inspect(&connection), Ok(Content::History));
            migrate(&connection).unwrap();
            assert_eq!(version(&connection), Ok(known_version()));
            assert_eq!(tables(&connection), newest, "from version {earlier}");
        }
    }

    #[test]
    fn a_step_that_fails_leaves_nothing_behind() {
        let connection = database_at(0);
        take_step(&connection, 1, "CREATE TABLE half (done INTEGER) STRICT; CREATE TABLE broken (").unwrap_err();
        assert_eq!(version(&connection), Ok(0));
        assert_eq!(tables(&connection), Vec::<String>::new());
    }
}
