//! Servers that a run starts: `[server.NAME]`.

use crate::beside;
use crate::command_line;
use crate::environment_variables;
use crate::names::Names;
use crate::need;
use crate::quantity::duration;
use crate::template;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use model::{Server, StopSignal, Template};

/// How long a server may take to be ready when the plan does not say, in nanoseconds.
const PATIENCE_NS: u64 = 30_000_000_000;

/// The server that an entry of the table `server` describes.
pub fn read(entry: &Entry, names: &Names, mistakes: &mut Mistakes) -> Option<Server> {
    let mut table = Table::open(&entry.node, "a server", mistakes)?;
    let names = &names.of_server();
    let line = command_line::in_table(&mut table, names, mistakes);
    let files = table.optional("files", beside::list, mistakes);
    let env = table.optional("env", |node, mistakes| environment_variables::read(node, names, mistakes), mistakes);
    let ready = table.optional("ready", |node, mistakes| target(node, names, mistakes), mistakes);
    let patience = table.optional("timeout", duration, mistakes);
    let stop = table.optional("stop", |node, mistakes| tree::choice(node, &StopSignal::WORDS, mistakes), mistakes);
    let needs = table.optional("needs", need::list, mistakes);
    table.finish(mistakes);
    Some(Server {
        name: entry.key.to_string(),
        line: line?,
        files: files.unwrap_or_default(),
        env: env.unwrap_or_default(),
        ready,
        patience_ns: patience.unwrap_or(PATIENCE_NS),
        stop: stop.unwrap_or_default(),
        needs: needs.unwrap_or_default(),
    })
}

/// Whether a request holds a character as % and digits alone (RFC 3986, section 2): a blank, a control character, one beyond ASCII.
pub fn is_encoded(character: char) -> bool {
    !character.is_ascii_graphic()
}

/// The target of a request: a path with its query.
pub fn target(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Template> {
    let text = tree::filled_text(node, mistakes)?;
    if !text.starts_with('/') || text.contains(is_encoded) {
        let help = "write the part of the address that follows the machine, such as \"/index.html?page=1\"; a blank is %20, \
                    and ä is %C3%A4";
        let message = format!("{} must begin with a slash and hold no blank and no letter beyond ASCII", node.name);
        let mistake = node.mistake(message);
        return mistake.label("no path").help(help).tell(mistakes);
    }
    template::anywhere(node, names, mistakes)?;
    // Where a reader is taken to; no server hears of it.
    Some(Template::parse(text.split('#').next().unwrap_or_default()))
}
