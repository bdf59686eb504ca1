//! Whom to ask, and what.

use std::net::SocketAddr;

/// A server and the request that it is sent again and again.
#[derive(Clone, Debug)]
pub struct Target {
    /// Where the server listens.
    pub address: SocketAddr,
    /// One complete HTTP/1.1 request, head and body, sent as it stands. It decides what is asked of the connection, too:
    /// for [`Load::keep_alive`](crate::Load::keep_alive) of `false` it should carry `Connection: close`.
    pub request: Vec<u8>,
    /// Whether the request is a HEAD: no body follows the head of its response, whatever that says.
    pub head_only: bool,
}
