//! What a reply says that cannot be, whatever was asked for.

use model::Metric;
use protocol::Reply;
use std::time::Duration;

/// The digits of a digest: SHA-256 in hexadecimal.
const DIGITS: usize = 64;

/// What a batch may take longer by the clock of its worker than by that of the scheduler, in nanoseconds and as a part: clocks differ in their
/// steps and in their rates. Far more than those of one machine differ by.
const STEP_NS: f64 = 1e6;
const RATE: f64 = 0.01;

/// What cannot be in a reply of a host that came so long after its request, as a sentence without a final dot.
pub fn objection(reply: &Reply, took: Duration) -> Option<String> {
    match reply {
        Reply::Answer { answer, .. } if !is_digest(&answer.digest) => {
            Some(format!("the digest of its answer is not {DIGITS} hexadecimal digits in lower case"))
        }
        // Iterations of a host follow each other: only of requests several are under way.
        Reply::Sample { latencies: Some(_), .. } => {
            Some("its sample has latencies, which only requests have".to_string())
        }
        Reply::Sample { readings, .. } => {
            let (wall_ns, took_ns) = (*readings.get(&Metric::Wall)? as f64, took.as_nanos() as f64);
            let delayed_ns = readings.total(Metric::Delayed) as f64;
            let told = || [wall_ns, took_ns, delayed_ns].map(model::format_duration);
            if wall_ns > took_ns * (1.0 + RATE) + STEP_NS {
                let [wall, took, _] = told();
                return Some(format!("its wall_ns is {wall}, and its reply came {took} after the request"));
            }
            (delayed_ns > wall_ns).then(|| {
                let [wall, _, delayed] = told();
                format!("its delayed_ns is {delayed}, and its wall_ns, of which that is a part, {wall}")
            })
        }
        _ => None,
    }
}

fn is_digest(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Answer, Readings};

    #[test]
    fn a_batch_takes_no_longer_than_the_wait_for_it() {
        let sample = |wall_ns| Reply::sample(1, Readings::from([(Metric::Wall, wall_ns)]), Vec::new());
        let took = Duration::from_millis(100);
        assert_eq!(objection(&sample(101_900_000), took), None);
        let said = "its wall_ns is 102.1 ms, and its reply came 100.0 ms after the request";
        assert_eq!(objection(&sample(102_100_000), took), Some(said.to_string()));
        assert_eq!(objection(&Reply::sample(1, Readings::new(), Vec::new()), took), None);
        let delayed = |ns| Readings::from([(Metric::Wall, 1_000_000), (Metric::Delayed, ns)]);
        assert_eq!(objection(&Reply::sample(1, delayed(1_000_000), Vec::new()), took), None);
        let said = "its delayed_ns is 1.000 ms, and its wall_ns, of which that is a part, 1.000 ms";
        assert_eq!(objection(&Reply::sample(1, delayed(1_000_001), Vec::new()), took), Some(said.to_string()));
    }

    #[test]
    fn a_digest_has_64_digits() {
        let answer = |digest: &str| Reply::Answer {
            answer: Answer { digest: digest.to_string(), length: 4, head: "null".to_string() },
            notes: Vec::new(),
            alone: false,
        };
        let said = "the digest of its answer is not 64 hexadecimal digits in lower case";
        for (digit, count) in [("0", 0), ("0", 63), ("0", 65), ("F", 64), ("g", 64), ("ß", 32)] {
            let digest = digit.repeat(count);
            assert_eq!(objection(&answer(&digest), Duration::ZERO), Some(said.to_string()), "{digest}");
        }
        assert_eq!(objection(&answer(&"0f".repeat(32)), Duration::ZERO), None);
    }
}
