//! What lies in a history, read by other means than the program's own.

use rusqlite::Connection;
use std::path::Path;

/// The database of a history, while no run is being made.
pub struct Recording(Connection);

impl Recording {
    pub fn open(path: &Path) -> Recording {
        Recording(Connection::open(path).unwrap())
    }

    /// The history, if it has a run of this number yet.
    pub fn open_with(path: &Path, run: i64) -> Option<Recording> {
        let recording = path.exists().then(|| Recording::open(path))?;
        let exists = |sql: &str| recording.0.prepare(sql).unwrap().exists([]).unwrap();
        let has_table = exists("SELECT 1 FROM sqlite_schema WHERE name = 'run'");
        let has_run = has_table && exists(&format!("SELECT 1 FROM run WHERE id = {run}"));
        has_run.then_some(recording)
    }

    /// One line a sample of the finished blocks of a run, in the order in which they were finished.
    pub fn blocks(&self, run: i64) -> Vec<String> {
        self.texts(
            "SELECT concat_ws(' ', 'point', point, 'launch', launch, 'block', block) || ':' ||
                    (SELECT group_concat(concat_ws(' ', ' variant', variant, iterations, wall_ns, readings), ';')
                     FROM (SELECT * FROM sample WHERE (run, point, launch, block) =
                               (block.run, block.point, block.launch, block.block) ORDER BY position))
             FROM block WHERE run = ?1 ORDER BY sequence",
            run,
        )
    }

    /// How the run ended, every time that it did: `complete`, `interrupted`, …
    pub fn ends(&self, run: i64) -> Vec<String> {
        self.texts("SELECT body ->> 'end' FROM event WHERE run = ?1 AND kind = 'finished' ORDER BY sequence", run)
    }

    /// Executions of a variant in finished blocks, void ones included.
    pub fn timed(&self, run: i64, variant: i64) -> i64 {
        let sum = "SELECT (SELECT coalesce(sum(iterations), 0) FROM sample WHERE run = ?1 AND variant = ?2)
            + (SELECT coalesce(sum(sample.value ->> 'iterations'), 0)
               FROM event, json_each(body, '$.block.samples') sample
               WHERE run = ?1 AND kind = 'block_voided' AND sample.value ->> 'variant' = ?2)";
        self.0.query_row(sum, [run, variant], |row| row.get(0)).unwrap()
    }

    /// Whom each launch has measured, in the order in which blocks were finished, void ones included.
    pub fn measured(&self, run: i64) -> Vec<String> {
        self.texts(
            "SELECT concat_ws(' ', 'point', point, 'launch', launch, 'variant', variant) FROM
                 (SELECT sequence, point, launch, variant FROM block JOIN sample USING (run, point, launch, block)
                  WHERE run = ?1
                  UNION ALL
                  SELECT sequence, body ->> '$.block.point', body ->> '$.block.launch', sample.value ->> 'variant'
                  FROM event, json_each(body, '$.block.samples') sample WHERE run = ?1 AND kind = 'block_voided')
             ORDER BY sequence",
            run,
        )
    }

    /// How many events of a kind there are about a variant.
    pub fn count(&self, run: i64, variant: i64, event: &str) -> i64 {
        let count = "SELECT count(*) FROM event WHERE run = ?1 AND body ->> 'variant' = ?2 AND kind = ?3";
        self.0.query_row(count, (run, variant, event), |row| row.get(0)).unwrap()
    }

    /// How often a point was begun, or gone on with.
    pub fn begun(&self, run: i64) -> i64 {
        let count = "SELECT count(*) FROM event WHERE run = ?1 AND kind = 'point_started'";
        self.0.query_row(count, [run], |row| row.get(0)).unwrap()
    }

    /// How many events a run has, finished blocks included.
    pub fn events(&self, run: i64) -> i64 {
        let count = "SELECT (SELECT count(*) FROM event WHERE run = ?1) + (SELECT count(*) FROM block WHERE run = ?1)";
        self.0.query_row(count, [run], |row| row.get(0)).unwrap()
    }

    /// The place of the first event of a kind.
    pub fn first(&self, run: i64, event: &str) -> i64 {
        let first = "SELECT min(sequence) FROM event WHERE run = ?1 AND kind = ?2";
        self.0.query_row(first, (run, event), |row| row.get(0)).unwrap()
    }

    /// Forgets everything of a run but its first events, as if it had been killed then. The result is whether there is
    /// more to forget than that.
    pub fn cut(&self, run: i64, events: i64) -> bool {
        let cut = |table: &str| {
            let sql = format!("DELETE FROM {table} WHERE run = ?1 AND sequence > ?2");
            self.0.execute(&sql, [run, events]).unwrap()
        };
        self.0.pragma_update(None, "foreign_keys", true).unwrap();
        self.0
            .execute(
                "DELETE FROM sample WHERE (run, point, launch, block) IN
                 (SELECT run, point, launch, block FROM block WHERE run = ?1 AND sequence > ?2)",
                [run, events],
            )
            .unwrap();
        cut("block") + cut("event") > 0
    }

    fn texts(&self, sql: &str, run: i64) -> Vec<String> {
        let mut statement = self.0.prepare(sql).unwrap();
        statement.query_map([run], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }
}
