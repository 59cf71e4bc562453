//! `skirmish check` on small bots, each with one defect: the finding, the report, the exit code.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Instant;

use common::{done, folder, skirmish};
use serde_json::Value;
use skirmish_core::answer::Cost;
use skirmish_core::clock::Clock;
use skirmish_core::config::Wishes;
use skirmish_core::rng::Seed;
use skirmish_core::seat::Seat;
use skirmish_lab::check::{Check, Code, run as run_check};
use skirmish_referee::player::{Context, PlayerSummary, Poll, Question, Seated, Seating};
use skirmish_referee::{Conduct, MemoryCourse, Nobody, Options, Player, ReplayStore, Stop};

fn bot(name: &str) -> String {
    let file = if name.contains('.') { name.to_string() } else { format!("{name}.py") };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/check").join(file).display().to_string()
}

fn check(folder: &Path, name: &str, more: &str) -> Output {
    skirmish(folder, &format!("check '{}' {more}", bot(name)))
}

/// The report as JSON, and the exit code.
fn report(name: &str, more: &str) -> (Value, i32) {
    let folder = folder(&format!("check-{name}"));
    let output = check(&folder, name, &format!("{more} --json"));
    let text = String::from_utf8(output.stdout).unwrap();
    let report = serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)));
    (report, output.status.code().unwrap())
}

/// The one finding of that code.
fn found<'a>(report: &'a Value, list: &str, code: &str) -> &'a Value {
    let findings = report[list].as_array().unwrap();
    let of_code: Vec<&Value> = findings.iter().filter(|finding| finding["code"] == code).collect();
    assert_eq!(of_code.len(), 1, "{code} among {findings:#?}");
    of_code[0]
}

fn codes(report: &Value, list: &str) -> Vec<String> {
    let findings = report[list].as_array().unwrap();
    findings.iter().map(|finding| finding["code"].as_str().unwrap().to_string()).collect()
}

/// Asserts that a field of a finding contains these words.
fn says(finding: &Value, field: &str, words: &str) {
    let text = finding[field].as_str().unwrap_or_default();
    assert!(text.contains(words), "`{words}` is missing in {field}: {finding:#}");
}

/// Arguments for a short match of Plantation.
const SHORT: &str = "--game plantation --config turns=4";

#[test]
fn a_good_bot_is_fit() {
    let (report, code) = report("good", &format!("{SHORT} --matches 10"));
    assert_eq!((code, &report["is_fit"], &report["played"]), (0, &true.into(), &10.into()), "{report:#}");
    assert!(codes(&report, "problems").is_empty() && codes(&report, "notes").is_empty(), "{report:#}");
    let kinds = report["groups"].as_array().unwrap();
    assert!(kinds.iter().all(|group| group["played"].as_u64().unwrap() > 0), "a little of everything");
    let times = &report["times"][0];
    assert!(times["count"].as_u64().unwrap() > 100 && times["p50"].as_u64() <= times["p99"].as_u64());
    assert!(times["p99"].as_u64() <= times["max"]["share"].as_u64(), "{times}");
    assert!(report["first_word_us"][0].as_u64().unwrap() > 0 && report["memory"]["limit_bytes"] == 768 << 20);
}

#[test]
fn a_bot_that_does_not_flush_is_told_that_it_had_an_answer() {
    let (report, code) =
        report("unflushed", &format!("{SHORT} --matches 12 --clock 'hello 5s 300+300/turn'"));
    let late = found(&report, "problems", "late");
    says(late, "advice", "did not flush");
    says(late, "advice", "scout 0 0");
    says(&report, "stopped", "no answer in its first 3 matches");
    assert_eq!((code, &report["played"]), (1, &3.into()));
}

#[test]
fn a_bot_that_flushes_by_our_help_alone_is_told() {
    let (report, code) = report("helped", &format!("{SHORT} --matches 14 --clock 'hello 10s 2s+1s/turn'"));
    let note = found(&report, "notes", "no-flush");
    says(note, "advice", "PYTHONUNBUFFERED=1");
    says(note, "advice", "print(answer, flush=True)");
    says(note, "what", "without our help to flush");
    assert_eq!((code, &report["played"]), (0, &14.into()), "{report:#}");
}

#[test]
fn help_to_flush_that_is_part_of_a_command_is_left_out_as_well() {
    for (name, by_hand) in
        [("helped.c", Some("fflush(stdout)")), ("helped.cpp", Some("std::endl")), ("flushes.c", None)]
    {
        let (report, code) = report(name, &format!("{SHORT} --matches 14 --clock 'hello 10s 2s+1s/turn'"));
        assert_eq!((code, &report["played"]), (0, &14.into()), "{name}: {report:#}");
        match by_hand {
            Some(by_hand) => {
                let note = found(&report, "notes", "no-flush");
                says(note, "advice", by_hand);
                says(note, "advice", "line by line (stdbuf -oL)");
            }
            None => assert!(!codes(&report, "notes").contains(&"no-flush".to_string()), "{report:#}"),
        }
    }
}

#[test]
fn memory_that_grows_with_every_turn_is_told() {
    let (report, code) = report("hoards", "--game plantation --config turns=40 --matches 1");
    says(found(&report, "notes", "memory-grows"), "sentence", "its memory grew from");
    assert_eq!(code, 0, "{report:#}");
}

#[test]
fn a_bot_that_loops_forfeits_and_the_report_says_so() {
    let (report, code) =
        report("loops", "--game utti --preset tiny --matches 12 --clock 'hello 300ms 300/turn'");
    let problems = report["problems"].as_array().unwrap();
    let forfeit = problems.iter().find(|finding| {
        finding["sentence"]
            .as_str()
            .unwrap_or_default()
            .contains("was late 3 times in a row on round 1: it forfeits")
    });
    assert_eq!(forfeit.map(|finding| &finding["code"]), Some(&"late".into()), "{report:#}");
    says(&report, "stopped", "no answer in its first 3 matches");
    assert_eq!((code, &report["played"]), (1, &3.into()));
}

#[test]
fn an_extra_line_is_found_with_the_turn() {
    let (report, code) = report("extra_line", &format!("{SHORT} --matches 1"));
    let unasked = found(&report, "problems", "unasked");
    says(unasked, "sentence", "an empty line before it was asked");
    says(unasked, "see", "--turn d");
    assert!(unasked["turn"].as_u64().unwrap() >= 1 && code == 1);
    // The empty line is taken as the next answer, which is garbled.
    let garbled = found(&report, "problems", "garbled");
    assert_eq!((&garbled["line"], &garbled["text"]), (&1.into(), &"".into()));
}

#[test]
fn a_slow_bot_is_late_on_its_turn() {
    let (report, code) = report("slow", &format!("{SHORT} --matches 1 --clock 'hello 5s 5s+500ms/turn'"));
    let late = found(&report, "problems", "late");
    assert_eq!((&late["turn"], &late["seat"], code), (&3.into(), &0.into(), 1));
    says(late, "sentence", "did not answer on turn 3 within 500 ms");
    let answer = report["times"].as_array().unwrap().iter().find(|time| time["what"] == "answer").unwrap();
    let max = &answer["max"];
    assert!(max["share"].as_u64().unwrap() >= 1_000_000 && max["turn"] == 3, "{max}");
}

#[test]
fn a_crash_on_one_odd_position_is_found_and_can_be_seen() {
    let folder = folder("check-crasher-seen");
    let output = check(&folder, "crasher", &format!("{SHORT} --matches 8 --json"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let gone = found(&report, "problems", "gone");
    says(gone, "what", "odd position smallest");
    assert!(
        gone["stderr"].as_array().unwrap().iter().any(|line| line.as_str().unwrap().contains("IndexError"))
    );
    assert_eq!(gone["matches"], 1, "only there");
    let see = gone["see"].as_str().unwrap().strip_prefix("skirmish ").unwrap();
    let shown = done(&folder, see);
    assert!(shown.contains("IndexError") && shown.contains("reads  turn 1"), "{shown}");
}

/// How a finding is provoked, and words that the command which it prints has to show.
struct Example {
    bot: Bot,
    shows: &'static [&'static str],
}

enum Bot {
    /// A file in `tests/bots/check`, and the rest of the command line.
    File(&'static str, &'static str),
    /// A player in this process: neither time nor memory depends on the machine.
    MadeUp(MadeUp),
}

/// One for every code: a new one does not compile without.
fn example(code: Code) -> Example {
    const PLANTATION: &str = "--game plantation --config turns=4 --matches 1";
    const UNDERWORLD: &str = "--game underworld --config max_turns=3 --matches 1";
    let file = |name, more, shows| Example { bot: Bot::File(name, more), shows };
    let made_up = |made_up, shows| Example { bot: Bot::MadeUp(made_up), shows };
    let with = |conduct| MadeUp { conduct, ..MadeUp::default() };
    match code {
        Code::Gone => file(
            "crasher",
            "--game plantation --config turns=4 --matches 8",
            &["gone: seat 0 (crasher.py) ended with exit status 1 on turn 1", "stderr IndexError"],
        ),
        Code::Late => file(
            "slow",
            "--game plantation --config turns=4 --matches 1 --clock 'hello 5s 5s+500ms/turn'",
            &["late: seat 0 (slow.py) did not answer on turn 3 within 500 ms"],
        ),
        Code::Garbled => file(
            "garbled",
            PLANTATION,
            &["writes water the flowers", "could not be read: expected fertilise, plant"],
        ),
        Code::Flooded => file("floods", PLANTATION, &["seat 0 (floods.py) printed"]),
        Code::Unasked => {
            file("extra_line", PLANTATION, &["it had printed an empty line before it was asked"])
        }
        Code::PassedOver => {
            file("mumbler", UNDERWORLD, &["writes thinking hard", "line 2 means nothing and is passed over"])
        }
        Code::LeftOver => file(
            "parting_words",
            PLANTATION,
            &["after its last answer it printed 10 bytes more, `scout 0 0`"],
        ),
        Code::Stays => {
            file("stays", PLANTATION, &["it was still there after its last page, and was ended by force"])
        }
        Code::NearTime => made_up(
            MadeUp { slow_seat: Some(Seat(0)), ..MadeUp::default() },
            &["seat 0 answers after 900000 µs of 1000000 µs"],
        ),
        Code::NearMemory => made_up(
            with(Conduct { memory_peak_bytes: Some(90 << 20), ..Conduct::default() }),
            &["seat 0 (made up), besides its answers:", "it used 90 MiB of memory at most"],
        ),
        Code::NoFlush => file(
            "helped",
            "--game plantation --config turns=1 --matches 14 --clock 'hello 10s 2s+1s/turn'",
            &["late: seat 0 (helped.py) did not answer on turn 1 within 2 s; it printed nothing"],
        ),
        Code::MemoryGrows => {
            let mut memory_course = MemoryCourse::default();
            (0..33).for_each(|answers| memory_course.add(Some(answers << 20)));
            made_up(
                with(Conduct { memory_course, ..Conduct::default() }),
                &[
                    "its memory: 0 MiB at its first question, 8 MiB, 16 MiB, 24 MiB and 32 MiB after each quarter of them",
                ],
            )
        }
        Code::Ponders => made_up(
            MadeUp { ponders: true, ..MadeUp::default() },
            &["it computed outside its turns, and was frozen between them from then on"],
        ),
        Code::Refused => {
            file("mumbler", UNDERWORLD, &["build 0 0 F has no effect: no own building is near enough"])
        }
        Code::Stderr => file(
            "noisy",
            PLANTATION,
            &["its stderr is in replays/", ".seat0.stderr; ", " bytes more were dropped"],
        ),
        Code::Exit => {
            file("parting_words", PLANTATION, &["when its input ended, it ended with exit status 1"])
        }
        Code::Differs => file(
            "dice",
            PLANTATION,
            &["then scout", "now  scout", "seat 0 was asked 12 times and answered differently"],
        ),
    }
}

#[test]
fn every_finding_names_a_command_that_shows_it() {
    for &code in Code::ALL {
        let name = serde_json::to_value(code).unwrap();
        let folder = folder(&format!("check-see-{}", name.as_str().unwrap()));
        let Example { bot, shows } = example(code);
        let report: Value = match bot {
            Bot::File(name, more) => {
                serde_json::from_slice(&check(&folder, name, &format!("{more} --json")).stdout).unwrap()
            }
            Bot::MadeUp(made_up) => made_up.checked(&folder, 1),
        };
        let lists = ["problems", "notes"].map(|list| report[list].as_array().unwrap());
        let finding = lists.into_iter().flatten().find(|finding| finding["code"] == name);
        let finding = finding.unwrap_or_else(|| panic!("no {name} in {report:#}"));
        let see = finding["see"].as_str().unwrap_or_else(|| panic!("nothing to see: {finding:#}"));
        let shown = done(&folder, see.strip_prefix("skirmish ").unwrap());
        for words in shows {
            assert!(shown.contains(words), "{name}: `{see}` does not show `{words}`:\n{shown}");
        }
    }
}

/// A bot that only scouts, with costs and conduct as they are given.
#[derive(Clone, Debug, Default)]
struct MadeUp {
    conduct: Conduct,
    /// In this seat it uses nine tenths of its time.
    slow_seat: Option<Seat>,
    /// Whether it is caught computing outside its turns.
    ponders: bool,
}

impl MadeUp {
    /// The report of so many matches, each answer within a second and memory within 100 MiB.
    fn checked(self, folder: &Path, matches: usize) -> Value {
        let entry = skirmish_games::find("plantation").unwrap();
        let mut wishes = Wishes::none();
        wishes.fields.push(("turns".to_string(), "4".to_string()));
        let report = run_check(
            &Check {
                entry,
                config: (entry.configure)(&wishes).unwrap(),
                presets: false,
                clock: Clock::per_turn(1000, 1000, 1000),
                seed: Seed(1),
                matches: Some(matches),
                bot: Arc::new(self),
                bot_words: "made-up".to_string(),
                memory_limit_bytes: Some(100 << 20),
                options: &Options::default(),
                store: &ReplayStore::new(folder.join("replays")),
            },
            &mut Nobody,
        );
        serde_json::to_value(report.unwrap()).unwrap()
    }
}

impl Player for MadeUp {
    fn name(&self) -> &str {
        "made up"
    }

    fn begin<'a>(&'a self, place: &Seating<'a>) -> Result<Box<dyn Seated + 'a>, Stop> {
        let share = if self.slow_seat == Some(place.seat) { 9 } else { 0 };
        Ok(Box::new(SeatedMadeUp { made_up: self.clone(), tenths_used: share, asked: 0, wall_us: 0 }))
    }
}

struct SeatedMadeUp {
    made_up: MadeUp,
    tenths_used: u64,
    asked: u32,
    wall_us: u64,
}

impl Seated for SeatedMadeUp {
    fn ask(&mut self, question: Question<'_>, context: &mut Context<'_>) -> Result<(), Stop> {
        self.asked += 1;
        self.wall_us = question.grant.time_us.unwrap() * self.tenths_used / 10;
        if self.made_up.ponders && self.asked == 2 {
            self.made_up.conduct.frozen_from = Some(context.decision);
        }
        Ok(())
    }

    fn poll(&mut self, _now: Instant, _context: &mut Context<'_>) -> Result<Poll, Stop> {
        let cost = Cost { wall_us: self.wall_us, ..Cost::default() };
        Ok(Poll::Ready(Ok(b"scout 0 0\n".to_vec()), cost))
    }

    fn end(&mut self, _context: &mut Context<'_>) -> PlayerSummary {
        PlayerSummary { conduct: std::mem::take(&mut self.made_up.conduct), ..PlayerSummary::default() }
    }
}

#[test]
fn the_slowest_answer_is_told_with_its_match_and_its_seat() {
    let folder = folder("check-near-time");
    let slow = MadeUp { slow_seat: Some(Seat(1)), ..MadeUp::default() };
    let report = slow.checked(&folder, 8);
    assert_eq!(codes(&report, "notes"), ["near-time"; 2], "the first answer, and the others");
    for near in report["notes"].as_array().unwrap() {
        assert_eq!(
            (&near["match"], &near["seat"], &near["turn"]),
            (&8.into(), &1.into(), &1.into()),
            "{near:#}"
        );
        says(near, "what", "odd opponent");
        says(near, "what", "seat 1");
        let shown = done(&folder, near["see"].as_str().unwrap().strip_prefix("skirmish ").unwrap());
        assert!(shown.contains("seat 1 answers after 900000 µs of 1000000 µs"), "{shown}");
    }
}

#[test]
fn what_is_found_in_one_match_is_seen_in_one_replay() {
    let folder = folder("check-one-replay");
    let conduct = Conduct { memory_peak_bytes: Some(90 << 20), ..Conduct::default() };
    let slow = MadeUp { conduct, slow_seat: Some(Seat(0)), ..MadeUp::default() };
    let report = slow.checked(&folder, 1);
    assert_eq!(codes(&report, "notes"), ["near-time", "near-time", "near-memory"]);
    let replay = &report["notes"][0]["replay"];
    let has_it = |note: &Value| note["replay"].is_string() && note["replay"] == *replay;
    assert!(report["notes"].as_array().unwrap().iter().all(has_it), "{report:#}");
    let files = std::fs::read_dir(folder.join("replays")).unwrap().map(|file| file.unwrap().path());
    assert_eq!(files.filter(|path| path.extension().is_some_and(|ending| ending == "replay")).count(), 1);
}

#[test]
fn memory_close_to_the_limit_is_noted() {
    let (report, code) = report("hog", &format!("{SHORT} --matches 1"));
    assert_eq!(code, 0, "{report:#}");
    let peak = report["memory"]["peak_bytes"].as_u64();
    // Without cgroups memory is not measured.
    assert!(peak.is_some() || report["jail"] != "full", "{report:#}");
    if let Some(peak) = peak {
        assert!(peak > 680 << 20, "{peak}");
        says(found(&report, "notes", "near-memory"), "sentence", "of the memory");
    }
}

#[test]
fn a_garbled_answer_is_told_with_turn_line_and_text() {
    let (report, code) = report("garbled", &format!("{SHORT} --matches 1"));
    let garbled = found(&report, "problems", "garbled");
    assert_eq!((&garbled["turn"], &garbled["line"], code), (&2.into(), &1.into(), 1));
    assert_eq!((&garbled["text"], &garbled["count"]), (&"water the flowers".into(), &3.into()));
    says(garbled, "sentence", "expected fertilise, plant");
}

#[test]
fn a_line_that_means_nothing_is_told_by_its_number() {
    let (report, code) = report("mumbler", "--game underworld --config max_turns=3 --matches 1");
    let passed = found(&report, "problems", "passed-over");
    assert_eq!((&passed["line"], &passed["text"], code), (&2.into(), &"thinking hard".into(), 1));
    assert_eq!(passed["count"], 3, "once a turn");
    assert!(codes(&report, "notes").contains(&"refused".to_string()), "there is nothing at 0 0");
}

#[test]
fn a_bot_that_ignores_the_end_is_ended_by_force() {
    let (report, code) = report("stays", &format!("{SHORT} --matches 2"));
    let stays = found(&report, "notes", "stays");
    // After the first time the grace period is short, and outstaying it is no finding.
    assert_eq!((&stays["matches"], code), (&1.into(), 0));
    says(stays, "sentence", "was still there 1 s after its last page");
}

#[test]
fn parting_words_are_left_over_and_a_bad_end_is_noted() {
    let (report, code) = report("parting_words", &format!("{SHORT} --matches 1"));
    let left = found(&report, "notes", "left-over");
    says(left, "sentence", "10 bytes more, `scout 0 0`");
    assert_eq!(code, 0);
    let exit = found(&report, "notes", "exit");
    says(exit, "sentence", "ended with exit status 1");
    assert_eq!(exit["stderr"][0], "good bye");
}

#[test]
fn what_goes_wrong_only_in_the_middle_of_somebody_elses_match_is_a_note() {
    let (report, code) = report("trusting", &format!("{SHORT} --matches 5"));
    let gone = found(&report, "notes", "gone");
    says(gone, "what", "entered after");
    says(gone, "advice", "answers that it had not given");
    assert_eq!((report["problems"].as_array().unwrap().len(), code), (0, 0), "{report:#}");
}

#[test]
fn computing_outside_its_turns_is_seen() {
    let (report, _) = report("ponderer", &format!("{SHORT} --matches 3 --config moves_per_turn=8"));
    assert!(report["outside_cpu_us"].as_u64().unwrap() > 0, "{report:#}");
}

/// The text with times masked, which differ from run to run.
fn masked(text: &str) -> String {
    let mut is_limit = false;
    let mut masked = String::new();
    for line in text.lines() {
        is_limit = line.starts_with("Limits") || (is_limit && !line.is_empty());
        let line = if is_limit { line.get(..22).unwrap_or(line).trim_end() } else { line };
        masked.push_str(line);
        masked.push('\n');
    }
    masked
}

fn snapshot(name: &str, bot: &str, more: &str) {
    let folder = folder(&format!("check-snapshot-{name}"));
    let output = check(&folder, bot, more);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("check-{name}.txt"));
    let text = masked(&String::from_utf8(output.stdout).unwrap());
    assert!(!text.contains('\x1b'), "colours without a terminal");
    if std::env::var_os("SKIRMISH_BLESS").is_some() {
        std::fs::write(&golden, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&golden).unwrap_or_default(), "SKIRMISH_BLESS=1 writes it anew");
}

#[test]
fn the_report_of_a_fit_bot_reads_well() {
    snapshot("fit", "good", &format!("{SHORT} --matches 12 --no-jail"));
}

#[test]
fn the_report_of_an_unfit_bot_reads_well() {
    snapshot("unfit", "garbled", &format!("{SHORT} --matches 6 --no-jail"));
}

#[test]
fn the_same_check_comes_to_the_same_text() {
    let folder = folder("check-same");
    let line = "check house:greedy --game plantation --matches 15 --config turns=3";
    let text = || masked(&done(&folder, line));
    let (first, _) = (text(), std::fs::remove_dir_all(folder.join("replays")));
    assert_eq!(first, text());
    assert!(first.contains("house:greedy is fit to play: 15 matches"), "{first}");
}

#[test]
fn an_interrupted_check_reports_what_it_has() {
    use std::io::{BufRead as _, BufReader};
    let folder = folder("check-interrupted");
    let mut child = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(["check", &bot("slow"), "--game", "plantation", "--no-clock", "--verbose"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The bot blocks for ever on its third turn; only SIGINT ends that.
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("0 reads  turn 3")));
    let number = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
    // Drains stderr, so that the program does not block on a full pipe.
    lines.for_each(drop);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("Interrupted: slow.py had 0 problems in 0 matches"), "{text}");
}

#[test]
fn bad_input_is_one_sentence_and_exit_code_2() {
    let folder = folder("check-bad-input");
    for (line, words) in [
        ("check nobody.py --game plantation", "there is no such file or program"),
        ("check house:greedy --game chess", "there is no game `chess`"),
        ("check human --game plantation", "a human cannot be checked"),
        ("check house:best --game plantation", "there is no house:best"),
        ("check house:greedy --game plantation --debug 0", "skirmish play"),
        ("check house:greedy --game plantation --config rows=0", "config `rows` is 0"),
    ] {
        let output = skirmish(&folder, line);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {stderr}");
        assert!(stderr.contains(words) && stderr.lines().count() == 1, "{line}: {stderr}");
        assert!(output.stdout.is_empty() && !folder.join("replays").exists(), "{line}");
    }
}
