//! Battle: every warrior shares its damage among all enemies in range, all at the same time.

use skirmish_core::{Audience, News, Seat};

use super::board::{Kind, bits};
use super::event::Event;
use super::rules::Underworld;

impl Underworld {
    pub(crate) fn fight(&mut self, news: &mut News<Event>) {
        for seat in self.rules.seats.iter() {
            if self.find_enemies(seat) {
                self.strike();
            }
        }
        self.bury(news);
    }

    /// Notes the seat's enemies and the cells from which a warrior reaches one; false if no warrior stands there.
    fn find_enemies(&mut self, seat: Seat) -> bool {
        let (board, scratch) = (&self.board, &mut self.scratch);
        scratch.danger.fill(0);
        for (y, &own) in board.of_seat(seat).iter().enumerate() {
            scratch.enemies[y] = board.owned(y) & !own;
            self.rules.range.spread(scratch.enemies[y], y, &mut scratch.danger);
        }
        let mut any = 0;
        let rows = board.of_seat(seat).iter().zip(board.of_kind(Kind::Warrior));
        for (danger, (own, warriors)) in scratch.danger.iter_mut().zip(rows) {
            *danger &= own & warriors;
            any |= *danger;
        }
        any != 0
    }

    /// Rule: a warrior's damage is divided evenly among the enemies in range; walls are nobody's enemies.
    fn strike(&mut self) {
        let (board, range, scratch) = (&self.board, &self.rules.range, &mut self.scratch);
        for y in 0..board.height() {
            for x in bits(scratch.danger[y]) {
                let rows = range.rows(y, board.height());
                let targets = |row: usize| scratch.enemies[row] & range.span(x, y, row);
                let count: u32 = rows.clone().map(|row| targets(row).count_ones()).sum();
                let share = self.rules.shares[count as usize];
                if share == 0 {
                    continue;
                }
                for row in rows {
                    for column in bits(targets(row)) {
                        let spot = board.at(column, row);
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
            let Some(piece) = self.board.wound(spot, damage) else { continue };
            let (seat, kind, at) = (piece.owner, piece.kind, self.board.cell(spot));
            news.say(Audience::Crowd, || Event::Hit { seat, kind, at, damage });
            if piece.hp <= 0 {
                self.board.take(spot);
                news.say(Audience::Crowd, || Event::Fell { seat, kind, at });
            }
        }
    }
}
