//! How requests are sent.

use crate::{Scope, Template};

/// How requests are sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// How many connections at most; filled, it is a whole number from 1.
    pub connections: Template,
    /// Whether a connection serves several requests; filled, it is `true` or `false`.
    pub keep_alive: Template,
    /// Requests a second that are planned, whatever becomes of them: an open loop. Filled, it is a number above zero. In a closed
    /// loop, `None`, each connection sends its next request when it has its answer.
    pub rate: Option<Template>,
    /// How the planned requests are spread.
    pub arrivals: Arrivals,
    /// What a batch aims at, in nanoseconds; when `None`, what suits the loop.
    pub slice_ns: Option<u64>,
    /// Whether servers may be asked that are not on this machine.
    pub allow_remote: bool,
}

impl Default for Load {
    fn default() -> Load {
        Load {
            connections: Template::parse("10"),
            keep_alive: Template::parse("true"),
            rate: None,
            arrivals: Arrivals::default(),
            slice_ns: None,
            allow_remote: false,
        }
    }
}

/// How requests are sent at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadAt {
    /// How many connections at most.
    pub connections: u64,
    /// Whether a connection serves several requests.
    pub keep_alive: bool,
    /// Requests a second that are planned; `None` in a closed loop.
    pub per_second: Option<f64>,
}

impl Load {
    /// How they are sent where placeholders stand for this; `None` where that is not to be read, which a plan that was read does not have at its points.
    pub fn at(&self, scope: &Scope) -> Option<LoadAt> {
        let filled = |template: &Template| template.fill(scope);
        Some(LoadAt {
            connections: filled(&self.connections)?.parse().ok()?,
            keep_alive: filled(&self.keep_alive)? == "true",
            per_second: match &self.rate {
                Some(rate) => Some(filled(rate)?.parse().ok()?),
                None => None,
            },
        })
    }
}

/// How planned requests are spread over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrivals {
    /// As those of many people who know nothing of each other: gaps drawn from an exponential distribution.
    #[default]
    Poisson,
    /// At equal distances.
    Fixed,
}

impl Arrivals {
    /// The words for them.
    pub const WORDS: [(&str, Arrivals); 2] = [("poisson", Arrivals::Poisson), ("fixed", Arrivals::Fixed)];
}
