//! All cases. The work is counted in steps, of which no layout changes the pace.

mod collectors;
mod commands;
mod compilers;
mod memory;
mod periods;
mod random;
mod rare;
mod requests;
mod steady;

use super::case::Case;
use super::place::Place;

/// Every case.
pub fn all(place: &Place) -> Vec<Case> {
    let snippets = [
        rare::cases(),
        random::cases(),
        periods::cases(),
        memory::cases(),
        collectors::cases(),
        compilers::cases(),
        steady::cases(),
    ];
    let outside = [commands::cases(place), requests::cases()];
    let cases: Vec<Case> = snippets.into_iter().chain(outside).flatten().collect();
    let mut names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "two cases have one name");
    cases
}
