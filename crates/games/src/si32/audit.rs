//! The laws, recomputed the slow and obvious way, and the short matches on which they are tried.

use skirmish_core::ensure_law;
use skirmish_core::law::{Audit, Broken};
use skirmish_core::seat::SeatCount;

use super::state::{Ground, Si32, members, sign};

impl Audit for Si32 {
    const BRIEF: &'static [(&'static str, &'static str)] = &[
        // Cheap buildings and quick work, so that play by chance sees fights and sieges.
        ("width", "8"),
        ("height", "8"),
        ("turns", "60"),
        ("start_units", "12"),
        ("building_cost", "10"),
        ("unit_work", "2"),
        ("defence", "2"),
    ];

    fn audit(&self) -> Result<(), Broken> {
        self.audit_units()?;
        self.audit_resource()?;
        self.audit_buildings()?;
        self.audit_turn()
    }
}

impl Si32 {
    fn audit_units(&self) -> Result<(), Broken> {
        for seat in SeatCount::TWO.iter() {
            let side = self.side(seat);
            let counted: i64 = self.units.iter().map(|&units| i64::from((units * sign(seat)).max(0))).sum();
            ensure_law!(
                counted == i64::from(side.units),
                "seat {seat} has {counted} units, not {}",
                side.units
            );
            let balance = self.rules.start_units + side.produced - side.lost;
            ensure_law!(
                side.units == balance,
                "seat {seat} has {} units; started, produced and lost make {balance}",
                side.units
            );
        }
        Ok(())
    }

    fn audit_resource(&self) -> Result<(), Broken> {
        let now = self.resource_in_play();
        ensure_law!(now == self.endowment, "there was {} resource, now {now}", self.endowment);
        ensure_law!(self.resource.iter().all(|&resource| resource >= 0), "a tile has less than nothing");
        ensure_law!(self.sides.iter().all(|side| side.purse >= 0), "a purse has less than nothing");
        Ok(())
    }

    fn audit_buildings(&self) -> Result<(), Broken> {
        let mut ground = vec![Ground::OPEN; self.ground.len()];
        let mut standing = [0; 2];
        for site in members(&self.sites) {
            let Some(owner) = self.ground[site].owner() else {
                return Err(Broken(format!("a building at {:?} has no ground", self.cell(site))));
            };
            standing[owner.index()] += 1;
            ensure_law!(self.site_at(self.cell(site)).is_some(), "a building leaves the board");
            for (part, tile) in (0..).zip(self.tiles_of(site)) {
                ensure_law!(ground[tile].is_open(), "two buildings on {:?}", self.cell(tile));
                ground[tile] = Ground::part(owner, part);
            }
        }
        ensure_law!(ground == self.ground, "ground and buildings differ");
        for (seat, standing) in SeatCount::TWO.iter().zip(standing) {
            let side = self.side(seat);
            ensure_law!(side.buildings == standing, "seat {seat} has {standing} buildings");
            ensure_law!(side.built >= standing, "seat {seat} never built {standing}");
        }
        let is_site = |tile: usize| self.sites[tile / 64] >> (tile % 64) & 1 == 1;
        for (tile, &progress) in self.progress.iter().enumerate() {
            let most = if is_site(tile) { self.rules.unit_work - 1 } else { 0 };
            ensure_law!(progress <= most, "progress {progress} at {:?}", self.cell(tile));
        }
        Ok(())
    }

    fn audit_turn(&self) -> Result<(), Broken> {
        let (turn, turns) = (self.turn, self.rules.turns);
        ensure_law!((1..=turns).contains(&turn), "turn {turn} of {turns}");
        for side in &self.sides {
            let ordered = side.dropped.windows(2).all(|pair| pair[0].line < pair[1].line);
            ensure_law!(ordered, "dropped lines are not in order: {:?}", side.dropped);
        }
        Ok(())
    }
}
