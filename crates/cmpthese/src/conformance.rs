//! `cmpthese conformance ./my-host`: a worker of one's own is tried on what every worker promises.

use crate::exit::{Complaint, Exit, Outcome};
use crate::{interrupt, output};
use report::printable;
use std::path::Path;
use subjects::conformance::{Candidate, Finding, Outcome as Found, Snippets, conformance as findings, start};

/// How long a reply may take, in nanoseconds.
const LIMIT_NS: u64 = 20_000_000_000;

/// Tries every promise, and prints what held.
pub fn conformance(snippets: Option<&Path>, worker: &[String]) -> Outcome {
    let snippets = snippets.map(read).transpose()?.unwrap_or_default();
    let interrupt = interrupt::watch(interrupt::OF_ANYBODY)?;
    let start = || start(worker, &interrupt);
    start().map_err(|failure| Complaint::usage(failure.message, failure.help))?;
    let found = findings(&Candidate {
        start: &start,
        snippets: &snippets.conformance,
        returns: &snippets.conformance_returns,
        limit_ns: LIMIT_NS,
    });
    if interrupt.raised() {
        return Ok(Exit::Interrupted);
    }
    let lines: Vec<String> = found.iter().map(line).collect();
    output::print(&format!("{}\n\n{}\n", lines.join("\n"), summary(&found)))?;
    let is_broken = found.iter().any(|finding| matches!(finding.outcome, Found::Broken(_)));
    Ok(if is_broken { Exit::NotAllWell } else { Exit::Success })
}

fn read(path: &Path) -> Result<Snippets, Complaint> {
    let shown = output::shown(path);
    let text = std::fs::read_to_string(path)
        .map_err(|error| Complaint::usage(format!("the snippets {shown} cannot be read: {error}"), None))?;
    Snippets::parse(&text).map_err(|why| {
        let help = "write a table [conformance] of texts, as docs/protocol.md says".to_string();
        Complaint::usage(format!("the snippets {shown} make no sense: {}", printable(&why)), Some(help))
    })
}

fn line(finding: &Finding) -> String {
    let promise = finding.promise;
    match &finding.outcome {
        Found::Held => format!("held       {promise}"),
        Found::Broken(why) => format!("BROKEN     {promise}: {}", printable(why)),
        Found::NotTried(missing) => format!("not tried  {promise}: no snippet {}", missing.join(", ")),
    }
}

fn summary(found: &[Finding]) -> String {
    let count = |is: fn(&Found) -> bool| found.iter().filter(|finding| is(&finding.outcome)).count();
    let held = count(|outcome| *outcome == Found::Held);
    let broken = count(|outcome| matches!(outcome, Found::Broken(_)));
    let not_tried = found.len() - held - broken;
    let rest = if not_tried > 0 {
        format!("; {not_tried} not tried, for want of a snippet (--snippets)")
    } else {
        String::new()
    };
    format!("{held} of {} promises held, {broken} broken{rest}", found.len())
}
