//! How the time of each variant grows along each numeric axis of the sweep, the other parameters held.

use crate::axis::{Axis, AxisUnit, along, axes};
use crate::timed::Timed;
use model::{Landmark, Machine, Point, Run, Value};
use stats::{LAW_TOLERANCE, NoLaw, SIZES_MIN, SizeLevel};

/// How the time of a variant grows along an axis.
#[derive(Clone, Debug)]
pub struct VariantLaw {
    /// The values of the other parameters.
    pub point: Point,
    /// The axis.
    pub axis: Axis,
    /// Name of the variant.
    pub variant: String,
    /// The law of its mean times, in nanoseconds per iteration, or why there is none.
    pub law: Result<stats::Law, NoLaw>,
    /// At how many values of the axis it has a time.
    pub sizes: usize,
    /// What of the machine ends where the law changes or, where it holds from some size on, just before that. Nothing of it need be the reason.
    pub landmarks: Vec<Landmark>,
}

/// The laws of all contestants that have times at so many values of an axis as a law needs, in the order of the plan.
pub fn laws(run: &Run, started: &[Timed]) -> Vec<VariantLaw> {
    let mut laws = Vec::new();
    for axis in axes(&run.plan) {
        for (others, group) in along(started.iter().map(|timed| (&timed.record.point, timed)), &axis.param) {
            for (variant, own) in run.plan.contestants() {
                let level = |timed: &&Timed| {
                    let size = timed.record.point.get(&axis.param).and_then(Value::number)?;
                    let is_its_own = timed.compared.contains(&variant) && !timed.is_limited(variant);
                    is_its_own.then(|| SizeLevel { size, launches: timed.times.means_of(variant) })
                };
                let levels: Vec<SizeLevel> = group.iter().filter_map(level).collect();
                if levels.len() >= SIZES_MIN {
                    let law = stats::law(&levels, LAW_TOLERANCE);
                    laws.push(VariantLaw {
                        point: others.clone(),
                        axis: axis.clone(),
                        variant: own.name.clone(),
                        landmarks: landmarks(&run.header.machine, &axis, &law, &levels),
                        law,
                        sizes: levels.len(),
                    });
                }
            }
        }
    }
    laws
}

/// What ends within the interval of a break, and between the last size that does not follow a law and the first that does. Sizes of an axis that is not
/// one of bytes say nothing of that.
fn landmarks(machine: &Machine, axis: &Axis, law: &Result<stats::Law, NoLaw>, levels: &[SizeLevel]) -> Vec<Landmark> {
    let Some(law) = law.as_ref().ok().filter(|_| axis.unit == AxisUnit::Bytes) else { return Vec::new() };
    let before = levels.iter().map(|level| level.size).filter(|size| law.is_tail && *size < law.from);
    let between = match law.changes {
        Some(changes) => Some((changes.at.low, changes.at.high)),
        None => before.max_by(f64::total_cmp).map(|before| (before, law.from)),
    };
    let lies_there =
        |landmark: &&Landmark| between.is_some_and(|(low, high)| (low..=high).contains(&(landmark.bytes as f64)));
    machine.landmarks.iter().filter(lies_there).copied().collect()
}
