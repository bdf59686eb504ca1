//! Too few launches for any but a large difference to be established.

/// Points whose launches are fewer than a comparison of the family needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchShortage {
    /// How many points.
    pub points: usize,
    /// The launches of the one with the fewest.
    pub launches: usize,
    /// How many a comparison needs.
    pub needed: usize,
}

/// What is missing, from the launches of each point where something is to be compared; `None` where all have enough, or nothing is compared.
pub fn shortage(launches: impl Iterator<Item = usize>, family: usize) -> Option<LaunchShortage> {
    let needed = (family > 0).then(|| stats::launches_needed(model::ERROR_LEVEL / family as f64))?;
    let short: Vec<usize> = launches.filter(|launches| *launches < needed).collect();
    Some(LaunchShortage { points: short.len(), launches: *short.iter().min()?, needed })
}
