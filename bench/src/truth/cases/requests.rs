//! Requests to the server of the trial, whose paths say how long it takes: see `slow.rs`.

use crate::truth::case::{Case, Class, Truth};

pub fn cases() -> Vec<Case> {
    let of = |name: &str, category, a: &str, b: &str, truth| Case::new(name, Class::Http, category, [a, b], truth);
    vec![
        of("http-steady-1", "steady", "/fixed/2000", "/fixed/2000/again", Truth::Known(1.0)),
        of("http-steady-1.05", "steady", "/fixed/2000", "/fixed/2100", Truth::Loop),
        of("http-rare-20", "rare work, usual and mean contradict", "/fixed/2000", "/every/20/1000/40000", Truth::Loop)
            .with_period(20),
        of("http-rare-20-equal", "rare work, equal means", "/fixed/2000", "/every/20/1000/21000", Truth::Known(1.0)),
        of(
            "http-rare-50-ten",
            "rare work, usual and mean contradict",
            "/fixed/6000",
            "/every/50/2000/100000",
            Truth::Loop,
        )
        .with_period(50)
        .over(10),
        of(
            "http-rare-50-ten-equal",
            "rare work, equal means",
            "/fixed/8000",
            "/every/50/4000/204000",
            Truth::Known(1.0),
        )
        .over(10),
        of(
            "http-rare-50-queue-equal",
            "rare work, equal means",
            "/fixed/2000/queued",
            "/every/50/1000/51000/queued",
            Truth::Known(1.0),
        )
        .over(10),
        // One thread that answers quickly, and one answer in fifty that waits for something else.
        of(
            "http-rare-50-beside",
            "rare work, usual and mean contradict",
            "/fixed/1000/queued",
            "/every/50/500/150000/beside",
            Truth::Loop,
        )
        .with_period(50)
        .over(10),
        of(
            "http-rare-50-beside-again",
            "rare work, equal means",
            "/every/50/400/100000/beside",
            "/every/50/400/100000/beside/beside",
            Truth::Known(1.0),
        )
        .over(10),
        // Where some of the requests do not count, the slow ones are all among them, or none is.
        of("http-turns-2", "periods", "/fixed/150000", "/every/2/50000/250000", Truth::Known(1.0)),
        of("http-turns-12-equal", "periods", "/every/12/2280/114001", "/every/2/455/22726", Truth::Known(1.0)),
        of("http-warms-0.5", "servers that warm up", "/fixed/800", "/warms/400/2400/400", Truth::Known(0.5))
            .of_fresh_server(),
        of("http-warms-ten-0.5", "servers that warm up", "/fixed/8000", "/warms/500/24000/4000", Truth::Known(0.5))
            .over(10)
            .of_fresh_server(),
        of("http-fresh-1.05", "servers that warm up", "/fixed/2000", "/fixed/2100", Truth::Known(1.05))
            .of_fresh_server(),
        // As where a collector stops the server: once in about each batch.
        of("http-fresh-pauses", "periods", "/fixed/500", "/every/300/400/60000", Truth::Loop)
            .with_period(300)
            .of_fresh_server(),
        of("http-modes-70-1.33", "two modes", "/fixed/1500", "/chance/30/1000/4333", Truth::Loop),
        of("http-modes-50-equal", "two modes", "/chance/50/1000/3000", "/fixed/2000", Truth::Known(1.0)),
    ]
}
