//! Battle: every warrior shares its damage among all enemies in range, all at the same time.

use skirmish_core::news::{Audience, News};
use skirmish_core::seat::Seat;

use super::board::{Kind, bits};
use super::event::Event;
use super::state::Underworld;

impl Underworld {
    pub(crate) fn fight(&mut self, news: &mut News<Event>) {
        for seat in self.rules.seats.iter() {
            self.find_enemies(seat);
            self.strike(seat);
        }
        self.bury(news);
    }

    /// Rule: enemies are the units and buildings of other players; walls are nobody's enemies.
    fn find_enemies(&mut self, seat: Seat) {
        let enemies = &mut self.scratch.enemies[self.rules.range.radius()..];
        let rows = self.board.owned().iter().zip(self.board.of_seat(seat));
        for (enemies, (owned, own)) in enemies.iter_mut().zip(rows) {
            *enemies = owned & !own;
        }
    }

    /// Rule: a warrior's damage is divided evenly among the enemies in range.
    fn strike(&mut self, seat: Seat) {
        let (board, range, scratch) = (&self.board, &self.rules.range, &mut self.scratch);
        let rows = board.of_seat(seat).iter().zip(board.of_kind(Kind::Warrior));
        for (y, (own, warriors)) in rows.enumerate() {
            for x in bits(own & warriors) {
                let spans = range.spans(x);
                let rows = &scratch.enemies[y..][..spans.len()];
                if !overlap(rows, spans) {
                    continue;
                }
                let near = rows.iter().zip(spans).map(|(enemies, span)| enemies & span);
                let count: u32 = near.clone().map(u64::count_ones).sum();
                let share = self.rules.shares[count as usize];
                if share == 0 {
                    continue;
                }
                for (i, targets) in near.enumerate() {
                    for column in bits(targets) {
                        let spot = board.at(column, y + i - range.radius());
                        if scratch.wounds[spot.index()] == 0 {
                            scratch.wounded.push(spot);
                        }
                        scratch.wounds[spot.index()] += share;
                    }
                }
            }
        }
    }

    /// Rule: all damage is dealt before anybody falls; without hit points left an object is gone.
    fn bury(&mut self, news: &mut News<Event>) {
        for spot in self.scratch.wounded.drain(..) {
            let damage = std::mem::take(&mut self.scratch.wounds[spot.index()]);
            let left = self.board.wound(spot, damage);
            if left > 0 && news.is_silent() {
                continue;
            }
            let Some(piece) = self.board.get(spot) else { continue };
            let (seat, kind, at) = (piece.owner, piece.kind, self.board.cell(spot));
            news.say(Audience::Crowd, || Event::Hit { seat, kind, at, damage });
            if left <= 0 {
                self.board.take(spot);
                news.say(Audience::Crowd, || Event::Fell { seat, kind, at });
            }
        }
    }
}

/// Whether any row has a member in its span.
#[inline]
fn overlap(rows: &[u64], spans: &[u64]) -> bool {
    // Most warriors are far from any enemy, so this is the hot part of a turn; five rows are the default range's.
    if let (&[a, b, c, d, e], &[p, q, r, s, t]) = (rows, spans) {
        return a & p | b & q | c & r | d & s | e & t != 0;
    }
    rows.iter().zip(spans).any(|(row, span)| row & span != 0)
}
