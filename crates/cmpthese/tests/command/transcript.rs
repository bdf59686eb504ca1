//! What a terminal would show, made the same on every machine and in every run. Only what must vary is replaced.

use crate::stage::Outcome;

/// A line with its prompt, its standard output, its standard error behind `2>`, and its exit code unless it is 0.
pub fn of(outcome: &Outcome) -> String {
    for said in [&outcome.stdout, &outcome.stderr] {
        match outcome.line.contains("--color always") {
            true => assert_harmless(&without_colour(said)),
            false => assert_harmless(said),
        }
    }
    let mut text = format!("$ {}\n", outcome.line);
    text.push_str(&outcome.stdout);
    if !outcome.stdout.is_empty() && !outcome.stdout.ends_with('\n') {
        text.push_str("\n(no newline)\n");
    }
    for line in outcome.stderr.lines() {
        text.push_str(format!("2> {line}").trim_end());
        text.push('\n');
    }
    if outcome.code != 0 {
        text.push_str(&format!("exit code {}\n", outcome.code));
    }
    same_everywhere(&text.replace('\u{1b}', "␛"))
}

/// The text without the escapes that select a colour, as ECMA-48 calls it: select graphic rendition.
fn without_colour(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |kept, piece| {
        match piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').strip_prefix('m') {
            Some(rest) => kept + rest,
            None => kept + "\u{1b}[" + piece,
        }
    })
}

/// Fails when a text could steer a terminal.
pub fn assert_harmless(text: &str) {
    let harmful = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!text.contains(harmful), "{text:?}");
}

/// Replaces the machine, the version and the moment.
fn same_everywhere(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut in_machine = false;
    for line in text.lines() {
        if in_machine {
            in_machine = !line.starts_with("  }");
        } else if line == r#"  "machine": {"# {
            in_machine = true;
            lines.push(r#"  "machine": [machine],"#.to_string());
        } else if line.contains(" CPU") && line.contains(", Linux ") {
            lines.push(if line.starts_with('␛') { "␛[2m[machine]␛[0m" } else { "[machine]" }.to_string());
        } else {
            let line = line.replace(env!("CARGO_PKG_VERSION"), "[version]");
            lines.push(without_languages(&without_last_digits(&without_random_name(&without_date(&line)))));
        }
    }
    lines.join("\n") + "\n"
}

/// The line with the list of all languages, which are the folders under `workers/`, replaced.
pub fn without_languages(line: &str) -> String {
    let names = subjects::languages::names();
    line.replace(&names.join(", "), "[languages]").replace(&format!("`{}`", names.join("`, `")), "[languages]")
}

/// The line with its first date and time of day, such as `2026-01-31 12:00`, replaced.
fn without_date(line: &str) -> String {
    const FORM: &str = "dddd-dd-dd dd:dd";
    let is_date = |start: &usize| {
        let found = line.as_bytes()[*start..].get(..FORM.len());
        found.is_some_and(|found| {
            found.iter().zip(FORM.bytes()).all(
                |(byte, form)| {
                    if form == b'd' { byte.is_ascii_digit() } else { *byte == form }
                },
            )
        })
    };
    match (0..line.len()).find(is_date) {
        Some(start) => format!("{}[date and time]{}", &line[..start], &line[start + FORM.len()..]),
        None => line.to_string(),
    }
}

/// The line with the random end of the name of a scratch directory replaced.
fn without_random_name(line: &str) -> String {
    const START: &str = "/tmp/cmpthese-";
    match line.split_once(START) {
        Some((before, after)) => format!("{before}{START}[random]{}", after.trim_start_matches(char::is_alphanumeric)),
        None => line.to_string(),
    }
}

/// A line of JSON with its number to ten digits: those beyond depend on the logarithm of the C library.
fn without_last_digits(line: &str) -> String {
    let Some((key, value)) = line.split_once("\": ") else { return line.to_string() };
    let (number, comma) = value.strip_suffix(',').map_or((value, ""), |number| (number, ","));
    match number.parse::<f64>() {
        Ok(parsed) if number.len() > 12 => {
            let rounded: f64 = format!("{parsed:.9e}").parse().expect("a number that was just written");
            format!("{key}\": {rounded:?}{comma}")
        }
        _ => line.to_string(),
    }
}

/// What is only said when times were so, or when there was too little of it.
const SAID_OF_TIMES: [&str; 15] = [
    " times as long as ",
    "no rare work was seen",
    "no single ratio",
    " launches are too few ",
    " launch is too few ",
    " times the budget would decide ",
    "note: warm-up: ",
    "note: no steady state: ",
    "note: times drifted ",
    "note: ratios drifted ",
    "note: launches in two states: ",
    "note: most of the variance ",
    "note: all launches took the same time ",
    "note: a second copy of ",
    ", because something outside disturbed ",
];

/// A transcript of real processes without what is measured: tables, ratios, counts, and what is said of times. What remains says who was measured and who was not, and why.
pub fn without_measurements(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        let paragraph = without_answer(&unfolded(paragraph));
        let lines = paragraph.lines().filter(|line| !SAID_OF_TIMES.iter().any(|said| line.contains(said)));
        let lines: Vec<&str> = lines.collect();
        let has = |word: &str| lines.iter().any(|line| line.contains(word));
        let said = match () {
            () if has("  time ") && has(" ± %") => "[times]".to_string(),
            () if has("per byte ") => "[times]".to_string(),
            () if has("every point in full: ") => "[sweep]".to_string(),
            () if has(" Rate ") || has(" s/iter ") => "[matrix]".to_string(),
            () if has(" p50 ") && has("longest") => "[latencies]".to_string(),
            () if has("generator: ") => of_requests(&lines),
            () => lines.iter().map(|line| without_numbers(line)).collect::<Vec<_>>().join("\n"),
        };
        if kept.last() != Some(&said) {
            kept.push(said);
        }
    }
    kept.join("\n\n").trim_end().to_string() + "\n"
}

/// The paragraph with every sentence on one line: where it is folded depends on the numbers in it.
fn unfolded(paragraph: &str) -> String {
    const INDENT: &str = "      ";
    let mut lines: Vec<String> = Vec::new();
    for line in paragraph.lines() {
        let is_told =
            |line: &String| line.starts_with("note: ") || SAID_OF_TIMES.iter().any(|said| line.contains(said));
        // What follows the line of counts, up to the notes and what the terminal shows behind them, belongs to it.
        let is_counted = |line: &String| is_of_counts(line) && line.contains(" block") && !line.starts_with("note: ");
        let is_new = ["note: ", "2> ", "exit code ", "$ "].iter().any(|begin| line.starts_with(begin));
        match lines.last_mut() {
            Some(last) if is_told(last) && line.starts_with(INDENT) => {
                last.push_str(&line.replacen(INDENT, " ", 1));
            }
            // A verdict stands on two lines and more where it is too long for one.
            Some(last) if is_verdict(last) && line.starts_with("  ") && !line.starts_with("   ") => {
                last.push_str(line);
            }
            Some(last) if is_counted(last) && !is_new => {
                last.push_str(&format!(" {line}"));
            }
            _ => lines.push(line.to_string()),
        }
    }
    lines.join("\n")
}

/// Whether a line begins with what was found of two.
fn is_verdict(line: &str) -> bool {
    let head = line.split("  ").next().unwrap_or_default();
    [" ? ", " ≈ ", " is slower", " is faster"].iter().any(|word| head.contains(word))
}

/// How the answer in the head of a report begins.
const ANSWERS: [&str; 4] = ["`", "It is undecided ", "No way is ", "Nothing "];

/// The head of a report without its answer, which stands above the machine.
fn without_answer(paragraph: &str) -> String {
    let lines: Vec<&str> = paragraph.lines().collect();
    let machine = lines.iter().position(|line| *line == "[machine]").unwrap_or(0);
    let answer = lines[..machine].iter().position(|line| ANSWERS.iter().any(|begin| line.starts_with(begin)));
    match answer {
        Some(answer) => [&lines[..answer], &["[answer]"], &lines[machine..]].concat().join("\n"),
        None => lines.join("\n"),
    }
}

/// What is said of requests, as far as it does not depend on the machine: who failed.
fn of_requests(lines: &[&str]) -> String {
    let failed = lines.iter().filter(|line| line.ends_with(" requests failed")).map(|line| without_numbers(line));
    std::iter::once("[requests]".to_string()).chain(failed).collect::<Vec<_>>().join("\n")
}

/// The line with the number before some words replaced, and with that before ` of ` when it stands there.
fn without_number_before(line: &str, words: &str) -> String {
    let Some((before, after)) = line.split_once(words) else { return line.to_string() };
    let without_number = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).to_string() + "#";
    let before = without_number(before);
    let before = match before.strip_suffix(" of #") {
        Some(parts) => without_number(parts) + " of #",
        None => before,
    };
    before + words + after
}

/// The line with the number of a port replaced: the kernel draws it.
fn without_port(line: &str) -> String {
    const START: &str = " on port ";
    match line.split_once(START) {
        Some((before, after)) => {
            format!("{before}{START}[port]{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        None => line.to_string(),
    }
}

fn without_numbers(line: &str) -> String {
    let line = line.replace(" 1 request failed", " 1 requests failed");
    let line = &without_port(&without_number_before(&line, " requests failed"));
    if line.contains("  ratio ") {
        return "[verdict]".to_string();
    }
    if !is_of_counts(line) && !line.contains(" blocks  ") {
        return line.to_string();
    }
    let without_digit = |shown: String, character: char| match character {
        '0'..='9' if shown.ends_with('#') => shown,
        '0'..='9' if shown.ends_with(' ') => shown.trim_end().to_string() + " #",
        '0'..='9' => shown + "#",
        _ => shown + character.encode_utf8(&mut [0; 4]),
    };
    let line = line.chars().fold(String::new(), without_digit).replace(", # more void", "");
    line.replace("# launch,", "# launches,").replace("# block;", "# blocks;")
}

fn is_of_counts(line: &str) -> bool {
    line.contains(" launches, ") || line.contains(" launch, ")
}
