//! What a probe is: an event, the doses it is made in, and how.

use crate::caches::Caches;
use model::CostlyEvent;
use std::io;
use std::path::PathBuf;

/// How an event is measured.
#[derive(Clone, Copy)]
pub struct Probe {
    /// The event.
    pub event: CostlyEvent,
    /// How many of it are made in a go at least; the other doses are twice and four times as many. The fewest take long against reading a clock
    /// (some 30 ns), the most are over before a scheduler's tick (1 to 4 ms) where that can be had.
    pub dose: u64,
    /// Makes ready, once and not timed.
    ///
    /// # Errors
    /// Why the event cannot be measured here; its text is told to people.
    pub prepare: fn(&Site) -> io::Result<Prepared>,
}

/// Where probes work.
#[derive(Clone, Debug)]
pub struct Site {
    /// The directory for files that remove themselves.
    pub scratch: PathBuf,
    /// The caches of a CPU.
    pub caches: Caches,
    /// The memory of the machine in bytes, where it is known: nobody takes more than an eighth of it.
    pub memory_bytes: Option<u64>,
    /// The seed of what probes draw.
    pub seed: u64,
}

/// A probe that is ready.
pub struct Prepared {
    /// What makes the events.
    pub course: Box<dyn Course>,
    /// The same without the event, where the event does not come alone: its cost, measured in the same doses and rounds, is
    /// subtracted.
    pub control: Option<Box<dyn Course>>,
}

/// Something that makes so many events as it is told.
pub trait Course {
    /// Brings what it works on to where it would be if it were all that is done; once before the doses of a round, not timed. What a dose
    /// does by itself need not be done here: the driver makes some that do not count.
    ///
    /// # Errors
    /// What the system refused. The probe is given up then.
    fn warm(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Makes ready for a dose, and tidies up after the one before; not timed.
    ///
    /// # Errors
    /// What the system refused. The probe is given up then.
    fn before(&mut self, _dose: u64) -> io::Result<()> {
        Ok(())
    }

    /// Makes the events; timed.
    ///
    /// # Errors
    /// As above.
    fn run(&mut self, dose: u64) -> io::Result<()>;
}

/// One that has nothing to make ready.
impl<F: FnMut(u64) -> io::Result<()>> Course for F {
    fn run(&mut self, dose: u64) -> io::Result<()> {
        self(dose)
    }
}

impl Site {
    /// A file of so many bytes may be made in memory.
    ///
    /// # Errors
    /// Where that is more than an eighth of the memory of the machine.
    pub fn takes(&self, bytes: u64) -> io::Result<usize> {
        match self.memory_bytes {
            Some(all) if bytes > all / 8 => Err(io::Error::other("it takes more than an eighth of the memory")),
            _ => Ok(bytes as usize),
        }
    }
}

impl Prepared {
    /// A course that makes nothing but the event, beside what a dose costs once.
    pub fn alone(course: impl Course + 'static) -> Prepared {
        Prepared { course: Box::new(course), control: None }
    }

    /// A course beside one that does the same without the event.
    pub fn against(course: impl Course + 'static, control: impl Course + 'static) -> Prepared {
        Prepared { course: Box::new(course), control: Some(Box::new(control)) }
    }
}
