//! The laws, recomputed the slow and obvious way, and the short matches on which they are tried.

use skirmish_core::ensure_law;
use skirmish_core::game::Game;
use skirmish_core::law::{Audit, Broken, Conform};

use super::state::Plantation;

impl Audit for Plantation {
    const BRIEF: &'static [(&'static str, &'static str)] = &[("rows", "4"), ("cols", "5"), ("turns", "12")];
    const CONFORM: Option<Conform> = Some(super::record::conform);

    fn audit(&self) -> Result<(), Broken> {
        let Self { ground, rules, .. } = self;
        for seat in self.seats().iter() {
            let (own, enemy) = (&self.sides[seat.index()], seat.other());
            own.audit("tiles", seat, ground)?;
            self.told[seat.index()].0.audit("memory", enemy, ground)?;
            let both = own.tiles().and(self.sides[enemy.index()].tiles());
            ensure_law!(both.is_empty(), "cell {:?} belongs to both", both.iter().next());
            let odd = own.tiles().and(self.told[seat.index()].0.tiles());
            ensure_law!(
                odd.is_empty(),
                "seat {seat} remembers an enemy on its own cell {:?}",
                odd.iter().next()
            );
        }
        let (turn, left) = (self.turn, self.moves_left);
        ensure_law!((1..=rules.turns).contains(&turn), "turn {turn} of {}", rules.turns);
        ensure_law!((1..=rules.moves_per_turn).contains(&left), "{left} moves of {}", rules.moves_per_turn);
        ensure_law!(self.to_move.0 < 2 && self.opener.0 < 2, "there are two seats");
        Ok(())
    }
}
