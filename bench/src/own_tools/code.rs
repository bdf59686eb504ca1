//! What both measure of a language. In Perl and Haskell texts end with a length: how a long value is handed over (Perl copies it for who
//! keeps it) or evaluated is the tool's matter.

/// A loop and texts.
#[derive(Clone, Copy)]
pub struct Code {
    /// A loop that allocates nothing, in which `ROUNDS` stands for a number.
    pub looped: &'static str,
    /// With which number it takes about 100 µs.
    pub rounds: u64,
    /// Texts that are made and joined within a microsecond or less (bash: more), where what a tool does for each iteration would show, and what a
    /// collector does.
    pub texts: &'static str,
}

impl Code {
    /// The loop with so many rounds.
    pub fn loop_of(&self, rounds: f64) -> String {
        self.looped.replace("ROUNDS", &format!("{rounds:.0}"))
    }
}
