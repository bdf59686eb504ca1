//! What every page is like, and what some must not be.

use super::markup::{Element, elements};
use super::runs;
use crate::support;
use model::{CaseState, Failure, FailureKind};
use std::collections::BTreeSet;

fn pages() -> Vec<(&'static str, String)> {
    let of_runs = runs::all().into_iter().map(|(name, run)| (name, support::report("html", &run)));
    of_runs.chain([("beside", runs::beside())]).collect()
}

#[test]
fn every_page_is_well_formed_and_stands_alone() {
    for (name, page) in pages() {
        let elements = elements(&page);
        let fetching = ["link", "img", "iframe", "object", "embed", "base", "form", "a", "use", "image"];
        assert!(elements.iter().all(|one| !fetching.contains(&one.name.as_str())), "{name}");
        let attributes = || elements.iter().flat_map(|one| one.attributes.keys());
        assert!(attributes().all(|key| !["src", "href", "style"].contains(&key.as_str())), "{name}");
        assert!(attributes().all(|key| !key.starts_with("on")), "{name}");
        let style = elements.iter().find(|one| one.name == "style").expect("there is a style");
        assert!(!style.text.contains("url(") && !style.text.contains("@import"), "{name}");
        assert!(!page.chars().any(|c| c.is_control() && c != '\n'), "{name}");
    }
}

#[test]
fn foreign_text_becomes_no_element() {
    let (_, page) = pages().into_iter().find(|(name, _)| *name == "foreign").expect("it is there");
    let elements = elements(&page);
    assert_eq!(elements.iter().filter(|one| one.name == "script").count(), 1, "our own");
    assert!(elements.iter().all(|one| !["b", "i", "em"].contains(&one.name.as_str())));
    let shown = [
        "&lt;script&gt;alert(5)&lt;/script&gt;",
        "\\x1B[31m \\u{202E}drawkcab",
        "broken \u{FFFD}\u{FFFD} utf-8",
        "\\u{200B}\\u{FEFF}",
    ];
    for text in shown {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains('\u{202e}') && !page.contains('\u{200b}'));
}

/// Nothing is told by a picture alone.
#[test]
fn every_picture_has_a_name_a_description_and_its_numbers() {
    for (name, page) in pages() {
        let elements = elements(&page);
        let ids: Vec<&String> = elements.iter().filter_map(|one| one.attributes.get("id")).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{name}: an id is there twice");
        let pictures = elements.iter().filter(|one| one.attributes.get("role").is_some_and(|role| role == "img"));
        for picture in pictures {
            let labels: Vec<&str> = picture.attributes["aria-labelledby"].split(' ').collect();
            let text = |label: &str| elements.iter().find(|one| one.attributes.get("id").is_some_and(|id| id == label));
            let labelled: Vec<&Element> = labels.into_iter().filter_map(text).collect();
            assert!(labelled.len() == 2 && labelled.iter().all(|one| !one.text.is_empty()), "{name}");
        }
        // Two where an iteration and a byte are told.
        let (_, figures) = page.split_once("<figure ").unwrap_or_default();
        let figures = figures.split("<figure ").filter(|figure| !figure.is_empty());
        assert!(
            figures.map(|figure| figure.matches("<table>").count()).all(|tables| [1, 2].contains(&tables)),
            "{name}"
        );
        assert!(!page.contains("NaN") && !page.contains("inf\"") && !page.contains("inf,"), "{name}");
    }
}

/// The first thing that is read, and the right pictures behind it.
#[test]
fn the_answer_is_first() {
    let expected = [
        (
            "one-point",
            "<code>mmap</code> is fastest: 3.23 times as fast as <code>nolayer</code>; <code>last</code> answers differently.",
        ),
        (
            "sweep",
            "No way is fastest at all 4 points: <code>nolayer</code> and <code>raw</code> together from 1 KiB to 4 KiB; \
                   <code>mmap</code> from 16 KiB to 64 KiB; <code>mmap</code> is faster than <code>nolayer</code> from 9 KiB on; \
                   <code>unix</code> takes 10.0 times as long as <code>nolayer</code>.",
        ),
        (
            "sweep-of-one-point",
            "<code>nolayer</code> and <code>raw</code> take the same time within 3 % and are ahead of <code>mmap</code>.",
        ),
        ("lonely", "<code>nolayer</code> takes 1.000 µs."),
        ("nothing", "Nothing was measured that could be ranked; the run ended before anything was timed."),
        ("beside", "The runs come to the same verdict on 2 of 3 pairs."),
        (
            "too-few-launches",
            "It is undecided which is fastest: <code>nolayer</code>, <code>raw</code> and <code>mmap</code>; there were too few launches to tell.",
        ),
    ];
    let pages = pages();
    for (name, answer) in expected {
        let (_, page) = pages.iter().find(|(known, _)| *known == name).expect("it is there");
        let (_, after) = page.split_once("<p class=\"answer\">").expect("there is an answer");
        assert_eq!(after.split_once("</p>").map(|(told, _)| told), Some(answer), "{name}");
    }
    let has = |name: &str, id: &str| {
        let (_, page) = pages.iter().find(|(known, _)| *known == name).expect("it is there");
        page.contains(&format!("<figure id=\"{id}\">"))
    };
    let pictures = [
        ("one-point", "forest"),
        ("sweep", "time-0"),
        ("sweep", "ratio-0"),
        ("two-parameters", "time-1"),
        ("sweep-of-words", "forest-1"),
        ("requests", "latency-0"),
        ("then-and-now", "then-and-now"),
        ("beside", "runs-0"),
    ];
    for (name, id) in pictures {
        assert!(has(name, id), "{name} has no {id}");
    }
}

#[test]
fn a_page_is_small() {
    for (name, page) in pages() {
        assert!(page.len() < 250_000, "{name}: {} bytes", page.len());
    }
    let sizes: Vec<String> = (1..=200).map(|size| format!("{size}KiB")).collect();
    let page = support::report("html", &runs::sweep(&sizes.iter().map(String::as_str).collect::<Vec<_>>(), 5));
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    elements(&page);
}

/// The script is read by those who look at the page's source, and its size is a part of every page.
#[test]
fn the_script_is_short() {
    let (_, page) = pages().remove(0);
    let script = elements(&page).into_iter().find(|one| one.name == "script").expect("there is one");
    assert!(script.text.len() <= 6_000, "{} bytes", script.text.len());
}

/// Where the fastest changes from point to point, the picture of ratios names none of them.
#[test]
fn ratios_to_whoever_is_fastest_are_not_those_to_the_first_of_them() {
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    let plan = ["params.n = [1, 2]\n", &variant("one"), &variant("other")].concat();
    let run = support::run(&plan, 20, |point, variant, _| if point == variant { 1000.0 } else { 2000.0 });
    let page = support::report("html", &run);
    assert!(page.contains("Time as a multiple of the time of the baseline of each point, along n"), "{page}");
    assert!(!page.contains("the time of one, along n"), "{page}");
}

#[test]
fn what_has_no_room_is_told() {
    let sizes: Vec<String> = (1..=61).map(|size| format!("{size}KiB")).collect();
    let sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
    let mut run = runs::sweep(&sizes, 2);
    for record in &mut run.points[..2] {
        record.cases[0].state = CaseState::Failed(Failure::new(FailureKind::Died, "it has no room".to_string(), None));
    }
    let page = support::report("html", &run);
    assert!(page.contains("failed: it has no room (at 2 of 61 points)") && page.contains(">failed<"), "{page}");
    assert!(page.contains("The 61 points are too many to be told one by one"), "{page}");
    let run = cmpthese_report::RunBeside {
        number: "1".to_string(),
        date: "2026-01-31 12:00".to_string(),
        analysis: &analysis::analyze(&runs::sweep(&sizes[..13], 2)),
    };
    let page = cmpthese_report::over_time(&[run]);
    assert!(page.contains("1 more point is in the report of each run."), "{page}");
}

#[test]
fn one_variant_that_is_not_drawn_is_one_and_neither_the_baseline_nor_the_fastest() {
    let variants: String =
        (0..25).map(|way| format!("[[variant]]\nname = 'way {way}'\nsim = {{ time = '1us' }}\n")).collect();
    let plan = format!("baseline = 'way 24'\nparams.n = [1, 2, 3]\n{variants}");
    for is_fastest_last in [false, true] {
        let time = |variant: usize| 1000.0 * (1.0 + if is_fastest_last { 24 - variant } else { variant } as f64);
        let page = support::report("html", &support::run(&plan, 8, |_, variant, _| time(variant)));
        let drawn = page.matches("<p class=\"quiet\">1 more variant is in the table.</p>").count();
        assert_eq!(drawn, 1, "the pictures have 24 lines, and a reader sees that");
        let legend = &page[page.find("<ul class=\"legend\">").unwrap()..];
        let legend = &legend[..legend.find("</ul>").unwrap()];
        let is_drawn = |way: usize| legend.contains(&format!("<span>way {way}</span>"));
        let left_out: Vec<usize> = (0..25).filter(|way| !is_drawn(*way)).collect();
        assert_eq!(left_out, [if is_fastest_last { 0 } else { 23 }]);
    }
}

/// The ratios of a picture are to the baseline, however slow that is.
#[test]
fn a_forest_of_many_has_the_baseline_and_says_how_many_it_leaves_out() {
    let variants: String =
        (0..62).map(|way| format!("[[variant]]\nname = 'way {way}'\nsim = {{ time = '1us' }}\n")).collect();
    let plan = format!("baseline = 'way 61'\n{variants}");
    let page = support::report("html", &support::run(&plan, 12, |_, variant, _| 1000.0 * (1.0 + variant as f64)));
    assert!(page.contains("<title>way 61: the baseline</title>"), "{page}");
    assert!(page.contains("2 more variants are in the table."), "{page}");
}

/// A launch that says nothing of one variant leaves a gap: those after it keep their numbers.
#[test]
fn launches_are_told_by_their_own_numbers() {
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    let plan = ["baseline = 'one'\n", &variant("one"), &variant("other"), &variant("third")].concat();
    let mut run = support::run(&plan, 10, |_, variant, launch| (1.0 + variant as f64) * (1000.0 + launch as f64));
    run.points[0].blocks[2].samples.retain(|sample| sample.variant != 1);
    let page = support::report("html", &run);
    for (tip, is_there) in [
        ("other, launch 2: ", true),
        ("other, launch 3: ", false),
        ("other, launch 10: ", true),
        ("third, launch 3: ", true),
    ] {
        assert_eq!(page.contains(tip), is_there, "{tip} {page}");
    }
}

/// What cannot be told from the empty loop has no time on any page.
#[test]
fn a_plan_over_its_runs_has_no_time_where_there_is_none() {
    let plan = "[[variant]]\nname = 'nothing'\nperl = '1'\n[[variant]]\nname = 'work'\nperl = '2'\n";
    // The third is the empty loop.
    let run = support::run(plan, 30, |_, variant, _| [50.0, 80.0, 50.0][variant]);
    let run = cmpthese_report::RunBeside {
        number: "1".to_string(),
        date: "2026-01-31 12:00".to_string(),
        analysis: &analysis::analyze(&run),
    };
    let page = cmpthese_report::over_time(&[run]);
    assert!(page.contains("<td>nothing</td><td>–</td>"), "{page}");
}
