//! The machine, in words that do not name it.

/// Its CPU, the number of them, and its kernel.
pub fn described() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let cpu_info = read("/proc/cpuinfo");
    let model = cpu_info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unnamed CPU", |(_, name)| name.trim());
    let cpus = std::thread::available_parallelism().map_or(0, usize::from);
    let guest = if cpu_info.contains("hypervisor") { ", a virtual machine" } else { "" };
    format!("{model}, {cpus} CPUs, Linux {}{guest}", read("/proc/sys/kernel/osrelease").trim())
}
