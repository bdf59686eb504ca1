//! A server whose latencies are known: each answer takes a fixed time, and of those to [`STALLING`] none leaves during its stalls.
//!
//! One thread, which sleeps only while nothing is due: whoever sleeps until the moment wakes up late. It must not be awake all the
//! time either, because a virtual machine that keeps all its CPUs busy is stopped now and then, for milliseconds. What the machine
//! makes of the answers all the same, the server notes down, from the kernel's time stamp of each request.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The first argument that makes this program that server; then come its port, milliseconds (of an answer, of a stall, from one
/// stall to the next), and the path of a file: path and time of each answer, in nanoseconds, are added to it, a line each.
pub const WORD: &str = "__stalling";

/// An answer that is due within this time is waited for without sleeping.
const AWAKE: Duration = Duration::from_micros(200);

/// The path whose answers stall.
pub const STALLING: &str = "/stalling";

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n";

struct Server {
    listener: TcpListener,
    connections: Vec<Option<TcpStream>>,
    /// In the order in which the answers leave.
    due: VecDeque<Due>,
    manner: Manner,
    notes: File,
}

/// An answer, with times since 1970.
struct Due {
    moment: Duration,
    arrived: Duration,
    stalls: bool,
    connection: usize,
}

struct Manner {
    service: Duration,
    stall: Duration,
    every: Duration,
}

/// Serves until it is ended.
pub fn serve(arguments: &[String]) -> io::Result<()> {
    let numbers: Vec<u64> = arguments.iter().map_while(|text| text.parse().ok()).collect();
    let ([port, service, stall, every], Some(path)) = (&numbers[..], arguments.get(4)) else {
        panic!("{WORD} PORT SERVICE STALL EVERY NOTES, not {arguments:?}")
    };
    let [service, stall, every] = [service, stall, every].map(|millis| Duration::from_millis(*millis));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, u16::try_from(*port).expect("a port")))?;
    listener.set_nonblocking(true)?;
    let notes = File::options().append(true).create(true).open(path)?;
    let manner = Manner { service, stall, every };
    let mut server = Server { listener, connections: Vec::new(), due: VecDeque::new(), manner, notes };
    loop {
        server.sleep();
        server.accept()?;
        server.read();
        server.answer()?;
    }
}

impl Server {
    /// Until somebody says something, or an answer is due before long.
    fn sleep(&self) {
        let left = self.due.front().map(|due| due.moment.saturating_sub(now()).saturating_sub(AWAKE));
        if left.is_some_and(|left| left.is_zero()) {
            return;
        }
        let descriptors = self.connections.iter().flatten().map(AsRawFd::as_raw_fd).chain([self.listener.as_raw_fd()]);
        let mut entries: Vec<libc::pollfd> =
            descriptors.map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 }).collect();
        let limit = left.map(|left| libc::timespec { tv_sec: 0, tv_nsec: i64::from(left.subsec_nanos()) });
        let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: entries and time outlive the call, the count is that of the entries, and no mask is given.
        unsafe { libc::ppoll(entries.as_mut_ptr(), entries.len() as libc::nfds_t, limit, std::ptr::null()) };
    }

    fn accept(&mut self) -> io::Result<()> {
        match self.listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(true)?;
                stream.set_nodelay(true)?;
                stamp_arrivals(&stream)?;
                let vacant = self.connections.iter().position(Option::is_none);
                match vacant {
                    Some(index) => self.connections[index] = Some(stream),
                    None => self.connections.push(Some(stream)),
                }
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// A request is one piece, because it is short and its sender waits for the answer.
    fn read(&mut self) {
        let mut buffer = [0; 4096];
        for (connection, place) in self.connections.iter_mut().enumerate() {
            let Some(stream) = place else { continue };
            match receive(stream, &mut buffer) {
                Ok((length @ 1.., arrived)) => {
                    let stalls = buffer[..length].starts_with(format!("GET {STALLING} ").as_bytes());
                    let moment = self.manner.answered_at(arrived, stalls);
                    self.due.push_back(Due { moment, arrived, stalls, connection });
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Ok(_) | Err(_) => *place = None,
            }
            // What is due does not wait for the others to be read.
            if self.due.front().is_some_and(|due| due.moment <= now()) {
                break;
            }
        }
    }

    fn answer(&mut self) -> io::Result<()> {
        let mut noted = String::new();
        while let Some(due) = self.due.front()
            && due.moment <= now()
        {
            if let Some(stream) = &mut self.connections[due.connection] {
                let _ = stream.write_all(ANSWER);
            }
            noted += &format!("{} {}\n", if due.stalls { STALLING } else { "/" }, (now() - due.arrived).as_nanos());
            self.due.pop_front();
        }
        self.notes.write_all(noted.as_bytes())
    }
}

impl Manner {
    /// When the answer to a request leaves: later for those that come later, also where it is the end of a stall.
    fn answered_at(&self, arrived: Duration, stalls: bool) -> Duration {
        let due = arrived + self.service;
        let into_cycle = Duration::from_nanos((due.as_nanos() % self.every.as_nanos()) as u64);
        if stalls && into_cycle < self.stall { due + (self.stall - into_cycle) } else { due }
    }
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970")
}

/// Asks the kernel to tell when what is read arrived.
fn stamp_arrivals(stream: &TcpStream) -> io::Result<()> {
    let on: libc::c_int = 1;
    let size = size_of::<libc::c_int>() as libc::socklen_t;
    let value = std::ptr::from_ref(&on).cast();
    // SAFETY: the value outlives the call, and its size is the one given.
    match unsafe { libc::setsockopt(stream.as_raw_fd(), libc::SOL_SOCKET, libc::SO_TIMESTAMPNS, value, size) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Reads what is there. The result is its length, and when it arrived.
fn receive(stream: &TcpStream, buffer: &mut [u8]) -> io::Result<(usize, Duration)> {
    let mut control = [0_u64; 16];
    let mut piece = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    // SAFETY: msghdr is plain numbers and pointers, for which all zeroes is a valid value.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &mut piece;
    message.msg_iovlen = 1;
    message.msg_control = control.as_mut_ptr().cast();
    message.msg_controllen = size_of_val(&control);
    // SAFETY: the message, its piece and its room for control data outlive the call.
    let length = unsafe { libc::recvmsg(stream.as_raw_fd(), &mut message, 0) };
    let Ok(length) = usize::try_from(length) else { return Err(io::Error::last_os_error()) };
    // SAFETY: the kernel filled the control data in, and told its length.
    let header = unsafe { libc::CMSG_FIRSTHDR(&message) };
    if header.is_null() {
        return Ok((length, now()));
    }
    // SAFETY: the header is not null, and what follows it is the time that was asked for.
    let time = unsafe { std::ptr::read_unaligned(libc::CMSG_DATA(header).cast::<libc::timespec>()) };
    Ok((length, Duration::new(time.tv_sec as u64, time.tv_nsec as u32)))
}
