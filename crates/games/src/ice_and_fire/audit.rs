//! The laws, recomputed the slow and obvious way, and the short matches on which they are tried.

use skirmish_core::ensure_law;
use skirmish_core::law::{Audit, Broken, Conform};
use skirmish_core::seat::Seat;

use super::board::{headquarters, side};
use super::config::{AREA, SIDE};
use super::state::{Ending, IceAndFire};

const SEATS: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

impl Audit for IceAndFire {
    const BRIEF: &'static [(&'static str, &'static str)] = &[("turns", "20"), ("start_gold", "90")];
    const CONFORM: Option<Conform> = Some(super::record::conform);

    fn audit(&self) -> Result<(), Broken> {
        self.audit_cells()?;
        self.audit_territory()?;
        self.audit_units()?;
        self.audit_money()?;
        self.audit_turn()
    }
}

impl IceAndFire {
    fn audit_cells(&self) -> Result<(), Broken> {
        let sets = [self.owned, self.active].concat();
        let others = [self.mines, self.towers, self.tired, self.ground.spots];
        for set in sets.iter().chain(&self.units).chain(&others) {
            ensure_law!(set.minus(&self.ground.land).is_empty(), "something is not on land");
        }
        for at in 0..AREA {
            let owners = SEATS.iter().filter(|&&seat| self.owned[side(seat)].has(at)).count();
            let units = self.units.iter().filter(|units| units.has(at)).count();
            let buildings = usize::from(self.mines.has(at)) + usize::from(self.towers.has(at));
            let spot = self.ground.spots.has(at);
            ensure_law!(owners <= 1, "cell {at} has {owners} owners");
            ensure_law!(units + buildings <= 1, "cell {at} holds {units} units and {buildings} buildings");
            ensure_law!(
                units + buildings == 0 || owners == 1,
                "something stands on cell {at}, which is nobody's"
            );
            ensure_law!(!self.mines.has(at) || spot, "the mine on cell {at} stands on no spot");
            ensure_law!(!self.towers.has(at) || !spot, "the tower on cell {at} stands on a mine spot");
        }
        Ok(())
    }

    fn audit_territory(&self) -> Result<(), Broken> {
        for seat in SEATS {
            let found = self.connected(seat);
            for (at, &is_connected) in found.iter().enumerate() {
                let is_active = self.active[side(seat)].has(at);
                ensure_law!(
                    is_active == is_connected,
                    "cell {at} of seat {seat}: active {is_active}, connected {is_connected}"
                );
            }
        }
        Ok(())
    }

    /// A plain search through owned cells, from the headquarters.
    fn connected(&self, seat: Seat) -> [bool; AREA] {
        let mut found = [false; AREA];
        let mut queue = vec![headquarters(seat)];
        while let Some(at) = queue.pop() {
            if found[at] || !self.owned[side(seat)].has(at) {
                continue;
            }
            found[at] = true;
            let (x, y) = (at % SIDE, at / SIDE);
            queue.extend((x > 0).then(|| at - 1));
            queue.extend((x + 1 < SIDE).then(|| at + 1));
            queue.extend((y > 0).then(|| at - SIDE));
            queue.extend((y + 1 < SIDE).then(|| at + SIDE));
        }
        found
    }

    fn audit_units(&self) -> Result<(), Broken> {
        let mut ids = Vec::new();
        for at in 0..AREA {
            let on_board = self.units.iter().position(|units| units.has(at));
            let listed = self.roster.at(at);
            ensure_law!(
                listed.map(|(_, level)| level.index()) == on_board,
                "cell {at}: {listed:?} is listed"
            );
            let Some((id, _)) = listed else { continue };
            ensure_law!(self.roster.find(id) == Some(at), "unit {id} is not found on cell {at}");
            ensure_law!((1..self.roster.next_id()).contains(&id), "id {id} was never given");
            ids.push(id);
        }
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        ensure_law!(ids.len() == count, "two units have one id");
        Ok(())
    }

    fn audit_money(&self) -> Result<(), Broken> {
        for seat in SEATS {
            let mut income = 0;
            for at in (0..AREA).filter(|&at| self.owned[side(seat)].has(at)) {
                if self.active[side(seat)].has(at) {
                    income += self.rules.cell_income;
                    income += if self.mines.has(at) { self.rules.mine_income } else { 0 };
                }
                if let Some((_, level)) = self.roster.at(at) {
                    income -= self.rules.unit_upkeep[level.index()];
                }
            }
            let worth = self.worth[side(seat)];
            ensure_law!(worth == income, "seat {seat} earns {income}, counted as {worth}");
            ensure_law!(self.gold(seat) >= 0, "seat {seat} has {} gold", self.gold(seat));
        }
        Ok(())
    }

    fn audit_turn(&self) -> Result<(), Broken> {
        ensure_law!(self.played <= 2 * self.rules.turns, "{} turns were played", self.played);
        for seat in SEATS {
            let is_standing = self.owned[side(seat)].has(headquarters(seat));
            let is_captured = self.ending == Some(Ending::Captured { by: seat.other() });
            ensure_law!(
                is_standing != is_captured,
                "the headquarters of seat {seat} and the ending disagree"
            );
        }
        if self.ending.is_none() {
            let mine = self.to_move.index();
            let stranded = self.army(self.to_move).find(|&at| !self.is_active(at));
            ensure_law!(stranded.is_none(), "a unit of seat {} acts while cut off", self.to_move);
            ensure_law!(self.tired.is_empty(), "units are tired when a turn begins");
            ensure_law!(
                self.income[mine] == self.worth[mine]
                    || self.gold[mine] == 0 && self.army(self.to_move).count() == 0,
                "the income announced to seat {} is stale without a wipe-out",
                self.to_move
            );
        }
        Ok(())
    }
}
