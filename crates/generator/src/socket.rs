//! A TCP socket that never blocks.

use crate::checked::checked;
use std::io;
use std::mem;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::Duration;

/// A connection that is open or being opened.
pub(crate) struct Socket {
    pub(crate) fd: OwnedFd,
}

impl Socket {
    /// A connection that is open when this returns, and acknowledges from the first answer on as one that has been used: late, with the next request. A fresh one
    /// acknowledges its first answers at once (tcp(7), `TCP_QUICKACK`), and a server that waits for that is quicker then.
    pub(crate) fn open(address: &SocketAddr, timeout: Duration) -> io::Result<Socket> {
        let stream = TcpStream::connect_timeout(address, timeout)?;
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        let socket = Socket { fd: stream.into() };
        socket.set(libc::IPPROTO_TCP, libc::TCP_QUICKACK, &0)?;
        Ok(socket)
    }

    /// A socket that can be connected. An error here is the machine's: no descriptors or no memory left.
    pub(crate) fn new(address: &SocketAddr) -> io::Result<Socket> {
        let family = if address.is_ipv4() { libc::AF_INET } else { libc::AF_INET6 };
        let kind = libc::SOCK_STREAM | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
        // SAFETY: the call takes numbers and returns a descriptor or −1.
        let fd = checked(unsafe { libc::socket(family, kind, 0) })?;
        // SAFETY: the kernel has just returned this descriptor, and nobody else knows it.
        let socket = Socket { fd: unsafe { OwnedFd::from_raw_fd(fd) } };
        socket.set(libc::IPPROTO_TCP, libc::TCP_NODELAY, &1)?;
        Ok(socket)
    }

    /// Begins to connect. Whether that succeeds shows when something is sent: over loopback the connection is open when this
    /// returns, although the kernel says that it is in progress.
    pub(crate) fn connect(&self, address: &SocketAddr) -> io::Result<()> {
        let status = match address {
            SocketAddr::V4(address) => self.connect_to(&libc::sockaddr_in {
                sin_family: libc::AF_INET as libc::sa_family_t,
                sin_port: address.port().to_be(),
                sin_addr: libc::in_addr { s_addr: u32::from_ne_bytes(address.ip().octets()) },
                sin_zero: [0; 8],
            }),
            SocketAddr::V6(address) => self.connect_to(&libc::sockaddr_in6 {
                sin6_family: libc::AF_INET6 as libc::sa_family_t,
                sin6_port: address.port().to_be(),
                sin6_flowinfo: address.flowinfo(),
                sin6_addr: libc::in6_addr { s6_addr: address.ip().octets() },
                sin6_scope_id: address.scope_id(),
            }),
        };
        match checked(status) {
            Err(error) if error.raw_os_error() != Some(libc::EINPROGRESS) => Err(error),
            _ => Ok(()),
        }
    }

    /// `A` is one of libc's socket addresses.
    fn connect_to<A>(&self, address: &A) -> libc::c_int {
        let length = mem::size_of::<A>() as libc::socklen_t;
        // SAFETY: the kernel reads `length` bytes, which is the size of what the pointer points to.
        unsafe { libc::connect(self.fd.as_raw_fd(), std::ptr::from_ref(address).cast(), length) }
    }

    /// Sends what fits, and returns how much that was.
    ///
    /// # Errors
    /// `WouldBlock` when nothing fits or the connection is still being opened; what the opening ran into; a broken
    /// connection, without a signal.
    pub(crate) fn send(&self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: the kernel reads `len` bytes from a slice that has them.
        length(unsafe { libc::send(self.fd.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL) })
    }

    /// Receives what is there and fits. Zero is the end.
    ///
    /// # Errors
    /// `WouldBlock` when nothing is there; a broken connection.
    pub(crate) fn receive(&self, into: &mut [u8]) -> io::Result<usize> {
        // SAFETY: the kernel writes at most `len` bytes to a slice that has room for them.
        length(unsafe { libc::recv(self.fd.as_raw_fd(), into.as_mut_ptr().cast(), into.len(), 0) })
    }

    /// Receives up to so many bytes without looking at them, which spares the copy. Otherwise like `receive`.
    pub(crate) fn discard(&self, bytes_max: usize) -> io::Result<usize> {
        // SAFETY: with MSG_TRUNC the kernel drops the bytes of a TCP stream and writes nothing: tcp(7).
        length(unsafe { libc::recv(self.fd.as_raw_fd(), std::ptr::null_mut(), bytes_max, libc::MSG_TRUNC) })
    }

    /// Resets the connection: the other side sees an error, and neither keeps the ports (socket(7), `SO_LINGER`).
    pub(crate) fn reset(self) {
        // A connection that is broken already is closed just the same.
        let _ = self.set(libc::SOL_SOCKET, libc::SO_LINGER, &libc::linger { l_onoff: 1, l_linger: 0 });
    }

    /// `T` is the type that the kernel expects for the option.
    fn set<T>(&self, level: libc::c_int, option: libc::c_int, value: &T) -> io::Result<()> {
        let (value, length) = (std::ptr::from_ref(value).cast(), mem::size_of::<T>() as libc::socklen_t);
        // SAFETY: the kernel reads `length` bytes, which is the size of what the pointer points to.
        checked(unsafe { libc::setsockopt(self.fd.as_raw_fd(), level, option, value, length) })?;
        Ok(())
    }
}

fn length(returned: isize) -> io::Result<usize> {
    usize::try_from(returned).map_err(|_| io::Error::last_os_error())
}
