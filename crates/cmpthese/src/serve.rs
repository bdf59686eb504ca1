//! `cmpthese serve`: the history as pages for this machine's own browser.

use crate::arguments::PastOptions;
use crate::exit::{Complaint, Exit, Outcome};
use crate::{output, past, this_machine};
use history::{History, HistoryError, RunId};
use model::{PointRecord, Run};
use report::Listed;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use tiny_http::{Header, Method, Request, Response, Server};

/// How many runs the list has.
const RUNS_SHOWN: usize = 1000;

/// How many runs are shown beside each other: more columns nobody reads.
const RUNS_BESIDE: usize = 20;

/// A page, or what is said in its place with this status.
type Page = Result<String, (u16, String)>;

/// Serves until it is stopped. Nobody else can ask: it listens on this machine's own address.
pub fn serve(port: u16, options: &PastOptions) -> Outcome {
    past::open(options)?;
    let server = Server::http(("127.0.0.1", port)).map_err(|error| not_served(port, error.as_ref()))?;
    let port = server.server_addr().to_ip().map_or(port, |address| address.port());
    output::print(&format!("http://127.0.0.1:{port}/  (Ctrl-C ends it)\n"))?;
    for request in server.incoming_requests() {
        answer(request, options);
    }
    Ok(Exit::Success)
}

fn not_served(port: u16, error: &(dyn std::error::Error + 'static)) -> Complaint {
    let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    let help = match kind {
        Some(ErrorKind::AddrInUse) => "something else listens there: --port 0 takes any that is free",
        Some(ErrorKind::PermissionDenied) => "a port below 1024 needs more rights: --port 0 takes any that is free",
        _ => "give another one with --port",
    };
    Complaint::system(format!("port {port} cannot be served: {error}"), Some(help.to_string()))
}

/// Whoever is not served (a reader that has gone away) does not disturb the others.
fn answer(request: Request, options: &PastOptions) {
    let page = match asked_here(&request) {
        true if *request.method() == Method::Get => page(request.url(), options),
        true => Err((405, "pages are read with GET".to_string())),
        false => Err((403, "this is served to 127.0.0.1 alone".to_string())),
    };
    let html = Header::from_bytes("Content-Type", "text/html; charset=utf-8").expect("it is a header");
    let fresh = Header::from_bytes("Cache-Control", "no-store").expect("it is a header");
    let (status, text) = match page {
        Ok(text) => (200, text),
        Err((status, text)) => (status, report::error_page(&text)),
    };
    let response = Response::from_string(text).with_status_code(status).with_header(html).with_header(fresh);
    let _ = request.respond(response);
}

/// Whether the browser meant this machine: a page of somebody else that has its own name point here did not. The port may be another
/// one, which ssh(1) forwards.
fn asked_here(request: &Request) -> bool {
    let host = request.headers().iter().find(|header| header.field.equiv("Host")).map(|header| header.value.as_str());
    let is_own = |host: &str| ["127.0.0.1", "localhost"].contains(&host.split_once(':').map_or(host, |(name, _)| name));
    host.is_none_or(is_own)
}

fn page(url: &str, options: &PastOptions) -> Page {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let history = past::open(options).map_err(failed)?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [] => list(&history, query),
        ["run", run] => one(&history, run_id(run)?, query == "still"),
        ["over-time", run] => over_time(&history, run_id(run)?),
        ["beside"] => beside(&history, query),
        _ => Err((404, "there is no such page".to_string())),
    }
}

fn run_id(text: &str) -> Result<RunId, (u16, String)> {
    text.parse().map_err(|_| (404, format!("{text} is no number of a run")))
}

fn list(history: &History, query: &str) -> Page {
    let sought = form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == "q");
    let sought = sought.map_or(String::new(), |(_, value)| value.into_owned());
    let mut runs = history.list(usize::MAX).map_err(|error| failed(past::complaint(error)))?;
    runs.retain(|run| run.title.to_lowercase().contains(&sought.to_lowercase()));
    let more = runs.len().saturating_sub(RUNS_SHOWN);
    let listed = runs.into_iter().take(RUNS_SHOWN).map(|run| Listed {
        id: run.id.to_string(),
        started_at: run.started_at,
        end: past::end_text(&run).to_string(),
        blocks: run.blocks,
        title: run.title,
    });
    Ok(report::listing(&listed.collect::<Vec<_>>(), more, &sought))
}

/// A run that has no end yet may be one that is being made, which the page follows unless it is to stand `still`.
fn one(history: &History, id: RunId, still: bool) -> Page {
    let mut run = past::load(history, id).map_err(failed)?;
    let is_made = run.end.is_none() && matches!(history.claim(id), Err(HistoryError::Claimed { .. }));
    if is_made {
        as_looked_at(&mut run);
    }
    Ok(report::served_run(&id.to_string(), &this_machine::analyzed(&run), is_made, is_made && !still))
}

/// Leaves what the looks have seen: whoever estimates at each reload sees differences that no look has established.
fn as_looked_at(run: &mut Run) {
    // What has none is judged by nobody, or is over.
    let is_looked_at = |record: &&mut PointRecord| {
        !record.finished && record.schedule.as_ref().is_none_or(|schedule| !schedule.looks.is_empty())
    };
    for (point, record) in run.points.iter_mut().enumerate().filter(|(_, record)| is_looked_at(record)) {
        let looks = run.looks.iter().filter(|look| look.point == point);
        let seen = looks.map(|look| look.launches).max().unwrap_or(0);
        record.blocks.retain(|block| block.launch < seen);
    }
}

/// The runs that the query names, each once.
fn beside(history: &History, query: &str) -> Page {
    let asked = form_urlencoded::parse(query.as_bytes()).filter(|(key, _)| key == "run");
    let ids: BTreeSet<RunId> = asked.map(|(_, run)| run_id(&run)).collect::<Result<_, _>>()?;
    if ids.len() < 2 || ids.len() > RUNS_BESIDE {
        let asked = ids.len();
        return Err((
            404,
            format!("2 to {RUNS_BESIDE} runs are shown side by side, and {asked} asked for: tick them in the list"),
        ));
    }
    let analyses = past::analyses(history, ids).map_err(failed)?;
    Ok(report::served_beside(&past::runs_beside(&analyses)))
}

fn over_time(history: &History, id: RunId) -> Page {
    let analyses = past::of_the_plan(history, id).map_err(failed)?;
    Ok(report::over_time(&past::runs_beside(&analyses)))
}

fn failed(complaint: Complaint) -> (u16, String) {
    let help = complaint.help.map_or(String::new(), |help| format!(": {help}"));
    (404, format!("{}{help}", complaint.message))
}
