//! What Chromium makes of the pages.

use super::runs;
use crate::chromium::Chromium;
use crate::support;
use std::fs;
use std::path::PathBuf;

/// The pages lie in `target/tmp/` afterwards, to be looked at.
fn written(name: &str, page: &str) -> String {
    let path = folder().join(format!("{name}.html"));
    fs::write(&path, page).expect("the page can be written");
    format!("file://{}", path.display())
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

fn pages() -> Vec<(String, String)> {
    let of_runs = runs::all().into_iter().map(|(name, run)| (name.to_string(), support::report("html", &run)));
    of_runs.chain([("beside".to_string(), runs::beside())]).collect()
}

#[test]
fn every_page_opens_and_runs_its_script_and_asks_for_nothing() {
    let mut browser = Chromium::start(&folder().join("opens.profile"));
    for (name, page) in pages() {
        let address = written(&name, &page);
        browser.open(&address);
        assert_eq!(browser.complaints(), [""; 0], "{name}");
        assert_eq!(browser.requests(), [address], "{name}");
        assert_eq!(browser.value("document.getElementById('tip').hidden"), true, "{name}: the script did not run");
        // Every entry of a legend has become a switch, and every mark has given its text to the script.
        let entries = page.matches("<li data-v=").count();
        assert_eq!(browser.value("document.querySelectorAll('.legend li > button').length"), entries, "{name}");
        assert_eq!(browser.value("document.querySelectorAll('.m > title').length"), 0, "{name}");
        let drawn = "[...document.querySelectorAll('figure svg.wide')].filter((one) => one.checkVisibility())\
                     .every((one) => one.getBBox().height > 20 && one.querySelector('line, polyline, rect, circle'))";
        assert_eq!(browser.value(drawn), true, "{name}: a picture is empty");
        if page.contains("class=\"m\"")
            && browser.value("[...document.querySelectorAll('svg.wide .m')].some((one) => one.checkVisibility())")
                == true
        {
            browser.point_at("svg.wide .m");
            let told = browser
                .value("document.getElementById('tip').hidden ? '' : document.getElementById('tip').textContent");
            assert!(told.as_str().is_some_and(|told| told.contains(": ")), "{name}: {told} at the pointer");
        }
    }
}

/// Whoever is sent the address sees what its sender saw.
#[test]
fn what_is_chosen_is_kept_in_the_address() {
    let mut browser = Chromium::start(&folder().join("chosen.profile"));
    let address = written("chosen", &support::report("html", &runs::sweep(&["1KiB", "4KiB", "16KiB", "64KiB"], 4)));
    const STATE: &str = "(() => {
        const views = [...document.querySelectorAll('#time-0 .view')].filter((one) => one.checkVisibility());
        const off = [...document.querySelectorAll('#time-0 .view svg.wide g.off polyline')].filter((one) => one.parentNode.closest('.view') === views[0]);
        return [views.length, views[0].dataset.axes, views[0].dataset.per, off.length, location.hash].join(' ');
    })()";
    browser.open(&address);
    assert_eq!(browser.value(STATE), "1 log iteration 0 ");
    browser.click("#time-0 [data-to=linear]");
    assert_eq!(browser.value(STATE), "1 linear iteration 0 #time-0.axes=linear");
    browser.click("#time-0 [data-to=byte]");
    browser.click("#time-0 .legend li[data-v='1'] button");
    let all = "1 linear byte 1 #time-0.off=1&time-0.axes=linear&time-0.per=byte";
    assert_eq!(browser.value(STATE), all);
    browser.open(&format!("{address}#time-0.off=1&time-0.axes=linear&time-0.per=byte"));
    assert_eq!(browser.value(STATE), all);
    assert_eq!(browser.value("document.getElementById('time-0').getBoundingClientRect().top < 100"), true);
    // By keyboard as by the pointer, and back again.
    browser.value("document.querySelector('#time-0 [data-to=log]').click()");
    browser.value("document.querySelector('#time-0 [data-to=iteration]').click()");
    browser.click("#time-0 .legend li[data-v='1'] button");
    assert_eq!(browser.value(STATE), "1 log iteration 0 ");
    // What nobody chose is as if nothing was.
    browser.open(&format!("{address}#time-0.off=9&time-0.axes=<b>&nothing.per=byte&%"));
    assert_eq!(browser.value("document.querySelectorAll('.view:not([hidden])').length"), 1);
    assert_eq!(browser.complaints(), [""; 0]);
}

/// A page that is opened at a picture of a point shows it.
#[test]
fn a_picture_in_a_closed_part_is_opened_by_its_address() {
    let mut browser = Chromium::start(&folder().join("closed.profile"));
    let address = written("closed", &support::report("html", &runs::sweep(&["1KiB", "4KiB"], 4)));
    browser.open(&address);
    assert_eq!(browser.value("document.getElementById('launches-1').checkVisibility()"), false);
    browser.open(&format!("{address}#launches-1.off=0"));
    assert_eq!(browser.value("document.getElementById('launches-1').checkVisibility()"), true);
}

/// Names are as long as they are, and the room beside a picture is made for them.
#[test]
fn no_text_of_a_picture_is_cut_off() {
    const CUT: &str = "(() => {
        for (const part of document.querySelectorAll('details')) part.open = true;
        const seen = [...document.querySelectorAll('figure svg[viewBox] text')].filter((one) => one.checkVisibility());
        const paper = (one) => one.ownerSVGElement.viewBox.baseVal.width + 1;
        const isCut = ({ x, width }, paper) => x < -1 || x + width > paper;
        return seen.filter((one) => isCut(one.getBBox(), paper(one))).map((one) => one.textContent);
    })()";
    let mut browser = Chromium::start(&folder().join("cut.profile"));
    for (name, page) in pages() {
        let address = written(&format!("cut-{name}"), &page);
        for width in [360, 1280] {
            browser.paper(width, "light");
            browser.open(&address);
            assert_eq!(browser.value(CUT), serde_json::json!([]), "{name} at {width}");
        }
    }
}

/// What is wider than the paper moves under it, and the names of its lines stay.
#[test]
fn the_names_of_a_wide_table_stay_in_sight() {
    let mut browser = Chromium::start(&folder().join("wide.profile"));
    let sizes = ["1KiB", "4KiB", "16KiB"];
    browser.paper(360, "light");
    browser.open(&written("wide", &support::report("html", &runs::sweep(&sizes, 5))));
    let place = "document.querySelector('.scroll tbody th').getBoundingClientRect().left";
    let before = browser.value(place);
    browser.value("const table = document.querySelector('.scroll'); table.scrollLeft = 40; table.scrollLeft");
    assert_eq!(browser.value("document.querySelector('.scroll').scrollLeft"), 40, "it is not wider than the paper");
    assert_eq!(browser.value(place), before);
}

/// Everything is opened and seen, in light and dark, on wide and on narrow paper.
#[test]
fn axe_finds_nothing() {
    let mut browser = Chromium::start(&folder().join("axe.profile"));
    for (name, page) in pages() {
        browser.open(&written(&format!("axe-{name}"), &page));
        assert_eq!(browser.found_by_axe(), [""; 0], "{name}");
    }
}

/// They are drawn from nothing but their own file.
#[test]
fn pictures_are_files() {
    let run = runs::all().into_iter().find(|(name, _)| *name == "one-point").expect("it is there").1;
    let pictures = cmpthese_report::pictures(&analysis::analyze(&run));
    let names: Vec<&str> = pictures.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["forest", "launches"]);
    let mut browser = Chromium::start(&folder().join("files.profile"));
    for (name, file) in &pictures {
        let path = folder().join(format!("{name}.svg"));
        fs::write(&path, file).expect("the picture can be written");
        browser.open(&format!("file://{}", path.display()));
        assert_eq!(
            browser.value("document.documentElement.localName + document.querySelectorAll('parsererror').length"),
            "svg0"
        );
        assert_eq!(browser.value("document.documentElement.getBBox().height > 20"), true, "{name}");
    }
}
