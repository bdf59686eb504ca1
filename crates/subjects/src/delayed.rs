//! The time in which others had the CPU, where that is a part of what is measured.

use crate::system::process_tree;
use model::Metric;
use protocol::Reply;

/// Leaves out of a reply delays that are its own. Where a quota makes processes wait for it, they are slow for that; where others had the CPU
/// of a host that are processes of its own, that time is a part of what its code takes, whatever the host takes off.
pub fn count_own(reply: &mut Reply, is_confined: bool, host: Option<i32>) {
    let Reply::Sample { readings, .. } = reply else { return };
    let has_children = || host.is_some_and(|pid| !process_tree::children(pid).is_empty());
    if readings.total(Metric::Delayed) > 0 && (is_confined || has_children()) {
        *readings = readings.iter().filter(|(metric, _)| *metric != Metric::Delayed).collect();
    }
}
