//! Commands and requests that are drawn. The steps of a command, or the microseconds of an answer, are known in the mean.

use super::cost::{Drawing, PERIOD_NS};
use super::{CATEGORY, RATIOS};
use crate::truth::case::{Case, Class, Truth};
use crate::truth::place::Place;

/// The least and the largest mean, of some 4 to 40 ms.
const STEPS: [f64; 2] = [5e6, 5e7];

/// The same of answers.
const MICROS: [f64; 2] = [2e3, 2e4];

pub fn command(drawing: &mut Drawing, place: &Place) -> Case {
    drawn(drawing, Class::Command, STEPS, |drawing, mean, which| {
        let usual = |cheap: f64| format!("{} {cheap:.0}", place.steps());
        match drawing.whole(0.0, 4.0) {
            0 => format!("{} product", usual(mean)),
            1 => usual(mean),
            kind => {
                let (one_in, times) = (drawing.whole(2.0, 30.0), drawing.one_of(&[2.0, 5.0, 20.0]));
                let cheap = mean * one_in as f64 / (one_in as f64 - 1.0 + times);
                let (rule, file) = if kind == 2 { ("random", String::new()) } else { ("counter", place.path(which)) };
                format!("{} {rule} {one_in} {:.0} {file}", usual(cheap), cheap * times)
            }
        }
    })
}

pub fn requests(drawing: &mut Drawing) -> Case {
    drawn(drawing, Class::Http, MICROS, |drawing, mean, which| {
        // Of equal paths the server would count requests together.
        let path = match drawing.whole(0.0, 3.0) {
            0 => format!("/fixed/{mean:.0}"),
            1 => {
                let most = (PERIOD_NS / 1e3 / mean).max(3.0);
                let (one_in, times) = (drawing.whole(2.0, most), drawing.one_of(&[3.0, 10.0, 50.0]));
                let cheap = mean * one_in as f64 / (one_in as f64 - 1.0 + times);
                format!("/every/{one_in}/{cheap:.0}/{:.0}", cheap * times)
            }
            _ => {
                let (percent, times) = (drawing.whole(1.0, 60.0), drawing.one_of(&[2.0, 5.0, 20.0]));
                let cheap = mean / (1.0 + percent as f64 / 100.0 * (times - 1.0));
                format!("/chance/{percent}/{cheap:.0}/{:.0}", cheap * times)
            }
        };
        format!("{path}/{which}")
    })
}

/// A and B of two means, or of one where both are what is drawn once.
fn drawn(
    drawing: &mut Drawing,
    class: Class,
    means: [f64; 2],
    subject: impl Fn(&mut Drawing, f64, &str) -> String,
) -> Case {
    let (mean, ratio) = (drawing.between(means), drawing.one_of(&RATIOS));
    let a = subject(drawing, ratio * mean, "a");
    let b = subject(drawing, mean, "b");
    Case::new(&class.name(), class, CATEGORY, [a, b], Truth::Steps(ratio * mean, mean))
}
