//! A request: `http = "/index.html"`, `http = "http://127.0.0.1:8080/"`, `http = { server = "apache", path = "/perl" }`.

use super::kind::{Kind, Reading};
use crate::context::PlanContext;
use crate::foreign::{listed, one_line, quoted};
use crate::names::Names;
use crate::server::{is_encoded, target};
use crate::template;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use model::{HttpSubject, Origin, Subject, Template};
use std::net::IpAddr;
use toml::de::DeValue;

pub const KIND: Kind = Kind { noun: "a request", heads: |_| vec!["http"], read };

/// What the scheduler sends by itself.
const OWN_HEADERS: [&str; 3] = ["content-length", "connection", "transfer-encoding"];

/// What the value of a header cannot hold.
const NOT_IN_HEADERS: [char; 3] = ['\r', '\n', '\0'];

fn read(head: &str, table: &mut Table, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    table.required(head, |node, mistakes| request(node, context, mistakes), mistakes)
}

fn request(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    let (asked, details) = match node.value {
        DeValue::String(_) => (asked(node, node, context, mistakes), Details::default()),
        DeValue::Table(_) => detailed(node, context, mistakes)?,
        _ => return node.expected("a path, an address, or a table such as { path = \"/\" }").tell(mistakes),
    };
    let Asked { origin, path, text } = asked?;
    let Details { method, headers, body, status, answer_headers } = details;
    let method = method.unwrap_or_else(|| if body.is_some() { "POST" } else { "GET" }.to_string());
    let name = if method == "GET" { text } else { format!("{method} {text}") };
    let subject = HttpSubject { origin, method, path, headers, body, status, answer_headers };
    check_filled(node, &subject, context, mistakes)?;
    Some(Reading { subject: Subject::Http(subject), name: one_line(&name) })
}

/// Who is asked for what, and the text that says so.
struct Asked {
    origin: Origin,
    path: Template,
    text: String,
}

/// The parts of a request that are seldom given.
#[derive(Default)]
struct Details {
    method: Option<String>,
    headers: Vec<(String, Template)>,
    body: Option<Template>,
    status: Option<u16>,
    answer_headers: Vec<String>,
}

fn detailed(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<(Option<Asked>, Details)> {
    let mut table = Table::open(node, "a request", mistakes)?;
    let names = &context.names;
    let head = table.exactly_one(&["path", "url"], mistakes);
    let place = head.and_then(|head| table.node(head));
    let server = table.node("server");
    let method = table.optional("method", method, mistakes);
    let headers = table.optional("headers", |node, mistakes| headers(node, names, mistakes), mistakes);
    let body = table.optional("body", |node, mistakes| template::anywhere(node, names, mistakes), mistakes);
    let status = table.optional("status", |node, mistakes| tree::whole(node, 200, 599, mistakes), mistakes);
    let answer_headers = table.optional(
        "answer_headers",
        |node, mistakes| node.each("a list of names of header fields", field_name, mistakes),
        mistakes,
    );
    table.finish(mistakes);
    let asked = place.and_then(|place| match server {
        Some(server) => asked_of(&server, &place, context, mistakes),
        None => asked(&place, node, context, mistakes),
    });
    let details = Details {
        method,
        headers: headers.unwrap_or_default(),
        body,
        status,
        answer_headers: answer_headers.unwrap_or_default(),
    };
    Some((asked, details))
}

/// A path for the only server of the plan, or an address.
fn asked(place: &Node, whole: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Asked> {
    let text = tree::filled_text(place, mistakes)?;
    if !text.starts_with('/') && text.contains("://") {
        return address(place, text, context, mistakes);
    }
    let path = target(place, &context.names, mistakes);
    match context.servers.as_slice() {
        [only] => Some(Asked { origin: Origin::Server(only.clone()), path: path?, text: text.to_string() }),
        [] => {
            let help = "add a [server.NAME] with the command that starts it, or write the address of one that runs: \
                        \"http://127.0.0.1:8080/\"";
            whole.mistake("the plan has no server that could be asked").label("who answers?").help(help).tell(mistakes)
        }
        several => {
            let known = listed(several.iter().map(String::as_str));
            let help = format!("write {{ server = …, path = {text:?} }} with one of {known}");
            whole.mistake("the plan has several servers").label("which one answers?").help(help).tell(mistakes)
        }
    }
}

/// What the values of parameters make of a request must be one still.
fn check_filled(node: &Node, subject: &HttpSubject, context: &PlanContext, mistakes: &mut Mistakes) -> Option<()> {
    if let Some(wrong) = filled_with(&subject.path, is_encoded, context) {
        let mistake = node.mistake("the path holds a character at one of the points that no request has");
        let help = "a blank is %20, and ä is %C3%A4: write it so in the values of the parameter";
        return mistake.label(quoted(&wrong)).help(help).tell(mistakes);
    }
    for (name, value) in &subject.headers {
        if let Some(wrong) = filled_with(value, |c| NOT_IN_HEADERS.contains(&c), context) {
            let message = format!("the header {} is not on one line at one of the points", quoted(name));
            return node.mistake(message).label(quoted(&wrong)).tell(mistakes);
        }
    }
    Some(())
}

/// What a text is at a point where it holds what it must not. One without parameters has been looked at as it is written.
fn filled_with(template: &Template, forbidden: fn(char) -> bool, context: &PlanContext) -> Option<String> {
    context.filled(template).into_iter().find(|text| text.contains(forbidden))
}

fn asked_of(server: &Node, place: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Asked> {
    let known: Vec<&str> = context.servers.iter().map(String::as_str).collect();
    let name = tree::named(server, &known, "server", "it would answer", "servers", mistakes);
    let (path, name) = (target(place, &context.names, mistakes), name?);
    let text = place.value.as_str().unwrap_or_default();
    Some(Asked { origin: Origin::Server(name.to_string()), path: path?, text: format!("{name}{text}") })
}

/// `http://host:port/path`.
fn address(place: &Node, text: &str, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Asked> {
    const EXAMPLE: &str =
        "an address is http://, a machine, a port unless it is 80, and a path: \"http://127.0.0.1:8080/index.html\"";
    let Some(rest) = after_scheme(text, "http://") else {
        let label =
            if after_scheme(text, "https://").is_some() { "HTTPS would compare ciphers" } else { "not http://" };
        return place.mistake("only plain HTTP can be spoken").label(label).help(EXAMPLE).tell(mistakes);
    };
    let rest = rest.split('#').next().unwrap_or_default(); // where a reader is taken to; no server hears of it
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let path = if path.starts_with('/') { path.to_string() } else { format!("/{path}") };
    let is_port = |port: &&str| !port.contains(']');
    let (host, port) = match authority.rsplit_once(':').filter(|(_, port)| is_port(port)) {
        Some((host, port)) => (host, port.parse().ok().filter(|port| *port > 0)),
        None => (authority, Some(80)),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-_:".contains(c);
    let Some(port) = port.filter(|_| !host.is_empty() && host.chars().all(plain)) else {
        let mistake = place.mistake(format!("{} is no address of a server", quoted(authority)));
        let help = if authority.contains('{') {
            "placeholders stand in the path alone; addresses of several machines or ports are several variants: give each, or one with -L"
        } else {
            EXAMPLE
        };
        return mistake.label("machine and port").help(help).tell(mistakes);
    };
    if path.contains(is_encoded) {
        let mistake = place.mistake("the path holds a character that no request has");
        return mistake.label("a blank is %20, and ä is %C3%A4").help(EXAMPLE).tell(mistakes);
    }
    if !is_loopback(host) && !context.allow_remote {
        let help = "if the server and the network are yours to load, give --allow-remote, or set allow_remote = true in [load] of a plan";
        let mistake = place.mistake(format!("{} is not known to be this machine", quoted(host)));
        return mistake.label("no loopback address; it would get all the load that fits").help(help).tell(mistakes);
    }
    template::anywhere(place, &context.names, mistakes)?;
    let origin = Origin::Running { host: host.to_string(), port };
    Some(Asked { origin, path: Template::parse(&path), text: text.to_string() })
}

/// What follows `http://`, or another scheme, in capitals or not (RFC 3986, section 3.1).
///
/// ```
/// assert_eq!(cmpthese_plan::after_scheme("HTTP://127.0.0.1/a", "http://"), Some("127.0.0.1/a"));
/// assert_eq!(cmpthese_plan::after_scheme("http:/a", "http://"), None);
/// ```
pub fn after_scheme<'t>(text: &'t str, scheme: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then_some(rest)
}

fn is_loopback(host: &str) -> bool {
    // A server that listens on all addresses of a machine tells 0.0.0.0, which is this machine for whoever asks.
    let is_here = |address: IpAddr| address.is_loopback() || address.is_unspecified();
    // RFC 6761, section 6.3.
    let name = host.to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost") || host.parse().is_ok_and(is_here)
}

fn method(node: &Node, mistakes: &mut Mistakes) -> Option<String> {
    let text = tree::filled_text(node, mistakes)?;
    if !text.chars().all(|c| c.is_ascii_uppercase()) || text == "CONNECT" {
        let mistake = node.mistake(format!("{} is no method of a request", quoted(text)));
        return mistake.label("capital letters").help("such as GET, HEAD, POST, PUT, DELETE").tell(mistakes);
    }
    Some(text.to_string())
}

fn headers(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Vec<(String, Template)>> {
    let entries = Table::open(node, "`headers`", mistakes)?.entries();
    tree::all_read(entries.iter().map(|entry| header(entry, names, mistakes)))
}

fn header(entry: &Entry, names: &Names, mistakes: &mut Mistakes) -> Option<(String, Template)> {
    let value = template::anywhere(&entry.node, names, mistakes);
    if OWN_HEADERS.contains(&entry.key.to_lowercase().as_str()) {
        let message = format!("the header {} follows from the rest of the plan", quoted(entry.key));
        let help = "Connection follows from keep_alive in [load], Content-Length from the body";
        return crate::Diagnostic::new(entry.span.clone(), message).label("cannot be given").help(help).tell(mistakes);
    }
    if !is_field_name(entry.key) || entry.node.value.as_str().is_some_and(|text| text.contains(NOT_IN_HEADERS)) {
        let message = format!("{} cannot be a header", quoted(entry.key));
        let mistake = crate::Diagnostic::new(entry.span.clone(), message);
        return mistake.label("letters, digits and `-`, on one line").tell(mistakes);
    }
    Some((entry.key.to_string(), value?))
}

fn field_name(node: &Node, mistakes: &mut Mistakes) -> Option<String> {
    let text = tree::filled_text(node, mistakes)?;
    if !is_field_name(text) {
        let mistake = node.mistake(format!("{} is no name of a header field", quoted(text)));
        return mistake.label("letters, digits and `-`").tell(mistakes);
    }
    Some(text.to_lowercase())
}

fn is_field_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c))
}
