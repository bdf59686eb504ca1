//! Two that are compared, one after the other.

/// What both come to. Whoever is asked again and again lets them change places, so that what one of them does to the machine, and what the machine
/// does meanwhile, hits both alike.
pub fn in_turn<A, B>(is_first: bool, one: impl FnOnce() -> A, other: impl FnOnce() -> B) -> (A, B) {
    if is_first {
        let one = one();
        (one, other())
    } else {
        let other = other();
        (one(), other)
    }
}
