//! Matchmaking by ratings of a field: everybody plays, matches tell something, and pairings vary.

use std::collections::BTreeSet;

use skirmish_league::Entrant;
use skirmish_league::field::FieldRating;
use skirmish_league::matchmaking::{Candidate, RECENT, Rules, next_match};

fn bot(value: f64, error: f64, owner: Option<u64>) -> Candidate {
    Candidate { rating: FieldRating { value, error }, waited: 0, recent: Vec::new(), owner }
}

/// Bots of ratings that are so far apart, the first three of the house.
fn ladder(count: usize, apart: f64) -> Vec<Candidate> {
    (0..count).map(|at| bot(1500.0 + apart * at as f64, 100.0, (at >= 3).then_some(at as u64))).collect()
}

/// Plays so many matches, after each of which the errors of those who played shrink a little. Calls for each, and returns
/// the longest wait of any bot, in matches.
fn run(
    bots: &mut [Candidate],
    rules: &Rules,
    matches: u64,
    mut seen: impl FnMut(&[Candidate], &[Entrant]),
) -> u64 {
    let mut longest = 0;
    for seed in 0..matches {
        let Some(seats) = next_match(bots, rules, seed) else { break };
        seen(bots, &seats);
        bots.iter_mut().for_each(|bot| bot.waited += 1);
        for seat in &seats {
            let bot = &mut bots[seat.index()];
            (bot.waited, bot.rating.error) = (0, (0.99 * bot.rating.error).max(30.0));
            bot.recent.extend(seats.iter().filter(|other| *other != seat));
        }
        longest = bots.iter().map(|bot| bot.waited).fold(longest, u64::max);
    }
    longest
}

#[test]
fn nobody_starves() {
    for (count, seats) in [(2, 2), (5, 2), (40, 2), (40, 4), (41, 8), (150, 2)] {
        let rules = Rules { settled_error: 0.0, ..Rules::new(seats.min(count as u32)) };
        let mut bots = ladder(count, 40.0);
        // The second half are newcomers, and the first is as far from all as can be.
        bots.iter_mut().skip(count / 2).for_each(|bot| bot.rating.error = 600.0);
        (bots[0].rating.value, bots[0].rating.error) = (-2000.0, 1.0);
        let mut played = BTreeSet::new();
        let longest = run(&mut bots, &rules, 3000, |_, seats| played.extend(seats.iter().copied()));
        let bound = rules.overdue_after(count) + count as u64;
        assert!(longest <= bound, "{count} bots, {seats} seats: {longest} > {bound}");
        assert_eq!(played.len(), count);
    }
}

#[test]
fn four_of_five_matches_are_between_equals_and_the_fifth_is_with_anybody() {
    let (mut near, mut far, mut all) = (0, 0, 0);
    run(&mut ladder(100, 40.0), &Rules::new(2), 2000, |bots, seats| {
        let lead = (bots[seats[0].index()].rating.value - bots[seats[1].index()].rating.value).abs();
        (near, far, all) = (near + i32::from(lead <= 400.0), far + i32::from(lead > 1000.0), all + 1);
    });
    assert!(near * 100 >= all * 75, "{near} of {all}");
    assert!(far * 100 >= all * 7, "{far} of {all}");
}

#[test]
fn nobody_meets_one_of_its_last_opponents_while_there_are_others() {
    for (count, apart) in [(100, 20.0), (10, 100.0)] {
        let avoided = ((count - 1) / 2).min(RECENT);
        run(&mut ladder(count, apart), &Rules::new(2), 1000, |bots, seats| {
            let last = |one: Entrant, other: Entrant| {
                bots[one.index()].recent.iter().rev().take(avoided).any(|recent| *recent == other)
            };
            // Those of whom each has met half of the others lately may have no choice.
            assert!(count < 20 || !last(seats[0], seats[1]), "{seats:?}");
            let again =
                bots[seats[0].index()].recent.iter().rev().take_while(|met| **met == seats[1]).count();
            assert!(again <= 1, "{seats:?} met {again} times in a row");
        });
    }
}

#[test]
fn a_newcomer_plays_first_and_meets_its_like() {
    let rules = Rules { random_every: 0, ..Rules::new(2) };
    let mut bots: Vec<Candidate> =
        (0..20).map(|at| bot(1100.0 + 40.0 * f64::from(at), 60.0, Some(at as u64))).collect();
    bots.push(bot(1500.0, 400.0, Some(99)));
    let seats = next_match(&bots, &rules, 1).unwrap();
    assert!(seats.contains(&Entrant(20)));
    let other = seats.iter().find(|seat| seat.0 != 20).unwrap();
    assert!((bots[other.index()].rating.value - 1500.0).abs() <= 80.0, "{seats:?}");
}

#[test]
fn bots_of_one_owner_never_meet() {
    let mine = |value| bot(value, 90.0, Some(1));
    assert_eq!(next_match(&[mine(1500.0), mine(1500.0)], &Rules::new(2), 1), None);
    let bots = [mine(1500.0), mine(1500.0), bot(2000.0, 90.0, Some(2))];
    for seed in 0..50 {
        assert!(next_match(&bots, &Rules::new(2), seed).unwrap().contains(&Entrant(2)));
    }
    assert_eq!(next_match(&bots, &Rules::new(3), 1), None);
    assert_eq!(next_match(&[], &Rules::new(2), 1), None);
}

#[test]
fn settled_house_bots_rest_until_somebody_comes() {
    let rules = Rules::new(2);
    let mut bots: Vec<Candidate> = (0..4).map(|_| bot(1500.0, rules.settled_error, None)).collect();
    assert_eq!(next_match(&bots, &rules, 3), None);
    bots.push(bot(1500.0, 20.0, Some(1)));
    for seed in 0..20 {
        assert!(next_match(&bots, &rules, seed).unwrap().contains(&Entrant(4)));
    }
}

#[test]
fn ties_are_broken_by_the_seed_alone() {
    let bots = ladder(30, 0.0);
    let choose = |seed| next_match(&bots, &Rules::new(4), seed).unwrap();
    assert_eq!(choose(1), choose(1));
    let different: BTreeSet<_> = (0..20).map(choose).collect();
    assert!(different.len() > 15);
}
