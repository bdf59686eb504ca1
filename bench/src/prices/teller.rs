//! Who tells what events cost: the probes, the loops in C, and `perf bench`.

use crate::program::{Program, on_cpu};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};

/// Nanoseconds for one of each event, by its name.
pub type Costs = BTreeMap<String, f64>;

/// What each of the three says, in one turn.
#[derive(Default)]
pub struct Turn {
    pub probes: Costs,
    pub loops: Costs,
    pub perf: Costs,
}

/// The three of them.
pub struct Tellers<'a> {
    program: &'a Program,
    /// The loops, compiled.
    loops: String,
    cpu: String,
    has_perf: bool,
}

/// How often each of `perf bench` is run in a turn; the middle of what they say counts.
const RUNS: usize = 5;

/// Calls and round trips of one of them: its seconds have three digits.
const CALLS: u64 = 4_000_000;
const ROUND_TRIPS: u64 = 100_000;

/// What one of its memcpy copies, in bytes: some hundredths of a second.
const COPIED: u64 = 2 << 30;

/// The way there and back through two pipes, and a write and a read without waiting: by these names, they are no events.
const PIPE_ROUND_TRIP: &str = "pipe_round_trip";
const PIPE_CALLS: &str = "pipe_calls";

impl Tellers<'_> {
    /// All of them on this CPU.
    pub fn new(program: &Program, cpu: String) -> Tellers<'_> {
        let version = Command::new("perf").arg("--version").stdout(Stdio::null()).status();
        let has_perf = version.is_ok_and(|status| status.success());
        Tellers { program, loops: program.compile("prices"), cpu, has_perf }
    }

    /// Why there is nothing of `perf bench`, where that is so.
    pub fn without_perf(&self) -> Option<&str> {
        (!self.has_perf).then_some("not compared, because perf is missing (package linux-perf)")
    }

    /// What `cmpthese machine --again` measures: the file that it keeps.
    pub fn probes(&self) -> Costs {
        let cache = tempfile::tempdir().expect("there is room for a file");
        let mut command = self.program.command_on(&self.cpu, &["machine", "--again"]);
        let output = command.env("XDG_CACHE_HOME", cache.path()).output().expect("it can be started");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let kept = std::fs::read(cache.path().join("cmpthese/unit-costs.json")).expect("it keeps the costs");
        let kept: Value = serde_json::from_slice(&kept).expect("it is JSON");
        let costs = kept["costs"].as_array().expect("it has costs").iter();
        costs.filter_map(|cost| Some((cost["event"].as_str()?.to_string(), cost["ns"].as_f64()?))).collect()
    }

    /// What the loops print.
    pub fn loops(&self) -> Costs {
        let output = on_cpu(&self.cpu, &self.loops).stderr(Stdio::inherit()).output().expect("it can be started");
        assert!(output.status.success(), "the loops in C ended with {}", output.status);
        let lines = String::from_utf8(output.stdout).expect("it prints names and numbers");
        let words = lines.lines().filter_map(|line| line.split_once(' '));
        words.filter_map(|(name, nanos)| Some((name.to_string(), nanos.parse().ok()?))).collect()
    }

    /// What `perf bench` says of what it knows.
    pub fn perf(&self) -> Costs {
        if !self.has_perf {
            return Costs::new();
        }
        let seconds_of = |words: [&str; 2], count: u64| {
            Some(self.perf_bench(&words, &["-l", &count.to_string()])? * 1e9 / count as f64)
        };
        let copied = |level: u32| {
            let half = copied_at_once(level)?;
            let (size, times) = (format!("{half}B"), (COPIED / half).to_string());
            let rate = self.perf_bench(&["mem", "memcpy"], &["-f", "default", "-s", &size, "-l", &times])?;
            Some(1e9 / rate)
        };
        let told = [
            ("system_call", seconds_of(["syscall", "basic"], CALLS)),
            (PIPE_ROUND_TRIP, seconds_of(["sched", "pipe"], ROUND_TRIPS)),
            ("copy_l1", copied(1)),
            ("copy_l2", copied(2)),
            ("copy_l3", copied(3)),
        ];
        told.into_iter().filter_map(|(name, nanos)| Some((name.to_string(), nanos?))).collect()
    }

    /// The number that one of them prints, in the middle of some runs. `None` where this perf does not have it.
    fn perf_bench(&self, words: &[&str], options: &[&str]) -> Option<f64> {
        let run = || {
            let mut command = on_cpu(&self.cpu, "perf");
            command.args(["bench", "-f", "simple"]).args(words).args(options).stderr(Stdio::null());
            let output = command.output().ok().filter(|output| output.status.success())?;
            String::from_utf8_lossy(&output.stdout).lines().last()?.trim().parse().ok()
        };
        let told: Option<Vec<f64>> = (0..RUNS).map(|_| run()).collect();
        stats::median(&told?)
    }
}

/// A switch as the probes have it: half of the way there and back, less the write and the read that are in it, which the loops of the same turn tell.
pub fn as_events(perf: &Costs, loops: &Costs) -> Costs {
    let mut costs = perf.clone();
    if let (Some(round_trip), Some(calls)) = (costs.remove(PIPE_ROUND_TRIP), loops.get(PIPE_CALLS)) {
        costs.insert("switch".to_string(), round_trip / 2.0 - calls);
    }
    costs
}

/// How much is copied at once within a cache, in bytes: half of a working set that is half of the first or the second cache, and twice the
/// second in the third. `None` where the kernel tells of no such cache, or the third is too small for that.
fn copied_at_once(level: u32) -> Option<u64> {
    let set = match level {
        3 => Some(2 * cache(2)?).filter(|set| cache(3).is_some_and(|last| *set <= last / 2))?,
        _ => cache(level)? / 2,
    };
    Some(set / 2)
}

/// The bytes of the cache for data of a level.
fn cache(level: u32) -> Option<u64> {
    let read = |index: u32, name: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
        std::fs::read_to_string(path).ok().map(|text| text.trim().to_string())
    };
    let holds_data = |index: &u32| read(*index, "type").is_some_and(|kind| kind != "Instruction");
    let index = (0..8).filter(holds_data).find(|index| read(*index, "level") == Some(level.to_string()))?;
    read(index, "size")?.strip_suffix('K')?.parse::<u64>().ok().map(|size| size << 10)
}
