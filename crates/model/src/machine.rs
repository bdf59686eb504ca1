//! The fingerprint of where a run took place.

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
    /// How many CPUs this process may use.
    pub cpus: usize,
    /// Size of the memory in bytes.
    pub memory_bytes: Option<u64>,
    /// The name of the hypervisor, where the processor tells that there is one.
    pub hypervisor: Option<String>,
    /// The frequency governor of the first CPU.
    pub governor: Option<String>,
}
