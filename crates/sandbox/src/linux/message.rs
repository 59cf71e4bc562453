//! Messages between the parent, the helper and init processes: JSON over `SOCK_SEQPACKET` sockets, one packet each,
//! with descriptors by `SCM_RIGHTS`.

use std::io::{self, IoSlice, IoSliceMut};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::socket::{
    AddressFamily, ControlMessage, ControlMessageOwned, MsgFlags, SockFlag, SockType, UnixAddr, recv,
    recvmsg, sendmsg, socketpair,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::cgroup::JailCgroup;
use super::sys;
use crate::{Ending, Limits, Report, Tier};

/// The longest message: a command line with its environment fits, an accident does not.
const MESSAGE_BYTES_MAX: usize = 128 * 1024;
/// The most descriptors that travel with one message.
const FDS_MAX: usize = 8;
/// The most bind mounts of one program: their descriptors travel beside stdin, stdout and stderr, within [`FDS_MAX`].
pub const BINDS_MAX: usize = 4;

/// The first message from the parent to its helper.
#[derive(Serialize, Deserialize)]
pub struct HelperConfig {
    /// Do not use a higher tier, even if the machine has it.
    pub at_most: Tier,
    /// How many jails to keep ready.
    pub spares: usize,
    /// Files and folders of the operator's toolchains, which every jail has at their own place.
    pub toolchains: Vec<PathBuf>,
}

/// The helper's reply to [`HelperConfig`], after it has probed the machine.
#[derive(Serialize, Deserialize)]
pub struct HelperReady {
    pub report: Report,
}

/// What the parent asks of its helper; each request brings a socket for the reply.
#[derive(Serialize, Deserialize)]
pub enum HelperRequest {
    /// Hand over a spare jail, with these limits set on its control group. Behind the reply socket come descriptors of
    /// folders and files to be cloned as mounts for it, where only the helper has the capability.
    Take(Limits),
    /// The jail was killed: reply when all its processes are reaped and its control group is removed.
    Reap(u64),
    /// As `Reap`, without a reply.
    Forget(u64),
}

/// The helper's reply to [`HelperRequest::Take`].
#[derive(Serialize, Deserialize)]
pub enum TakeReply {
    /// A jail. Descriptors: the socket to its init process, the pidfd of that process, the cloned mounts.
    Jail { number: u64, group: Option<JailCgroup> },
    /// No jail could be created, and why.
    Refused(String),
}

/// The helper's reply to [`HelperRequest::Reap`].
#[derive(Serialize, Deserialize)]
pub struct ReapReply {
    pub cpu: Duration,
    pub memory_peak_bytes: u64,
    pub out_of_memory: bool,
}

/// What the parent (for `PrepareRoot` the helper) asks of a jail's init process.
#[derive(Serialize, Deserialize)]
pub enum InitRequest {
    /// Build the part of the root that is the same for every program. The uid map is written and init is in its control
    /// group by now.
    PrepareRoot,
    /// Start this program. Descriptors: stdin, stdout, stderr, then the mounts that the helper has cloned or the one
    /// file to be copied in.
    Start(Box<super::Spec>),
    /// Stop all processes of the program by `SIGSTOP`.
    Freeze,
    /// Resume them by `SIGCONT`.
    Thaw,
    /// Report CPU time and peak memory so far.
    Measure,
    /// Kill every process, then send a descriptor of the work folder.
    Collect,
    /// Kill every process, then exit.
    Shutdown,
}

/// What a jail's init process sends to the parent: replies, and at some time `Ended`.
#[derive(Serialize, Deserialize)]
pub enum InitEvent {
    /// The program runs; its pidfd comes along.
    Started,
    /// The program could not be started, or a request could not be carried out.
    Failed(String),
    /// The reply to `Freeze` and `Thaw`.
    Done,
    /// The reply to `Measure`.
    Measured { cpu: Duration, memory_peak_bytes: u64 },
    /// The reply to `Collect`; the work folder's descriptor comes along.
    Collected,
    /// The program ended, and all other processes of the jail are killed and reaped.
    Ended(Ending),
}

/// A connected pair of `SOCK_SEQPACKET` sockets, which preserve message boundaries.
pub fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)?)
}

pub fn send<T: Serialize>(socket: impl AsFd, message: &T, fds: &[BorrowedFd]) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    if text.len() > MESSAGE_BYTES_MAX {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the command and its environment are too long",
        ));
    }
    let raw: Vec<_> = fds.iter().map(|fd| fd.as_raw_fd()).collect();
    let rights = [ControlMessage::ScmRights(&raw)];
    let rights = if raw.is_empty() { &[] } else { &rights[..] };
    let socket = socket.as_fd().as_raw_fd();
    sendmsg::<UnixAddr>(socket, &[IoSlice::new(&text)], rights, MsgFlags::MSG_NOSIGNAL, None)?;
    Ok(())
}

/// Receive one message; `None` when the peer has closed its end.
pub fn receive<T: DeserializeOwned>(socket: impl AsFd) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    // Allocates what this message needs (`MSG_PEEK | MSG_TRUNC` returns its length): most are short, and a buffer for
    // the longest would fault in 32 pages each time.
    let peek = MsgFlags::MSG_PEEK | MsgFlags::MSG_TRUNC;
    let length = match recv(socket.as_fd().as_raw_fd(), &mut [], peek) {
        Err(nix::errno::Errno::ECONNRESET) => return Ok(None),
        other => other?,
    };
    let mut text = vec![0; length.min(MESSAGE_BYTES_MAX)];
    let mut space = nix::cmsg_space!([i32; FDS_MAX]);
    let (length, fds) = {
        let mut slices = [IoSliceMut::new(&mut text)];
        let socket = socket.as_fd().as_raw_fd();
        let received = recvmsg::<UnixAddr>(socket, &mut slices, Some(&mut space), MsgFlags::MSG_CMSG_CLOEXEC);
        let received = match received {
            Err(nix::errno::Errno::ECONNRESET) => return Ok(None),
            other => other?,
        };
        let mut fds = Vec::new();
        for control in received.cmsgs()? {
            if let ControlMessageOwned::ScmRights(raw) = control {
                fds.extend(raw.into_iter().map(sys::own));
            }
        }
        (received.bytes, fds)
    };
    if length == 0 {
        return Ok(None);
    }
    Ok(Some((serde_json::from_slice(&text[..length])?, fds)))
}

/// Wait until a descriptor is readable or its peer has closed; `false` after the timeout.
pub fn is_readable_within(fd: impl AsFd, patience: Duration) -> io::Result<bool> {
    let end = std::time::Instant::now() + patience;
    loop {
        let left = end.saturating_duration_since(std::time::Instant::now());
        // Rounded up to whole milliseconds: a last wait of 0 ms would spin.
        let timeout = PollTimeout::try_from(left + Duration::from_micros(999)).unwrap_or(PollTimeout::MAX);
        match poll(&mut [PollFd::new(fd.as_fd(), PollFlags::POLLIN)], timeout) {
            Ok(0) if left.is_zero() => return Ok(false),
            Ok(0) | Err(nix::errno::Errno::EINTR) => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
    }
}
