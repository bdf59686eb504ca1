//! The manual page: one page, from the definitions that the arguments are read by.

use crate::arguments::Arguments;
use crate::exit::{EXIT_CODES, Outcome};
use crate::output;
use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;

/// Prints the page.
pub fn write() -> Outcome {
    let page = page(&mut Arguments::command()).expect("memory takes all that is written");
    output::printed(&page)
}

fn page(command: &mut Command) -> io::Result<String> {
    command.build();
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    heading("COMMANDS").to_writer(&mut page)?;
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help") {
        section(command, subcommand, &mut page)?;
    }
    exit_status().to_writer(&mut page)?;
    Ok(with_one_preamble(&text(page)))
}

/// A subcommand: how it is called, what it does, and the options that are its own.
fn section(command: &Command, subcommand: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let is_shared = |arg: &Arg| command.get_arguments().any(|other| is_same(other, arg));
    let mut head = Roff::default();
    let usage = subcommand.clone().render_usage().to_string();
    head.control("SS", [usage.trim_start_matches("Usage: ")]);
    head.to_writer(page)?;

    let own = Man::new(subcommand.clone().mut_args(|arg| if is_shared(&arg) { arg.hide(true) } else { arg }));
    let mut body = Vec::new();
    own.render_description_section(&mut body)?;
    own.render_options_section(&mut body)?;
    // Its parts have no headings of their own.
    let body: String = text(body).lines().filter(|line| !line.starts_with(".SH ")).map(with_end).collect();
    page.extend(body.bytes());

    let shared = subcommand.get_arguments().filter(|arg| is_shared(arg) && arg.get_id() != "help");
    let names: Vec<String> = shared.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
    if names.is_empty() {
        return Ok(());
    }
    let mut foot = Roff::default();
    foot.control("PP", []);
    foot.text([roman(format!("Options as above: {}", names.join(", ")))]);
    foot.to_writer(page)
}

/// Whether an option of a subcommand is one of those without a subcommand.
fn is_same(one: &Arg, other: &Arg) -> bool {
    let help = |arg: &Arg| arg.get_help().map(ToString::to_string);
    one.get_id() == other.get_id() && (one.get_id() == "help" || help(one) == help(other))
}

fn heading(name: &str) -> Roff {
    let mut roff = Roff::default();
    roff.control("SH", [name]);
    roff
}

/// The lines of the help about exit codes: a number, blanks, what it means.
fn exit_status() -> Roff {
    let mut roff = heading("EXIT STATUS");
    for (code, meaning) in EXIT_CODES.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(' ')) {
        roff.control("TP", []);
        roff.text([bold(code)]);
        roff.text([roman(meaning.trim_start())]);
    }
    roff
}

/// Every part defines the apostrophe, in two lines; once is enough.
fn with_one_preamble(page: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in page.lines() {
        let defines = line.starts_with(".ie ") || line.starts_with(".el ");
        if !defines || !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.into_iter().map(with_end).collect()
}

fn with_end(line: &str) -> String {
    format!("{line}\n")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("what is written of texts is text")
}
