//! One response that is looked at.

use crate::server::{Reply, Response, Server, answer, closed};

fn answer_of(server: &Server) -> Response {
    answer(server.target(""), closed(1)).unwrap()
}

#[test]
fn everything_is_handed_on() {
    let server = Server::start(|_| {
        let text = "HTTP/1.1 100 Continue\r\nInterim: 1\r\n\r\nHTTP/1.1 404 Not Found\r\nX: a b\r\nTransfer-Encoding: chunked\r\n\r\n\
            3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
        Reply::Drip(text.into())
    });
    let headers = [("X", "a b"), ("Transfer-Encoding", "chunked")];
    let headers = headers.map(|(name, value)| (name.to_string(), value.as_bytes().to_vec())).to_vec();
    assert_eq!(answer_of(&server), Response { status: 404, headers, body: b"abcde".to_vec() });
}

#[test]
fn a_body_that_ends_with_the_connection_is_handed_on() {
    let server = Server::start(|_| Reply::Close(b"HTTP/1.0 200 OK\r\n\r\nto the end".to_vec()));
    assert_eq!(answer_of(&server).body, b"to the end");
}

/// It was cut after 16 MiB, so that bodies which differ behind them were taken for the same.
#[test]
fn a_long_body_is_handed_on_to_its_end() {
    const LENGTH: usize = 17 << 20;
    let server = Server::start(|_| {
        let mut bytes = format!("HTTP/1.1 200 OK\r\nContent-Length: {LENGTH}\r\n\r\n").into_bytes();
        bytes.resize(bytes.len() + LENGTH - 1, b'x');
        bytes.push(b'!');
        Reply::Keep(bytes)
    });
    let body = answer_of(&server).body;
    assert_eq!((body.len(), body.last()), (LENGTH, Some(&b'!')));
}
