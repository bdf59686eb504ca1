//! The system calls that std does not offer, one small file each, with a safe wrapper.

pub mod affinity;
pub mod cgroup;
pub mod child;
pub mod child_signal;
pub mod clocks;
pub mod descendants;
pub mod descriptor;
pub mod footprint;
pub mod memory;
pub mod outcome;
pub mod page_cache;
pub mod parent;
pub mod perf_event;
pub mod poll;
pub mod process_tree;
pub mod reap;
pub mod resource_limit;
pub mod schedstat;
pub mod spawn;
pub mod worker_setup;
