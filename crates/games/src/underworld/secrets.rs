//! What a seat may not know: the others' money, who was kicked, and in the fog whatever is out of sight.

use skirmish_core::answer::Fault;
use skirmish_core::rng::Rng;
use skirmish_core::seat::Seat;

use super::board::{Piece, Reach, bits};
use super::config::MAX_SIZE;
use super::event::Exit;
use super::state::{Phase, Status, Underworld};

impl Underworld {
    /// Takes out everything that the seat may not know.
    pub(super) fn hide_secrets(&mut self, seat: Seat) {
        self.eye = Some(seat);
        for other in self.others(seat) {
            self.money[other.index()] = 0;
            self.status[other.index()] = self.status_seen(other);
        }
        let rules = self.rules.clone();
        if let Some(vision) = &rules.vision {
            self.forget_unseen(seat, vision);
        }
    }

    /// Draws anew by chance everything that the seat may not know.
    pub(super) fn draw_secrets(&mut self, seat: Seat, rng: &mut Rng) {
        const MOST_MONEY: u32 = 10_000;
        for other in self.others(seat) {
            self.money[other.index()] = i64::from(rng.below(MOST_MONEY));
        }
        let rules = self.rules.clone();
        if let Some(vision) = &rules.vision {
            self.shuffle_unseen(seat, vision, rng);
        }
        if self.phase == Phase::Play {
            self.draw_kicked(seat, rng);
        }
    }

    fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.rules.seats.iter().filter(move |&other| other != seat)
    }

    /// What others know of a seat's standing: that its castle is gone, if they see the whole board.
    fn status_seen(&self, seat: Seat) -> Status {
        let is_lost = self.rules.vision.is_none() && self.board.castle(seat).is_none();
        if is_lost { Status::Out(Exit::CastleFell, 0) } else { Status::InPlay }
    }

    /// The cells within sight of the seat's own objects.
    fn sight(&self, seat: Seat, vision: &Reach) -> [u64; MAX_SIZE] {
        let mut seen = [0; MAX_SIZE];
        for (y, &row) in self.board.of_seat(seat).iter().enumerate() {
            vision.spread(row, y, &mut seen[..self.board.height()]);
        }
        seen
    }

    /// Rule: a player sees what is within sight of its own objects, and nothing else.
    fn forget_unseen(&mut self, seat: Seat, vision: &Reach) {
        let seen = self.sight(seat, vision);
        for (y, seen) in seen[..self.board.height()].iter().enumerate() {
            let there = self.board.occupied(y);
            for x in bits(there & !seen) {
                self.board.take(self.board.at(x, y));
            }
            // An id would tell which of the enemy's warriors came out of the fog.
            for x in bits(there & seen & !self.board.of_seat(seat)[y]) {
                self.board.forget_id(self.board.at(x, y));
            }
        }
    }

    /// Puts everything that is out of sight somewhere else out of sight, with other hit points.
    fn shuffle_unseen(&mut self, seat: Seat, vision: &Reach, rng: &mut Rng) {
        let seen = self.sight(seat, vision);
        let full = self.board.full_row();
        let rows = seen[..self.board.height()].iter().enumerate();
        let mut dark: Vec<_> = rows
            .flat_map(|(y, seen)| bits(full & !seen).map(move |x| (x, y)))
            .map(|(x, y)| self.board.at(x, y))
            .collect();
        let hidden: Vec<Piece> = dark.iter().filter_map(|&spot| self.board.take(spot)).collect();
        rng.shuffle(&mut dark);
        for (spot, piece) in dark.into_iter().zip(hidden) {
            let most = self.rules.config.full_hp(piece.kind);
            let hp = if piece.is_wall() { piece.hp } else { rng.between(1, most) };
            self.board.put(spot, Piece { hp, ..piece });
        }
    }

    /// Nobody is told who was kicked, as long as the castle stands. One opponent at least is still in play.
    fn draw_kicked(&mut self, seat: Seat, rng: &mut Rng) {
        const ONE_IN: u32 = 4;
        let mut standing: Vec<Seat> =
            self.others(seat).filter(|&other| self.board.castle(other).is_some()).collect();
        rng.shuffle(&mut standing);
        for (i, other) in standing.into_iter().enumerate() {
            let is_kicked = i > 0 && rng.chance(1, ONE_IN);
            let since = rng.below(self.turn + 1);
            let kicked = Status::Out(Exit::Kicked(Fault::ALL[rng.below(4) as usize]), since);
            self.status[other.index()] = if is_kicked { kicked } else { Status::InPlay };
        }
    }
}
