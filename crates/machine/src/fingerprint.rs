//! The fingerprint of the machine.

use crate::landmarks::landmarks;
use model::Machine;
use std::fs::read_to_string;

/// Reads what tells this machine from others; `cpus` are those that this program may use. Parts that cannot be read are left out.
pub fn fingerprint(cpus: usize) -> Machine {
    let cpuinfo = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let release = read_to_string("/etc/os-release").unwrap_or_default();
    let meminfo = read_to_string("/proc/meminfo").unwrap_or_default();
    let told =
        |path: &str| read_to_string(path).ok().map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
    Machine {
        kernel: told("/proc/sys/kernel/osrelease").map(|version| format!("Linux {version}")),
        system: value_of(&release, "PRETTY_NAME", '=').map(|name| name.trim_matches('"').to_string()),
        architecture: std::env::consts::ARCH.to_string(),
        cpu: cpu(&cpuinfo),
        cpus: cpus.max(1),
        memory_bytes: value_of(&meminfo, "MemTotal", ':')
            .and_then(|text| text.split(' ').next()?.parse::<u64>().ok())
            .map(|kib| kib * 1024),
        hypervisor: hypervisor(&cpuinfo, |file| told(&format!("/sys/devices/virtual/dmi/id/{file}"))),
        governor: told("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        // random(4)
        boot: told("/proc/sys/kernel/random/boot_id"),
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

/// Who makes virtual machines, as their firmware names it: where the processor has no flag for that, as on arm64.
///
/// Source: `dmi_vendor_table` in src/basic/virt.c of systemd, without Oracle, whose whole machines say that name, too.
const MAKERS: [&str; 16] = [
    "KVM",
    "OpenStack",
    "KubeVirt",
    "Amazon EC2",
    "QEMU",
    "VMware",
    "VMW",
    "innotek GmbH",
    "VirtualBox",
    "Xen",
    "Bochs",
    "Parallels",
    "BHYVE",
    "Hyper-V",
    "Apple Virtualization",
    "Google Compute Engine",
];

/// Where it stands beside the name of the product: `dmi_vendors` there. Hyper-V is told by the version.
const FILES: [&str; 4] = ["sys_vendor", "board_vendor", "bios_vendor", "product_version"];

fn hypervisor(cpuinfo: &str, firmware: impl Fn(&str) -> Option<String>) -> Option<String> {
    let product = firmware("product_name");
    let is_told = match value_of(cpuinfo, "flags", ':') {
        Some(flags) => flags.split(' ').any(|flag| flag == "hypervisor"),
        // A whole machine of Amazon's says so.
        None => {
            let others = FILES.map(&firmware);
            let is_maker = |name: &String| MAKERS.iter().any(|maker| name.starts_with(maker));
            let is_whole = product.as_ref().is_some_and(|name| name.contains(".metal"));
            !is_whole && product.iter().chain(others.iter().flatten()).any(is_maker)
        }
    };
    is_told.then(|| product.unwrap_or_else(|| "unnamed".to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_virtual_machine_is_known_by_its_processor_or_its_firmware() {
        let of = |cpuinfo: &str, vendor: &str, product: &str| {
            let files = [("sys_vendor", vendor.to_string()), ("product_name", product.to_string())];
            hypervisor(cpuinfo, |file| files.iter().find(|(name, _)| *name == file).map(|(_, text)| text.clone()))
        };
        let (x86, arm) = ("flags\t\t: fpu vme hypervisor", "Features\t: fp asimd");
        assert_eq!(of(x86, "LENOVO", "standard").as_deref(), Some("standard"));
        assert_eq!(of("flags : fpu", "QEMU", "standard"), None);
        assert_eq!(of(arm, "Amazon EC2", "m7g.large").as_deref(), Some("m7g.large"));
        assert_eq!([of(arm, "Amazon EC2", "m7g.metal"), of(arm, "Raspberry Pi Ltd", "Pi 5")], [None, None]);
        assert_eq!(of(arm, "Google", "Google Compute Engine").as_deref(), Some("Google Compute Engine"));
        let of_azure = |file: &str| match file {
            "product_name" => Some("Virtual Machine".to_string()),
            "product_version" => Some("Hyper-V UEFI Release v4.1".to_string()),
            _ => Some("Microsoft Corporation".to_string()),
        };
        assert_eq!(hypervisor(arm, of_azure).as_deref(), Some("Virtual Machine"));
    }
}
