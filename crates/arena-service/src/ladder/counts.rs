//! What results add up to: the only place where a result becomes counts.

use std::collections::BTreeMap;

use skirmish_arena_store::{Meeting, Record, ResultSeat};

/// The counts of some results, which are added to those of a ladder or subtracted from them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// By version.
    pub(super) records: BTreeMap<i64, Record>,
    /// By both versions, the smaller number first, and the number of seats: from the first one's side.
    pub(super) meetings: BTreeMap<(i64, i64, i64), Meeting>,
    /// How many results there were.
    pub(super) results: u64,
}

impl Counts {
    /// The counts of these results, given by their seats in order.
    pub(super) fn of(seats: &[ResultSeat]) -> Self {
        let mut counts = Self::default();
        counts.take(seats);
        counts
    }

    /// Adds the next results, given by their seats in order.
    pub(super) fn take(&mut self, seats: &[ResultSeat]) {
        for result in seats.chunk_by(|one, other| one.result_seq == other.result_seq) {
            self.results += 1;
            self.take_records(result);
            self.take_meetings(result);
        }
    }

    fn take_records(&mut self, seats: &[ResultSeat]) {
        let best = seats.iter().map(|seat| seat.place).min().unwrap_or(1);
        let is_shared = seats.iter().filter(|seat| seat.place == best).count() > 1;
        for seat in seats {
            let of_version = || Record { version_id: seat.version_id, ..Record::default() };
            let record = self.records.entry(seat.version_id).or_insert_with(of_version);
            record.games += 1;
            // A fault is told apart: it says nothing about how well the bot plays.
            match (&seat.fault, seat.place == best) {
                (Some(_), _) => record.faults += 1,
                (None, true) if is_shared => record.draws += 1,
                (None, true) => record.wins += 1,
                (None, false) => record.losses += 1,
            }
        }
    }

    fn take_meetings(&mut self, seats: &[ResultSeat]) {
        let count = seats.len() as i64;
        for one in seats {
            for other in seats.iter().filter(|other| other.version_id > one.version_id) {
                let (version_id, other_id) = (one.version_id, other.version_id);
                let of_pair = || Meeting { version_id, other_id, seats: count, ..Meeting::default() };
                let met = self.meetings.entry((version_id, other_id, count)).or_insert_with(of_pair);
                met.better += i64::from(one.place < other.place);
                met.level += i64::from(one.place == other.place);
                met.worse += i64::from(one.place > other.place);
            }
        }
    }

    /// What subtracts them when it is added.
    pub(super) fn negated(mut self) -> Self {
        for it in self.records.values_mut() {
            let Record { version_id, games, wins, draws, losses, faults } = *it;
            *it = Record {
                version_id,
                games: -games,
                wins: -wins,
                draws: -draws,
                losses: -losses,
                faults: -faults,
            };
        }
        for met in self.meetings.values_mut() {
            let Meeting { better, level, worse, .. } = *met;
            *met = Meeting { better: -better, level: -level, worse: -worse, ..*met };
        }
        self
    }

    /// The records, as they are written.
    pub(super) fn all_records(&self) -> Vec<Record> {
        self.records.values().copied().collect()
    }

    /// The meetings, from either side.
    pub(super) fn all_meetings(&self) -> Vec<Meeting> {
        let both = |met: &Meeting| [*met, mirrored(met)];
        self.meetings.values().flat_map(both).collect()
    }
}

/// The same meeting from the other side.
pub(super) fn mirrored(met: &Meeting) -> Meeting {
    Meeting {
        version_id: met.other_id,
        other_id: met.version_id,
        better: met.worse,
        worse: met.better,
        ..*met
    }
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
        let check = |seats: &[ResultSeat], expected: &[[i64; 4]]| {
            let counts = Counts::of(seats);
            let told = |it: &Record| [it.wins, it.draws, it.losses, it.faults];
            assert_eq!(counts.records.values().map(told).collect::<Vec<_>>(), expected);
            assert!(counts.records.values().all(|it| it.games == 1) && counts.results == 1);
        };
        check(&[seat(1, 1, None), seat(2, 2, None)], &[[1, 0, 0, 0], [0, 0, 1, 0]]);
        check(&[seat(1, 1, None), seat(2, 1, None)], &[[0, 1, 0, 0], [0, 1, 0, 0]]);
        check(&[seat(1, 1, None), seat(2, 2, Some("late"))], &[[1, 0, 0, 0], [0, 0, 0, 1]]);
        let three = [seat(1, 2, None), seat(2, 1, None), seat(3, 1, None)];
        check(&three, &[[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 0, 0]]);
    }

    #[test]
    fn everybody_meets_everybody_else_once_and_is_told_from_either_side() {
        let counts = Counts::of(&[seat(3, 2, None), seat(1, 1, None), seat(2, 2, None)]);
        let all = counts.all_meetings();
        let find = |one, other| all.iter().find(|met| (met.version_id, met.other_id) == (one, other));
        assert_eq!(all.len(), 6);
        assert!(all.iter().all(|met| met.seats == 3 && met.better + met.level + met.worse == 1));
        let told = [find(1, 3).map(|met| met.better), find(3, 1).map(|met| met.worse)];
        assert_eq!((told, find(2, 3).map(|met| met.level)), ([Some(1), Some(1)], Some(1)));
    }

    #[test]
    fn what_is_taken_back_leaves_nothing() {
        let seats = [seat(1, 1, None), seat(2, 2, Some("late")), seat(3, 3, None)];
        let (added, taken) = (Counts::of(&seats), Counts::of(&seats).negated());
        let sums = |it: &Counts| {
            let records = it.records.values().map(|it| [it.games, it.wins, it.draws, it.losses, it.faults]);
            let meetings = it.meetings.values().map(|met| [met.better, met.level, met.worse, 0, 0]);
            records.chain(meetings).collect::<Vec<_>>()
        };
        let pairs = sums(&added).into_iter().zip(sums(&taken));
        assert!(pairs.into_iter().all(|(one, other)| one.iter().zip(other).all(|(a, b)| a + b == 0)));
    }
}
