//! What is noted of programs besides their answers: what they say unasked, leave behind and use, and how they go.

mod common;

use std::time::Duration;

use common::{Rules, one, patient, python, run, said};
use skirmish_core::clock::Clock;
use skirmish_core::seat::Seat;
use skirmish_referee::launch::Exit;
use skirmish_referee::{Conduct, FROZEN, LeftOver, Options, Parting, SplitWrites, Unasked};

fn closely() -> Options {
    Options { closely: true, ..patient() }
}

fn conduct(code: &str) -> Conduct {
    let record = run(Rules::default(), Clock::NONE, [python(code), one()], &closely()).expect("a match");
    record.conduct[0].clone()
}

#[test]
fn a_good_program_leaves_nothing_behind() {
    let conduct = conduct("while ask():\n    say(1)");
    assert_eq!((conduct.unasked.count, conduct.left_over.bytes), (0, 0));
    assert_eq!(conduct.parting, Parting::Left(Some(Exit::Status(0))));
    assert!(conduct.first_word_us.is_some() && conduct.memory_peak_bytes > Some(1 << 20), "{conduct:?}");
}

#[test]
fn what_is_said_before_the_question_is_noted_with_its_decision() {
    // Both lines go out in one piece, so the second is there when the next question comes.
    let conduct = conduct("ask()\nsay('1\\n2')\nwhile ask():\n    say(1)");
    assert_eq!(conduct.unasked.first, Some((2, b"2\n".to_vec())));
}

#[test]
fn what_is_said_after_the_last_answer_is_left_over() {
    let conduct = conduct("while ask():\n    say(1)\nsay('and good bye')");
    assert_eq!(conduct.left_over.text, b"and good bye\n");
    assert_eq!((conduct.left_over.bytes, conduct.left_over.is_owed), (13, false));
}

#[test]
fn a_program_that_stays_is_ended_by_force_and_a_bad_end_is_told() {
    let quick = Options { grace: Duration::from_millis(100), ..closely() };
    let stays = "import time\nwhile ask():\n    say(1)\ntime.sleep(600)";
    let record = run(Rules::default(), Clock::NONE, [python(stays), one()], &quick).expect("a match");
    assert_eq!(record.conduct[0].parting, Parting::Forced);
    assert_eq!(
        conduct("while ask():\n    say(1)\nsys.exit(3)").parting,
        Parting::Left(Some(Exit::Status(3)))
    );
    assert_eq!(conduct("ask()\nsys.exit(3)").parting, Parting::Early);
}

#[test]
fn everything_besides_answers_has_a_sentence_and_its_place() {
    let mut conduct = Conduct {
        first_word_us: Some(34_000),
        memory_peak_bytes: Some(75 << 19),
        outside_cpu_us: 15_000,
        frozen_from: Some(7),
        unasked: Unasked { count: 3, first: Some((2, b"\nx".to_vec())) },
        left_over: LeftOver { bytes: 1210, text: b"good\nbye".to_vec(), is_owed: false },
        parting: Parting::Left(Some(Exit::Signal(11))),
        ..Conduct::default()
    };
    (0..64).for_each(|megabytes| conduct.memory_course.add(Some(megabytes << 20)));
    assert_eq!(
        conduct.sentences(),
        [
            "its first answer came 34 ms after its start",
            "it used 37.5 MiB of memory at most",
            "its memory: 0 MiB at its first question, 14 MiB, 30 MiB, 46 MiB and 62 MiB after each quarter of them",
            "it computed for 15 ms outside its turns",
            "it computed outside its turns, and was frozen between them from then on: decision 7",
            "it had printed an empty line before it was asked: decision 2, the first of 3 times",
            "after its last answer it printed 1,210 bytes more, `good`",
            "when its input ended, it was ended by signal 11 (SIGSEGV: it touched memory that is not its own)",
        ]
    );
    assert_eq!(conduct.sentences_at(2), ["it had printed an empty line before it was asked"]);
    assert_eq!(conduct.sentences_at(7), [FROZEN]);
    assert!(conduct.sentences_at(3).is_empty() && Conduct::default().sentences().is_empty());
    assert!(Parting::Forced.sentence().is_some_and(|words| words.contains("ended by force")));
}

#[test]
fn pages_in_pieces_are_the_same_pages() {
    // Answers how long each page is, line end included; whether a read sees one piece or more is the machine's choice.
    let code = "while page := ask():\n    say(len(page))";
    let rules = || Rules { page_bytes: 4000, ..Rules::default() };
    let lengths = |options: &Options| {
        let record = run(rules(), Clock::NONE, [python(code), one()], options).expect("a match");
        said(&record, Seat(0))
    };
    let split_writes = Some(SplitWrites { pieces: 7, pause: Duration::from_micros(500) });
    assert_eq!(lengths(&Options { split_writes, ..closely() }), ["4002", "4002", "4002"]);
    assert_eq!(lengths(&closely()), lengths(&Options { split_writes, ..closely() }));
}

#[test]
fn patience_outlasts_the_clock() {
    let slow = "import time\nwhile ask():\n    time.sleep(0.05)\n    say(1)";
    let clock = Clock::per_turn(1, 1, 1);
    let options = Options { patience: Duration::from_secs(60), ..closely() };
    let record = run(Rules::default(), clock, [python(slow), one()], &options).expect("a match");
    assert_eq!(record.fault_counts, [0, 0]);
}
