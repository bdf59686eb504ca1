//! What lies in which order, as lmbench published it: McVoy and Staelin 1996, "lmbench: Portable tools for performance analysis", USENIX, the
//! tables of which are in the sources of lmbench (`doc/*.tbl`). The machines are thirty years older; what does something more still costs more.

use super::teller::{Costs, Turn};
use crate::table::Table;

/// Two costs, the smaller first, each so many times an event.
struct Shape {
    says: &'static str,
    published: &'static str,
    smaller: (f64, &'static str),
    larger: (f64, &'static str),
}

const SHAPES: &[Shape] = &[
    Shape {
        says: "a call that does nothing < a read of a byte",
        published: "lat_syscall of lmbench, null and read",
        smaller: (1.0, "system_call"),
        larger: (1.0, "read_call"),
    },
    Shape {
        says: "a call that does nothing < a switch",
        published: "null system call, 2 processes of 0 KB: but on HP 819, 897 and Power2",
        smaller: (1.0, "system_call"),
        larger: (1.0, "switch"),
    },
    Shape {
        says: "two switches through pipes < there and back over TCP",
        published: "pipe latency, TCP latency: on all",
        smaller: (2.0, "switch"),
        larger: (1.0, "loopback_round_trip"),
    },
    Shape {
        says: "there and back over TCP < a process",
        published: "TCP latency; fork, exec and exit: on all",
        smaller: (1.0, "loopback_round_trip"),
        larger: (1.0, "spawn"),
    },
    Shape {
        says: "a load from the first cache < from the second",
        published: "memory latency: on all that have both",
        smaller: (1.0, "load_l1"),
        larger: (1.0, "load_l2"),
    },
    Shape {
        says: "a load from the second cache < from the last",
        published: "memory latency, of level 2 and memory: on all",
        smaller: (1.0, "load_l2"),
        larger: (1.0, "load_l3"),
    },
    Shape {
        says: "a load from the last cache < from memory",
        published: "memory latency, of level 2 and memory: on all",
        smaller: (1.0, "load_l3"),
        larger: (1.0, "load_memory"),
    },
    Shape {
        says: "a byte summed < a byte copied, in the last cache",
        published: "memory read, libc bcopy: on all but the Sun Ultra1",
        smaller: (1.0, "pass_l3"),
        larger: (1.0, "copy_l3"),
    },
    Shape {
        says: "a byte summed < a byte copied, in memory",
        published: "memory read, libc bcopy: on all but the Sun Ultra1",
        smaller: (1.0, "pass_memory"),
        larger: (1.0, "copy_memory"),
    },
    Shape {
        says: "a byte summed in the last cache < a byte that read(2) copies of 8 MiB",
        published: "memory read, file reread: on all but the IRIX64-601 IP26",
        smaller: (1.0, "pass_l3"),
        larger: (1.0, "read_byte_8m"),
    },
];

impl Shape {
    /// In how many of the turns that tell of both it is so.
    fn count(&self, turns: &[Turn], costs: impl Fn(&Turn) -> &Costs) -> String {
        let is_so = |turn: &Turn| {
            let of = |(times, event): (f64, &str)| Some(times * costs(turn).get(event)?);
            Some(of(self.smaller)? < of(self.larger)?)
        };
        let told: Vec<bool> = turns.iter().filter_map(is_so).collect();
        match told.iter().filter(|so| **so).count() {
            _ if told.is_empty() => "not measured".to_string(),
            all if all == told.len() => "holds".to_string(),
            some => format!("holds in {some} of {} turns", told.len()),
        }
    }
}

/// A line for each.
pub fn table(turns: &[Turn]) -> Table {
    let row = |shape: &Shape| {
        let by_probes = shape.count(turns, |turn| &turn.probes);
        let by_loops = shape.count(turns, |turn| &turn.loops);
        vec![shape.says.to_string(), by_probes, by_loops, shape.published.to_string()]
    };
    let head = vec!["what lmbench found", "by the probes", "by the loops in C", "where"];
    Table { head, rows: SHAPES.iter().map(row).collect() }
}
