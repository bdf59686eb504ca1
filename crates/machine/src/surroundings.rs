//! What of the machine's settings and of its other work makes times uneven.

use std::fs::read_to_string;
use std::path::Path;

/// What can be seen of the surroundings. A part that cannot be read is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surroundings {
    /// The frequency governors of the CPUs, each named once.
    pub governors: Vec<String>,
    /// Whether CPUs may run faster than their base frequency for a while.
    pub boost: Option<bool>,
    /// Whether two CPUs share a core.
    pub smt: Option<bool>,
    /// How many processes wanted to run, on average over the last minute.
    pub load: Option<f64>,
    /// The part of the time since the machine was started that its hypervisor gave to others.
    pub stolen: Option<f64>,
    /// Whether processes are laid out in memory anew at every start.
    pub random_layout: Option<bool>,
    /// Whether it runs on a battery.
    pub on_battery: Option<bool>,
}

/// Looks at the machine.
pub fn surroundings() -> Surroundings {
    below(Path::new("/"))
}

/// The same for the files below a directory.
fn below(root: &Path) -> Surroundings {
    let read = |path: &str| read_to_string(root.join(path)).ok().map(|text| text.trim().to_string());
    let boost =
        match (read("sys/devices/system/cpu/cpufreq/boost"), read("sys/devices/system/cpu/intel_pstate/no_turbo")) {
            (Some(boost), _) => Some(boost == "1"),
            (None, Some(no_turbo)) => Some(no_turbo == "0"),
            (None, None) => None,
        };
    Surroundings {
        governors: governors(root),
        boost,
        smt: read("sys/devices/system/cpu/smt/active").map(|active| active == "1"),
        load: read("proc/loadavg").and_then(|text| text.split(' ').next()?.parse().ok()),
        stolen: read("proc/stat").and_then(|text| stolen(&text)),
        random_layout: read("proc/sys/kernel/randomize_va_space").map(|mode| mode != "0"),
        on_battery: on_battery(&root.join("sys/class/power_supply")),
    }
}

/// Whether it has a battery, and no adapter that brings power (power_supply of the kernel's documentation, `sysfs-class-power`), whatever the adapters
/// are called. One with a programmable voltage tells 2.
fn on_battery(supplies: &Path) -> Option<bool> {
    let supplies = std::fs::read_dir(supplies).ok()?.flatten();
    let known = supplies.map(|supply| {
        let read = |file: &str| read_to_string(supply.path().join(file)).unwrap_or_default().trim().to_string();
        (read("type"), read("scope"), ["1", "2"].contains(&read("online").as_str()))
    });
    // A mouse has a battery, too.
    let of_machine: Vec<(String, bool)> =
        known.filter(|(_, scope, _)| scope != "Device").map(|(kind, _, is_online)| (kind, is_online)).collect();
    let has_battery = of_machine.iter().any(|(kind, _)| kind == "Battery");
    has_battery.then(|| !of_machine.iter().any(|(kind, is_online)| kind != "Battery" && *is_online))
}

fn governors(root: &Path) -> Vec<String> {
    let Ok(policies) = std::fs::read_dir(root.join("sys/devices/system/cpu/cpufreq")) else { return Vec::new() };
    let name = |entry: std::fs::DirEntry| read_to_string(entry.path().join("scaling_governor")).ok();
    let mut names: Vec<String> = policies.flatten().filter_map(name).map(|name| name.trim().to_string()).collect();
    names.sort();
    names.dedup();
    names
}

/// The eighth of the times in the first line of proc_stat(5), as a part of the first eight; guests are counted in these.
fn stolen(stat: &str) -> Option<f64> {
    let times: Vec<f64> = stat.lines().next()?.split_ascii_whitespace().skip(1).flat_map(str::parse).collect();
    let total: f64 = times.get(..8)?.iter().sum();
    (total > 0.0).then(|| times[7] / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_files_say() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        for policy in ["policy0", "policy1"] {
            write(&format!("sys/devices/system/cpu/cpufreq/{policy}/scaling_governor"), "powersave\n");
        }
        write("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
        write("sys/devices/system/cpu/smt/active", "1\n");
        for (supply, file, text) in [("BAT0", "type", "Battery"), ("ADP1", "type", "Mains"), ("ADP1", "online", "0")] {
            write(&format!("sys/class/power_supply/{supply}/{file}"), text);
        }
        write("proc/loadavg", "1.25 0.80 0.50 2/345 6789\n");
        write("proc/sys/kernel/randomize_va_space", "2\n");
        write("proc/stat", "cpu  50 0 20 20 0 0 0 10 7 0\ncpu0 ...\n");
        let expected = Surroundings {
            governors: vec!["powersave".to_string()],
            boost: Some(true),
            smt: Some(true),
            load: Some(1.25),
            stolen: Some(0.1),
            random_layout: Some(true),
            on_battery: Some(true),
        };
        assert_eq!(below(root.path()), expected);
    }

    #[test]
    fn a_machine_without_these_files_is_not_judged() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(below(root.path()), Surroundings::default());
    }
}
