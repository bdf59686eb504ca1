//! What was read around one batch.

use crate::metric::{METRICS, Metric};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::ops::Index;

/// What was read around one batch, by metric. One that could not be read is not in it; the reason stands once, in the run's record of the
/// worker.
///
/// Values in the order of the metrics, and which there are as bits: a run may have a million of these, and a map would take twice as
/// much memory for each.
///
/// ```
/// use cmpthese_model::{Metric, Readings};
/// let mut readings = Readings::from([(Metric::User, 7), (Metric::Wall, 9)]);
/// readings.insert(Metric::User, 8);
/// assert_eq!(readings.iter().collect::<Vec<_>>(), [(Metric::Wall, 9), (Metric::User, 8)]);
/// assert_eq!(readings.get(&Metric::PeakRss), None);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Readings {
    present: u64,
    values: Box<[u64]>,
}

// A bit for each.
const _: () = assert!(METRICS.len() <= 64);

fn bit(metric: Metric) -> u64 {
    1 << metric as u32
}

impl Readings {
    /// Nothing.
    pub fn new() -> Readings {
        Readings::default()
    }

    /// The value of a metric.
    pub fn get(&self, metric: &Metric) -> Option<&u64> {
        self.contains_key(metric).then(|| &self.values[self.place(*metric)])
    }

    /// The same, where what was not read adds nothing.
    pub fn total(&self, metric: Metric) -> u64 {
        self.get(&metric).copied().unwrap_or(0)
    }

    /// Whether it was read.
    pub fn contains_key(&self, metric: &Metric) -> bool {
        self.present & bit(*metric) != 0
    }

    /// Sets a value.
    pub fn insert(&mut self, metric: Metric, value: u64) {
        *self.or_zero(metric) = value;
    }

    /// The value of a metric, which is 0 from now on if it was not there.
    pub fn or_zero(&mut self, metric: Metric) -> &mut u64 {
        let place = self.place(metric);
        if !self.contains_key(&metric) {
            let (before, after) = self.values.split_at(place);
            self.values = [before, &[0], after].concat().into_boxed_slice();
            self.present |= bit(metric);
        }
        &mut self.values[place]
    }

    /// All, in the order of the metrics.
    pub fn iter(&self) -> impl Iterator<Item = (Metric, u64)> {
        self.keys().copied().zip(self.values.iter().copied())
    }

    /// What was read.
    pub fn keys(&self) -> impl Iterator<Item = &Metric> {
        METRICS.iter().map(|info| &info.metric).filter(|metric| self.contains_key(metric))
    }

    fn place(&self, metric: Metric) -> usize {
        (self.present & (bit(metric) - 1)).count_ones() as usize
    }
}

impl Index<&Metric> for Readings {
    type Output = u64;

    fn index(&self, metric: &Metric) -> &u64 {
        self.get(metric).expect("it was read")
    }
}

impl<const COUNT: usize> From<[(Metric, u64); COUNT]> for Readings {
    fn from(all: [(Metric, u64); COUNT]) -> Readings {
        all.into_iter().collect()
    }
}

impl FromIterator<(Metric, u64)> for Readings {
    fn from_iter<I: IntoIterator<Item = (Metric, u64)>>(all: I) -> Readings {
        let mut known = [0; METRICS.len()];
        let mut present = 0;
        for (metric, value) in all {
            known[metric as usize] = value;
            present |= bit(metric);
        }
        // As much room as they take and no more, from the start: there are too many of these to move each.
        let mut values = Vec::with_capacity(present.count_ones() as usize);
        let metrics = METRICS.iter().map(|info| info.metric).filter(|metric| present & bit(*metric) != 0);
        values.extend(metrics.map(|metric| known[metric as usize]));
        Readings { present, values: values.into_boxed_slice() }
    }
}

impl Extend<(Metric, u64)> for Readings {
    fn extend<I: IntoIterator<Item = (Metric, u64)>>(&mut self, more: I) {
        more.into_iter().for_each(|(metric, value)| self.insert(metric, value));
    }
}

impl fmt::Debug for Readings {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for Readings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Readings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Readings, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Readings;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Readings, A::Error> {
        std::iter::from_fn(|| map.next_entry().transpose()).collect()
    }
}
