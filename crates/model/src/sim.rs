//! Invented times on a virtual clock.

use crate::Template;

/// Invented times.
#[derive(Clone, Debug, PartialEq)]
pub struct SimSubject {
    /// True time of one iteration; filled, it is text for [`crate::filled_duration`].
    pub time: Template,
    /// What starting it takes, in nanoseconds.
    pub start_ns: u64,
    /// Standard deviation of the logarithm of a batch's time.
    pub noise: f64,
    /// Standard deviation of the logarithm of a launch's level.
    pub launch_noise: f64,
    /// Degrees of freedom of Student's t for the noise of a batch: few give it heavy tails. Normal when `None`.
    pub tail: Option<u32>,
    /// What else the machine does: it slows all variants down alike.
    pub weather: Option<Weather>,
    /// What it answers.
    pub answer: Template,
    /// What goes wrong, if anything.
    pub fault: Option<SimFault>,
}

/// How the speed of a simulated machine changes with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    /// Slowly up and down, by some per cent.
    Drift,
    /// To another level, every now and then.
    Steps,
    /// To half the speed, for moments.
    Bursts,
}

/// What goes wrong in a simulated variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimFault {
    /// It reports an error.
    Die,
    /// Its process ends.
    Exit,
    /// It never answers.
    Hang,
}
