//! A CPU to bind what is compared to.

/// The first of the CPUs that this process may use.
pub fn a_cpu() -> String {
    let status = std::fs::read_to_string("/proc/self/status").expect("it is Linux");
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).expect("proc(5) has it");
    list.trim().chars().take_while(char::is_ascii_digit).collect()
}
