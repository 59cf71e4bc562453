//! Every way in which a program can answer or fail to, with real programs.

mod common;

use common::{Rules, command, one, options, outcome, patient, python, run, said};
use skirmish_core::answer::Fault;
use skirmish_core::clock::Clock;
use skirmish_core::seat::Seat;

/// A bot's text, what it is heard to say, and what is said about it.
struct Case {
    what: &'static str,
    code: &'static str,
    rules: Rules,
    hears: &'static [&'static str],
    /// Parts of the first explanation, its advice and its stderr lines.
    told: &'static [&'static str],
}

fn check(case: &Case) {
    // Long enough for every honest answer; where a case is about being late, the bot never answers in time.
    let clock = if case.hears.contains(&"!late") { "10s+1s/turn" } else { "10s/turn" };
    let clock: Clock = clock.parse().expect("a clock");
    let record = run(case.rules.clone(), clock, [python(case.code), one()], &patient()).expect(case.what);
    assert_eq!(said(&record, Seat(0)), case.hears, "{}: {:?}", case.what, record.incidents);
    let told = record.incidents.first().map(ToString::to_string).unwrap_or_default();
    for part in case.told {
        assert!(told.contains(part), "{}: `{part}` is not in: {told}", case.what);
    }
    assert_eq!(record.incidents.is_empty(), case.told.is_empty(), "{}: {told}", case.what);
}

fn lines() -> Rules {
    Rules::default()
}

fn frames() -> Rules {
    Rules { until: true, ..Rules::default() }
}

#[test]
fn whole_answers_however_they_are_printed() {
    for (what, code, rules, hears) in [
        ("plain", "for _ in range(3): ask(); say(2)", lines(), &["2", "2", "2"][..]),
        ("CRLF", "for _ in range(3): ask(); say('2\\r')", lines(), &["2", "2", "2"]),
        (
            "byte by byte",
            "for _ in range(3):\n  ask()\n  for b in b'1234\\n': os.write(1, bytes([b]))",
            lines(),
            &["1234", "1234", "1234"],
        ),
        ("answers sent ahead", "say(1); say(2); say(3)\nwhile ask(): pass", lines(), &["1", "2", "3"]),
        (
            "more answers than asked for",
            "for i in range(9): say(i)\nwhile ask(): pass",
            lines(),
            &["0", "1", "2"],
        ),
        (
            "many lines",
            "while ask():\n  os.write(1, b'1\\n2\\r\\nend\\n')",
            frames(),
            &["1\n2\r\n", "1\n2\r\n", "1\n2\r\n"],
        ),
        ("no lines at all", "while ask(): os.write(1, b'end\\n')", frames(), &["", "", ""]),
        (
            "output after the end",
            "for _ in range(3): ask(); say(2)\nsay('x' * 99999)",
            lines(),
            &["2", "2", "2"],
        ),
        ("stderr in between", "while ask(): sys.stderr.write('hm\\n'); say(2)", lines(), &["2", "2", "2"]),
        (
            "a flood on stderr",
            "for _ in range(3): ask(); os.write(2, b'x' * 3000000); say(2)",
            lines(),
            &["2", "2", "2"],
        ),
    ] {
        check(&Case { what, code, rules, hears, told: &[] });
    }
}

#[test]
fn answers_that_cannot_be_read_are_explained_and_kept_as_they_came() {
    for (what, code, hears, told) in [
        (
            "a prompt",
            "while ask(): say('your move?')",
            &["your move?", "your move?", "your move?"][..],
            &["seat 0 (bot.py)", "on turn 0", "expected a number, got `your move?`", "stderr"][..],
        ),
        ("NUL", "while ask(): os.write(1, b'1\\x002\\n')", &["1\u{0}2"; 3], &["could not be read"]),
        (
            "no UTF-8",
            "while ask(): os.write(1, b'\\xff\\xfe\\n')",
            &["\u{fffd}\u{fffd}"; 3],
            &["could not be read"],
        ),
        ("an empty line", "while ask(): say('')", &[""; 3], &[]),
        ("words", "while ask(): say('1 2')", &["1 2"; 3], &["got `1 2`"]),
    ] {
        check(&Case { what, code, rules: lines(), hears, told });
    }
}

#[test]
fn floods_are_cut_off_and_the_rest_of_them_never_answers() {
    for (what, code, rules, hears, told) in [
        (
            "one long line",
            "ask(); os.write(1, b'7' * 150 + b'\\n'); ask(); say(2); ask(); say(3)\nwhile ask(): pass",
            lines(),
            &["!flooded", "2", "3"][..],
            &["printed a line of 150 bytes on turn 0; the limit is 100", "print less in one line"][..],
        ),
        (
            "too many lines",
            "ask(); os.write(1, b'1\\n' * 6 + b'end\\n2\\nend\\n')\nwhile ask(): pass",
            Rules { turns: 2, ..frames() },
            &["!flooded", "2\n"],
            &["printed 6 lines without a line `end` on turn 0; the limit is 5"],
        ),
        (
            "too many bytes",
            "ask(); os.write(1, (b'1' * 90 + b'\\n') * 3 + b'end\\n2\\nend\\n')\nwhile ask(): pass",
            Rules { turns: 2, ..frames() },
            &["!flooded", "2\n"],
            &["bytes in one answer on turn 0; the limit is 200"],
        ),
    ] {
        check(&Case { what, code, rules, hears, told });
    }
}

#[test]
fn programs_that_go_are_gone() {
    for (what, code, hears, told) in [
        (
            "exits at once",
            "sys.exit(3)",
            &["!gone", "!gone", "!gone"][..],
            &["seat 0 (bot.py) ended with exit status 3 on turn 0"][..],
        ),
        (
            "ends too soon",
            "ask(); say(1)",
            &["1", "!gone", "!gone"],
            &["ended by itself", "on turn 2", "loop"],
        ),
        (
            "crashes with a stack trace",
            "ask(); say(1); ask(); [][1]",
            &["1", "!gone", "!gone"],
            &["exit status 1 on turn 2", "Traceback", "IndexError"],
        ),
        (
            "dies by a signal",
            "ask(); os.kill(os.getpid(), 11)",
            &["!gone", "!gone", "!gone"],
            &["signal 11 (SIGSEGV: it touched memory"],
        ),
        (
            "ends with an unfinished line",
            "ask(); os.write(1, b'12')",
            &["!gone", "!gone", "!gone"],
            &["it had printed `12` without a newline", "did you flush?"],
        ),
        (
            "closes its output and lives on",
            "ask(); os.close(1)\nwhile ask(): pass\nimport signal; signal.pause()",
            &["!gone", "!gone", "!gone"],
            &["closed its output on turn 0"],
        ),
        ("answers ahead and goes", "say(1); say(2)", &["1", "2", "!gone"], &["ended by itself", "on turn 4"]),
        ("closes its input and answers ahead", "os.close(0); say(1); say(2); say(3)", &["1", "2", "3"], &[]),
    ] {
        check(&Case { what, code, rules: lines(), hears, told });
    }
}

#[test]
fn programs_that_wait_are_late_and_owe_what_they_missed() {
    let cases = [
        (
            "the missed answer is dropped when it comes",
            "ask(); say(1); ask(); ask(); say(2); say(3)\nwhile ask(): pass",
            lines(),
            &["1", "!late", "3"][..],
            &["did not answer on turn 2 within 1 s", "did you flush?"][..],
        ),
        (
            "the missed frame is dropped with its beginning",
            "ask(); os.write(1, b'1\\nend\\n')\nfor _ in range(3): ask()\nos.write(1, b'2\\n')\nfor _ in range(2): ask()\nos.write(1, b'2\\nend\\n3\\nend\\n')\nwhile ask(): pass",
            frames(),
            &["1\n", "!late", "3\n"],
            &["the last line of its unfinished answer was `2`", "a line `end`"],
        ),
        (
            "an unfinished line",
            "ask(); say(1); ask(); os.write(1, b'42'); ask(); os.write(1, b'\\n'); say(3)\nwhile ask(): pass",
            lines(),
            &["1", "!late", "3"],
            &["it had printed `42` without a newline", "did you flush?"],
        ),
        (
            "never flushes",
            "ask(); say(1)\nfor _ in range(2): ask(); sys.stdout.write('2\\n')\nwhile ask(): pass\nos._exit(0)",
            lines(),
            &["1", "!late", "!late"],
            &["it printed nothing", "did you flush?"],
        ),
        (
            "computes for ever",
            "ask(); say(1)\nwhile True: pass",
            lines(),
            &["1", "!late", "!late"],
            &["it printed nothing and computed for"],
        ),
        (
            "never reads",
            "say(1); say(2); say(3)\nimport signal; signal.pause()",
            Rules { page_bytes: 40_000, ..lines() },
            &["1", "!late", "!late"],
            &["bytes of its input unread", "read everything"],
        ),
        (
            "drips a byte at a time",
            "import select\nask(); say(1); ask()\nwhile True: os.write(1, b' '); select.select([], [], [], 0.01)",
            Rules { turns: 2, ..lines() },
            &["1", "!late"],
            &["without a newline"],
        ),
    ];
    // They do nothing but wait, so they wait side by side.
    std::thread::scope(|scope| {
        for (what, code, rules, hears, told) in cases {
            scope.spawn(move || check(&Case { what, code, rules, hears, told }));
        }
    });
}

#[test]
fn a_program_that_cannot_be_started_is_gone_and_says_why() {
    for (words, told) in [
        (&["/nowhere/bot"][..], "could not be started: /nowhere/bot: No such file or directory"),
        (&["/etc/passwd"], "could not be started: /etc/passwd: Permission denied"),
    ] {
        let record = run(lines(), Clock::NONE, [command(words), one()], &patient()).expect("a record");
        assert_eq!(said(&record, Seat(0)), ["!gone", "!gone", "!gone"]);
        assert!(record.incidents[0].sentence.contains(told), "{}", record.incidents[0]);
    }
}

#[test]
fn a_fault_costs_what_the_rules_say_and_its_reason_reaches_the_result() {
    let rules = Rules { strict: true, ..lines() };
    for (code, fault) in [
        ("sys.exit(1)", Fault::Gone),
        ("ask(); say('x')", Fault::Garbled),
        ("ask(); say('1' * 200)\nask()", Fault::Flooded),
        ("ask(); ask()", Fault::Late),
    ] {
        let clock = Clock::per_turn(10_000, 500, 500);
        let clock = if fault == Fault::Late { clock } else { Clock::NONE };
        let record = run(rules.clone(), clock, [python(code), one()], &patient()).expect("a record");
        let outcome = outcome(&record);
        assert_eq!((outcome.faults[0], &outcome.places[..]), (Some(fault), &[2, 1][..]), "{code}");
        assert_eq!(record.fault_counts, [1, 0]);
    }
}

#[test]
fn an_empty_bank_is_late_at_once() {
    let rules = Rules { turns: 6, ..lines() };
    let clock = Clock::bank(10_000, 5_000, 0, Some(200));
    // Never answers: each turn costs the cap of 200 ms until 5 s are used up, or the match ends before.
    let record = run(rules, clock, [python("while ask(): pass"), one()], &patient()).expect("a record");
    assert_eq!(said(&record, Seat(0)), vec!["!late"; 6]);
    let clock = Clock::bank(10_000, 0, 0, None);
    let record = run(lines(), clock, [python("while ask(): say(1)"), one()], &patient()).expect("a record");
    assert_eq!(said(&record, Seat(0)), ["!late"; 3]);
    assert!(record.incidents[0].sentence.contains("its bank is empty"), "{}", record.incidents[0]);
    assert_eq!(said(&record, Seat(1)), ["!late"; 3], "the house has the same clock");
}

#[test]
fn a_bot_that_reads_nothing_for_long_is_sent_nothing_more() {
    let rules = Rules { turns: 15, page_bytes: 100_000, ..lines() };
    let never_reads = python("import signal; signal.pause()");
    let record = run(rules, Clock::per_turn(1, 1, 1), [never_reads, one()], &patient()).expect("a record");
    assert_eq!(said(&record, Seat(0)), ["!late"; 15]);
    // The clock is for the program: on a busy machine its opponent may be late, too.
    let last = record.incidents.iter().rfind(|incident| incident.seat == Seat(0)).expect("fifteen of them");
    assert!(last.sentence.contains("it has stopped reading its input"), "{}", last.sentence);
}

#[test]
fn an_answer_is_the_same_however_it_is_split() {
    // Answers are `12\r\n34\nend\n`, split in two writes at another byte each turn; a read of nothing lies between them.
    let code = "
import select
answer, at = b'12\\r\\n34\\nend\\n', 0
for line in sys.stdin:
    if not line[0].isdigit(): continue
    os.write(1, answer[:at]); select.select([], [], [], 0.001); os.write(1, answer[at:])
    at += 1
";
    let rules = Rules { turns: 12, ..frames() };
    let record = run(rules, Clock::NONE, [python(code), one()], &options()).expect("a record");
    assert_eq!(said(&record, Seat(0)), ["12\r\n34\n"; 12]);
    assert_eq!(outcome(&record).scores, [12 * 46, 12]);
}

#[test]
fn both_are_asked_at_once_and_heard_in_order_of_seats() {
    let rules = Rules { together: true, hello: true, ..lines() };
    for together in [false, true] {
        let options = skirmish_referee::Options { together, ..options() };
        let players = [python("while ask(): say(1)"), python("while ask(): say(2)")];
        let record = run(rules.clone(), Clock::NONE, players, &options).expect("a record");
        assert_eq!(said(&record, Seat(0)), ["1"; 4]);
        assert_eq!(said(&record, Seat(1)), ["2"; 4]);
        assert_eq!(outcome(&record).scores, [4, 8]);
    }
}

#[test]
fn bots_know_their_game_their_seat_and_a_seed_of_their_own() {
    let code = "ask(); e = os.environ; sys.stderr.write(' '.join((e['SKIRMISH_GAME'], e['SKIRMISH_SEAT'], e['SKIRMISH_SEED'])))\nsay(1)\nwhile ask(): say(1)";
    let record = run(lines(), Clock::NONE, [python(code), python(code)], &options()).expect("a record");
    let words = |seat: usize| record.stderr[seat].last_lines(1)[0].clone();
    let (first, second) = (words(0), words(1));
    assert!(first.starts_with("sums 0 ") && second.starts_with("sums 1 "), "{first}; {second}");
    assert_ne!(first.rsplit(' ').next(), second.rsplit(' ').next());
}

#[test]
fn stderr_is_kept_by_decision() {
    let code = "for i in range(3): ask(); sys.stderr.write(f'turn {i}\\n'); sys.stderr.flush(); say(1)";
    let record = run(lines(), Clock::NONE, [python(code), one()], &options()).expect("a record");
    let entries: Vec<(u64, &[u8])> = record.stderr[0].entries().iter().map(|(d, b)| (*d, &b[..])).collect();
    assert_eq!(entries, [(0, &b"turn 0\n"[..]), (2, b"turn 1\n"), (4, b"turn 2\n")]);
    let header = &record.replay.header;
    assert_eq!(header.players[0].stderr, record.stderr[0].fingerprint());
    assert_eq!(header.players[1].stderr, None);
}

#[test]
fn a_retired_bot_is_told_closed_and_may_exit_as_it_likes() {
    let rules = Rules { turns: 4, until: true, retires_after: 2, ..lines() };
    let code = "
for line in sys.stdin:
    if line.startswith('over'): sys.stderr.write('heard it\\n')
    if line[0].isdigit(): os.write(1, b'1\\nend\\n')
sys.stderr.write('input ended\\n')
sys.exit(5)
";
    let record = run(rules, Clock::NONE, [python(code), python(code)], &options()).expect("a record");
    assert_eq!(said(&record, Seat(1)), ["1\n"]);
    assert_eq!(said(&record, Seat(0)), ["1\n"; 4]);
    assert!(record.incidents.is_empty(), "{:?}", record.incidents);
    for seat in 0..2 {
        assert_eq!(record.stderr[seat].last_lines(9), ["heard it", "input ended"], "seat {seat}");
    }
}

#[test]
fn times_are_recorded() {
    let code = "while ask():\n  for _ in range(300000): pass\n  say(1)";
    let record = run(lines(), Clock::NONE, [python(code), one()], &options()).expect("a record");
    for answered in record.replay.answers.iter().filter(|answered| answered.seat == Seat(0)) {
        assert!(answered.cost.cpu_us > 0 && answered.cost.wall_us > 0, "{answered:?}");
    }
    assert!(record.cpu_us[0] > 0 && record.cpu_us[1] < 1_000_000);
}
