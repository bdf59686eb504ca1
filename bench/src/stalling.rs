//! A server whose latencies are known: each answer takes a fixed time, and none leaves during its stalls. What a shared machine
//! makes of that it notes down itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// The first argument that makes this program that server; then come its port, milliseconds (of an answer, of a stall, from one
/// stall to the next), and the path of a file: what each answer really took, in nanoseconds, is added to it, a line each.
pub const WORD: &str = "__stalling";

/// The part of a wait that is spent without sleeping, because a sleeper wakes up late.
const AWAKE: Duration = Duration::from_micros(150);

#[derive(Clone, Copy)]
struct Manner {
    began: Instant,
    service: Duration,
    stall: Duration,
    every: Duration,
}

/// Serves until it is ended.
pub fn serve(arguments: &[String]) -> io::Result<()> {
    let numbers: Vec<u64> = arguments.iter().filter_map(|text| text.parse().ok()).collect();
    let ([port, service, stall, every], Some(notes)) = (&numbers[..4], arguments.get(4)) else {
        panic!("{WORD} PORT SERVICE STALL EVERY NOTES, not {arguments:?}")
    };
    let (port, service, stall, every) = (*port, *service, *stall, *every);
    let port = u16::try_from(port).expect("a port");
    let [service, stall, every] = [service, stall, every].map(Duration::from_millis);
    let manner = Manner { began: Instant::now(), service, stall, every };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    for stream in listener.incoming() {
        let (stream, notes) = (stream?, notes.clone());
        std::thread::Builder::new().stack_size(128 << 10).spawn(move || {
            let mut took = String::new();
            let ended = answer_all(stream, manner, &mut took);
            let note = |mut file: File| file.write_all(took.as_bytes());
            File::options().append(true).create(true).open(notes).and_then(note).and(ended)
        })?;
    }
    Ok(())
}

fn answer_all(mut stream: TcpStream, manner: Manner, took: &mut String) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let arrived = Instant::now();
        while line.trim_end() != "" {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
        }
        wait_until(manner.answered_at(arrived));
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n")?;
        *took += &format!("{}\n", arrived.elapsed().as_nanos());
    }
}

impl Manner {
    /// When the answer to a request leaves.
    fn answered_at(&self, arrived: Instant) -> Instant {
        let due = arrived + self.service;
        if self.stall.is_zero() {
            return due;
        }
        let into_cycle = Duration::from_nanos(((due - self.began).as_nanos() % self.every.as_nanos()) as u64);
        if into_cycle < self.stall { due + (self.stall - into_cycle) } else { due }
    }
}

fn wait_until(moment: Instant) {
    let left = moment.saturating_duration_since(Instant::now());
    if left > AWAKE {
        std::thread::sleep(left - AWAKE);
    }
    while Instant::now() < moment {
        std::hint::spin_loop();
    }
}
