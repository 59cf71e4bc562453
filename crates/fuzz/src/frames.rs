//! Property: the splitter cuts the same frames from a stream however it is chunked, and all of them are within the caps.
//!
//! Input: one byte for the framing, one for each of the three caps, one for the chunk size, then the stream.

use skirmish_core::game::Framing;
use skirmish_core::info::Caps;
use skirmish_referee::splitter::{Cut, Splitter};

/// Streams with longer lines are skipped: of an owed answer, the splitter does not search so long a line for the closing
/// word.
const LONGEST_LINE: usize = 256;

pub fn check(bytes: &[u8]) {
    let [kind, line_bytes, lines, all, piece, stream @ ..] = bytes else { return };
    if stream.split(|&byte| byte == b'\n').any(|line| line.len() > LONGEST_LINE) {
        return;
    }
    let framing = if kind % 2 == 0 { Framing::Line } else { Framing::Until("end") };
    let caps =
        Caps { line_bytes: usize::from(*line_bytes), lines: usize::from(*lines), bytes: usize::from(*all) };
    let whole = answers(Splitter::new(caps), framing, [stream]);
    let pieces = || stream.chunks(usize::from(*piece).max(1));
    assert_eq!(whole, answers(Splitter::new(caps), framing, pieces()));
    whole.iter().flatten().for_each(|answer| check_caps(caps, framing, answer));
    // If an answer is owed from an earlier decision, the first frame is dropped and the others are the same.
    let mut owing = Splitter::new(caps);
    owing.owe(framing);
    let rest = whole.get(1..).unwrap_or_default();
    assert_eq!(rest, answers(owing.clone(), framing, [stream]));
    assert_eq!(rest, answers(owing, framing, pieces()));
}

fn check_caps(caps: Caps, framing: Framing, answer: &[u8]) {
    let lines = answer.iter().filter(|&&byte| byte == b'\n').count();
    let is_within = match framing {
        Framing::Line => answer.len() <= caps.line_bytes && lines == 0,
        Framing::Until(_) => answer.len() <= caps.bytes && lines <= caps.lines,
    };
    assert!(is_within, "{answer:?} is beyond {caps:?}");
}

/// Every frame; `None` where a cap was exceeded.
fn answers<'a>(
    mut splitter: Splitter,
    framing: Framing,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<Option<Vec<u8>>> {
    let mut answers = Vec::new();
    for piece in pieces {
        splitter.feed(piece);
        loop {
            match splitter.take(framing) {
                Cut::More => break,
                Cut::Frame(answer) => answers.push(Some(answer)),
                Cut::Flooded(_) => answers.push(None),
            }
        }
    }
    answers
}
