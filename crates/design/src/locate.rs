//! Which point is added to those of a plan, to know better where two variants change places.

use model::{Gap, Plan, Point, Value, half_way};

/// The point half way, by ratio, between the ends of the widest gap; of two that are as wide, of the first. `None` where the ends of all are near,
/// nothing lies between them, or the points half way are there and told nothing of the pair, because one of the two failed.
pub fn next_point<'p>(plan: &Plan, points: impl Iterator<Item = &'p Point> + Clone, gaps: &[Gap]) -> Option<Point> {
    let axis = plan.locate.as_ref()?;
    let inside = |gap: &Gap| {
        let middle = half_way(&gap.low, &gap.high)?;
        let param = |name: &String| {
            let value = if name == axis { Some(&middle) } else { gap.others.get(name) };
            Some((name.clone(), value?.clone()))
        };
        let params: Option<Vec<(String, Value)>> = plan.params.iter().map(|known| param(&known.name)).collect();
        let middle = Point { params: params? };
        points.clone().all(|point| *point != middle).then_some((middle, gap.high.number()? / gap.low.number()?))
    };
    // The last of equals is taken: of gaps that are as wide, the first.
    let widest = gaps.iter().rev().filter_map(inside).max_by(|one, other| one.1.total_cmp(&other.1));
    Some(widest?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "locate = 'n'\nparams.mode = ['a', 'b']\nparams.n = [1000, 4000, 16000, 64000]\nvariant = [{ command = ['x', '{n}', '{mode}'] }]";

    fn plan() -> Plan {
        let source = model::Source { name: "test.toml".to_string(), text: PLAN.to_string() };
        plan::parse(source, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"))
    }

    fn gap(mode: &str, low: i64, high: i64) -> Gap {
        let others = Point { params: vec![("mode".to_string(), Value::Text(mode.to_string()))] };
        Gap { others, low: Value::Integer(low), high: Value::Integer(high) }
    }

    fn next(gaps: &[Gap]) -> Option<String> {
        next_point(&plan(), [].iter(), gaps).map(|point| point.to_string())
    }

    #[test]
    fn a_point_that_is_there_is_not_added_again() {
        let gaps = [gap("a", 40, 80), gap("b", 40, 160)];
        let first = next_point(&plan(), [].iter(), &gaps).expect("both are wide");
        let second = next_point(&plan(), [&first].into_iter(), &gaps).expect("one is wide");
        assert_eq!([first.to_string(), second.to_string()], ["mode b, n 80", "mode a, n 57"]);
        assert_eq!(next_point(&plan(), [&first, &second].into_iter(), &gaps), None);
    }

    #[test]
    fn the_widest_gap_is_halved_by_ratio_and_whole_numbers_stay_whole() {
        assert_eq!(next(&[gap("a", 40, 80), gap("b", 40, 160)]).as_deref(), Some("mode b, n 80"));
        assert_eq!(next(&[gap("a", 40, 80), gap("b", 40, 80)]).as_deref(), Some("mode a, n 57"));
    }

    #[test]
    fn nothing_is_added_where_ends_are_near_or_nothing_lies_between() {
        assert_eq!([next(&[]), next(&[gap("a", 100, 119)]), next(&[gap("a", 1, 2)])], [None, None, None]);
    }

    /// A gap of four times is 2, then 1.41, then 1.19 wide: seven numbers lie in it, and on either side of a crossover it is halved three times.
    #[test]
    fn what_may_be_added_is_known_beforehand() {
        assert_eq!((plan().further_points_max(), plan().further_points()), (2 * 3 * 7, 2 * 6));
    }
}
