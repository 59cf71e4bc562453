//! The laws, recomputed from the lists of units alone, and the short matches on which they are tried.

use skirmish_core::ensure_law;
use skirmish_core::law::{Audit, Broken};
use skirmish_core::seat::Seat;

use super::state::{Phase, Slot, Utti, bit};

impl Audit for Utti {
    const BRIEF: &'static [(&'static str, &'static str)] = &[
        // A small board, few units and low bases, so that everything in the rules comes up often.
        ("size", "16"),
        ("rounds", "40"),
        ("max_units", "12"),
        ("base_height", "4"),
        ("mine_share", "60"),
        ("mine_clear", "1"),
        ("mine_reach", "4"),
        ("base_offset", "4"),
        ("along_low", "4"),
        ("along_high", "11"),
    ];

    fn audit(&self) -> Result<(), Broken> {
        let mut standing = vec![Slot::NONE; self.standing.len()];
        let mut base_bits = vec![0; self.base_bits.len()];
        for seat in [Seat::FIRST, Seat::SECOND] {
            self.check_side(seat, &mut standing, &mut base_bits)?;
        }
        ensure_law!(
            standing == self.standing,
            "the board shows troops that are not in the lists, or not all"
        );
        ensure_law!(
            base_bits == self.base_bits,
            "the board shows bases that are not in the lists, or not all"
        );
        ensure_law!(self.turn <= self.config().rounds, "round {} is past the end", self.turn);
        if self.phase == Phase::Act {
            let side = self.side(self.to_move);
            ensure_law!(side.next < side.end, "seat {} has no unit left to act", self.to_move);
            ensure_law!(!side.units[side.next].is_gone, "a unit that is gone is to act");
        }
        Ok(())
    }
}

impl Utti {
    fn check_side(&self, seat: Seat, standing: &mut [Slot], base_bits: &mut [u64]) -> Result<(), Broken> {
        let side = self.side(seat);
        let (mut troops, mut bases, mut height, mut gone, mut last) = (0, 0, 0, 0, None);
        for (index, unit) in side.units.iter().enumerate() {
            ensure_law!(last < Some(unit.id), "seat {seat}: unit {} is not in order", unit.id);
            ensure_law!(unit.seat() == seat, "seat {seat}: unit {} is of the other side", unit.id);
            last = Some(unit.id);
            if unit.is_gone {
                gone += 1;
                ensure_law!(unit.is_troop(), "base {} is gone", unit.id);
                continue;
            }
            let Some(at) = self.index(unit.cell) else {
                return Err(Broken(format!("unit {} is off the board", unit.id)));
            };
            ensure_law!(at == usize::from(unit.at), "unit {} is on two cells", unit.id);
            if unit.is_troop() {
                troops += 1;
                height += i64::from(unit.height);
                ensure_law!(unit.height > 0, "troop {} has no height", unit.id);
                ensure_law!(standing[at].is_none(), "two troops on one cell, one is {}", unit.id);
                standing[at] = Slot::new(seat, index);
            } else {
                bases += 1;
                ensure_law!(unit.height == 0, "base {} has a height", unit.id);
                ensure_law!(!bit(base_bits, at), "two bases on one cell, one is {}", unit.id);
                base_bits[at / 64] |= 1 << (at % 64);
            }
        }
        let counted = (troops, bases, height, gone);
        let kept = (side.troops, side.bases, side.height, side.gone);
        ensure_law!(
            counted == kept,
            "seat {seat}: troops, bases, height, gone are {counted:?}, not {kept:?}"
        );
        ensure_law!(bases > 0, "seat {seat} has no base");
        ensure_law!(troops + bases <= self.config().max_units, "seat {seat} has more units than it may");
        ensure_law!(last < Some(side.next_id), "seat {seat}: the next id was used before");
        ensure_law!(side.gold >= 0, "seat {seat} owes gold");
        ensure_law!(
            side.next <= side.end && side.end <= side.units.len(),
            "seat {seat}: its pass has no end"
        );
        Ok(())
    }
}
