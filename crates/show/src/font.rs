//! Letters as strokes: every sign is a path to be stroked with a round pen. Drawn for this project, so that numbers
//! and names look the same in the browser and in files, and no font has to be shipped or found.

use serde_json::{Map, Value, json};

/// How high capitals and digits are; the base line lies there.
pub const HEIGHT: f32 = 14.0;
/// How wide the pen is.
pub const PEN: f32 = 2.0;
/// How far apart signs stand.
pub const GAP: f32 = 3.6;

/// A sign: its width and its path, the top left corner of a capital at (0, 0).
pub type Glyph = (char, f32, &'static str);

const DIGITS: &[Glyph] = &[
    ('0', 8.0, "M4 0 C1.3 0 0 2.6 0 7 S1.3 14 4 14 S8 11.4 8 7 S6.7 0 4 0 Z"),
    ('1', 4.0, "M0 3.2 L4 0 V14"),
    ('2', 8.0, "M.4 3.6 C.6 1.4 2 0 4.1 0 C6.3 0 7.7 1.5 7.7 3.6 C7.7 6 6 7.6 .3 14 H8"),
    (
        '3',
        8.0,
        "M.3 2.4 C1 .9 2.3 0 4 0 C6.2 0 7.6 1.4 7.6 3.4 C7.6 5.5 6 6.6 3.4 6.6 C6.3 6.6 8 8 8 10.2 C8 12.5 6.3 14 4 14 C2 14 .6 13 0 11.4",
    ),
    ('4', 8.6, "M6.2 14 V0 L0 9.8 H8.6"),
    (
        '5',
        8.0,
        "M7.4 0 H1.3 L.7 6.4 C1.6 5.6 2.7 5.2 3.9 5.2 C6.3 5.2 8 6.9 8 9.5 C8 12.2 6.2 14 3.8 14 C2 14 .7 13.1 0 11.6",
    ),
    (
        '6',
        8.0,
        "M6.8 .4 C3 1.2 0 5 0 9.5 C0 12.2 1.7 14 4 14 C6.4 14 8 12.2 8 9.7 C8 7.2 6.4 5.6 4.2 5.6 C2.2 5.6 .5 7 0 9.2",
    ),
    ('7', 8.0, "M0 0 H8 L2.8 14"),
    (
        '8',
        8.0,
        "M4 6.4 C2 6.4 .6 5.1 .6 3.2 C.6 1.3 2 0 4 0 C6 0 7.4 1.3 7.4 3.2 C7.4 5.1 6 6.4 4 6.4 C1.6 6.4 0 7.9 0 10.2 C0 12.5 1.6 14 4 14 C6.4 14 8 12.5 8 10.2 C8 7.9 6.4 6.4 4 6.4 Z",
    ),
    (
        '9',
        8.0,
        "M1.2 13.6 C5 12.8 8 9 8 4.5 C8 1.8 6.3 0 4 0 C1.6 0 0 1.8 0 4.3 C0 6.8 1.6 8.4 3.8 8.4 C5.8 8.4 7.5 7 8 4.8",
    ),
    ('+', 7.0, "M3.5 3.7 V10.7 M0 7.2 H7"),
    ('-', 5.0, "M0 7.2 H5"),
    ('.', 0.4, "M.2 13.8 V14"),
    ('k', 6.4, "M0 0 V14 M6 5 L0 10.4 M2.4 8.4 L6.4 14"),
];

/// The signs of numbers, for a film's header.
pub fn digits() -> Value {
    let signs: Map<String, Value> =
        DIGITS.iter().map(|(sign, width, path)| (sign.to_string(), json!([width, path]))).collect();
    json!({ "height": HEIGHT, "pen": PEN, "gap": GAP, "signs": signs })
}
