//! Programs that are built before anything is measured: `[build.NAME]`.

use crate::Diagnostic;
use crate::beside;
use crate::command_line;
use crate::names::Names;
use crate::need;
use crate::tree::{Entry, Mistakes, Table};
use model::Build;

/// What an entry of the table `build` describes.
pub fn read(entry: &Entry, mistakes: &mut Mistakes) -> Option<Build> {
    let mut table = Table::open(&entry.node, "a build", mistakes)?;
    let files = table.optional("files", beside::list, mistakes);
    let needs = table.optional("needs", need::list, mistakes);
    let line = command_line::in_table(&mut table, &Names::of_build(), mistakes);
    let span = table.span();
    table.finish(mistakes);
    let line = line?;
    if !line.templates().any(|template| template.mentions(Build::OUTPUT)) {
        let message = format!("the command of {} does not say where its output goes", entry.node.name);
        let help = "write `{output}` where the path of what is built belongs, such as after -o";
        return Diagnostic::new(span, message).label("`{output}` is nowhere in it").help(help).tell(mistakes);
    }
    let (files, needs) = (files.unwrap_or_default(), needs.unwrap_or_default());
    Some(Build { name: entry.key.to_string(), files, line, needs })
}
