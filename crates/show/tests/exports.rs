//! Exports are decoded by independent readers, and have the expected content.

mod common;

use std::process::Command;

use base64::Engine as _;
use resvg::usvg;
use serde_json::Value;
use skirmish_core::answer::Answer;
use skirmish_core::replay::{Playback, Replay};
use skirmish_core::seat::Seat;
use skirmish_core::table::Entry;
use skirmish_show::export::{BadExport, ExportRequest, Exported, Format, Turns, export, export_video};
use skirmish_show::film::FilmReader;
use skirmish_show::scene::Theme;

const SIZE: u32 = 200;

fn job<'a>(replay: &'a Replay, entry: &'static Entry) -> ExportRequest<'a> {
    ExportRequest {
        replay,
        entry,
        eye: None,
        turns: None,
        size: SIZE,
        theme: Theme::Dark,
        fps: None,
        problem: None,
    }
}

fn made(job: &ExportRequest<'_>, format: Format) -> (Vec<u8>, Exported) {
    let mut out = Vec::new();
    let exported =
        export(job, format, &mut out, &mut |done, total| assert!(done <= total)).expect("an export");
    (out, exported)
}

/// A picture: width, height, RGB.
type Picture = (u32, u32, Vec<u8>);

fn read_png(bytes: &[u8]) -> Picture {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("a picture");
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    (frame.width, frame.height, pixels)
}

/// Draws RGBA pixels over an RGB canvas.
fn put(canvas: &mut Picture, (x, y, width): (u32, u32, u32), pixels: &[u8]) {
    for (number, pixel) in pixels.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] != 0) {
        let (column, row) = (x + number as u32 % width, y + number as u32 / width);
        let at = ((row * canvas.0 + column) * 3) as usize;
        canvas.2[at..at + 3].copy_from_slice(&pixel[..3]);
    }
}

/// The number of pictures of a GIF, and the last one composed.
fn read_gif(bytes: &[u8]) -> (usize, Picture) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut canvas = (width, height, vec![0; (width * height * 3) as usize]);
    let mut count = 0;
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        put(&mut canvas, (frame.left.into(), frame.top.into(), frame.width.into()), &frame.buffer);
        count += 1;
    }
    (count, canvas)
}

/// The number of pictures of an animated PNG, and the last one composed.
fn read_apng(bytes: &[u8]) -> (usize, Picture) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let (width, height) = (reader.info().width, reader.info().height);
    let count = reader.info().animation_control().expect("animated").num_frames as usize;
    let mut canvas = (width, height, vec![0; (width * height * 3) as usize]);
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    for _ in 0..count {
        let size = reader.next_frame(&mut pixels).expect("a picture").buffer_size();
        let part = reader.info().frame_control().expect("a place");
        let place = (part.x_offset, part.y_offset, part.width);
        put(&mut canvas, place, &pixels[..size]);
    }
    (count, canvas)
}

/// The mean absolute difference of two pictures over all channels.
fn distance(one: &Picture, other: &Picture) -> f64 {
    assert_eq!((one.0, one.1), (other.0, other.1));
    let sum: u64 = one.2.iter().zip(&other.2).map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
    sum as f64 / one.2.len() as f64
}

#[test]
fn animations_and_stills_of_every_game_end_with_the_same_picture() {
    for setup in common::setups() {
        let (replay, entry) = (common::play(&setup), setup.entry());
        let still = read_png(&made(&job(&replay, entry), Format::Png).0);
        let mut playback = Playback::new(&replay, entry).expect("a match");
        playback.advance_to(u64::MAX).expect("playable");
        let last = playback.table().progress().0;
        let turns = Some(Turns { first: last.saturating_sub(12), last });
        let job = ExportRequest { turns, ..job(&replay, entry) };
        let (gif, exported) = made(&job, Format::Gif);
        let (count, last) = read_gif(&gif);
        assert_eq!(count, exported.count);
        assert!((10..=500).contains(&count), "{}: {count}", setup.game);
        assert!(distance(&still, &last) < 4.0, "{}: {}", setup.game, distance(&still, &last));
        let (apng, exported) = made(&job, Format::Apng);
        let (count, last) = read_apng(&apng);
        assert_eq!(count, exported.count);
        assert_eq!(distance(&still, &last), 0.0, "{}", setup.game);
    }
}

#[test]
fn a_vector_picture_looks_like_the_pixels() {
    for setup in common::setups() {
        let replay = common::play(&setup);
        for theme in [Theme::Light, Theme::Dark] {
            let job = ExportRequest { theme, size: 480, ..job(&replay, setup.entry()) };
            let still = read_png(&made(&job, Format::Png).0);
            let svg = String::from_utf8(made(&job, Format::Svg).0).expect("text");
            let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("an SVG");
            let mut pixmap = resvg::tiny_skia::Pixmap::new(still.0, still.1).expect("a size");
            resvg::render(&tree, usvg::Transform::identity(), &mut pixmap.as_mut());
            let rgb =
                pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
            let distance = distance(&still, &(still.0, still.1, rgb));
            assert!(distance < 4.0, "{}: {distance}", setup.game);
        }
    }
}

#[test]
fn a_video_is_one_that_players_know() {
    let setup = &common::setups()[3];
    let replay = common::play(setup);
    let folder = tempfile::tempdir().expect("a folder");
    // A file name that ffmpeg could parse as an option or a protocol.
    let path = folder.path().join("-y concat:é.mp4");
    let exported = export_video(&job(&replay, setup.entry()), &path, &mut |_, _| {})
        .expect("ffmpeg is installed by the set-up");
    let probe = Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-show_entries",
            "stream=codec_name,pix_fmt,width,height,nb_frames",
            "-of",
            "json",
        ])
        .arg(&path)
        .output()
        .expect("ffprobe comes with ffmpeg");
    let facts: Value = serde_json::from_slice(&probe.stdout).expect("JSON");
    let stream = &facts["streams"][0];
    assert_eq!((&stream["codec_name"], &stream["pix_fmt"]), (&"h264".into(), &"yuv420p".into()), "{facts}");
    let frames: usize = stream["nb_frames"].as_str().and_then(|text| text.parse().ok()).expect("a number");
    assert!(frames >= exported.count, "{frames} of {}", exported.count);
}

#[test]
fn turns_choose_what_is_shown() {
    let setup = &common::setups()[1];
    let replay = common::play(setup);
    let shown = |turns: &str| {
        let turns = Some(turns.parse().expect("turns"));
        made(&ExportRequest { turns, ..job(&replay, setup.entry()) }, Format::Gif).1.count
    };
    assert!(shown("3..4") < shown("3..9") && shown("3..9") < shown(".."));
    let bad = ExportRequest { turns: Some("5000".parse().expect("turns")), ..job(&replay, setup.entry()) };
    let error =
        export(&bad, Format::Png, &mut Vec::new(), &mut |_, _| {}).expect_err("there is no such turn");
    assert!(
        matches!(&error, BadExport::Turns(why) if why.contains("turn 5000") && why.contains("turn 1")),
        "{error}"
    );
}

#[test]
fn a_page_holds_a_film_for_every_eye() {
    for (setup, films) in common::setups().iter().zip([1, 3, 1, 1, 5]) {
        let replay = common::play(setup);
        let page = String::from_utf8(made(&job(&replay, setup.entry()), Format::Html).0).expect("text");
        let reels = films_in(&page);
        assert_eq!(reels.len(), films, "{}", setup.game);
        let eyes: Vec<Option<u64>> = reels.iter().map(|reader| reader.header["eye"].as_u64()).collect();
        assert_eq!(eyes[0], None);
        assert!(eyes[1..].iter().copied().eq((0..films as u64 - 1).map(Some)), "{eyes:?}");
        let one = ExportRequest { eye: Some(Seat(1)), ..job(&replay, setup.entry()) };
        let page = String::from_utf8(made(&one, Format::Html).0).expect("text");
        assert_eq!(films_in(&page).len(), 1, "one seat's page has no other eyes' films");
    }
}

fn films_in(page: &str) -> Vec<FilmReader> {
    let scripts = page.split("<script type=\"application/octet-stream;base64\" id=\"film\"").skip(1);
    scripts
        .map(|script| {
            let start = script.find('>').expect("a tag") + 1;
            let data = &script[start..script.find("</script>").expect("an end")];
            let film = base64::engine::general_purpose::STANDARD.decode(data).expect("base64");
            FilmReader::read(&film).expect("a film")
        })
        .collect()
}

#[test]
fn hostile_names_are_text_in_every_export() {
    let (replay, entry) = common::hostile(common::play(&common::hostile_setup()));
    let job = job(&replay, entry);
    let svg = String::from_utf8(made(&job, Format::Svg).0).expect("text");
    let page = String::from_utf8(made(&job, Format::Html).0).expect("text");
    for text in [&svg, &page] {
        for markup in ["<script>alert", "<svg onload", "<img src=x", "</script><b", "\u{202e}", "\u{1b}"] {
            assert!(!text.contains(markup), "{markup}");
        }
        assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "the name is there as text");
    }
    let document = usvg::roxmltree::Document::parse(&svg).expect("well-formed");
    let names = ["svg", "title", "defs", "symbol", "use", "g", "path", "rect", "circle", "ellipse"];
    for node in document.descendants().filter(usvg::roxmltree::Node::is_element) {
        assert!(names.contains(&node.tag_name().name()), "{}", node.tag_name().name());
    }
    assert!(read_gif(&made(&job, Format::Gif).0).0 > 1);
    for line in String::from_utf8(made(&job, Format::Jsonl).0).expect("text").lines() {
        let _: Value = serde_json::from_str(line).expect("JSON");
    }
}

#[test]
fn what_is_left_of_a_broken_replay_is_exported_with_a_sentence() {
    let setup = &common::setups()[1];
    let whole = common::play(setup);
    let text = whole.write();
    let (cut, bad) = Replay::salvage(&text.as_bytes()[..text.len() / 2]).expect("a header is there");
    assert!(cut.answers.len() > 20 && cut.answers[..] == whole.answers[..cut.answers.len()]);
    let problem = Some(bad.expect("it is cut off").to_string());
    let job = ExportRequest { problem, ..job(&cut, setup.entry()) };
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Mp4) {
        let (bytes, exported) = made(&job, format);
        assert!(!bytes.is_empty());
        assert!(exported.problem.expect("a sentence").contains("cut off"), "{format:?}");
    }
}

#[test]
fn a_dataset_has_a_line_for_every_answer_with_the_page_that_led_to_it() {
    for setup in common::setups() {
        let replay = common::play(&setup);
        let (bytes, exported) = made(&job(&replay, setup.entry()), Format::Jsonl);
        let lines: Vec<Value> = bytes
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).expect("JSON"))
            .collect();
        assert_eq!(
            (lines.len() - 1, exported.count),
            (replay.answers.len(), replay.answers.len()),
            "{}",
            setup.game
        );
        assert_eq!((&lines[0]["kind"], &lines[0]["game"]), (&"match".into(), &setup.game.into()));
        for (line, answered) in lines[1..].iter().zip(&replay.answers) {
            assert_eq!(line["seat"], answered.seat.0);
            let Answer::Frame(frame) = &answered.answer else { panic!("house bots always answer") };
            assert_eq!(line["answer"].as_str(), Some(&*String::from_utf8_lossy(frame)));
            assert!(
                line["place"].as_u64() >= Some(1)
                    && line["gauges"].as_array().map(Vec::len) == Some(setup.seats)
            );
        }
        let pages =
            lines[1..].iter().filter(|line| line["page"].as_str().is_some_and(|page| !page.is_empty()));
        assert!(pages.count() > lines.len() / 2, "{}", setup.game);
    }
}

#[test]
fn a_seats_dataset_knows_nothing_of_the_others() {
    let setup = &common::setups()[1];
    let replay = common::play(setup);
    let (bytes, _) =
        made(&ExportRequest { eye: Some(Seat(1)), ..job(&replay, setup.entry()) }, Format::Jsonl);
    let text = String::from_utf8(bytes).expect("text");
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let opening = lines.next().expect("a first line");
    assert!(opening["seed"].is_null() && opening["config"].is_null());
    assert_eq!(opening["greetings"].as_object().map(|greetings| greetings.len()), Some(1));
    assert!(lines.all(|line| line["seat"] == 1));
}
