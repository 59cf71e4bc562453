//! Playing a side of Utti with raids and fronts: most troops settle, some attack, and all guard what is near.

use skirmish_core::seat::Seat;
use skirmish_games::utti::{Action, Order, Unit, Utti};

use super::front::Front;
use super::raid::Raid;
use super::settler::Settler;

/// A side of Utti.
#[derive(Clone, Debug)]
pub struct Commander {
    settler: Settler,
    front: Front,
    raids: Vec<Raid>,
    /// The round that it has looked at.
    round: Option<u32>,
}

impl Commander {
    pub fn new(settler: Settler) -> Self {
        Self { settler, front: Front::default(), raids: Vec::new(), round: None }
    }

    /// What raids there are.
    pub fn raids(&self) -> &[Raid] {
        &self.raids
    }

    /// The same side with one raid more.
    pub fn with_raid(&self, raid: Raid) -> Self {
        let mut raids = self.raids.clone();
        raids.push(raid);
        Self { raids, ..self.clone() }
    }

    /// The same side without its raids.
    pub fn without_raids(&self) -> Self {
        Self { raids: Vec::new(), ..self.clone() }
    }

    /// Answers whatever is asked.
    pub fn act(&mut self, seen: &Utti, seat: Seat) -> Action {
        self.look(seen, seat);
        if let Some(units) = seen.planning(seat) {
            return Action::Many(units.iter().map(|unit| self.order(seen, unit)).collect());
        }
        match seen.acting() {
            Some(unit) => Action::One(self.order(seen, unit)),
            None => Action::Ready { batch: false },
        }
    }

    /// Looks at the whole side once a round.
    fn look(&mut self, seen: &Utti, seat: Seat) {
        self.settler.look(seen, seat);
        if self.round == Some(seen.round()) {
            return;
        }
        self.round = Some(seen.round());
        self.front.look(seen, seat);
        self.raids.retain_mut(|raid| raid.look(seen, seat));
        self.settler.spared.clear();
        self.settler.spared.extend(self.raids.iter().flat_map(Raid::members));
    }

    fn order(&mut self, seen: &Utti, unit: &Unit) -> Order {
        let raid = unit.is_troop().then(|| self.raid_of(seen, unit)).flatten();
        let order = match raid {
            Some(raid) => raid.order(seen, unit),
            None => self.front.order(seen, unit),
        };
        order.unwrap_or_else(|| self.settler.order(seen, unit))
    }

    /// The raid that the troop is in, or joins now.
    fn raid_of(&mut self, seen: &Utti, unit: &Unit) -> Option<&Raid> {
        let index = self.raids.iter().position(|raid| raid.has(unit));
        let join = || {
            let joined = self.raids.iter_mut().position(|raid| raid.join(seen, unit))?;
            self.settler.spared.push(unit.id);
            Some(joined)
        };
        let index = index.or_else(join)?;
        Some(&self.raids[index])
    }
}
