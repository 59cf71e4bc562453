//! A stroke font: every glyph is an SVG path to be stroked with a round pen. Drawn for this project, so that text looks
//! the same in the browser and in files, and no font has to be shipped or found.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

/// The height of capitals and digits in font units; the baseline is at this y.
pub const HEIGHT: f32 = 14.0;
/// The default stroke width, in font units.
pub const PEN: f32 = 2.0;
/// The space between glyphs, in font units.
pub const GAP: f32 = 3.6;

/// A glyph: character, width, and path with the top left corner of a capital at (0, 0).
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
    ('k', 6.4, "M0 0 V14 M6 4.6 L0 10.4 M2.2 8.4 L6.4 14"),
];

const LETTERS: &[Glyph] = &[
    (' ', 3.4, ""),
    ('!', 0.0, "M0 0 V9.4 M0 13.8 V14"),
    ('"', 3.0, "M0 0 V3.6 M3 0 V3.6"),
    ('#', 9.0, "M3 1 L1.6 13 M7.4 1 L6 13 M.4 5 H9 M0 9.4 H8.6"),
    (
        '$',
        8.0,
        "M7.6 3.4 C6.9 1.9 5.6 1 3.9 1 C1.8 1 .4 2.2 .4 4 C.4 7.8 8 6 8 10.2 C8 12 6.4 13.2 4.1 13.2 C2.1 13.2 .7 12.2 0 10.8 M4 -1 V15.4",
    ),
    (
        '%',
        11.0,
        "M9.6 0 L1.4 14 M2.6 0 C1 0 0 1.2 0 3 S1 6 2.6 6 S5.2 4.8 5.2 3 S4.2 0 2.6 0 Z M8.4 8 C6.8 8 5.8 9.2 5.8 11 S6.8 14 8.4 14 S11 12.8 11 11 S10 8 8.4 8 Z",
    ),
    (
        '&',
        10.0,
        "M9.6 14 L2.2 5 C.8 3.2 1.8 0 4.4 0 C7 0 7.8 3 6 4.8 L2 8.4 C-.8 11 .8 14 3.8 14 C6.6 14 8.8 12 9.4 8.6",
    ),
    ('\'', 0.0, "M0 0 V3.6"),
    ('(', 3.0, "M3 -1 C.6 1.4 0 4 0 7 S.6 12.8 3 15.4"),
    (')', 3.0, "M0 -1 C2.4 1.4 3 4 3 7 S2.4 12.8 0 15.4"),
    ('*', 6.4, "M3.2 0 V7 M.2 1.8 L6.2 5.2 M6.2 1.8 L.2 5.2"),
    (',', 1.0, "M1 13.4 L0 16.6"),
    ('/', 6.0, "M6 -1 L0 15"),
    (':', 0.0, "M0 6 V6.2 M0 13.8 V14"),
    (';', 1.0, "M1 6 V6.2 M1 13.4 L0 16.6"),
    ('<', 6.4, "M6.4 2.6 L0 7.2 L6.4 11.8"),
    ('=', 7.0, "M0 5.2 H7 M0 9.4 H7"),
    ('>', 6.4, "M0 2.6 L6.4 7.2 L0 11.8"),
    ('?', 6.8, "M0 2.6 C.5 1 1.7 0 3.4 0 C5.4 0 6.8 1.3 6.8 3.4 C6.8 6.2 3.2 6.4 3.2 9.6 M3.2 13.8 V14"),
    (
        '@',
        12.4,
        "M8.6 4.6 V8.6 C8.6 11 12.4 11.2 12.4 7 C12.4 2.8 9.8 0 6.2 0 C2.6 0 0 2.8 0 7.2 S2.6 14.4 6.4 14.4 C7.8 14.4 9 14 10 13.4 M8.6 7 C8.6 5.4 7.6 4.2 6.2 4.2 S3.8 5.4 3.8 7.2 S4.8 10.2 6.2 10.2 S8.6 8.8 8.6 7",
    ),
    ('A', 10.0, "M0 14 L5 0 L10 14 M1.8 9.4 H8.2"),
    (
        'B',
        8.2,
        "M0 0 V14 H4.4 C6.7 14 8.2 12.6 8.2 10.3 C8.2 8.1 6.7 6.7 4.4 6.7 H0 H4 C6 6.7 7.4 5.4 7.4 3.4 C7.4 1.3 6 0 4 0 Z",
    ),
    ('C', 9.4, "M9.4 2.6 C8.4 1 7 0 5.2 0 C2 0 0 2.8 0 7 S2 14 5.2 14 C7 14 8.4 13 9.4 11.4"),
    ('D', 9.0, "M0 0 V14 H3.6 C7 14 9 11.3 9 7 S7 0 3.6 0 Z"),
    ('E', 7.2, "M7 0 H0 V14 H7.2 M0 6.8 H6"),
    ('F', 7.0, "M7 0 H0 V14 M0 6.8 H6"),
    ('G', 9.6, "M9.2 2.6 C8.2 1 6.9 0 5.2 0 C2 0 0 2.8 0 7 S2 14 5.2 14 C7.6 14 9.6 12.4 9.6 9.4 V7.6 H5.6"),
    ('H', 8.6, "M0 0 V14 M8.6 0 V14 M0 6.8 H8.6"),
    ('I', 0.0, "M0 0 V14"),
    ('J', 6.0, "M6 0 V10 C6 12.6 4.8 14 2.9 14 C1.5 14 .5 13.2 0 12"),
    ('K', 8.4, "M0 0 V14 M8 0 L0 8.4 M3 5.4 L8.4 14"),
    ('L', 6.6, "M0 0 V14 H6.6"),
    ('M', 11.0, "M0 14 V0 L5.5 8.6 L11 0 V14"),
    ('N', 8.8, "M0 14 V0 L8.8 14 V0"),
    ('O', 10.0, "M5 0 C2 0 0 2.8 0 7 S2 14 5 14 S10 11.2 10 7 S8 0 5 0 Z"),
    ('P', 7.8, "M0 14 V0 H4.2 C6.4 0 7.8 1.5 7.8 3.9 S6.4 7.8 4.2 7.8 H0"),
    ('Q', 10.0, "M5 0 C2 0 0 2.8 0 7 S2 14 5 14 S10 11.2 10 7 S8 0 5 0 Z M6.4 10.6 L10 14.8"),
    ('R', 8.2, "M0 14 V0 H4.2 C6.4 0 7.8 1.5 7.8 3.8 S6.4 7.6 4.2 7.6 H0 M4.4 7.6 L8.2 14"),
    (
        'S',
        8.0,
        "M7.6 2.4 C6.9 .9 5.6 0 3.9 0 C1.8 0 .4 1.3 .4 3.3 C.4 7.6 8 5.6 8 10.4 C8 12.6 6.4 14 4.1 14 C2.1 14 .7 13 0 11.4",
    ),
    ('T', 8.4, "M0 0 H8.4 M4.2 0 V14"),
    ('U', 8.6, "M0 0 V9 C0 12.2 1.6 14 4.3 14 S8.6 12.2 8.6 9 V0"),
    ('V', 9.4, "M0 0 L4.7 14 L9.4 0"),
    ('W', 13.0, "M0 0 L3.3 14 L6.5 2 L9.7 14 L13 0"),
    ('X', 8.6, "M0 0 L8.6 14 M8.6 0 L0 14"),
    ('Y', 8.8, "M0 0 L4.4 7 L8.8 0 M4.4 7 V14"),
    ('Z', 8.0, "M0 0 H8 L0 14 H8"),
    ('[', 2.6, "M2.6 -1 H0 V15.4 H2.6"),
    ('\\', 6.0, "M0 -1 L6 15"),
    (']', 2.6, "M0 -1 H2.6 V15.4 H0"),
    ('^', 6.4, "M0 4.6 L3.2 0 L6.4 4.6"),
    ('_', 7.0, "M0 16.4 H7"),
    ('`', 2.0, "M0 0 L2 2.6"),
    ('a', 6.8, "M6.8 4.2 V14 M6.8 9 C6.8 6 5.4 4 3.4 4 S0 6 0 9 S1.4 14 3.4 14 S6.8 12 6.8 9"),
    ('b', 6.8, "M0 0 V14 M0 9 C0 6 1.4 4 3.4 4 S6.8 6 6.8 9 S5.4 14 3.4 14 S0 12 0 9"),
    ('c', 6.2, "M6.2 5.6 C5.5 4.6 4.6 4 3.5 4 C1.4 4 0 6 0 9 S1.4 14 3.5 14 C4.6 14 5.5 13.4 6.2 12.4"),
    ('d', 6.8, "M6.8 0 V14 M6.8 9 C6.8 6 5.4 4 3.4 4 S0 6 0 9 S1.4 14 3.4 14 S6.8 12 6.8 9"),
    ('e', 6.8, "M0 8.8 H6.8 C6.8 5.8 5.5 4 3.5 4 C1.4 4 0 6 0 9 S1.4 14 3.6 14 C4.9 14 5.9 13.3 6.6 12.2"),
    ('f', 4.4, "M4.4 .2 C2.6 -.4 1.5 .6 1.5 2.8 V14 M0 4.6 H4"),
    (
        'g',
        6.8,
        "M6.8 4.2 V14 C6.8 16.8 5.5 18 3.4 18 C2 18 .9 17.5 .3 16.6 M6.8 9 C6.8 6 5.4 4 3.4 4 S0 6 0 9 S1.4 14 3.4 14 S6.8 12 6.8 9",
    ),
    ('h', 6.4, "M0 0 V14 M0 8 C.4 5.4 1.7 4 3.5 4 C5.4 4 6.4 5.3 6.4 7.6 V14"),
    ('i', 0.0, "M0 4.4 V14 M0 .2 V.5"),
    ('j', 2.0, "M2 4.4 V15.4 C2 17.2 1.2 18 0 18 M2 .2 V.5"),
    ('l', 1.6, "M0 0 V12 C0 13.4 .6 14 1.6 14"),
    (
        'm',
        11.0,
        "M0 4.4 V14 M0 8 C.4 5.4 1.5 4 3 4 C4.7 4 5.5 5.3 5.5 7.6 V14 M5.5 8 C5.9 5.4 7 4 8.5 4 C10.2 4 11 5.3 11 7.6 V14",
    ),
    ('n', 6.4, "M0 4.4 V14 M0 8 C.4 5.4 1.7 4 3.5 4 C5.4 4 6.4 5.3 6.4 7.6 V14"),
    ('o', 7.0, "M3.5 4 C1.4 4 0 6 0 9 S1.4 14 3.5 14 S7 12 7 9 S5.6 4 3.5 4 Z"),
    ('p', 6.8, "M0 4.4 V18 M0 9 C0 6 1.4 4 3.4 4 S6.8 6 6.8 9 S5.4 14 3.4 14 S0 12 0 9"),
    ('q', 6.8, "M6.8 4.4 V18 M6.8 9 C6.8 6 5.4 4 3.4 4 S0 6 0 9 S1.4 14 3.4 14 S6.8 12 6.8 9"),
    ('r', 4.0, "M0 4.4 V14 M0 8.4 C.3 5.6 1.8 4 4 4.2"),
    (
        's',
        5.6,
        "M5.3 5.6 C4.8 4.6 3.9 4 2.8 4 C1.3 4 .3 4.9 .3 6.3 C.3 9.4 5.6 8 5.6 11.4 C5.6 13 4.5 14 2.9 14 C1.5 14 .5 13.4 0 12.2",
    ),
    ('t', 4.0, "M1.5 1 V11.6 C1.5 13.4 2.4 14.2 4 13.8 M0 4.6 H4"),
    ('u', 6.4, "M0 4.4 V10.4 C0 12.7 1 14 2.9 14 C4.7 14 6 12.6 6.4 10 M6.4 4.4 V14"),
    ('v', 6.6, "M0 4.4 L3.3 14 L6.6 4.4"),
    ('w', 10.0, "M0 4.4 L2.5 14 L5 5.6 L7.5 14 L10 4.4"),
    ('x', 6.4, "M0 4.4 L6.4 14 M6.4 4.4 L0 14"),
    ('y', 6.6, "M0 4.4 L3.3 13.6 M6.6 4.4 L3 15.4 C2.4 17.4 1.6 18 .2 17.8"),
    ('z', 6.0, "M0 4.4 H6 L0 14 H6"),
    ('{', 3.6, "M3.6 -1 C1 -1 2.4 6 0 7.2 C2.4 8.4 1 15.4 3.6 15.4"),
    ('|', 0.0, "M0 -1 V15.4"),
    ('}', 3.6, "M0 -1 C2.6 -1 1.2 6 3.6 7.2 C1.2 8.4 2.6 15.4 0 15.4"),
    ('~', 7.0, "M0 8.4 C.8 5.6 2.6 5.8 3.6 7.2 S6.2 8.8 7 6"),
    ('·', 0.0, "M0 7.4 V7.6"),
    ('…', 7.0, "M0 13.8 V14 M3.5 13.8 V14 M7 13.8 V14"),
    ('–', 7.0, "M0 7.2 H7"),
    ('’', 1.0, "M1 0 L0 3.4"),
    ('×', 6.0, "M0 4.4 L6 10.4 M6 4.4 L0 10.4"),
];

/// The fallback for characters without a glyph.
const OTHER: Glyph = ('\u{fffd}', 6.0, "M0 3 H6 V14 H0 Z");

/// Letters with diacritics, and the letter that is shown for them.
const PLAIN: &[(&str, char)] = &[
    ("ÀÁÂÃÄÅ", 'A'),
    ("ÈÉÊË", 'E'),
    ("ÌÍÎÏ", 'I'),
    ("ÒÓÔÕÖØ", 'O'),
    ("ÙÚÛÜ", 'U'),
    ("àáâãäå", 'a'),
    ("èéêë", 'e'),
    ("ìíîï", 'i'),
    ("òóôõöø", 'o'),
    ("ùúûü", 'u'),
    ("Ññ", 'n'),
    ("Çç", 'c'),
    ("Šš", 's'),
    ("Žž", 'z'),
    ("—−‐", '-'),
];

/// The glyph of a character.
pub fn glyph(c: char) -> &'static Glyph {
    let find = |c: char| DIGITS.iter().chain(LETTERS).find(|(sign, ..)| *sign == c);
    let plain = || PLAIN.iter().find(|(marked, _)| marked.contains(c)).and_then(|(_, plain)| find(*plain));
    find(c).or_else(plain).unwrap_or(&OTHER)
}

/// The width of a text in pixels, for capitals of `size` pixels.
pub fn width(text: &str, size: f32) -> f32 {
    let units: f32 = text.chars().map(|c| glyph(c).1 + GAP).sum();
    (units - GAP).max(0.0) * size / HEIGHT
}

/// The text, truncated with an ellipsis to at most `most` pixels.
pub fn fit(text: &str, size: f32, most: f32) -> String {
    if width(text, size) <= most {
        return text.to_string();
    }
    let mut kept: Vec<char> = text.chars().collect();
    loop {
        kept.pop();
        let cut: String = kept.iter().chain(&['…']).collect();
        if kept.is_empty() || width(&cut, size) <= most {
            return cut;
        }
    }
}

/// A text as SVG paths in font units, the top left corner of its first capital at (0, 0). The text itself does not occur
/// in the markup.
pub fn strokes(text: &str, pen: f32, colour: &str, edge: Option<&str>) -> String {
    let mut shapes = String::new();
    let edge = edge.map(|edge| (edge, pen + 2.6));
    for (colour, pen) in edge.into_iter().chain([(colour, pen)]) {
        let _ = write!(
            shapes,
            r#"<g fill="none" stroke="{colour}" stroke-width="{pen}" stroke-linecap="round" stroke-linejoin="round">"#
        );
        let mut x = 0.0;
        for (_, width, path) in text.chars().map(glyph) {
            if !path.is_empty() {
                let _ = write!(shapes, r#"<path transform="translate({x:.2})" d="{path}"/>"#);
            }
            x += width + GAP;
        }
        shapes.push_str("</g>");
    }
    shapes
}

/// The glyphs of numbers, for a film's header.
pub fn digits() -> Value {
    let signs: Map<String, Value> =
        DIGITS.iter().map(|(sign, width, path)| (sign.to_string(), json!([width, path]))).collect();
    json!({ "height": HEIGHT, "pen": PEN, "gap": GAP, "signs": signs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_ascii_character_has_a_sign_of_its_own() {
        for c in ' '..='~' {
            assert_eq!(glyph(c).0, c);
        }
        assert_eq!((glyph('é').0, glyph('\u{202e}').0, glyph('\n').0), ('e', OTHER.0, OTHER.0));
    }

    #[test]
    fn text_is_cut_to_its_room() {
        assert_eq!(fit("house:greedy", 14.0, 1000.0), "house:greedy");
        let cut = fit("house:greedy", 14.0, 60.0);
        assert!(cut.ends_with('…') && cut.len() > "…".len() && width(&cut, 14.0) <= 60.0, "{cut}");
    }
}
