//! Limits of films. Writers keep to them, readers refuse what exceeds them.

/// The format version, in every header.
pub const FORMAT: u32 = 1;
/// Bytes of a whole film, decompressed.
pub const MOST_BYTES: usize = 256 << 20;
/// Bytes of the header line.
pub const MOST_HEADER_BYTES: usize = 16 << 20;
/// Blocks, the last one included.
pub const MOST_BLOCKS: usize = 65_536;
/// Decisions.
pub const MOST_STEPS: u64 = 1 << 20;
/// Decisions in one block.
pub const MOST_BLOCK_STEPS: u64 = 65_536;
/// Columns or rows of a board.
pub const MOST_SIDE: usize = 256;
/// Items of one picture.
pub const MOST_ITEMS: usize = 1 << 18;
/// Layers and gauges of a game.
pub const MOST_LAYERS: usize = 32;
/// Marks of one decision; beyond, those of the smallest weight are left out.
pub const MOST_MARKS: usize = 2_048;
/// Peaks in the head of a block.
pub const MOST_PEAKS: usize = 32;
/// Bytes of an answer; the rest is truncated, and the film says how much.
pub const MOST_ANSWER_BYTES: usize = 8_192;
/// Bytes of a sentence: a mark's, a fault's, a note's.
pub const MOST_SENTENCE_BYTES: usize = 1_024;
/// Bytes of a player's name.
pub const MOST_NAME_BYTES: usize = 200;
/// Notes of a match.
pub const MOST_NOTES: usize = 64;
/// Phrases in the phrase table.
pub const MOST_PHRASES: usize = 8_192;
/// Bytes of one phrase.
pub const MOST_PHRASE_BYTES: usize = 240;
/// Numbers in one phrase.
pub const MOST_NUMBERS: usize = 24;
/// Bytes of stderr, of all seats together.
pub const MOST_STDERR_BYTES: usize = 2 << 20;
/// The most blocks from one key block to the next.
pub const KEY_BLOCKS: usize = 16;
/// After this many decisions without a key block the next block is one.
pub const KEY_STEPS: u64 = 1_024;
/// The largest gauge, score or time: 2^53 - 1, which a double holds exactly. Larger values are clamped.
pub const MOST_NUMBER: i64 = (1 << 53) - 1;
/// Bytes of a decoded text: replacing invalid UTF-8 by U+FFFD can triple the size of an answer.
pub const MOST_TEXT_BYTES: usize = 3 * MOST_ANSWER_BYTES;
