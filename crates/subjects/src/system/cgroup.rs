//! Control groups: a share of the CPUs for some processes and all that they start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// How long a group that is out of time waits at most, in microseconds: short, so that a batch sees many of these periods and
/// not the end of one. The kernel takes no quota below a millisecond.
const PERIOD_US: u64 = 10_000;
const QUOTA_MIN_US: u64 = 1_000;

/// Where control groups of either version are mounted, with the file that the quota is written to.
const PLACES: [(&str, Version); 4] = [
    ("/sys/fs/cgroup/cpu", Version::One),
    ("/sys/fs/cgroup/cpu,cpuacct", Version::One),
    ("/sys/fs/cgroup", Version::Two),
    ("/sys/fs/cgroup/unified", Version::Two),
];

/// Why there may be no group of version 2, and what to do.
const NO_SHARES: &str = "no group above this process hands out shares of the CPUs: as root, echo +cpu >/sys/fs/cgroup/cgroup.subtree_control";

/// The names of groups: this, the process that made it, and a number.
const PREFIX: &str = "cmpthese-";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// A control group of this program's own; it is removed when it is dropped.
#[derive(Debug)]
pub struct CpuQuota {
    path: PathBuf,
}

impl CpuQuota {
    /// A group whose processes get so many CPUs together, or a part of one.
    ///
    /// # Errors
    /// A sentence that says why there is none here.
    pub fn new(cpus: f64) -> Result<CpuQuota, String> {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mut reasons = Vec::new();
        for (root, version) in PLACES {
            let root = Path::new(root);
            let marker = if version == Version::One { "cpu.cfs_quota_us" } else { "cgroup.controllers" };
            if !root.join(marker).exists() {
                continue;
            }
            let parents = parents(root, version, &own);
            reasons.extend(parents.is_empty().then(|| format!("{}: {NO_SHARES}", root.display())));
            for parent in parents {
                remove_orphans(&parent);
                match make(&parent, version, cpus) {
                    Ok(quota) => return Ok(quota),
                    Err(error) => reasons.push(format!("{}: {error}", parent.display())),
                }
            }
        }
        Err(match reasons.as_slice() {
            [] => "no control group with a CPU controller is mounted".to_string(),
            _ => reasons.join("; "),
        })
    }

    /// The file that a process writes `0` to, to be a member.
    pub fn procs(&self) -> PathBuf {
        self.path.join("cgroup.procs")
    }
}

/// Below which groups a new one may be made, the nearest first: in version 1 at the top; in version 2 below those above this process that hand out
/// shares of the CPUs. Its own does not, because a group that does has no processes, unless it is the top.
fn parents(root: &Path, version: Version, own: &str) -> Vec<PathBuf> {
    if version == Version::One {
        return vec![root.to_path_buf()];
    }
    let own = root.join(own.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default());
    let shares = |group: &&Path| {
        let list = fs::read_to_string(group.join("cgroup.subtree_control")).unwrap_or_default();
        list.split_whitespace().any(|controller| controller == "cpu")
    };
    own.ancestors().take_while(|group| group.starts_with(root)).filter(shares).map(Path::to_path_buf).collect()
}

/// Removes the groups of runs that were killed. One that has members the kernel keeps.
fn remove_orphans(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-')).map(|(owner, _)| owner);
        let is_alive = |owner: &str| Path::new("/proc").join(owner).exists();
        if owner.is_some_and(|owner| owner.parse::<u32>().is_ok() && !is_alive(owner)) {
            let _ = fs::remove_dir(&path);
        }
    }
}

fn make(parent: &Path, version: Version, cpus: f64) -> io::Result<CpuQuota> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = parent.join(format!("{PREFIX}{}-{number}", process::id()));
    fs::create_dir(&path)?;
    let quota = CpuQuota { path };
    let period_us = PERIOD_US.max((QUOTA_MIN_US as f64 / cpus).ceil() as u64);
    let quota_us = (period_us as f64 * cpus).round() as u64;
    match version {
        Version::One => {
            fs::write(quota.path.join("cpu.cfs_period_us"), period_us.to_string())?;
            fs::write(quota.path.join("cpu.cfs_quota_us"), quota_us.to_string())?;
        }
        Version::Two => fs::write(quota.path.join("cpu.max"), format!("{quota_us} {period_us}"))?,
    }
    Ok(quota)
}

impl Drop for CpuQuota {
    fn drop(&mut self) {
        // Its members have been ended and waited for; the kernel may need a moment to take them off its list.
        for _ in 0..50 {
            match fs::remove_dir(&self.path) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    std::thread::sleep(std::time::Duration::from_millis(2));
                }
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_made_below_one_that_hands_out_shares() {
        let root = tempfile::tempdir().unwrap();
        let group = |path: &str, controllers: &str| {
            fs::create_dir_all(root.path().join(path)).unwrap();
            fs::write(root.path().join(path).join("cgroup.subtree_control"), controllers).unwrap();
        };
        group("", "cpuset cpu io\n");
        group("user.slice", "memory\n");
        group("user.slice/app.slice", "cpu memory\n");
        group("user.slice/app.slice/run.scope", "");
        let found = |own: &str| parents(root.path(), Version::Two, own);
        let app = root.path().join("user.slice/app.slice");
        assert_eq!(found("0::/user.slice/app.slice/run.scope\n"), [app, root.path().to_path_buf()]);
        assert_eq!(found("0::/\n"), [root.path()]);
        group("", "cpuset\n");
        assert!(found("0::/user.slice\n").is_empty());
    }

    #[test]
    fn groups_of_the_dead_are_removed_and_others_are_not() {
        let parent = tempfile::tempdir().unwrap();
        // No process has the number 0, nor one beyond what the kernel gives.
        let own = format!("{PREFIX}{}-0", process::id());
        for name in [&own, "cmpthese-4194305-0", "cmpthese-of-somebody", "other"] {
            fs::create_dir(parent.path().join(name)).unwrap();
        }
        remove_orphans(parent.path());
        let left = |name: &str| parent.path().join(name).exists();
        assert_eq!([&own, "cmpthese-4194305-0", "cmpthese-of-somebody", "other"].map(left), [true, false, true, true]);
    }
}
