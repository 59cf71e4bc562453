//! What hostile and clumsy uploads come to.

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use skirmish_arena_protocol::upload::Spool;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{BadUpload, Limits, MANIFEST, Tree, language};
use crate::settings::{self, Settings};

const LIMITS: Limits = Limits { packed_bytes: 1 << 20, bytes: 1 << 20, files: 100, depth: 8 };

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        zip.start_file(*path, SimpleFileOptions::default()).expect("a file");
        zip.write_all(bytes).expect("bytes");
    }
    zip.finish().expect("a zip").into_inner()
}

/// A tar with any names at all: the header's bytes are written by hand.
fn tarred(files: &[(&[u8], tar::EntryType, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, kind, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.as_old_mut().name[..path.len()].copy_from_slice(path);
        header.set_entry_type(*kind);
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        if kind.is_symlink() || kind.is_hard_link() {
            header.set_link_name("/etc/passwd").expect("a link");
        }
        header.set_cksum();
        builder.append(&header, *bytes).expect("an entry");
    }
    builder.into_inner().expect("a tar")
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).expect("packed");
    packer.finish().expect("packed")
}

fn plain(path: &[u8]) -> Vec<u8> {
    tarred(&[(path, tar::EntryType::Regular, b"x")])
}

fn upload(name: &str, bytes: &[u8]) -> Result<Vec<String>, BadUpload> {
    let tree = Tree::of_upload(name, bytes, &LIMITS)?;
    Ok(tree.files().iter().map(|file| file.path.clone()).collect())
}

#[test]
fn a_file_a_zip_a_tar_and_a_tar_gz_are_taken() {
    assert_eq!(upload("bot.py", b"print()").expect("a file"), ["bot.py"]);
    assert_eq!(upload("C:\\Users\\me\\bot.py", b"print()").expect("a path"), ["bot.py"]);
    let files: &[(&str, &[u8])] =
        &[("my-bot/b.py", b"2"), ("my-bot/a/c.py", b"3"), ("__MACOSX/x", b""), ("my-bot/.DS_Store", b"")];
    assert_eq!(upload("x.zip", &zipped(files)).expect("a zip"), ["a/c.py", "b.py"]);
    let tar = tarred(&[
        (b"./", tar::EntryType::Directory, b""),
        (b"./bot.py", tar::EntryType::Regular, b"1"),
        (b"./src/x.py", tar::EntryType::Regular, b"2"),
    ]);
    assert_eq!(upload("x.tar", &tar).expect("a tar"), ["bot.py", "src/x.py"]);
    assert_eq!(upload("whatever.bin", &gzipped(&tar)).expect("a tar.gz"), ["bot.py", "src/x.py"]);
}

#[test]
fn ways_out_of_the_archive_are_refused() {
    for path in
        ["../x", "a/../../x", "/etc/passwd", "a/..", "\\\\host\\x", "..\\x", "C:/x", "C:x", "a\\..\\..\\x"]
    {
        let refused = upload("x.zip", &zipped(&[(path, b"x")])).expect_err(path);
        assert!(matches!(refused, BadUpload::Path { .. }), "{path}: {refused}");
        let refused = upload("x.tar", &plain(path.as_bytes())).expect_err(path);
        assert!(matches!(refused, BadUpload::Path { .. }), "{path}: {refused}");
    }
}

#[test]
fn links_and_devices_are_refused() {
    use tar::EntryType;
    for kind in [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::Char,
        EntryType::Block,
        EntryType::Fifo,
        EntryType::GNUSparse,
    ] {
        let refused = upload("x.tar", &tarred(&[(b"bot.py", kind, b"")])).expect_err("a special file");
        assert!(matches!(refused, BadUpload::Path { .. } | BadUpload::Broken(..)), "{kind:?}: {refused}");
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("bot.py", "/etc/passwd", SimpleFileOptions::default()).expect("a link");
    let refused = upload("x.zip", &zip.finish().expect("a zip").into_inner()).expect_err("a link");
    assert_eq!(
        refused.to_string(),
        "“bot.py” cannot be taken: it is a link; put the file itself into the archive."
    );
}

#[test]
fn bombs_go_off_before_they_are_large() {
    let zeros = vec![0; 64 << 20];
    let bomb = zipped(&[("zeros", &zeros)]);
    assert!(bomb.len() < 1 << 20, "it is small as it arrives");
    assert_eq!(upload("x.zip", &bomb), Err(BadUpload::TooLarge(LIMITS.bytes)));
    // One that lies about its size, too: both places in the zip that tell it.
    let mut lying = bomb.clone();
    let size = (64_u32 << 20).to_le_bytes();
    let places: Vec<usize> = (0..lying.len() - 4).filter(|at| lying[*at..*at + 4] == size).collect();
    assert!(places.len() >= 2, "{places:?}");
    for at in places {
        lying[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
    }
    assert!(upload("x.zip", &lying).is_err());
    let tar = tarred(&[(b"zeros", tar::EntryType::Regular, &zeros)]);
    assert_eq!(upload("x.tgz", &gzipped(&tar)), Err(BadUpload::TooLarge(LIMITS.bytes)));
    // A name that goes on for ever.
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_path("././@LongLink").expect("a path");
    header.set_size(zeros.len() as u64);
    header.set_cksum();
    let mut builder = tar::Builder::new(Vec::new());
    builder.append(&header, zeros.as_slice()).expect("a name");
    assert_eq!(
        upload("x.tgz", &gzipped(&builder.into_inner().expect("a tar"))),
        Err(BadUpload::TooLarge(LIMITS.bytes))
    );
}

#[test]
fn what_is_unpacked_is_on_the_disk_and_names_have_a_limit_of_their_own() {
    let zeros = vec![0; 45_000_000];
    let wide = Limits { packed_bytes: 64 << 20, bytes: 64 << 20, ..LIMITS };
    let tar =
        tarred(&[(b"zeros", tar::EntryType::Regular, &zeros), (b"bot.py", tar::EntryType::Regular, b"1")]);
    for upload in [zipped(&[("zeros", &zeros), ("bot.py", b"1")]), gzipped(&tar), tar] {
        let mut spool = Spool::file(tempfile::tempfile().expect("a file"));
        let tree = Tree::of_reader("x", Cursor::new(upload), &wide, &mut spool).expect("an archive");
        let lengths: Vec<u64> = tree.files().iter().map(|file| file.content.len()).collect();
        assert_eq!(lengths, [1, 45_000_000]);
        assert!(tree.files().iter().all(|file| !file.content.is_in_memory()));
    }
    // A name of a tar, and the list of a zip, are held in memory by those who read them.
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_path("././@LongLink").expect("a path");
    header.set_size(1 << 20);
    header.set_cksum();
    let mut builder = tar::Builder::new(Vec::new());
    builder.append(&header, &zeros[..1 << 20]).expect("a name");
    let refused = Tree::of_upload("x", &builder.into_inner().expect("a tar"), &wide);
    assert_eq!(refused, Err(BadUpload::TooLarge(wide.bytes)));
    let names: Vec<String> = (0..100).map(|number| format!("{number}").repeat(20_000)).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    assert_eq!(Tree::of_upload("x", &zipped(&files), &wide), Err(BadUpload::TooMany(LIMITS.files)));
}

#[test]
fn a_hundred_thousand_entries_are_refused() {
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for number in 0..100_000 {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::Directory);
        header.set_path(format!("d{number}")).expect("a path");
        header.set_size(0);
        header.set_mode(0o755);
        header.set_cksum();
        builder.append(&header, std::io::empty()).expect("a folder");
    }
    let many = builder.into_inner().and_then(GzEncoder::finish).expect("a tar.gz");
    let wide = Limits { packed_bytes: 64 << 20, bytes: 64 << 20, ..LIMITS };
    assert_eq!(Tree::of_upload("x", &many, &wide), Err(BadUpload::TooMany(LIMITS.files)));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for number in 0..100_000 {
        zip.start_file(format!("{number}"), stored).expect("a file");
    }
    let many = zip.finish().expect("a zip").into_inner();
    assert_eq!(Tree::of_upload("x", &many, &wide), Err(BadUpload::TooMany(LIMITS.files)));
    assert_eq!(upload("x", &many), Err(BadUpload::TooLarge(LIMITS.packed_bytes)));
}

#[test]
fn wrong_encodings_are_named() {
    let refused = upload("bot.py", b"ok\n\xff\xffbad").expect_err("not UTF-8");
    assert_eq!(refused.to_string(), "“bot.py” cannot be read: line 2 is not UTF-8. Save it as UTF-8.");
    let refused = upload("bot.py", &[0xff, 0xfe, b'x', 0]).expect_err("UTF-16");
    assert!(refused.to_string().contains("UTF-16"), "{refused}");
    assert!(upload("bot.py", b"a\0b").is_err());
    let refused = upload("x.tar", &plain(b"b\xf6t.py")).expect_err("Latin-1");
    assert!(matches!(refused, BadUpload::Path { .. }) && refused.to_string().contains("UTF-8"), "{refused}");
}

#[test]
fn hostile_names_are_text_or_refused() {
    let files: &[(&str, &[u8])] =
        &[("$(touch x).py", b"1"), ("<script>alert(1)<", b"2"), ("-rf", b"3"), ("'; DROP", b"4")];
    assert_eq!(upload("x.zip", &zipped(files)).expect("text").len(), 4);
    for path in ["a\nb", "a\u{1b}[2Jb", "a\u{7f}"] {
        let refused = upload("x.zip", &zipped(&[(path, b"x")])).expect_err("a control character");
        assert!(!refused.to_string().contains(|c: char| c.is_control()), "{refused:?}");
    }
    assert!(upload("x.zip", &zipped(&[(&"a/".repeat(9), b""), ("b", b"")])).is_err(), "too deep");
    assert!(upload("x.zip", &zipped(&[(&"a".repeat(300), b"")])).is_err(), "too long");
    assert!(upload("", b"x").is_err() && upload("..", b"x").is_err() && upload(".", b"x").is_err());
}

#[test]
fn nothing_broken_or_foreign_is_taken() {
    assert_eq!(upload("x", b""), Err(BadUpload::Empty));
    assert_eq!(upload("x.zip", &zipped(&[])), Err(BadUpload::Empty));
    let whole = zipped(&[("bot.py", &vec![b'x'; 5000])]);
    for cut in [4, 20, whole.len() / 2, whole.len() - 1] {
        assert!(matches!(upload("x.zip", &whole[..cut]), Err(BadUpload::Broken(..))), "cut at {cut}");
    }
    for foreign in [&b"\x7fELF\x02"[..], b"Rar!\x1a", b"7z\xbc\xaf\x27\x1c", b"MZ\x90"] {
        assert!(matches!(upload("x", foreign), Err(BadUpload::Foreign(_))));
    }
    assert!(matches!(upload("x.gz", &gzipped(b"print()")), Err(BadUpload::Foreign(_))));
    let tar = tarred(&[(b"a", tar::EntryType::Regular, b"1"), (b"a/b", tar::EntryType::Regular, b"2")]);
    assert!(upload("x.tar", &tar).expect_err("both").to_string().contains("both a file and a folder"));
    let tar = tarred(&[(b"a", tar::EntryType::Regular, b"1"), (b"./a", tar::EntryType::Regular, b"2")]);
    assert!(upload("x.tar", &tar).expect_err("twice").to_string().contains("twice"));
}

#[test]
fn the_same_files_are_the_same_bytes() {
    let one = Tree::of_upload("x.zip", &zipped(&[("b.py", b"2"), ("a.py", b"1")]), &LIMITS).expect("a tree");
    let tar = tarred(&[(b"a.py", tar::EntryType::Regular, b"1"), (b"b.py", tar::EntryType::Regular, b"2")]);
    let other = Tree::of_upload("x.tar", &tar, &LIMITS).expect("a tree");
    assert_eq!(one.pack(), other.pack());
    assert_eq!(Tree::unpack(&one.pack(), &LIMITS).expect("a tree"), one);
    let place = tempfile::tempdir().expect("a folder");
    one.write(&place.path().join("bot")).expect("written");
    assert_eq!(std::fs::read(place.path().join("bot/a.py")).expect("read"), b"1");
    assert!(one.write(&place.path().join("bot")).is_err(), "never over something");
}

/// A host with a language of its own, which needs nothing installed.
fn host() -> Settings {
    let own = settings::Language {
        endings: vec!["lua".to_owned()],
        build: Some("luac -o bot.out {file}".to_owned()),
        run: "lua bot.out".to_owned(),
    };
    Settings { language: BTreeMap::from([("lua".to_owned(), own)]), ..Settings::default() }
}

fn tree(files: &[(&str, &str)]) -> Tree {
    let none = Tree::default();
    files.iter().fold(none, |tree, (path, text)| tree.with(path, text.as_bytes().to_vec()))
}

#[test]
fn the_language_is_found_by_name_ending_or_word() {
    let host = host();
    let offered = language::installed(&host);
    assert_eq!(language::detect(&tree(&[("bot.lua", "x")]), &host, &offered).expect("lua"), "lua");
    assert_eq!(language::detect(&tree(&[("bot.py", "x")]), &host, &offered).expect("python"), "python");
    let manifest = tree(&[("bot", "x"), (MANIFEST, "run = './bot'\nlanguage = 'py'")]);
    assert_eq!(language::detect(&manifest, &host, &offered).expect("python"), "python");
    let unknown =
        language::detect(&tree(&[("bot.xyz", "x")]), &host, &offered).expect_err("unknown").to_string();
    assert!(unknown.contains("Python") && unknown.contains("Lua"), "{unknown}");
    assert!(language::named_here("cobol", &offered).is_err());
}

#[test]
fn bots_can_be_handed_in_in_every_language_of_the_list_that_says_how() {
    let host = Settings::default();
    let known = language::known(&host);
    let names: Vec<&str> = known.iter().map(|known| known.name.as_str()).collect();
    let listed = skirmish_programs::Language::of_single_files();
    assert_eq!(names, listed.iter().map(|language| language.name).collect::<Vec<_>>());
    for (language, known) in listed.into_iter().zip(&known) {
        for name in language.aliases.iter().chain([&language.name]) {
            assert_eq!(
                language::named_here(name, std::slice::from_ref(known)).expect("known"),
                language.name
            );
        }
        for ending in language.endings {
            let file = tree(&[(&format!("bot.{ending}"), "x")]);
            assert_eq!(
                language::detect(&file, &host, std::slice::from_ref(known)).expect("known"),
                language.name
            );
            let whole = language::complete(file, "utti", language.name, &host).expect("it can be built");
            assert_eq!(plan(&whole).language.as_deref(), Some(language.name));
        }
        let ending = known.file.rsplit_once('.').expect("an ending").1;
        assert!(language.endings.contains(&ending), "{}", known.file);
    }
    let unlisted = language::complete(tree(&[("bot.nim", "x")]), "utti", "nim", &host);
    assert!(matches!(unlisted, Err(BadUpload::Language(_))), "{unlisted:?}");
}

/// What the tree's `skirmish.toml` says.
fn plan(tree: &Tree) -> skirmish_programs::Manifest {
    language::manifest(tree).expect("it makes sense").expect("there is one")
}

#[test]
fn a_starter_kits_bot_alone_gets_the_rest_of_its_kit_in_every_language() {
    for kit in skirmish_kits::all() {
        for game in kit.games() {
            let names = skirmish_kits::Names { bot: "bot", title: game };
            let files = kit.kit(game).expect("a kit").files(&names);
            let bot = files.iter().find(|file| file.path == kit.bot).expect("its bot");
            let whole = language::complete(
                Tree::default().with("pasted", bot.bytes.clone()),
                game,
                kit.language.name,
                &host(),
            );
            let whole = whole.expect("it can be built");
            assert!(whole.file(&kit.protocol).is_some(), "{} {game}: the kit is missing", kit.language.name);
        }
    }
}

#[test]
fn a_player_class_of_the_original_game_is_wrapped() {
    let source = "from plantation.player import Player\nclass Mine(Player):\n    def get_move(self, *_):\n        ...\n";
    let complete = |game| {
        let tree = Tree::default().with("player.py", source.as_bytes().to_vec());
        language::complete(tree, game, "python", &host()).expect("it can be played")
    };
    let whole = complete("plantation");
    assert_eq!(plan(&whole).run, "python3 play.py");
    assert!(whole.file("plantation/player.py").is_some() && whole.file("README.md").is_none());
    let bot = whole.file("bot.py").expect("the class").content.head(1 << 20).expect("its text");
    assert_eq!(bot, source.as_bytes());
    let manifest = whole.file(MANIFEST).expect("a manifest").content.head(1 << 20).expect("its text");
    assert!(String::from_utf8_lossy(&manifest).contains("file = \"bot.py\""));
    assert_eq!(plan(&complete("utti")).run, "python3 bot.py", "there is nothing to wrap it with");
}

#[test]
fn a_file_that_two_toolchains_take_is_built_by_the_one_that_is_here() {
    let host = Settings::default();
    let file = tree(&[("Bot.cs", "class Bot {}")]);
    for (name, run) in [("csharp", "mono bot.exe"), ("dotnet", "dotnet bin/bot.dll")] {
        let known = language::known(&host);
        let here: Vec<_> = known.into_iter().filter(|known| known.name == name).collect();
        assert_eq!(language::detect(&file, &host, &here).expect("known"), name);
        let whole = language::complete(file.clone(), "utti", name, &host).expect("complete");
        assert_eq!(plan(&whole).run, run);
        assert_eq!(whole.file("bot.csproj").is_some(), name == "dotnet");
    }
}

#[test]
fn a_word_in_a_comment_is_no_use_of_the_kit_and_a_module_is_called_one() {
    let only = |language: &str, text: &str| {
        let tree = Tree::default().with("pasted", text.as_bytes().to_vec());
        let whole = language::complete(tree, "utti", language, &host()).expect("it can be built");
        whole.files().iter().map(|file| file.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(only("python", "# the protocol, read by hand\nprint()"), ["bot.py", "skirmish.toml"]);
    assert_eq!(only("go", "func NewGame() {}\nfunc main() { NewGame() }"), ["bot.go", "skirmish.toml"]);
    assert_eq!(only("javascript", "console.log(1)"), ["bot.js", "skirmish.toml"]);
    assert_eq!(only("javascript", "import fs from 'fs'\n"), ["bot.mjs", "skirmish.toml"]);
}

#[test]
fn a_single_file_gets_what_it_needs_to_run() {
    let host = host();
    let complete = |tree: Tree, language: &str| language::complete(tree, "utti", language, &host);
    let alone = complete(tree(&[("my bot.py", "print()")]), "python").expect("complete");
    assert_eq!(plan(&alone).run, "python3 bot.py");
    assert!(
        alone.file("bot.py").is_some()
            && alone.file("protocol.py").is_none()
            && alone.file("lines.py").is_none()
    );
    let kit = complete(tree(&[("x.py", "from protocol import Game")]), "python").expect("complete");
    assert!(["bot.py", "protocol.py", "lines.py"].iter().all(|path| kit.file(path).is_some()));
    assert_eq!(plan(&kit).game.as_deref(), Some("utti"));
    let own = complete(tree(&[("main.lua", "x"), ("other.lua", "y")]), "lua").expect("complete");
    assert_eq!(plan(&own).build.as_deref(), Some("luac -o bot.out main.lua"));
    let hostile = complete(tree(&[("$(x).lua", "x")]), "lua").expect_err("a name for a shell");
    assert!(matches!(hostile, BadUpload::Path { .. }), "{hostile}");
    let java = complete(tree(&[("Mine.java", "class Mine {}")]), "java").expect("complete");
    assert!(plan(&java).run.ends_with(" Mine"));
}

#[test]
fn a_manifest_that_makes_no_sense_is_refused() {
    let host = host();
    let complete = |manifest: &str| {
        language::complete(tree(&[("bot.py", ""), (MANIFEST, manifest)]), "utti", "python", &host)
    };
    assert!(complete("run = 'python3 bot.py'\n[options]\ndepth = 3").is_ok());
    for bad in ["", "run = ''", "run = 3", "run = 'x'\nsurprise = 1", "run = 'x'\ngame = 'si32'", "\u{0}"] {
        assert!(matches!(complete(bad), Err(BadUpload::Manifest(_))), "{bad:?}");
    }
}
