use std::collections::{BTreeMap, BTreeSet};

use skirmish_league::chance::Chance;
use skirmish_league::schedule::{Fixture, Format, Schedule, Settings, Stage, duel_fixture};
use skirmish_league::{Entrant, Refusal};

fn settings(format: Format, entrants: u32) -> Settings {
    Settings { format, entrants, seats: 2, maps: 1, most_groups: 1000, seed: 7 }
}

/// A result in which the smaller index is the stronger bot.
fn stronger_wins(fixture: &Fixture) -> Option<Vec<u8>> {
    let place = |entrant: &Entrant| 1 + fixture.seats.iter().filter(|other| *other < entrant).count() as u8;
    Some(fixture.seats.iter().map(place).collect())
}

/// Plays a schedule to its end; returns the stages and all results.
fn play(
    schedule: &Schedule,
    judge: impl Fn(&Fixture) -> Option<Vec<u8>>,
) -> (Vec<Stage>, Vec<Option<Vec<u8>>>) {
    let (mut stages, mut results) = (Vec::new(), Vec::new());
    while let Some(stage) = schedule.stage(&results).expect("results of this schedule") {
        assert_eq!(stage.first(), results.len() as u64, "a stage begins where the last one ended");
        results.extend(stage.fixtures().map(|fixture| judge(&fixture)));
        stages.push(stage);
    }
    (stages, results)
}

fn ranks(schedule: &Schedule, results: &[Option<Vec<u8>>]) -> Vec<(u32, u32)> {
    let ranking = schedule.ranking(results).expect("results of this schedule");
    ranking.iter().map(|line| (line.rank, line.entrant.0)).collect()
}

#[test]
fn a_round_robin_plays_every_pair_on_every_map_from_both_seats() {
    let schedule = Schedule::new(Settings { maps: 3, ..settings(Format::RoundRobin, 5) }).unwrap();
    let (stages, results) = play(&schedule, stronger_wins);
    assert_eq!((stages.len(), results.len() as u64), (1, schedule.matches_planned()));
    let mut seen = BTreeSet::new();
    for fixture in stages[0].fixtures() {
        assert!(seen.insert((fixture.map_seed, fixture.seats.clone())));
    }
    assert_eq!(seen.len(), 3 * 5 * 4);
    assert_eq!(seen.iter().map(|(seed, _)| seed).collect::<BTreeSet<_>>().len(), 3);
    assert_eq!(ranks(&schedule, &results), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]);
}

#[test]
fn a_schedule_cut_short_has_treated_everybody_alike() {
    let schedule = Schedule::new(Settings { maps: 10, ..settings(Format::RoundRobin, 4) }).unwrap();
    let stage = schedule.stage(&[]).unwrap().unwrap();
    let mut matches = [0; 4];
    for fixture in stage.fixtures().take(4 * 12) {
        fixture.seats.iter().for_each(|entrant| matches[entrant.index()] += 1);
    }
    assert_eq!(matches, [24; 4]);
}

#[test]
fn a_fixture_is_the_same_whatever_was_asked_before() {
    let schedule = Schedule::new(Settings { maps: 4, ..settings(Format::RoundRobin, 6) }).unwrap();
    let stage = schedule.stage(&[]).unwrap().unwrap();
    let matches: Vec<Fixture> = stage.fixtures().collect();
    for number in [100, 3, 57, 0] {
        assert_eq!(stage.fixture(number).unwrap(), matches[number as usize]);
    }
    assert_eq!(stage.fixture(stage.end()), None);
    let resumed =
        schedule.stage(&matches[..50].iter().map(stronger_wins).collect::<Vec<_>>()).unwrap().unwrap();
    assert_eq!(resumed, stage);
    let other = Schedule::new(Settings { seed: 8, ..*schedule.settings() }).unwrap();
    assert_ne!(other.stage(&[]).unwrap().unwrap().fixture(0).unwrap().map_seed, matches[0].map_seed);
}

#[test]
fn groups_of_more_than_two_rotate_through_all_seats() {
    let schedule = Schedule::new(Settings { seats: 4, maps: 2, ..settings(Format::RoundRobin, 6) }).unwrap();
    let stage = schedule.stage(&[]).unwrap().unwrap();
    assert_eq!((stage.groups().len(), stage.len()), (15, 15 * 2 * 4));
    let mut in_seat = BTreeMap::new();
    for fixture in stage.fixtures() {
        for (seat, entrant) in fixture.seats.iter().enumerate() {
            *in_seat.entry((entrant.0, seat)).or_insert(0) += 1;
        }
    }
    assert!(in_seat.values().all(|&matches| matches == 20) && in_seat.len() == 24, "{in_seat:?}");
}

#[test]
fn too_many_groups_are_chosen_evenly() {
    for (entrants, seats, most_groups) in [(20, 4, 50), (12, 3, 40), (9, 8, 5), (30, 8, 200), (40, 2, 100)] {
        let settings = Settings { seats, most_groups, ..settings(Format::RoundRobin, entrants) };
        let stage = Schedule::new(settings).unwrap().stage(&[]).unwrap().unwrap();
        assert_eq!(stage.groups().len(), most_groups as usize);
        let mut matches = vec![0u32; entrants as usize];
        let mut met = BTreeMap::new();
        let mut different = BTreeSet::new();
        for group in stage.groups() {
            assert!(different.insert(group.iter().collect::<BTreeSet<_>>()), "{group:?} twice");
            for one in group {
                matches[one.index()] += 1;
                group
                    .iter()
                    .filter(|other| *other > one)
                    .for_each(|other| *met.entry((one, other)).or_insert(0) += 1);
            }
        }
        let spread = matches.iter().max().unwrap() - matches.iter().min().unwrap();
        assert!(spread <= 1, "{entrants} {seats}: {matches:?}");
        let mean = f64::from(most_groups * seats * (seats - 1)) / f64::from(entrants * (entrants - 1));
        let most = f64::from(*met.values().max().unwrap());
        assert!(most <= mean + 3.0, "{entrants} {seats}: {most} meetings, {mean} in the mean");
    }
}

#[test]
fn in_a_gauntlet_only_challengers_meet_the_rest() {
    let gauntlet = Format::Gauntlet { challengers: 2 };
    let stage = Schedule::new(settings(gauntlet, 5)).unwrap().stage(&[]).unwrap().unwrap();
    assert_eq!(stage.groups().len(), 6);
    assert!(stage.groups().iter().all(|group| group[0].0 < 2 && group[1].0 >= 2));
    for most_groups in [12, 7] {
        let settings = Settings { seats: 3, most_groups, ..settings(gauntlet, 6) };
        let stage = Schedule::new(settings).unwrap().stage(&[]).unwrap().unwrap();
        assert_eq!(stage.groups().len(), most_groups as usize);
        assert!(stage.groups().iter().all(|group| group.iter().filter(|member| member.0 < 2).count() == 1));
    }
}

#[test]
fn in_a_gauntlet_the_strongest_is_first_although_others_played_more() {
    // The challengers 0 and 1 meet four others. 5 beats both, and so has two wins on each map; 0 beats the three others and
    // has three.
    let gauntlet = Settings { maps: 4, ..settings(Format::Gauntlet { challengers: 2 }, 6) };
    let schedule = Schedule::new(gauntlet).unwrap();
    let best_first = |fixture: &Fixture| {
        let strength = |entrant: &Entrant| [4, 3, 1, 1, 0, 5][entrant.index()];
        let better =
            |one: &Entrant| fixture.seats.iter().filter(|other| strength(other) > strength(one)).count();
        Some(fixture.seats.iter().map(|one| 1 + better(one) as u8).collect())
    };
    let (_, results) = play(&schedule, best_first);
    let ranking = schedule.ranking(&results).unwrap();
    assert_eq!((ranking[0].entrant.0, ranking[0].points), (5, 16.0));
    assert_eq!((ranking[1].rank, ranking[1].points, ranking[2].rank), (2, 24.0, 2));
    assert_eq!(ranks(&schedule, &results)[3..], [(4, 2), (4, 3), (4, 4)], "equal records share a rank");
}

#[test]
fn swiss_never_repeats_a_pair_and_finds_the_best() {
    for entrants in [7, 8, 16, 33] {
        let rounds = 5;
        let schedule = Schedule::new(settings(Format::Swiss { rounds }, entrants)).unwrap();
        let (stages, results) = play(&schedule, stronger_wins);
        assert_eq!(stages.len(), rounds as usize);
        assert_eq!(results.len() as u64, schedule.matches_planned());
        let mut met = BTreeSet::new();
        let mut byes = BTreeSet::new();
        for stage in &stages {
            let playing = stage.groups().iter().flatten().chain(stage.byes()).collect::<BTreeSet<_>>();
            assert_eq!(playing.len(), entrants as usize, "everybody plays or has a bye");
            assert_eq!(stage.byes().len(), entrants as usize % 2);
            assert!(stage.byes().iter().all(|bye| byes.insert(*bye)), "a second bye");
            for group in stage.groups() {
                assert!(met.insert(group.iter().collect::<BTreeSet<_>>()), "{group:?} met again");
            }
        }
        assert_eq!(ranks(&schedule, &results)[0], (1, 0));
    }
}

#[test]
fn swiss_pairs_by_score() {
    let schedule = Schedule::new(settings(Format::Swiss { rounds: 2 }, 8)).unwrap();
    let (stages, _) = play(&schedule, stronger_wins);
    let winners: BTreeSet<_> = stages[0].groups().iter().map(|group| group[0].min(group[1])).collect();
    for group in stages[1].groups() {
        assert_eq!(winners.contains(&group[0]), winners.contains(&group[1]), "{group:?}");
    }
}

#[test]
fn swiss_goes_on_when_everybody_has_met_everybody() {
    let schedule = Schedule::new(settings(Format::Swiss { rounds: 12 }, 5)).unwrap();
    let (stages, _) = play(&schedule, stronger_wins);
    let mut met = BTreeMap::new();
    let mut byes = [0; 5];
    for stage in &stages {
        stage.byes().iter().for_each(|bye| byes[bye.index()] += 1);
        for group in stage.groups() {
            *met.entry(group.iter().collect::<BTreeSet<_>>()).or_insert(0) += 1;
        }
    }
    assert!(byes.iter().all(|&byes| (2..=3).contains(&byes)), "{byes:?}");
    assert!(met.len() == 10 && met.values().all(|&times| times <= 4), "{met:?}");
}

#[test]
fn swiss_of_four_seats_plays_everybody() {
    let settings = Settings { seats: 4, ..settings(Format::Swiss { rounds: 4 }, 18) };
    let schedule = Schedule::new(settings).unwrap();
    let (stages, results) = play(&schedule, stronger_wins);
    let mut byes = [0; 18];
    for stage in &stages {
        assert_eq!((stage.groups().len(), stage.byes().len()), (4, 2));
        stage.byes().iter().for_each(|bye| byes[bye.index()] += 1);
    }
    assert!(byes.iter().all(|&byes| byes <= 1));
    assert_eq!(ranks(&schedule, &results)[0].1, 0);
}

#[test]
fn a_large_swiss_is_paired() {
    let schedule = Schedule::new(settings(Format::Swiss { rounds: 9 }, 301)).unwrap();
    let coin = |fixture: &Fixture| {
        let first = Chance::child(fixture.map_seed, fixture.number).below(2) as u8;
        Some(vec![1 + first, 2 - first])
    };
    let (stages, _) = play(&schedule, coin);
    let pairs: BTreeSet<BTreeSet<_>> =
        stages.iter().flat_map(|stage| stage.groups().iter().map(|group| group.iter().collect())).collect();
    assert_eq!(pairs.len(), 9 * 150);
}

#[test]
fn in_a_knockout_the_best_win_and_byes_go_to_the_best() {
    for entrants in 2..=17 {
        let schedule = Schedule::new(settings(Format::Knockout { tie_breaks: 2 }, entrants)).unwrap();
        let (stages, results) = play(&schedule, stronger_wins);
        assert_eq!(results.len() as u64, schedule.matches_planned());
        let byes: Vec<u32> =
            stages[0].byes().iter().map(|bye| bye.0).collect::<BTreeSet<_>>().into_iter().collect();
        assert_eq!(byes, (0..entrants.next_power_of_two() - entrants).collect::<Vec<_>>());
        assert!(stages[1..].iter().all(|stage| stage.byes().is_empty()));
        let ranks = ranks(&schedule, &results);
        assert_eq!(ranks[..2], [(1, 0), (2, 1)], "the two best meet in the final");
        let last = stages.last().unwrap();
        assert_eq!(last.groups(), [vec![Entrant(0), Entrant(1)]]);
    }
}

#[test]
fn a_tied_meeting_gets_more_maps_and_then_the_better_seed_goes_on() {
    let schedule = Schedule::new(settings(Format::Knockout { tie_breaks: 3 }, 4)).unwrap();
    let (stages, results) = play(&schedule, |_| Some(vec![1, 1]));
    assert_eq!(
        stages.iter().map(|stage| (stage.round(), stage.len())).collect::<Vec<_>>()[..5],
        [(0, 4), (0, 4), (0, 4), (0, 4), (1, 2)]
    );
    assert_eq!(stages.len(), 8);
    let maps: BTreeSet<u64> =
        stages.iter().map(|stage| stage.fixture(stage.first()).unwrap().map_seed).collect();
    assert_eq!(maps.len(), 8, "every tie-break has a map of its own");
    assert_eq!(ranks(&schedule, &results), [(1, 0), (2, 1), (3, 2), (3, 3)]);
}

#[test]
fn a_tie_break_decides_for_the_weaker_seed_too() {
    let schedule = Schedule::new(settings(Format::Knockout { tie_breaks: 3 }, 2)).unwrap();
    let second_wins_later = |fixture: &Fixture| match (fixture.map, fixture.seats[0].0) {
        (0, _) => Some(vec![1, 1]),
        (_, 0) => Some(vec![2, 1]),
        _ => Some(vec![1, 1]),
    };
    let (stages, results) = play(&schedule, second_wins_later);
    assert_eq!((stages.len(), ranks(&schedule, &results)), (2, vec![(1, 1), (2, 0)]));
}

#[test]
fn void_matches_count_for_nobody() {
    for format in [Format::RoundRobin, Format::Swiss { rounds: 3 }, Format::Knockout { tie_breaks: 1 }] {
        let schedule = Schedule::new(settings(format, 4)).unwrap();
        let (_, results) = play(&schedule, |_| None);
        assert_eq!(ranks(&schedule, &results).len(), 4);
    }
    let schedule = Schedule::new(settings(Format::RoundRobin, 3)).unwrap();
    let ranking = schedule.ranking(&[const { None }; 6]).unwrap();
    assert!(ranking.iter().all(|line| line.points == 0.0 && line.rank == 1));
}

#[test]
fn results_of_another_schedule_are_refused() {
    for format in [Format::RoundRobin, Format::Swiss { rounds: 3 }, Format::Knockout { tie_breaks: 1 }] {
        let schedule = Schedule::new(settings(format, 4)).unwrap();
        let refused = schedule.stage(&[Some(vec![1, 2, 3])]).unwrap_err();
        assert_eq!(refused, Refusal::Places { number: 0, places: 3, seats: 2 });
        assert_eq!(refused.to_string(), "the result of match 0 has 3 places, but 2 seats were played");
    }
}

#[test]
fn senseless_settings_are_refused_in_a_sentence() {
    let check = |settings: Settings, sentence: &str| {
        assert_eq!(Schedule::new(settings).unwrap_err().to_string(), sentence);
    };
    let base = settings(Format::RoundRobin, 4);
    check(
        Settings { entrants: 1, ..base },
        "a round-robin with 1 entrants is not possible: it must be from 2 to 1000",
    );
    check(
        Settings { seats: 9, ..base },
        "a round-robin cannot fill matches of 9 seats: it must be from 2 to 8",
    );
    check(Settings { maps: 0, ..base }, "the number of maps is 0: it must be from 1 to 1000000");
    let knockout = Settings { seats: 4, ..settings(Format::Knockout { tie_breaks: 1 }, 4) };
    check(knockout, "a knockout cannot fill matches of 4 seats: it must be from 2 to 2");
    check(
        Settings { seats: 3, most_groups: 20_001, ..base },
        "the greatest number of groups is 20001: it must be from 1 to 20000",
    );
    let gauntlet = settings(Format::Gauntlet { challengers: 4 }, 4);
    check(gauntlet, "the number of challengers is 4: it must be from 1 to 3");
}

#[test]
fn a_duel_changes_sides_on_every_map() {
    for seats in 2..=8 {
        let mut seated = vec![0; seats as usize];
        let mut maps = BTreeSet::new();
        let halves = 210; // a multiple of the number of ways to share the seats, for 2 to 8 seats
        for pair in 0..halves {
            let (one, other) = (duel_fixture(2 * pair, seats, 5), duel_fixture(2 * pair + 1, seats, 5));
            assert_eq!(one.map_seed, other.map_seed);
            assert!(maps.insert(one.map_seed));
            assert!(one.seats.iter().zip(&other.seats).all(|(a, b)| a != b));
            for (seat, entrant) in one.seats.iter().enumerate() {
                seated[seat] += u32::from(*entrant == Entrant(0));
            }
        }
        if seats > 2 {
            let most = seated.iter().skip(1).max().unwrap();
            assert!(seated.iter().skip(1).all(|count| count == most), "{seats}: {seated:?}");
        }
    }
}
