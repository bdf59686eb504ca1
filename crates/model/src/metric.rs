//! What is measured, as data: adding a reading starts with a line here.

use serde::{Deserialize, Serialize};

/// The unit of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum Unit {
    Nanoseconds,
    Bytes,
    Count,
}

/// How readings of several iterations become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The reading grows with the iterations; it is reported per iteration.
    PerIteration,
    /// The reading is a high-water mark; it is reported as the largest value.
    Peak,
}

/// Whose business a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teller {
    /// Of every worker: it is read, or absent with a reason.
    Worker,
    /// Of workers whose runtime tells it: the others need not say that theirs does not.
    Runtime,
    /// Of what sends requests.
    Requests,
    /// Of the scheduler, which counts from outside.
    Scheduler,
}

/// The documentation of a metric.
#[derive(Clone, Copy, Debug)]
pub struct MetricInfo {
    /// The metric.
    pub metric: Metric,
    /// Its name in the protocol, in the history and in JSON.
    pub key: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// How it adds up.
    pub direction: Direction,
    /// Whose business it is.
    pub teller: Teller,
    /// What it means and where it is read.
    pub help: &'static str,
}

macro_rules! metrics {
    ($($name:ident $key:literal $unit:ident $direction:ident $teller:ident $help:literal;)*) => {
        /// A quantity that a worker reads once a batch.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Metric {
            $(#[doc = $help] #[serde(rename = $key)] $name,)*
        }

        /// Every metric, in the order of the report.
        pub const METRICS: &[MetricInfo] = &[
            $(MetricInfo { metric: Metric::$name, key: $key, unit: Unit::$unit, direction: Direction::$direction, teller: Teller::$teller, help: $help },)*
        ];
    };
}

metrics! {
    Wall "wall_ns" Nanoseconds PerIteration Worker "Elapsed time: CLOCK_MONOTONIC.";
    User "user_ns" Nanoseconds PerIteration Worker "CPU time in user mode: getrusage(2) or wait4(2); of a server and its processes: /proc/PID/schedstat, split by /proc/PID/stat.";
    System "sys_ns" Nanoseconds PerIteration Worker "CPU time in the kernel: getrusage(2) or wait4(2); of a server and its processes: /proc/PID/schedstat, split by /proc/PID/stat.";
    Delayed "delayed_ns" Nanoseconds PerIteration Worker "Time in which it could have run and others had the CPU: of snippets elapsed time less CPU time in batches without a voluntary switch, of commands run_delay of /proc/PID/schedstat. It is part of the elapsed time and not of what an iteration takes.";
    PeakRss "peak_rss_bytes" Bytes Peak Worker "Largest resident set: ru_maxrss.";
    MinorFaults "minor_faults" Count PerIteration Worker "Page faults served from memory: ru_minflt.";
    MajorFaults "major_faults" Count PerIteration Worker "Page faults served from a device: ru_majflt.";
    VoluntarySwitches "voluntary_switches" Count PerIteration Worker "Times that it gave up the CPU to wait: ru_nvcsw.";
    InvoluntarySwitches "involuntary_switches" Count PerIteration Worker "Times that it was preempted: ru_nivcsw.";
    BlocksIn "blocks_in" Count PerIteration Worker "Read from a device, in blocks of 512 bytes: ru_inblock.";
    BlocksOut "blocks_out" Count PerIteration Worker "Written to be stored, in blocks of 512 bytes: ru_oublock.";
    ReadCalls "read_calls" Count PerIteration Worker "read(2) and its kin, those of execve(2) too: syscr of /proc/PID/io.";
    WriteCalls "write_calls" Count PerIteration Worker "write(2) and its kin: syscw of /proc/PID/io.";
    ReadBytes "read_bytes" Bytes PerIteration Worker "Bytes that read(2) and its kin returned: rchar of /proc/PID/io.";
    WriteBytes "write_bytes" Bytes PerIteration Worker "Bytes that write(2) and its kin took: wchar of /proc/PID/io.";
    Collections "collections" Count PerIteration Runtime "Collections of garbage, of all kinds: of Python and Java all generations, of Ruby minor and major, of PHP runs of the collector of cycles, of JavaScript scavenges and steps of marking too.";
    CollectionTime "collection_ns" Nanoseconds PerIteration Runtime "What collections of garbage took: GC.total_time of Ruby, GarbageCollectorMXBean of Java in whole milliseconds of all batches, performance entries of Node; of Go the time in which the program stood still for them. It is part of the elapsed time where the collector has no CPU of its own.";
    CompilationTime "compilation_ns" Nanoseconds PerIteration Runtime "What compilers took that run beside the code: CompilationMXBean of Java, in whole milliseconds of all batches.";
    Compilations "compilations" Count PerIteration Runtime "Pieces of code that were compiled beside it: methods and loops by HotspotCompilationMBean of Java, traces of LuaJIT.";
    InFlight "in_flight_ns" Nanoseconds PerIteration Requests "Time from sending a request to the end of its answer.";
    GeneratorCpu "generator_cpu_ns" Nanoseconds PerIteration Requests "CPU time of what sends the requests: CLOCK_THREAD_CPUTIME_ID.";
    Planned "planned_ns" Nanoseconds PerIteration Requests "Time from one planned request to the next, in an open loop.";
    Sent "sent_ns" Nanoseconds PerIteration Requests "Time from one request that was sent to the next, in an open loop.";
    Lag "lag_ns" Nanoseconds PerIteration Requests "How late a request was sent although a connection was free, in an open loop.";
    Opened "connections_opened" Count PerIteration Requests "Connections that were opened for the requests that count.";
    Reused "connections_reused" Count PerIteration Requests "Requests that were sent on a connection which had served one before.";
    FailedRequests "failed_requests" Count PerIteration Requests "Requests without a whole answer of the right status: they count as none.";
    ReceivedBytes "received_bytes" Bytes PerIteration Requests "Bytes of answers, heads included.";
    ServerMemory "server_memory_bytes" Bytes Peak Requests "Memory of a server and all its processes, pages that several share counted once: Pss of /proc/PID/smaps_rollup.";
    Migrations "migrations" Count PerIteration Scheduler "Moves to another CPU: PERF_COUNT_SW_CPU_MIGRATIONS.";
    Instructions "instructions" Count PerIteration Scheduler "Instructions that were retired: PERF_COUNT_HW_INSTRUCTIONS.";
    Cycles "cycles" Count PerIteration Scheduler "Cycles of the CPU: PERF_COUNT_HW_CPU_CYCLES.";
    CacheMisses "cache_misses" Count PerIteration Scheduler "Accesses that missed the last cache: PERF_COUNT_HW_CACHE_MISSES.";
    BranchMisses "branch_misses" Count PerIteration Scheduler "Branches that were predicted wrongly: PERF_COUNT_HW_BRANCH_MISSES.";
}

impl Metric {
    /// The documentation of this metric.
    pub fn info(self) -> &'static MetricInfo {
        &METRICS[self as usize] // the table is made from the enum
    }
}
