//! Pairs.

/// Every two of some things, in their order.
pub fn every_two<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter().enumerate().flat_map(|(place, one)| all[place + 1..].iter().map(move |other| (one, other)))
}
