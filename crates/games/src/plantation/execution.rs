//! Carrying out commands: what each does, and when it is an error.

use skirmish_core::seat::Seat;

use super::action::{Command, Verb};
use super::area::{Area, Set};
use super::board::Target;
use super::event::Response;
use super::memory::Memory;
use super::side::sign;
use super::state::Plantation;

/// What became of a command: a [`Response`] that fits into a register. What a seat scouted is read off the board, and
/// only if somebody listens.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Effect {
    Error,
    Done,
    Occupied(i16),
    Scouted,
    Sprayed(u8),
    Bombed(i16),
}

/// The commands. Each ends with what the seat remembers of it, made of nothing but what the seat is told.
impl Plantation {
    /// Does what the command says, if the rules allow it.
    #[inline(always)]
    pub(super) fn carry_out(&mut self, seat: Seat, command: &Command) -> Effect {
        // Rule: too few moves left, too few numbers, or a target off the board is an error.
        if self.rules.cost(command.verb) > self.moves_left {
            return Effect::Error;
        }
        let target = command.target().and_then(|target| self.ground.target(target));
        let Some(target) = target else { return Effect::Error };
        match command.verb {
            Verb::Fertilise => self.fertilise(seat, target.at),
            Verb::Plant => self.plant(seat, target),
            Verb::Scout => self.scout(seat, target),
            Verb::Colonise => self.colonise(seat, target.at, command.source()),
            Verb::Spray => self.spray(seat, target),
            Verb::Bomb => self.bomb(seat, target.at),
        }
    }

    /// What the seat is told of what became of its command.
    pub(super) fn response(&self, command: &Command, effect: Effect) -> Response {
        match effect {
            Effect::Error => Response::Error,
            Effect::Done => Response::Done,
            Effect::Occupied(score) => Response::Occupied(score),
            Effect::Scouted => Response::Scouted(self.scores_around(command.target())),
            Effect::Sprayed(tiles) => Response::Sprayed(tiles),
            Effect::Bombed(levels) => Response::Bombed(levels),
        }
    }

    /// The signed scores of the 3x3 cells around a target, row by row, 0 off the board.
    fn scores_around(&self, target: Option<(i32, i32)>) -> [i16; 9] {
        let Some(target) = target.and_then(|target| self.ground.target(target)) else { return [0; 9] };
        let [plus, minus] = [0, 1].map(|side| self.sides[side].around(target, &self.ground));
        std::array::from_fn(|place| plus[place] + minus[place])
    }

    #[inline(always)]
    fn fertilise(&mut self, seat: Seat, at: usize) -> Effect {
        let own = &mut self.sides[seat.index()];
        if !own.has(at) {
            return Effect::Error;
        }
        own.raise(at, self.rules.fertilise_gain * sign(seat));
        Effect::Done
    }

    #[inline(always)]
    fn plant(&mut self, seat: Seat, target: Target) -> Effect {
        let own = &self.sides[seat.index()];
        if own.has(target.at) {
            return Effect::Error;
        }
        let is_near = own.is_beside(target, &self.ground)
            || self.rules.occupied_first && self.sides[seat.other().index()].has(target.at);
        if !is_near {
            return Effect::Error;
        }
        self.settle(seat, target.at)
    }

    #[inline(always)]
    fn colonise(&mut self, seat: Seat, at: usize, source: Option<(i32, i32)>) -> Effect {
        let source = source.and_then(|source| self.ground.index(source));
        let own = &self.sides[seat.index()];
        let Some(source) = source.filter(|&source| own.has_source(source) && !own.has(at)) else {
            return Effect::Error;
        };
        let effect = self.settle(seat, at);
        if effect == Effect::Done {
            self.sides[seat.index()].lower(source, self.rules.colonise_price);
        }
        effect
    }

    /// Takes a cell, unless the enemy has it.
    #[inline(always)]
    fn settle(&mut self, seat: Seat, at: usize) -> Effect {
        let enemy = self.sides[seat.other().index()].score(at);
        if enemy != 0 {
            self.told[seat.index()].occupied(at, enemy);
            return Effect::Occupied(enemy);
        }
        self.sides[seat.index()].raise(at, self.rules.plant_score * sign(seat));
        self.told[seat.index()].settled(at);
        Effect::Done
    }

    #[inline(always)]
    fn scout(&mut self, seat: Seat, target: Target) -> Effect {
        let enemy = &self.sides[seat.other().index()];
        self.told[seat.index()].scouted(enemy, target, &self.ground);
        Effect::Scouted
    }

    #[inline(always)]
    fn spray(&mut self, seat: Seat, target: Target) -> Effect {
        if self.ground.is_small() {
            self.spray_area(seat, self.ground.cross::<u128>(target))
        } else {
            self.spray_area(seat, self.ground.cross::<Set>(target))
        }
    }

    #[inline(always)]
    fn spray_area<A: Area>(&mut self, seat: Seat, cross: A) -> Effect {
        let (enemy, told) = (&mut self.sides[seat.other().index()], &mut self.told[seat.index()].0);
        let reached = cross.and(A::of(enemy.tiles()));
        let count = reached.count();
        let damage = self.rules.spray_damage;
        let told_damage = Memory::sprayed_levels(count, damage);
        let mut touched = reached.or(cross.and(A::of(told.tiles())));
        while let Some(at) = touched.pop() {
            enemy.lower(at, damage);
            told.lower(at, told_damage);
        }
        Effect::Sprayed(count as u8)
    }

    #[inline(always)]
    fn bomb(&mut self, seat: Seat, at: usize) -> Effect {
        if self.sides[seat.index()].has(at) {
            return Effect::Error;
        }
        let lost = self.sides[seat.other().index()].lower(at, self.rules.bomb_damage);
        self.told[seat.index()].bombed(at, lost, self.rules.bomb_damage);
        Effect::Bombed(lost)
    }
}
