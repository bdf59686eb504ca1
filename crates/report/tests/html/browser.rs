//! What Chromium makes of the pages.

use crate::{runs, support};
use std::path::Path;
use std::process::Command;

/// The pages lie in `target/tmp/` afterwards, to be looked at.
#[test]
fn chromium_opens_every_page_and_runs_its_script() {
    for (name, run) in runs::all() {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
        let page = support::report("html", &run);
        std::fs::write(&path, &page).expect("the page can be written");
        let (document, log) = opened(&path);
        assert!(document.contains("<div id=\"tip\" hidden=\"\"></div>"), "{name}: the script did not run\n{log}");
        let complaints: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
        assert!(complaints.is_empty(), "{name}: {complaints:?}");
        // Every entry of a legend has become a switch, and every mark has given its text to the script.
        let entries = page.matches("<li data-v=").count();
        assert_eq!(document.matches("<button type=\"button\" aria-pressed=\"true\">").count(), entries, "{name}");
        assert!(!document.contains("class=\"m\"><title>"), "{name}");
    }
}

/// The document after the script ran, and what Chromium said meanwhile.
fn opened(page: &Path) -> (String, String) {
    // Two browsers cannot share one.
    let profile = page.with_extension("profile");
    let options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--enable-logging=stderr",
        "--dump-dom",
    ];
    let output = Command::new("chromium")
        .args(options)
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("chromium is installed: make packages");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr))
}

/// They are drawn again from nothing but their own file.
#[test]
fn chromium_draws_the_pictures_as_files() {
    let run = runs::all().into_iter().find(|(name, _)| *name == "one-point").expect("it is there").1;
    let pictures = cmpthese_report::pictures(&analysis::analyze(&run));
    let names: Vec<&str> = pictures.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["forest", "launches"]);
    for (name, file) in &pictures {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.svg"));
        std::fs::write(&path, file).expect("the picture can be written");
        let (document, log) = opened(&path);
        assert!(document.contains("<svg") && !document.contains("parsererror"), "{name}\n{document}\n{log}");
    }
}
