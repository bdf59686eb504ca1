//! `iterations = N`: how many a fresh process runs, all of them timed.

use crate::tree::{self, Mistakes, Node};
use model::Subject;

/// More than this is a slip: of the shortest code they take a quarter of an hour.
const MOST: i64 = 1_000_000_000_000;

/// A number of iterations.
pub fn read(node: &Node, mistakes: &mut Mistakes) -> Option<u64> {
    const HELP: &str = "write how many iterations each fresh process runs, such as 1 for what a first call takes; without the key it is \
                        warmed up, and runs as many as suit";
    let mut own = Mistakes::new();
    let number = tree::whole(node, 1, MOST, &mut own);
    mistakes.extend(own.into_iter().map(|mistake| mistake.help(HELP)));
    number
}

/// What a variant says of them.
pub fn of_variant(node: &Node, subject: Option<&Subject>, mistakes: &mut Mistakes) -> Option<u64> {
    let (what, help) = match subject {
        Some(Subject::Command(_)) => {
            ("a command", "remove it: every execution of a command is a process of its own already")
        }
        Some(Subject::Http(_)) => {
            ("a request", "remove it: `slice` and `connections` of [load] say how many requests a batch holds")
        }
        Some(Subject::Imported(_)) => ("an import", "remove it: another tool has measured it already"),
        Some(Subject::Snippet(_) | Subject::Sim(_)) | None => return read(node, mistakes),
    };
    let mistake = node.mistake("iterations are counted inside a process, which only snippets have");
    mistake.label(format!("this variant is {what}")).help(help).tell(mistakes)
}

/// Whether a subject has iterations inside a process of its own.
pub fn suit(subject: &Subject) -> bool {
    matches!(subject, Subject::Snippet(_) | Subject::Sim(_))
}

/// Reports iterations for all variants where no variant has any.
pub fn check_used(node: &Node, are_used: bool, mistakes: &mut Mistakes) {
    if !are_used {
        let mistake = node.mistake("iterations are counted inside a process, and no variant of this plan is a snippet");
        mistakes
            .push(mistake.label("counts nothing").help("remove it: commands and requests are counted by themselves"));
    }
}
