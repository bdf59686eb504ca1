//! Where a response ends.

use crate::server::{Reply, Server, closed, run};
use cmpthese_generator::{Generator, Target};

const CHUNKED: &str = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
    5\r\nHello\r\n7 ; a=\"b\"\r\n, world\r\n0002\r\n!\n\r\n0\r\nTrailer: x\r\n\r\n";

/// Answers twenty requests with the bytes over two connections, and returns how many connections that took.
fn twenty(status: u16, reply: fn(Vec<u8>) -> Reply, bytes: &[u8], head_only: bool) -> u64 {
    let bytes = bytes.to_vec();
    let server = Server::start(move |_| reply(bytes.clone()));
    let target = Target { head_only, ..server.target("") };
    let outcome = Generator::new(target, closed(2)).unwrap().run(20, 0, status).unwrap();
    assert_eq!((outcome.completed, outcome.faulty()), (20, 0), "{:?}", outcome.faults);
    assert_eq!(outcome.connections_opened, server.connections());
    outcome.connections_opened
}

#[test]
fn bodies_end_where_they_should() {
    let large = [b"HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n".to_vec(), vec![b'x'; 3_000_000]].concat();
    let large_chunk = [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1e8480\r\n".to_vec(),
        vec![b'x'; 2_000_000],
        b"\r\n0\r\n\r\n".to_vec(),
    ]
    .concat();
    let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n\
        HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    let cases: [(u16, &[u8], bool); 10] = [
        (200, b"HTTP/1.1 200 OK\r\ncontent-length:  2\r\n\r\nok", false),
        (200, b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", false),
        (200, b"HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok", false),
        (200, CHUNKED.as_bytes(), false),
        (200, interim.as_bytes(), false),
        (200, b"HTTP/1.1 200 OK\r\nContent-Length: 77\r\n\r\n", true),
        (204, b"HTTP/1.1 204 No Content\r\n\r\n", false),
        (304, b"HTTP/1.1 304 Not Modified\r\nContent-Length: 77\r\n\r\n", false),
        (200, &large, false),
        (200, &large_chunk, false),
    ];
    for (status, bytes, head_only) in cases {
        assert_eq!(twenty(status, Reply::Keep, bytes, head_only), 2);
        if bytes.len() < 1000 {
            assert_eq!(twenty(status, Reply::Drip, bytes, head_only), 2);
        }
    }
}

#[test]
fn a_body_without_a_length_ends_with_the_connection() {
    for head in ["HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n"] {
        assert_eq!(twenty(200, Reply::Close, format!("{head}some text").as_bytes(), false), 2 + 18);
        assert_eq!(twenty(200, Reply::Close, head.as_bytes(), false), 2 + 18);
    }
}

#[test]
fn http_1_0_closes_unless_it_says_otherwise() {
    assert_eq!(twenty(200, Reply::Close, b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", false), 2 + 18);
}

#[test]
fn bytes_of_a_response_are_all_counted() {
    let server = Server::start(|_| Reply::Drip(CHUNKED.as_bytes().to_vec()));
    assert_eq!(run(server.target(""), closed(1), 3).bytes_received, 3 * CHUNKED.len() as u64);
}
