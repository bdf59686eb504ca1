//! What the server of a case uses, read between batches.

use crate::system::memory;
use crate::system::process_tree::{self, TreeUsage};
use model::{Metric, Readings};
use std::time::{Duration, Instant};

/// How often the memory of a server is read: the kernel walks all its pages for that.
const MEMORY_EVERY: Duration = Duration::from_secs(1);

/// The processes of a server.
#[derive(Debug)]
pub struct ServerUsage {
    keeper: i32,
    /// When to look at the memory again; the first batch of a launch is its warm-up, which nobody records.
    memory_due: Option<Instant>,
}

impl ServerUsage {
    /// The descendants of a process.
    pub fn of(keeper: i32) -> ServerUsage {
        ServerUsage { keeper, memory_due: None }
    }

    /// What they have used so far.
    pub fn read(&self) -> TreeUsage {
        process_tree::usage(self.keeper)
    }

    /// Adds that share of what they used since to the readings, and their memory if it is time to look at it.
    pub fn add_since(&mut self, before: &TreeUsage, share: f64, readings: &mut Readings) {
        let after = self.read();
        let cpu_ns = (share * after.cpu_ns.saturating_sub(before.cpu_ns) as f64).round() as u64;
        let user = after.user_ticks.saturating_sub(before.user_ticks);
        let system = after.system_ticks.saturating_sub(before.system_ticks);
        // A batch may be shorter than a tick: then the parts are those of the server's whole life.
        let (user, system) = if user + system < 10 { (after.user_ticks, after.system_ticks) } else { (user, system) };
        let system_ns = (cpu_ns as f64 * system as f64 / (user + system).max(1) as f64) as u64;
        readings.insert(Metric::User, cpu_ns - system_ns);
        readings.insert(Metric::System, system_ns);
        let now = Instant::now();
        let is_due = self.memory_due.is_some_and(|due| now >= due);
        if self.memory_due.is_none() {
            self.memory_due = Some(now);
        }
        if is_due {
            self.memory_due = Some(now + MEMORY_EVERY);
            readings.extend(memory::of_descendants(self.keeper).map(|bytes| (Metric::ServerMemory, bytes)));
        }
    }
}
