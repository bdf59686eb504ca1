//! The rows of blocks and their samples: plain columns, so that people can query them.
//!
//! Unsigned numbers are stored as the same bits: SQLite has signed integers only, and no real time or count comes near
//! the sign.

use crate::document::{self, FORMAT};
use crate::record::Record;
use crate::{HistoryError, RunId};
use model::{Block, Metric, Readings, Sample};
use rusqlite::{Connection, Row, params};
use std::path::Path;

/// A block and one of its samples; none where it has none.
struct StoredRow {
    sequence: i64,
    format: i64,
    /// Its point, its launch and its number.
    place: [i64; 3],
    sample: Option<StoredSample>,
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
    let mut statement = connection.prepare_cached(
        "INSERT INTO block (run, sequence, format, point, launch, block) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    statement.execute(params![run.0, sequence, FORMAT, point, launch, number])?;
    let mut statement =
        connection.prepare_cached(
        "INSERT INTO sample (run, point, launch, block, position, variant, iterations, wall_ns, readings, latencies, slices_ns)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    for (position, sample) in (0_i64..).zip(&block.samples) {
        let stored = StoredSample::encode(sample);
        let StoredSample { variant, iterations, wall_ns, readings, latencies, slices_ns } = &stored;
        let place = params![run.0, point, launch, number, position];
        let values = params![variant, iterations, wall_ns, readings, latencies, slices_ns];
        statement.execute(&[place, values].concat()[..])?;
    }
    Ok(())
}

/// Hands over the blocks of a run, in order, each with its place among the events of the run: one after the other, because those of a long
/// run have no room beside what is made of them.
pub fn each(
    connection: &Connection,
    path: &Path,
    run: RunId,
    mut take: impl FnMut(i64, Block) -> Result<(), HistoryError>,
) -> Result<(), HistoryError> {
    let trouble = |error| HistoryError::from_sqlite(path, error);
    let statement = connection.prepare_cached(
        "SELECT block.sequence, block.format, block.point, block.launch, block.block,
                sample.variant, sample.iterations, sample.wall_ns, sample.readings, sample.latencies, sample.slices_ns
         FROM block LEFT JOIN sample USING (run, point, launch, block)
         WHERE run = ?1 ORDER BY block.sequence, sample.position",
    );
    let mut statement = statement.map_err(trouble)?;
    let mut rows = statement.query([run.0]).map_err(trouble)?;
    let mut take = |sequence, mut block: Block| {
        block.samples.shrink_to_fit();
        take(sequence, block)
    };
    let mut begun: Option<(i64, Block)> = None;
    while let Some(row) = rows.next().map_err(trouble)? {
        let row = StoredRow::of(row).map_err(trouble)?;
        if let Some((before, block)) = begun.take_if(|(before, _)| *before != row.sequence) {
            take(before, block)?;
        }
        begun = Some((row.sequence, row.added_to(begun.take().map(|(_, block)| block), run)?));
    }
    begun.map_or(Ok(()), |(sequence, block)| take(sequence, block))
}

impl StoredRow {
    fn of(row: &Row) -> rusqlite::Result<StoredRow> {
        let place = [row.get(2)?, row.get(3)?, row.get(4)?];
        let sample = row.get::<_, Option<i64>>(5)?.map(|variant| -> rusqlite::Result<StoredSample> {
            let (iterations, wall_ns) = (row.get(6)?, row.get(7)?);
            let (readings, latencies, slices_ns) = (row.get(8)?, row.get(9)?, row.get(10)?);
            Ok(StoredSample { variant, iterations, wall_ns, readings, latencies, slices_ns })
        });
        Ok(StoredRow { sequence: row.get(0)?, format: row.get(1)?, place, sample: sample.transpose()? })
    }

    /// The block, which is the one that was begun, with the sample, if there is one.
    fn added_to(&self, begun: Option<Block>, run: RunId) -> Result<Block, HistoryError> {
        let record = Record::Event { run, sequence: self.sequence };
        let mut block = match begun {
            Some(block) => block,
            None => {
                document::check_format(record, self.format)?;
                let [point, launch, block] = self.place.map(|stored| index(record, stored));
                Block { point: point?, launch: launch?, block: block?, samples: Vec::new() }
            }
        };
        if let Some(sample) = &self.sample {
            block.samples.push(sample.decode(record, self.format)?);
        }
        Ok(block)
    }
}

impl StoredSample {
    fn encode(sample: &Sample) -> StoredSample {
        let others: Readings = sample.readings.iter().filter(|(metric, _)| *metric != Metric::Wall).collect();
        let wall_ns = sample.readings.get(&Metric::Wall).copied();
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
