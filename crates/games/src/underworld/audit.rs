//! The laws, recomputed the slow and obvious way, and the short matches on which they are tried.

use std::collections::BTreeSet;

use skirmish_core::ensure_law;
use skirmish_core::law::{Audit, Broken, Conform};

use super::board::Kind;
use super::event::Exit;
use super::state::{Phase, Status, Underworld};

impl Audit for Underworld {
    const BRIEF: &'static [(&'static str, &'static str)] =
        &[("max_turns", "40"), ("money", "20000"), ("castle_hp", "1500")];
    const CONFORM: Option<Conform> = Some(super::record::conform);

    fn audit(&self) -> Result<(), Broken> {
        self.board.audit()?;
        self.audit_pieces()?;
        self.audit_seats()
    }
}

impl Underworld {
    fn audit_pieces(&self) -> Result<(), Broken> {
        let config = &self.rules.config;
        let mut ids = BTreeSet::new();
        for (spot, piece) in self.board.pieces() {
            let (kind, hp, cell) = (piece.kind.word(), piece.hp, self.board.cell(spot));
            if piece.is_wall() {
                ensure_law!(hp == config.full_hp(Kind::Wall), "a wall at {cell:?} has {hp} hit points");
                continue;
            }
            let full = config.full_hp(piece.kind);
            ensure_law!(hp > 0 && hp <= full, "a {kind} at {cell:?} has {hp} of {full} hit points");
            ensure_law!(self.rules.seats.has(piece.owner), "a {kind} at {cell:?} belongs to nobody");
            ensure_law!(piece.id == 0 || ids.insert(piece.id), "two objects have the id {}", piece.id);
        }
        Ok(())
    }

    fn audit_seats(&self) -> Result<(), Broken> {
        ensure_law!(self.scratch.is_clean(), "orders are left over from the last turn");
        ensure_law!(self.turn <= self.rules.config.last_turn(), "turn {} is one too many", self.turn);
        for seat in self.rules.seats.iter() {
            let (money, status) = (self.money[seat.index()], self.status[seat.index()]);
            ensure_law!(money >= 0, "seat {seat} has {money} money");
            if self.eye.is_some_and(|eye| eye != seat) {
                ensure_law!(money == 0, "seat {seat}'s money shows in a redacted state");
                continue;
            }
            let lost = matches!(status, Status::Out(Exit::CastleFell, _));
            let castle = self.board.castle(seat).is_some();
            ensure_law!(!status.is_in_play() || castle, "seat {seat} is in play without a castle");
            ensure_law!(!lost || !castle, "seat {seat} has lost, but has a castle");
            let over = matches!(self.phase, Phase::Over(_));
            ensure_law!(!over || !status.is_in_play(), "the match is over, but seat {seat} is in play");
        }
        Ok(())
    }
}
