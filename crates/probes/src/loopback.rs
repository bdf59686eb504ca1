//! A byte there and back over a TCP connection to this machine, without delay for more (TCP_NODELAY): lmbench's lat_tcp. The other side is a
//! process on the same CPU, so two switches are part of it.

use crate::partner::Partner;
use crate::probe::{Prepared, Site};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};

/// See the head of this file.
pub fn prepare(_site: &Site) -> io::Result<Prepared> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let mut stream = TcpStream::connect(listener.local_addr()?)?;
    let (other, _) = listener.accept()?;
    for end in [&stream, &other] {
        end.set_nodelay(true)?;
    }
    let partner = Partner::echo(&other, &other)?;
    Ok(Prepared::alone(move |dose: u64| -> io::Result<()> {
        for _ in 0..dose {
            stream.write_all(b"x")?;
            stream.read_exact(&mut [0])?;
        }
        // The partner is there as long as this.
        let _ = &partner;
        Ok(())
    }))
}
