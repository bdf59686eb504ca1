//! What a trial comes to.

use statrs::distribution::{Binomial, DiscreteCDF};

/// What a trial comes to.
pub struct Outcome {
    /// Whether the promise held.
    pub holds: bool,
    /// The figures.
    pub text: String,
}

/// At most one of the runs may claim what is not there. The text has the chance of so many or more at a true rate of 5 %.
pub fn at_most_one(claims: usize, runs: usize, what: &str) -> Outcome {
    let text =
        format!("{what} in {claims} of {runs} runs (so many or more by chance at 5 %: {:.2})", chance(claims, runs));
    Outcome { holds: claims <= 1, text }
}

/// The chance of so many claims or more when each run makes one with 5 %.
fn chance(claims: usize, runs: usize) -> f64 {
    let binomial = Binomial::new(0.05, runs as u64).expect("the rate is a probability");
    if claims == 0 { 1.0 } else { 1.0 - binomial.cdf(claims as u64 - 1) }
}
