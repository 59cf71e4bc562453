//! Bytes on their way in and out, in small pieces: nobody's body has to fit into memory, and the disk is waited for off the
//! async threads.

use std::fs::File;
use std::io::{self, Read, Write};

use axum::body::{Body, Bytes};
use futures_util::StreamExt as _;
use futures_util::stream::unfold;
use skirmish_arena_protocol::upload::BadUpload;
use skirmish_arena_service::account::Refused;
use skirmish_arena_service::arena::{Arena, off_async};
use skirmish_arena_service::upload::spool;

/// Bytes that are held of one body.
const PIECE_BYTES: usize = 128 << 10;

/// Why a body did not arrive.
#[derive(Debug)]
pub enum Undelivered {
    /// It has more bytes than it may.
    TooLarge,
    /// It ended too early.
    CutOff,
    /// It could not be written.
    Disk(io::Error),
    /// Something else of ours.
    Ours(Refused),
}

impl Undelivered {
    /// As whoever sends is told, with a sentence for what is too large.
    #[must_use]
    pub fn told(self, too_large: impl FnOnce() -> Refused) -> Refused {
        match self {
            Self::TooLarge => too_large(),
            Self::CutOff => Refused::Bad("The upload was cut off on its way. Send it again.".to_owned()),
            Self::Disk(error) => Refused::Away {
                told: "The arena's disk does not answer, or is full.",
                why: error.to_string(),
            },
            Self::Ours(refused) => refused,
        }
    }
}

/// Pieces of a body that are gathered and written.
pub struct Receiver<W> {
    into: Option<W>,
    piece: Vec<u8>,
    left: u64,
}

impl<W: Write + Send + 'static> Receiver<W> {
    /// Writes at most so many bytes.
    pub fn new(into: W, most: u64) -> Self {
        Self { into: Some(into), piece: Vec::new(), left: most }
    }

    /// The next bytes.
    pub async fn take(&mut self, mut bytes: &[u8]) -> Result<(), Undelivered> {
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or(Undelivered::TooLarge)?;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PIECE_BYTES - self.piece.len()));
            self.piece.extend_from_slice(now);
            bytes = later;
            if self.piece.len() == PIECE_BYTES {
                self.write().await?;
            }
        }
        Ok(())
    }

    /// That was all.
    pub async fn finish(mut self) -> Result<W, Undelivered> {
        self.write().await?;
        self.into.take().ok_or(Undelivered::CutOff)
    }

    async fn write(&mut self) -> Result<(), Undelivered> {
        let Some(mut into) = self.into.take() else { return Err(Undelivered::CutOff) };
        let mut piece = std::mem::take(&mut self.piece);
        let writing = off_async(move || into.write_all(&piece).map(|()| (into, std::mem::take(&mut piece))));
        let (into, mut piece) = writing.await.map_err(Undelivered::Ours)?.map_err(Undelivered::Disk)?;
        piece.clear();
        (self.into, self.piece) = (Some(into), piece);
        Ok(())
    }
}

/// Writes a body of at most so many bytes.
pub async fn receive<W: Write + Send + 'static>(body: Body, most: u64, into: W) -> Result<W, Undelivered> {
    let mut receiver = Receiver::new(into, most);
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        receiver.take(&piece.map_err(|_| Undelivered::CutOff)?).await?;
    }
    receiver.finish().await
}

/// Takes an upload that is no larger than the host lets in, to the disk.
pub async fn receive_upload(arena: &Arena, body: Body) -> Result<File, Refused> {
    let most = arena.settings.quota.upload_bytes;
    let received = receive(body, most, spool(arena).await?).await;
    received.map_err(|why| why.told(|| BadUpload::TooLarge(most).into()))
}

/// A blob as a body, read as it is sent.
pub async fn blob_body(arena: &Arena, hash: &str) -> Result<Body, Refused> {
    let (blobs, hash) = (arena.blobs.clone(), hash.to_owned());
    Ok(stream(off_async(move || blobs.reader(&hash)).await??))
}

/// A body that is read as fast as whoever asked takes it.
pub fn stream(from: impl Read + Send + 'static) -> Body {
    let pieces = unfold(Some(from), |from| async {
        let mut from = from?;
        let reading = off_async(move || {
            let mut piece = Vec::new();
            let read = from.by_ref().take(PIECE_BYTES as u64).read_to_end(&mut piece);
            read.map(|_| (piece, from))
        });
        match reading.await {
            Ok(Ok((piece, _))) if piece.is_empty() => None,
            Ok(Ok((piece, from))) => Some((Ok(Bytes::from(piece)), Some(from))),
            Ok(Err(error)) => Some((Err(error), None)),
            Err(refused) => Some((Err(io::Error::other(refused.to_string())), None)),
        }
    });
    // Whoever compresses a body asks once more after its end.
    Body::from_stream(pieces.fuse())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use axum::body::to_bytes;

    use super::*;

    /// Tells how much is written at once.
    struct Pieces(mpsc::Sender<usize>);

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(bytes.len()).expect("somebody listens");
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_body_is_written_in_pieces_whatever_its_size() {
        let (sender, seen) = mpsc::channel();
        let most = 3 * PIECE_BYTES as u64;
        receive(Body::from(vec![0; 3 * PIECE_BYTES]), most, Pieces(sender.clone())).await.expect("written");
        assert!(seen.try_iter().all(|bytes| bytes <= PIECE_BYTES));
        let large = receive(Body::from(vec![0; 3 * PIECE_BYTES + 1]), most, Pieces(sender)).await;
        assert!(matches!(large, Err(Undelivered::TooLarge)));
    }

    #[tokio::test]
    async fn what_has_ended_may_be_asked_again() {
        for bytes in [Vec::new(), vec![1; 100]] {
            let mut pieces = stream(io::Cursor::new(bytes)).into_data_stream();
            while pieces.next().await.is_some() {}
            assert!(pieces.next().await.is_none());
        }
    }

    #[tokio::test]
    async fn what_is_read_in_pieces_arrives_whole_and_a_failure_cuts_it_off() {
        let bytes: Vec<u8> = (0..2 * PIECE_BYTES + 7).map(|number| number as u8).collect();
        let arrived = to_bytes(stream(io::Cursor::new(bytes.clone())), usize::MAX).await.expect("a body");
        assert_eq!(arrived, bytes);
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::InvalidData.into())
            }
        }
        to_bytes(stream(Broken), usize::MAX).await.expect_err("it was cut off");
    }
}
