use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use skirmish_core::answer::Fault;
use skirmish_core::outcome::Outcome;
use skirmish_league::Entrant;
use skirmish_league::schedule::Fixture;

use super::*;
use crate::heading::ListedBot;
use crate::result::MatchEnding;

fn heading() -> Heading {
    let listed = |name: &str| ListedBot { name: name.into(), hash: Some("ab".into()), made_of: None };
    Heading {
        skirmish: "1".into(),
        format: Heading::FORMAT,
        kind: "duel".into(),
        schedule: json!({}),
        game: "utti".into(),
        version: 1,
        config: json!({ "size": 40, "rounds": 9 }),
        clock: "50/turn".into(),
        seats: 2,
        jail: "full".into(),
        ponder: false,
        seed: 7,
        bots: vec![listed("new"), listed("old")],
    }
}

fn result(number: u64) -> MatchResult {
    let fixture = Fixture { number, seats: vec![Entrant(0), Entrant(1)], map: 0, map_seed: 3 };
    MatchResult::void(&fixture, 3, "busy".into())
}

/// A file with a heading and three results.
fn written(folder: &Path) -> PathBuf {
    let path = folder.join("deep/er/results.jsonl");
    let (mut ledger, found) = Ledger::open(&path, &heading()).expect("a new file");
    assert!(found.results.is_empty() && found.dropped.is_none());
    for number in [1, 0, 2] {
        ledger.reserve(2).expect("room");
        ledger.add(&result(number)).expect("room");
    }
    ledger.close().expect("a disk");
    path
}

fn refusal(path: &Path, heading: &Heading) -> String {
    match Ledger::open(path, heading) {
        Ok(_) => panic!("it was accepted"),
        Err(bad) => bad.to_string(),
    }
}

#[test]
fn results_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = written(folder.path());
    let (_ledger, found) = Ledger::open(&path, &heading()).expect("the same schedule");
    assert_eq!(found.results.into_values().collect::<Vec<_>>(), [result(0), result(1), result(2)]);
    let busy = refusal(&path, &heading());
    assert!(busy.contains("another run"), "{busy}");
}

#[test]
fn wherever_the_file_breaks_off_whole_lines_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = written(folder.path());
    let whole = fs::read(&path).expect("it was written");
    for cut in (0..whole.len()).step_by(3) {
        fs::write(&path, &whole[..cut]).expect("a disk");
        let (ledger, found) = Ledger::open(&path, &heading()).expect("a broken last line is no harm");
        let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(found.results.len(), lines.saturating_sub(1), "cut at {cut}");
        assert_eq!(found.dropped.is_some(), cut > 0 && whole[cut - 1] != b'\n', "cut at {cut}");
        ledger.close().expect("a disk");
        let left = fs::read(&path).expect("it is there");
        assert!(whole.starts_with(&left) && left.last() == Some(&b'\n'), "cut at {cut}");
    }
}

#[test]
fn a_file_of_another_schedule_is_refused_by_what_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = written(folder.path());
    let before = fs::read(&path).expect("it was written");
    type Change = fn(&mut Heading);
    let cases: [(Change, &str); 10] = [
        (|heading| heading.skirmish = "1+cd".into(), "its program version is 1, not 1+cd"),
        (|heading| heading.game = "si32".into(), "its game is utti, not si32"),
        (|heading| heading.kind = "swiss".into(), "its kind is duel, not swiss"),
        (|heading| heading.version = 2, "its version of the rules is 1, not 2"),
        (|heading| heading.config["size"] = json!(50), "its size is 40, not 50"),
        (|heading| heading.clock = "9/turn".into(), "its clock is 50/turn, not 9/turn"),
        (|heading| heading.seed = 8, "its seed is 7, not 8"),
        (|heading| heading.bots[1].name = "x".into(), "its bot 2 is `old`, not `x`"),
        (|heading| heading.bots[0].hash = None, "its bot 1 `new` was another program then"),
        (|heading| heading.jail = "none".into(), "its jail is full, not none"),
    ];
    for (change, words) in cases {
        let mut other = heading();
        change(&mut other);
        let sentence = refusal(&path, &other);
        assert!(sentence.contains(words), "{sentence}");
        assert_eq!(fs::read(&path).expect("it is there"), before, "nothing was written");
    }
}

#[test]
fn a_file_that_is_something_else_is_not_touched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes");
    for text in ["my notes\n", "my notes without an end", "{\"skirmish\":\"1\"}\n"] {
        fs::write(&path, text).expect("a disk");
        assert!(refusal(&path, &heading()).contains("not a results file"));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
    }
    assert!(refusal(Path::new("/dev/null"), &heading()).contains("not a regular file"));
    assert!(refusal(folder.path(), &heading()).contains("cannot open"));
}

#[test]
fn a_file_of_an_older_format_is_refused_by_its_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old");
    let heading_now = String::from_utf8(line_of(&heading())).expect("text");
    let old = heading_now.replace("\"format\":2", "\"format\":1").replace("\"schedule\"", "\"plan\"");
    assert_ne!(old, heading_now);
    fs::write(&path, &old).expect("a disk");
    let sentence = refusal(&path, &heading());
    assert!(sentence.contains("of format 1, and this version of skirmish reads format 2"), "{sentence}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), old, "nothing was written");
}

#[test]
fn the_outcome_of_a_match_reads_back() {
    let outcome = Outcome {
        places: vec![1, 2],
        scores: vec![7, -3],
        faults: vec![None, Some(Fault::Late)],
        why: "the turns are over".into(),
    };
    let over = MatchResult { ending: MatchEnding::Over(outcome), ..result(0) };
    let line = String::from_utf8(line_of(&over)).expect("text");
    let ending = r#""ending":{"over":{"places":[1,2],"scores":[7,-3],"faults":[null,"late"],"why":"the turns are over"}}"#;
    assert!(line.contains(ending), "{line}");
    assert_eq!(serde_json::from_str::<MatchResult>(&line).expect("a result"), over);
}

#[test]
fn a_changed_line_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = written(folder.path());
    let whole = fs::read_to_string(&path).expect("it was written");
    let cases = [
        (whole.replacen("\"match\":0", "\"match\":x", 1), "line 3"),
        (whole.replacen("\"match\":2", "\"match\":1", 1), "match 1 stands there twice"),
    ];
    for (text, words) in cases {
        fs::write(&path, text).expect("a disk");
        let sentence = refusal(&path, &heading());
        assert!(sentence.contains(words), "{sentence}");
    }
}

/// A storage of a limited size that reports ENOSPC.
#[derive(Clone)]
struct SmallDisk {
    text: Arc<Mutex<Vec<u8>>>,
    size: usize,
    can_reserve: bool,
}

impl SmallDisk {
    fn new(size: usize, can_reserve: bool) -> Self {
        Self { text: Arc::default(), size, can_reserve }
    }
}

impl Write for SmallDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = self.text.lock().expect("no panic");
        let room = self.size - text.len();
        if room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let count = room.min(bytes.len());
        text.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Storage for SmallDisk {
    fn reserve(&mut self, from: u64, bytes: u64) -> io::Result<()> {
        let fits = (from + bytes) as usize <= self.size;
        if fits || !self.can_reserve { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
    }

    fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.text.lock().expect("no panic").truncate(bytes as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_noticed_before_a_match_is_played() {
    let disk = SmallDisk::new(1000, true);
    let mut ledger = Ledger::on(Box::new(disk.clone()), Path::new("r"), 0, 0);
    let sentence = ledger.reserve(1).expect_err("there is no room").to_string();
    assert!(
        sentence.contains("the 0 results in it are kept") && sentence.contains("make room"),
        "{sentence}"
    );
    assert!(disk.text.lock().expect("no panic").is_empty());
}

#[test]
fn a_disk_that_fills_up_leaves_whole_lines() {
    let disk = SmallDisk::new(400, false);
    let mut ledger = Ledger::on(Box::new(disk.clone()), Path::new("r"), 0, 0);
    let bad = (0..100).find_map(|number| {
        ledger.reserve(1).expect("such a disk promises nothing");
        ledger.add(&result(number)).err()
    });
    let sentence = bad.expect("it is full by now").to_string();
    let text = String::from_utf8(disk.text.lock().expect("no panic").clone()).expect("text");
    assert!(sentence.contains(&format!("the {} results", text.lines().count())), "{sentence}");
    assert!(text.ends_with("}\n") && text.lines().count() > 2);
}

#[test]
fn a_file_beyond_the_cap_is_refused_and_not_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = written(folder.path());
    OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("the file")
        .set_len(MOST_BYTES + 1)
        .expect("a sparse file");
    let refused = Ledger::open(&path, &heading());
    assert!(matches!(refused, Err(BadLedger::TooLarge(_))));
    assert_eq!(fs::metadata(&path).expect("still there").len(), MOST_BYTES + 1);
}
