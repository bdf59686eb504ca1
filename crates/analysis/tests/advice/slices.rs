//! Batches that were timed in slices.

use crate::invented::{plan, run};
use crate::source::Source;
use cmpthese_analysis::{Verdict, analyze};
use model::Metric;

/// A neighbour slows down most slices of both, by three quarters or by a half of that, now more of them and now fewer.
#[test]
fn what_most_slices_were_disturbed_by_is_not_in_the_ratio() {
    let mut source = Source::seeded(8);
    let mut run = run(&plan(2, 1), 12, 4, |place| [1000.0, 1005.0][place.variant]);
    for block in &mut run.points[0].blocks {
        let disturbed = 0.5 + 0.45 * source.uniform();
        for sample in &mut block.samples {
            let own = sample.readings[&Metric::Wall] as f64 / 48.0;
            let mut slice = || {
                let states = if source.uniform() < disturbed { 1.0 + source.uniform().round() } else { 0.0 };
                (own * (1.0 + 0.375 * states) * (0.003 * source.normal()).exp()) as u64
            };
            sample.slices_ns = (0..48).map(|_| slice()).collect();
            sample.readings.insert(Metric::Wall, sample.slices_ns.iter().sum());
        }
    }
    let comparison = &analyze(&run).points[0].comparisons[0];
    assert!(comparison.ratio.contains(1.005) && comparison.ratio.half_width() < 0.002, "{:?}", comparison.ratio);
    assert_eq!(comparison.verdict, Verdict::Equivalent, "it is established, and smaller than the margin");
    assert!(comparison.ratio.low > 1.0);
}
