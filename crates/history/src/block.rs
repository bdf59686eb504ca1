//! The rows of blocks and their samples: plain columns, so that people can query them.
//!
//! Unsigned numbers are stored as the same bits: SQLite has signed integers only, and no real time or count comes near
//! the sign.

use crate::document::{self, FORMAT};
use crate::record::Record;
use crate::{HistoryError, RunId};
use model::{Block, Metric, Readings, Sample};
use rusqlite::{Connection, params};

/// A block as it is stored; [`StoredBlock::decode`] makes it a block.
pub struct StoredBlock {
    /// Its place among the events of its run.
    pub sequence: i64,
    format: i64,
    point: i64,
    launch: i64,
    block: i64,
    samples: Vec<StoredSample>,
}

struct StoredSample {
    variant: i64,
    iterations: i64,
    wall_ns: Option<i64>,
    readings: String,
    latencies: Option<String>,
    slices_ns: Option<String>,
}

/// Stores a block at its place.
pub fn insert(connection: &Connection, run: RunId, sequence: i64, block: &Block) -> rusqlite::Result<()> {
    let (point, launch, number) = (block.point as i64, block.launch as i64, block.block as i64);
    let mut statement = connection.prepare_cached("INSERT INTO block VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    statement.execute(params![run.0, sequence, FORMAT, point, launch, number])?;
    let mut statement =
        connection.prepare_cached("INSERT INTO sample VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?;
    for (position, sample) in (0_i64..).zip(&block.samples) {
        let stored = StoredSample::encode(sample);
        let StoredSample { variant, iterations, wall_ns, readings, latencies, slices_ns } = &stored;
        let place = params![run.0, point, launch, number, position];
        let values = params![variant, iterations, wall_ns, readings, latencies, slices_ns];
        statement.execute(&[place, values].concat()[..])?;
    }
    Ok(())
}

/// The blocks of a run, in order.
pub fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<StoredBlock>> {
    let mut statement = connection
        .prepare_cached("SELECT sequence, format, point, launch, block FROM block WHERE run = ?1 ORDER BY sequence")?;
    let blocks = statement.query_map([run.0], |row| {
        let (point, launch, block) = (row.get(2)?, row.get(3)?, row.get(4)?);
        let samples = select_samples(connection, run, point, launch, block)?;
        Ok(StoredBlock { sequence: row.get(0)?, format: row.get(1)?, point, launch, block, samples })
    })?;
    blocks.collect()
}

fn select_samples(
    connection: &Connection,
    run: RunId,
    point: i64,
    launch: i64,
    block: i64,
) -> rusqlite::Result<Vec<StoredSample>> {
    let mut statement = connection.prepare_cached(
        "SELECT variant, iterations, wall_ns, readings, latencies, slices_ns FROM sample
         WHERE run = ?1 AND point = ?2 AND launch = ?3 AND block = ?4 ORDER BY position",
    )?;
    let samples = statement.query_map([run.0, point, launch, block], |row| {
        let (variant, iterations, wall_ns) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (readings, latencies, slices_ns) = (row.get(3)?, row.get(4)?, row.get(5)?);
        Ok(StoredSample { variant, iterations, wall_ns, readings, latencies, slices_ns })
    })?;
    samples.collect()
}

impl StoredBlock {
    /// Reads what the rows hold.
    pub fn decode(&self, run: RunId) -> Result<Block, HistoryError> {
        let record = Record::Event { run, sequence: self.sequence };
        document::check_format(record, self.format)?;
        let samples = self.samples.iter().map(|sample| sample.decode(record, self.format));
        Ok(Block {
            point: index(record, self.point)?,
            launch: index(record, self.launch)?,
            block: index(record, self.block)?,
            samples: samples.collect::<Result<_, _>>()?,
        })
    }
}

impl StoredSample {
    fn encode(sample: &Sample) -> StoredSample {
        let mut others = sample.readings.clone();
        let wall_ns = others.remove(&Metric::Wall);
        StoredSample {
            variant: sample.variant as i64,
            iterations: sample.iterations.cast_signed(),
            wall_ns: wall_ns.map(u64::cast_signed),
            readings: document::encode(&others),
            latencies: sample.latencies.as_ref().map(document::encode),
            slices_ns: (!sample.slices_ns.is_empty()).then(|| document::encode(&sample.slices_ns)),
        }
    }

    fn decode(&self, record: Record, format: i64) -> Result<Sample, HistoryError> {
        let mut readings: Readings = document::decode(record, format, &self.readings)?;
        readings.extend(self.wall_ns.map(|wall_ns| (Metric::Wall, wall_ns.cast_unsigned())));
        let latencies = self.latencies.as_ref().map(|text| document::decode(record, format, text)).transpose()?;
        let slices_ns = self.slices_ns.as_ref().map(|text| document::decode(record, format, text)).transpose()?;
        let (variant, iterations) = (index(record, self.variant)?, self.iterations.cast_unsigned());
        Ok(Sample { variant, iterations, readings, slices_ns: slices_ns.unwrap_or_default(), latencies })
    }
}

fn index(record: Record, stored: i64) -> Result<usize, HistoryError> {
    usize::try_from(stored).map_err(|_| HistoryError::Damaged { record, why: format!("{stored} is no index") })
}
