//! Messages between the parent, the helper and the jails: JSON in one packet, with descriptors beside it.

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
/// The most parts of the host's files that one program can be given: they travel beside the three standard descriptors.
pub const BINDS_MAX: usize = 4;

/// The first thing the parent tells its helper.
#[derive(Serialize, Deserialize)]
pub struct HelperConfig {
    /// Do not use a higher tier, even if the machine has it.
    pub at_most: Tier,
    /// How many jails to keep ready.
    pub spares: usize,
    /// Files and folders of the operator's toolchains, which every jail has at their own place.
    pub toolchains: Vec<PathBuf>,
}

/// What the helper answers to [`HelperConfig`].
#[derive(Serialize, Deserialize)]
pub struct HelperReady {
    pub report: Report,
}

/// What the parent asks of its helper; each request brings a socket for the reply.
#[derive(Serialize, Deserialize)]
pub enum HelperRequest {
    /// Hand over a ready jail, with these limits set on its control group. Behind the socket come folders and files to be
    /// made ready for it, where only the helper may do that.
    Take(Limits),
    /// The jail was told to die: say when it is gone, and what it used.
    Reap(u64),
    /// As `Reap`, but nobody waits for the answer.
    Forget(u64),
}

/// The helper's reply to [`HelperRequest::Take`].
#[derive(Serialize, Deserialize)]
pub enum TakeReply {
    /// Here it is; the line to its first process, a descriptor that names that, and what was made ready come along.
    Jail { number: u64, group: Option<JailCgroup> },
    /// There is none to be had, and why.
    Refused(String),
}

/// The helper's reply to [`HelperRequest::Reap`].
#[derive(Serialize, Deserialize)]
pub struct ReapReply {
    pub cpu: Duration,
    pub memory_peak_bytes: u64,
    pub out_of_memory: bool,
}

/// What the parent tells a jail's first process.
#[derive(Serialize, Deserialize)]
pub enum InitRequest {
    /// Build the root as far as it is the same for every program: the jail's user and control group are there now.
    PrepareRoot,
    /// Start this; standard input, output and error come along, then what is to be seen of the host's files: parts that the
    /// helper has made ready, or the one file to be copied.
    Start(Box<super::Spec>),
    /// Stop all processes of the program.
    Freeze,
    /// Let them go on.
    Thaw,
    /// Say what was used so far.
    Measure,
    /// End every process, then hand over the scratch folder.
    Collect,
    /// End every process, then yourself.
    Shutdown,
}

/// What a jail's first process tells the parent.
#[derive(Serialize, Deserialize)]
pub enum InitEvent {
    /// The program runs; a descriptor that names it comes along.
    Started,
    /// The program could not be started, or an order could not be carried out.
    Failed(String),
    /// Frozen or thawed, as ordered.
    Done,
    /// The answer to `Measure`.
    Measured { cpu: Duration, memory_peak_bytes: u64 },
    /// The answer to `Collect`; the folder comes along.
    Collected,
    /// The program ended. Nothing else of it runs any more.
    Ended(Ending),
}

/// A pair of connected sockets that keep messages apart.
pub fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)?)
}

/// Send one message.
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

/// Receive one message; `None` when the other side has gone.
pub fn receive<T: DeserializeOwned>(socket: impl AsFd) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    // As long as the message is, which a look tells: most are short, and room for the longest would cost pages each time.
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

/// Wait until a descriptor can be read, or has been hung up; `false` when the time ran out first.
pub fn is_readable_within(fd: impl AsFd, patience: Duration) -> io::Result<bool> {
    let end = std::time::Instant::now() + patience;
    loop {
        let left = end.saturating_duration_since(std::time::Instant::now());
        // Rounded up, so that the last wait does not turn into a busy loop of zeroes.
        let timeout = PollTimeout::try_from(left + Duration::from_micros(999)).unwrap_or(PollTimeout::MAX);
        match poll(&mut [PollFd::new(fd.as_fd(), PollFlags::POLLIN)], timeout) {
            Ok(0) if left.is_zero() => return Ok(false),
            Ok(0) | Err(nix::errno::Errno::EINTR) => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
    }
}
