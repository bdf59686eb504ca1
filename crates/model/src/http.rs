//! A request, and who answers it.

use crate::Template;

/// A request of HTTP/1.1.
#[derive(Clone, Debug, PartialEq)]
pub struct HttpSubject {
    /// Who answers it.
    pub origin: Origin,
    /// The method, such as `GET`.
    pub method: String,
    /// The target: a path with its query.
    pub path: Template,
    /// Header fields besides `Host` and `Content-Length`.
    pub headers: Vec<(String, Template)>,
    /// What is sent behind the head.
    pub body: Option<Template>,
    /// The status that an answer must have; any from 200 to 399 when `None`.
    pub status: Option<u16>,
    /// Names of the header fields that belong to the answer, in lower case.
    pub answer_headers: Vec<String>,
}

/// Who answers a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A server of the plan, by its name.
    Server(String),
    /// A server that runs already.
    Running {
        /// Name or address of its machine.
        host: String,
        /// Its port.
        port: u16,
    },
}

impl HttpSubject {
    /// Every text with placeholders.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &Template> {
        [Some(&self.path), self.body.as_ref()].into_iter().flatten().chain(self.headers.iter().map(|(_, value)| value))
    }
}
