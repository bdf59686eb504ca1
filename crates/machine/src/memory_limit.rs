//! How much memory this process may use.

use std::fs::read_to_string;
use std::path::Path;

/// Where control groups limit it: what begins the line of `/proc/self/cgroup` that names the group, where groups are mounted, and the file with the limit
/// (cgroups(7), in version 1 and 2).
const PLACES: [(&str, &str, &str); 2] =
    [("memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes"), (":", "/sys/fs/cgroup", "memory.max")];

/// The least limit of the control groups of this process, in bytes: a container has one. `None` where there is none.
pub fn memory_limit() -> Option<u64> {
    let own = read_to_string("/proc/self/cgroup").unwrap_or_default();
    limit(&own, |file| read_to_string(file).ok())
}

/// The same of a text of `/proc/self/cgroup`. Inside a container the group may have another name than there, and is the topmost.
fn limit(own: &str, read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    let of_place = |(controller, root, file): (&str, &str, &'static str)| {
        let path = own.lines().find_map(|line| line.split_once(':')?.1.strip_prefix(controller)).unwrap_or_default();
        let group = Path::new(root).join(path.trim_start_matches('/'));
        let above: Vec<_> =
            group.ancestors().take_while(|group| group.starts_with(root)).map(|group| group.join(file)).collect();
        above.into_iter().filter_map(|file| read(&file)?.trim().parse().ok()).min()
    };
    PLACES.into_iter().filter_map(of_place).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_limit_above_a_process_counts() {
        let two = |file: &Path| match file.to_str()? {
            "/sys/fs/cgroup/memory.max" => Some("max\n".to_string()),
            "/sys/fs/cgroup/a/memory.max" => Some("1000\n".to_string()),
            "/sys/fs/cgroup/a/b/memory.max" => Some("2000\n".to_string()),
            _ => None,
        };
        assert_eq!(limit("0::/a/b\n", two), Some(1000));
        assert_eq!(limit("0::/\n", two), None);
        let one = |file: &Path| file.ends_with("memory/memory.limit_in_bytes").then(|| "300\n".to_string());
        assert_eq!(limit("5:memory:/docker/x\n4:cpu:/\n", one), Some(300));
        assert_eq!(limit("", |_| None), None);
    }
}
