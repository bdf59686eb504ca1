//! What is random about a launch.

/// What is random about a launch.
#[derive(Clone, Debug, Default)]
pub struct LaunchDraw {
    /// The CPU that the worker is bound to; any when `None`.
    pub cpu: Option<usize>,
    /// Bytes by which the worker's environment is lengthened, so that no result rests on one layout of the stack
    /// (Mytkowicz et al. 2009, "Producing wrong data without doing anything obviously wrong").
    pub padding: usize,
    /// By how many pages the libraries of the worker are moved.
    pub pages: u64,
    /// Which of the layouts of its code a compiled snippet has.
    pub layout: usize,
    /// For workers that draw random numbers.
    pub seed: u64,
}
