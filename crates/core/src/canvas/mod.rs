//! The readers of a game's one `draw`: text for people, frames for the viewer, planes for learners,
//! digests for verification.

mod digest;
mod frame;
mod gist;
mod planes;
mod text;

pub use digest::{Digest, DigestCanvas};
pub use frame::{Frame as Picture, FrameCanvas, Item, PictureChange};
pub use gist::GistCanvas;
pub use planes::{PlaneCanvas, Shape};
pub use text::{Spot, TextCanvas};

/// The members of a set given as words of 64 bits, in ascending order.
fn members(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(w, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let i = w * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(i)
        })
    })
}
