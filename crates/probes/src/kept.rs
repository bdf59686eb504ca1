//! The file in which costs are kept until the machine is started again.

use model::{Machine, UnitCosts};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The form of the file, and the way of measuring: a file of another number is measured anew.
const VERSION: u32 = 6;

/// What the file holds.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    version: u32,
    machine: Machine,
    #[serde(flatten)]
    costs: UnitCosts,
}

/// The costs that a file holds. `None` where it cannot be read, or is of another processor, kernel or start of the machine.
pub fn known(path: &Path, machine: &Machine) -> Option<UnitCosts> {
    let kept: Kept = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
    let is_of_here = kept.version == VERSION && kept.machine.has_costs_of(machine);
    let is_sound =
        kept.costs.costs.iter().all(|cost| {
            0.0 < cost.low_ns && cost.low_ns <= cost.ns && cost.ns <= cost.high_ns && cost.high_ns.is_finite()
        });
    (is_of_here && is_sound).then_some(kept.costs)
}

/// Keeps costs of this machine in a file, which is whole at every moment. Its directory is made when it is missing.
///
/// # Errors
/// What the system refused.
pub fn keep(path: &Path, machine: &Machine, costs: &UnitCosts) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let kept = Kept { version: VERSION, machine: machine.clone(), costs: costs.clone() };
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    serde_json::to_writer_pretty(&mut file, &kept)?;
    file.write_all(b"\n")?;
    file.persist(path).map(drop).map_err(|error| error.error)
}
