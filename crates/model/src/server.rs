//! A server that a run starts.

use crate::{CommandLine, Need, Template};

/// A server: started afresh for every launch, stopped after it with everything that it started.
#[derive(Clone, Debug, PartialEq)]
pub struct Server {
    /// The name that variants ask it by.
    pub name: String,
    /// What starts it; it stays in the foreground. Besides what placeholders can mean everywhere, they can be those of
    /// [`Server::PLACEHOLDERS`].
    pub line: CommandLine,
    /// Paths of files beside the plan that are copied to its directory. One whose name ends in [`Server::TEMPLATE`] loses that,
    /// and has `@name@` replaced by what the placeholder `{name}` stands for.
    pub files: Vec<String>,
    /// Variables added to the environment.
    pub env: Vec<(String, Template)>,
    /// The path that answers with a status of 200 to 399 once it is ready; when `None`, it is ready when it accepts
    /// connections.
    pub ready: Option<Template>,
    /// How long it may take to be ready, in nanoseconds.
    pub patience_ns: u64,
    /// The signal that asks it to end.
    pub stop: StopSignal,
    /// Programs that must be installed.
    pub needs: Vec<Need>,
}

impl Server {
    /// The port of the loopback interface that it must listen on.
    pub const PORT: &str = "port";
    /// Its own directory, in which it is started.
    pub const DIRECTORY: &str = "dir";
    /// The placeholders that only a server has.
    pub const PLACEHOLDERS: [&str; 2] = [Server::PORT, Server::DIRECTORY];
    /// The end of the name of a file that is completed.
    pub const TEMPLATE: &str = ".in";
}

/// A signal that asks a server to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum StopSignal {
    #[default]
    Term,
    Int,
    Quit,
    Hup,
}

impl StopSignal {
    /// The words for the signals.
    pub const WORDS: [(&str, StopSignal); 4] =
        [("TERM", StopSignal::Term), ("INT", StopSignal::Int), ("QUIT", StopSignal::Quit), ("HUP", StopSignal::Hup)];
}
