//! A server whose paths say how long it takes, in microseconds: `/fixed/2000`, `/every/20/1000/40000` (each twentieth takes
//! the last), `/chance/30/1000/5000` (30 % take the last), `/warms/400/2400/400` (so many since its start take the first); with `/queued` behind it one request after another; with `/beside` likewise, but whoever takes long does so
//! beside the others, as where one thread serves all and waits for timers.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The first argument that makes this program that server; then comes its port.
pub const WORD: &str = "__slow";

/// Stands behind the port of one that nobody speaks to.
pub const ALONE: &str = "alone";

/// The end of a service is waited for without sleeping, because sleepers wake up late.
const AWAKE: Duration = Duration::from_micros(200);

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n";

/// Who takes so long waits for nobody and lets nobody wait, where paths say so.
const LONG: Duration = Duration::from_millis(5);

/// What all connections share.
struct Habits {
    counts: HashMap<String, u64>,
    random: Xoshiro256PlusPlus,
}

/// Whose turn it is of requests that are served one after another.
static TURN: Mutex<()> = Mutex::new(());

/// Serves until its standard input ends, or as long as nobody ends it where [`ALONE`] stands behind the port.
pub fn serve(arguments: &[String]) -> io::Result<()> {
    let port = arguments.first().and_then(|text| text.parse().ok()).expect("a port");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    if arguments.get(1).is_none_or(|word| word != ALONE) {
        std::thread::spawn(|| {
            let _ = io::stdin().read(&mut [0]);
            std::process::exit(0);
        });
    }
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64);
    let random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let habits = Arc::new(Mutex::new(Habits { counts: HashMap::new(), random }));
    for stream in listener.incoming() {
        let (stream, habits) = (stream?, Arc::clone(&habits));
        std::thread::spawn(move || converse(stream, &habits));
    }
    Ok(())
}

/// A request is one piece, because it is short and its sender waits for the answer.
fn converse(mut stream: TcpStream, habits: &Mutex<Habits>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = [0; 4096];
    loop {
        let length = stream.read(&mut buffer)?;
        let arrived = Instant::now();
        if length == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&buffer[..length]);
        let path = text.split_whitespace().nth(1).unwrap_or_default();
        let service = habits.lock().expect("nobody panics with it").service(path);
        let takes_turn = path.ends_with("/queued") || path.ends_with("/beside") && service < LONG;
        match takes_turn {
            true => {
                let _turn = TURN.lock().expect("nobody panics with it");
                wait_until(Instant::now() + service);
            }
            false => wait_until(arrived + service),
        }
        stream.write_all(ANSWER)?;
    }
}

impl Habits {
    fn service(&mut self, path: &str) -> Duration {
        let numbers: Vec<u64> = path.split('/').filter_map(|part| part.parse().ok()).collect();
        let micros =
            match numbers[..] {
                [one_in, often, seldom] if path.starts_with("/every") => {
                    let count = self.counts.entry(path.into()).or_default();
                    *count += 1;
                    if count.is_multiple_of(one_in) { seldom } else { often }
                }
                [first, slow, quick] if path.starts_with("/warms") => {
                    let count = self.counts.entry(path.into()).or_default();
                    *count += 1;
                    if *count <= first { slow } else { quick }
                }
                [percent, often, seldom] if path.starts_with("/chance") => {
                    if self.random.random_range(0..100) < percent { seldom } else { often }
                }
                [always, ..] => always,
                [] => 0,
            };
        Duration::from_micros(micros)
    }
}

fn wait_until(moment: Instant) {
    let left = moment.saturating_duration_since(Instant::now());
    std::thread::sleep(left.saturating_sub(AWAKE));
    while Instant::now() < moment {
        std::hint::spin_loop();
    }
}
