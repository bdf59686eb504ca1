//! What a block says of each of its variants.

/// Values by variant, ascending. A run may have a million of these, and a map would take more than twice as much memory for each.
#[derive(Clone, Debug, PartialEq)]
pub struct ByVariant<T>(Box<[(usize, T)]>);

impl<T> ByVariant<T> {
    pub fn get(&self, variant: &usize) -> Option<&T> {
        let place = self.0.binary_search_by_key(variant, |(known, _)| *known).ok()?;
        Some(&self.0[place].1)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&usize, &T)> {
        self.0.iter().map(|(variant, value)| (variant, value))
    }
}

impl<T> FromIterator<(usize, T)> for ByVariant<T> {
    /// Of several values of a variant the last one counts.
    fn from_iter<I: IntoIterator<Item = (usize, T)>>(all: I) -> ByVariant<T> {
        let mut values: Vec<(usize, T)> = all.into_iter().collect();
        if !values.is_sorted_by(|left, right| left.0 < right.0) {
            values.reverse();
            values.sort_by_key(|(variant, _)| *variant);
            values.dedup_by_key(|(variant, _)| *variant);
        }
        ByVariant(values.into_boxed_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::ByVariant;

    #[test]
    fn values_are_found_by_their_variant_and_the_last_counts() {
        let few = ByVariant::from_iter([(7, 'a'), (2, 'b'), (7, 'c')]);
        assert_eq!([2, 5, 7].map(|variant| few.get(&variant).copied()), [Some('b'), None, Some('c')]);
        let many = ByVariant::from_iter((0..20).rev().map(|variant| (2 * variant, variant)));
        assert_eq!([0, 1, 38].map(|variant| many.get(&variant).copied()), [Some(0), None, Some(19)]);
    }
}
