//! One response with everything kept.

use crate::server::{Reply, Server, closed};
use cmpthese_generator::{BODY_KEPT_MAX, Generator, Response};

fn answer(server: &Server) -> Response {
    Generator::new(server.target(""), closed(1)).unwrap().answer().unwrap()
}

#[test]
fn everything_is_kept() {
    let server = Server::start(|_| {
        let text = "HTTP/1.1 100 Continue\r\nInterim: 1\r\n\r\nHTTP/1.1 404 Not Found\r\nX: a b\r\nTransfer-Encoding: chunked\r\n\r\n\
            3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
        Reply::Drip(text.into())
    });
    let headers = [("X", "a b"), ("Transfer-Encoding", "chunked")];
    let headers = headers.map(|(name, value)| (name.to_string(), value.as_bytes().to_vec())).to_vec();
    assert_eq!(answer(&server), Response { status: 404, headers, body: b"abcde".to_vec() });
}

#[test]
fn a_body_that_ends_with_the_connection_is_kept() {
    let server = Server::start(|_| Reply::Close(b"HTTP/1.0 200 OK\r\n\r\nto the end".to_vec()));
    assert_eq!(answer(&server).body, b"to the end");
}

#[test]
fn no_more_is_kept_than_the_limit() {
    let length = BODY_KEPT_MAX + 1;
    let server = Server::start(move |_| {
        let mut bytes = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n").into_bytes();
        bytes.resize(bytes.len() + length, b'x');
        Reply::Keep(bytes)
    });
    assert_eq!(answer(&server).body.len(), BODY_KEPT_MAX);
}
