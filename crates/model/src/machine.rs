//! The fingerprint of where a run took place.

use crate::landmark::Landmark;
use serde::{Deserialize, Serialize};

/// Where a run took place. A part that cannot be read is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Name and release of the kernel.
    pub kernel: Option<String>,
    /// Name of the operating system's distribution.
    pub system: Option<String>,
    /// Hardware architecture.
    pub architecture: String,
    /// Name of the processor.
    pub cpu: Option<String>,
    /// How many CPUs this process may use; 0 where that is not known, of what was imported.
    pub cpus: usize,
    /// Size of the memory in bytes.
    pub memory_bytes: Option<u64>,
    /// The name of the hypervisor, where the processor tells that there is one.
    pub hypervisor: Option<String>,
    /// The frequency governor of the first CPU.
    pub governor: Option<String>,
    /// What the kernel calls the time since the machine was started; `None` where that was not recorded, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boot: Option<String>,
    /// Sizes at which something of it ends; none where they were not recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landmarks: Vec<Landmark>,
}

impl Machine {
    /// Whether events cost on another machine what they cost on this one, as far as it is known: they are the same, and were not started anew
    /// in between, which has to be told.
    pub fn has_costs_of(&self, other: &Machine) -> bool {
        self.is_like(other) && self.boot.is_some() && self.boot == other.boot
    }

    /// Whether they have the same processor, kernel and hypervisor, and either are one start of a machine, or have as much memory and tell
    /// their processor. A balloon takes of the memory while the machine runs.
    pub fn is_like(&self, other: &Machine) -> bool {
        let told = |machine: &Machine| {
            let Machine { kernel, architecture, cpu, hypervisor, .. } = machine.clone();
            (kernel, architecture, cpu, hypervisor)
        };
        let is_same_start = self.boot.is_some() && self.boot == other.boot;
        told(self) == told(other) && (is_same_start || self.cpu.is_some() && self.memory_bytes == other.memory_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_start_of_a_machine_is_one_machine_whatever_a_balloon_takes_of_its_memory() {
        let of = |cpu: Option<&str>, boot: Option<&str>, gib: u64| Machine {
            cpu: cpu.map(str::to_string),
            boot: boot.map(str::to_string),
            memory_bytes: Some(gib << 30),
            ..Machine::default()
        };
        let first = of(Some("C"), Some("b"), 8);
        assert!(first.has_costs_of(&of(Some("C"), Some("b"), 7)));
        assert!(of(None, Some("b"), 8).has_costs_of(&of(None, Some("b"), 8)));
        assert!(first.is_like(&of(Some("C"), Some("c"), 8)) && !first.has_costs_of(&of(Some("C"), Some("c"), 8)));
        for other in [of(Some("C"), Some("c"), 7), of(Some("D"), Some("b"), 8), of(Some("C"), None, 7)] {
            assert!(!first.is_like(&other), "{other:?}");
        }
        assert!(!of(None, None, 8).is_like(&of(None, None, 8)));
    }
}
