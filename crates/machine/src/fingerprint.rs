//! The fingerprint of the machine.

use crate::landmarks::landmarks;
use model::Machine;
use std::fs::read_to_string;

/// Reads what tells this machine from others; `cpus` are those that this program may use. Parts that cannot be read are left out.
pub fn fingerprint(cpus: usize) -> Machine {
    let cpuinfo = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let release = read_to_string("/etc/os-release").unwrap_or_default();
    let meminfo = read_to_string("/proc/meminfo").unwrap_or_default();
    let told = |path: &str| read_to_string(path).ok().map(|text| text.trim().to_string());
    Machine {
        kernel: told("/proc/sys/kernel/osrelease").map(|version| format!("Linux {version}")),
        system: value_of(&release, "PRETTY_NAME", '=').map(|name| name.trim_matches('"').to_string()),
        architecture: std::env::consts::ARCH.to_string(),
        cpu: cpu(&cpuinfo),
        cpus: cpus.max(1),
        memory_bytes: value_of(&meminfo, "MemTotal", ':')
            .and_then(|text| text.split(' ').next()?.parse::<u64>().ok())
            .map(|kib| kib * 1024),
        hypervisor: hypervisor(&cpuinfo),
        governor: told("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        // random(4)
        boot: told("/proc/sys/kernel/random/boot_id").filter(|id| !id.is_empty()),
        landmarks: landmarks(),
    }
}

/// Its name, or on arm64, where there is none, the numbers of its maker and its model.
fn cpu(cpuinfo: &str) -> Option<String> {
    let number = |key| value_of(cpuinfo, key, ':');
    number("model name").or_else(|| Some(format!("{} CPU {}", number("CPU implementer")?, number("CPU part")?)))
}

fn value_of(text: &str, key: &str, separator: char) -> Option<String> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(separator)?;
        (name.trim() == key).then(|| value.trim().to_string())
    })
}

fn hypervisor(cpuinfo: &str) -> Option<String> {
    let flags = value_of(cpuinfo, "flags", ':')?;
    if !flags.split(' ').any(|flag| flag == "hypervisor") {
        return None;
    }
    let product = read_to_string("/sys/devices/virtual/dmi/id/product_name").ok();
    Some(product.map_or_else(|| "unnamed".to_string(), |name| name.trim().to_string()))
}
