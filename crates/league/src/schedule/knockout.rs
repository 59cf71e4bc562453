//! Single elimination.

use super::{Places, Ranked, Settings, Stage};
use crate::Refusal;

pub(super) fn stage(_: &Settings, _: u32, _: &[Places]) -> Result<Option<Stage>, Refusal> {
    Ok(None)
}

pub(super) fn ranking(_: &Settings, _: u32, _: &[Places]) -> Result<Vec<Ranked>, Refusal> {
    Ok(Vec::new())
}
