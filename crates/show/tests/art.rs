//! Every game's art uses only what every renderer can draw, and distinguishes the seats without colour.

use resvg::usvg::{self, roxmltree};
use skirmish_core::art::{Art, Look, MAX_PAINTS, Palette, SHADE, TINT};
use skirmish_core::info::Info;
use skirmish_core::table::Entry;
use skirmish_games::GAMES;

const ELEMENTS: &[&str] = &[
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "polygon",
    "polyline",
    "line",
    "linearGradient",
    "radialGradient",
    "stop",
    "defs",
];
const ATTRIBUTES: &[&str] = &[
    "viewBox",
    "d",
    "x",
    "y",
    "width",
    "height",
    "rx",
    "ry",
    "cx",
    "cy",
    "r",
    "points",
    "x1",
    "y1",
    "x2",
    "y2",
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "transform",
    "id",
    "offset",
    "stop-color",
    "stop-opacity",
    "fill-opacity",
    "gradientUnits",
];

fn infos() -> impl Iterator<Item = &'static Info> {
    GAMES.iter().map(|Entry { info, .. }| *info)
}

fn pictures(art: &Art) -> Vec<&'static str> {
    let sprites = art.looks.iter().flat_map(|look| look.sprites);
    let sprites = sprites.flat_map(|sprite| std::iter::once(sprite.svg).chain(sprite.far));
    art.tiles.iter().chain(&art.badges).copied().chain(sprites).collect()
}

#[test]
fn pictures_are_plain_shapes_in_a_square_of_64() {
    for info in infos() {
        for svg in pictures(info.art) {
            let document = roxmltree::Document::parse(svg).expect(info.name);
            assert_eq!(
                document.root_element().attribute("viewBox"),
                Some("0 0 64 64"),
                "{}: {svg}",
                info.name
            );
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                assert!(
                    ELEMENTS.contains(&node.tag_name().name()),
                    "{}: {}",
                    info.name,
                    node.tag_name().name()
                );
                for attribute in node.attributes() {
                    assert!(ATTRIBUTES.contains(&attribute.name()), "{}: {}", info.name, attribute.name());
                    assert!(!attribute.value().contains("http"), "{}: {}", info.name, attribute.value());
                }
            }
            assert!(svg.len() < 8_000, "{}: a picture of {} bytes", info.name, svg.len());
            usvg::Tree::from_str(svg, &usvg::Options::default()).expect(info.name);
        }
    }
}

#[test]
fn every_colour_is_a_colour_and_every_paint_is_there() {
    let is_colour = |text: &str| {
        text.len() == 7 && text.starts_with('#') && text[1..].bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    for info in infos() {
        let Art { light, dark, .. } = info.art;
        for Palette { background, panel, ink, faint, line, paints, seats, shades, tints, .. } in [light, dark]
        {
            let all = [background, panel, ink, faint, line].into_iter().chain(*paints);
            let all = all.chain(seats).chain(shades).chain(tints);
            all.for_each(|colour| assert!(is_colour(colour), "{}: {colour}", info.name));
            assert!(paints.len() <= MAX_PAINTS && !paints.iter().any(|paint| [SHADE, TINT].contains(paint)));
        }
        for svg in pictures(info.art) {
            for (at, _) in svg.match_indices("#a0000") {
                let place = usize::from_str_radix(&svg[at + 6..at + 7], 16).expect("a digit");
                assert!(
                    place < light.paints.len() && place < dark.paints.len(),
                    "{}: paint {place}",
                    info.name
                );
            }
        }
    }
}

#[test]
fn what_belongs_to_seats_differs_in_shape() {
    let shapes = |look: &Look, seat: u8| -> Vec<&'static str> {
        look.sprites.iter().filter(|sprite| sprite.seat == Some(seat)).map(|sprite| sprite.svg).collect()
    };
    for info in infos() {
        for look in info.art.looks {
            let layer = &info.layers[usize::from(look.layer)];
            // A mark over a building that has a shape of its own, or ground with a piece's colour, need none.
            let is_shown_otherwise = look.span > 1 || look.ground;
            if !layer.per_seat || look.badge || is_shown_otherwise {
                continue;
            }
            for seat in 0..*info.seats.end() {
                assert!(!shapes(look, seat).is_empty(), "{}: {} of seat {seat}", info.name, layer.name);
            }
            let plain = |svg: &str| svg.replace("currentColor", "");
            let of = |seat| shapes(look, seat).into_iter().map(plain).collect::<Vec<_>>();
            // A mine looks the same for both, on ground that does not.
            let stands_on_ground = info.art.looks.iter().any(|look| look.ground && !look.sprites.is_empty());
            assert!(of(0) != of(1) || stands_on_ground, "{}: {}", info.name, layer.name);
        }
        assert!(
            info.art.badges.iter().collect::<std::collections::BTreeSet<_>>().len() == info.art.badges.len()
        );
    }
}

#[test]
fn looks_are_of_layers_that_exist_and_have_a_picture_for_every_value() {
    for info in infos() {
        assert!(!info.art.looks.is_empty() && !info.art.tiles.is_empty(), "{} has no art", info.name);
        for look in info.art.looks {
            let layer = &info.layers[usize::from(look.layer)];
            for value in [1, -1, layer.max, i16::MAX, i16::MIN] {
                assert!(look.sprite(Some(0), value).is_some(), "{}: {} {value}", info.name, layer.name);
            }
        }
    }
}
