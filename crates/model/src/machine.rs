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

    /// Whether they have the same processor, which has to be told, memory, kernel and hypervisor.
    pub fn is_like(&self, other: &Machine) -> bool {
        let told = |machine: &Machine| {
            let Machine { kernel, architecture, cpu, memory_bytes, hypervisor, .. } = machine.clone();
            (kernel, architecture, cpu, memory_bytes, hypervisor)
        };
        self.cpu.is_some() && told(self) == told(other)
    }
}
