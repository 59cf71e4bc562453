//! One result folded into the ratings: the only place where ratings change.

use skirmish_arena_store::{Meeting, Rated, ResultSeat};
use skirmish_league::weng_lin::{Model, Rating};

/// What one result makes of those who played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folded {
    /// Ratings and records after it, by seat.
    pub rated: Vec<Rated>,
    /// What it adds to how each did against each other.
    pub meetings: Vec<Meeting>,
}

/// Folds one result, given by its seats, into what is known of the versions at those seats.
#[must_use]
pub fn fold(before: &[Option<Rated>], seats: &[ResultSeat]) -> Folded {
    let model = Model::default();
    let ratings: Vec<Rating> = before.iter().map(|rated| rating_of(rated.as_ref(), &model)).collect();
    let places: Vec<Option<u32>> = seats.iter().map(|seat| u32::try_from(seat.place).ok()).collect();
    let after = model.rate(&ratings, &places);
    let best = seats.iter().map(|seat| seat.place).min().unwrap_or(1);
    let is_shared = seats.iter().filter(|seat| seat.place == best).count() > 1;
    let rated = seats.iter().zip(before).zip(after).map(|((seat, before), after)| {
        let mut rated = before.clone().unwrap_or_else(|| new_rated(seat, &model));
        (rated.mu, rated.sigma, rated.last_seq) = (after.mu, after.sigma, seat.result_seq);
        rated.games += 1;
        // A fault is told apart: it says nothing about how well the bot plays.
        match (&seat.fault, seat.place == best) {
            (Some(_), _) => rated.faults += 1,
            (None, true) if is_shared => rated.draws += 1,
            (None, true) => rated.wins += 1,
            (None, false) => rated.losses += 1,
        }
        rated
    });
    Folded { rated: rated.collect(), meetings: meetings(seats) }
}

fn rating_of(rated: Option<&Rated>, model: &Model) -> Rating {
    rated.map_or(model.start, |rated| Rating { mu: rated.mu, sigma: rated.sigma })
}

fn new_rated(seat: &ResultSeat, model: &Model) -> Rated {
    Rated {
        version_id: seat.version_id,
        bot_id: seat.bot_id,
        mu: model.start.mu,
        sigma: model.start.sigma,
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        faults: 0,
        last_seq: 0,
    }
}

fn meetings(seats: &[ResultSeat]) -> Vec<Meeting> {
    let mut meetings = Vec::with_capacity(seats.len() * seats.len().saturating_sub(1));
    for one in seats {
        for other in seats.iter().filter(|other| other.version_id != one.version_id) {
            meetings.push(Meeting {
                version_id: one.version_id,
                other_id: other.version_id,
                games: 1,
                better: i64::from(one.place < other.place),
                level: i64::from(one.place == other.place),
                worse: i64::from(one.place > other.place),
            });
        }
    }
    meetings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(version_id: i64, place: i64, fault: Option<&str>) -> ResultSeat {
        ResultSeat {
            result_seq: 9,
            match_id: 1,
            seat: version_id,
            bot_id: version_id,
            version_id,
            place,
            fault: fault.map(str::to_owned),
        }
    }

    #[test]
    fn wins_draws_losses_and_faults_are_told_apart() {
        let count = |rated: &Rated| [rated.wins, rated.draws, rated.losses, rated.faults];
        let check = |seats: &[ResultSeat], expected: &[[i64; 4]]| {
            let folded = fold(&vec![None; seats.len()], seats);
            assert_eq!(folded.rated.iter().map(count).collect::<Vec<_>>(), expected);
            assert!(folded.rated.iter().all(|rated| rated.games == 1 && rated.last_seq == 9));
        };
        check(&[seat(1, 1, None), seat(2, 2, None)], &[[1, 0, 0, 0], [0, 0, 1, 0]]);
        check(&[seat(1, 1, None), seat(2, 1, None)], &[[0, 1, 0, 0], [0, 1, 0, 0]]);
        check(&[seat(1, 1, None), seat(2, 2, Some("late"))], &[[1, 0, 0, 0], [0, 0, 0, 1]]);
        let three = [seat(1, 2, None), seat(2, 1, None), seat(3, 1, None)];
        check(&three, &[[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 0, 0]]);
    }

    #[test]
    fn everybody_meets_everybody_else_once() {
        let seats = [seat(1, 1, None), seat(2, 2, None), seat(3, 2, None)];
        let folded = fold(&[None, None, None], &seats);
        assert_eq!(folded.meetings.len(), 6);
        let find = |one, other| {
            folded
                .meetings
                .iter()
                .find(|met| (met.version_id, met.other_id) == (one, other))
                .expect("they met")
        };
        assert_eq!((find(1, 3).better, find(3, 1).worse, find(2, 3).level), (1, 1, 1));
    }
}
