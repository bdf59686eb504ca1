//! Which start of the machine this is.

/// What the kernel calls the time since the machine was started (`/proc/sys/kernel/random/boot_id`, random(4)).
pub fn boot() -> Option<String> {
    let text = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(text.trim().to_string()).filter(|id| !id.is_empty())
}
