//! What a turn's resolution writes down on its way. Empty between turns, so it is no part of the state.

use super::board::{Lifted, Spot};

/// Memory that every turn uses anew.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// By spot: what is planned for it.
    pub(crate) plans: Vec<Plan>,
    /// The warriors that have an order, in the order given.
    pub(crate) movers: Vec<Spot>,
    /// The barracks that have an order.
    pub(crate) trainers: Vec<Spot>,
    /// Warriors found to stay whose followers have not been looked at.
    pub(crate) stuck: Vec<Spot>,
    /// Warriors in the air between two cells.
    pub(crate) lifted: Vec<(Spot, Lifted)>,
    /// Cells that somebody wants a warrior on, by first request.
    pub(crate) spawns: Vec<Spot>,
    /// Cells that somebody wants a building on, by first request.
    pub(crate) builds: Vec<Spot>,
    /// By spot: who wants a warrior there.
    pub(crate) spawn_claims: Vec<Claim>,
    /// By spot: who wants a building there.
    pub(crate) build_claims: Vec<Claim>,
    /// By spot: the damage of this turn's battle.
    pub(crate) wounds: Vec<i32>,
    /// The spots with damage.
    pub(crate) wounded: Vec<Spot>,
    /// By row: a seat's enemies, with as many empty rows above and below as a warrior's range.
    pub(crate) enemies: Vec<u64>,
}

/// What is planned for one spot, and for what stands on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Where the warrior here is bound.
    pub(crate) to: Spot,
    /// Who is bound for here, if it is one.
    pub(crate) from: Spot,
    /// How many are bound for here.
    pub(crate) wanted: u8,
    /// Whether the warrior or barracks here has its order.
    pub(crate) is_ordered: bool,
    /// Whether the warrior here cannot leave.
    pub(crate) is_stuck: bool,
}

/// What the requests for one cell amount to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Nobody wants it.
    #[default]
    None,
    /// This seat (and this kind, by number) and nobody else.
    One(u8, u8),
    /// One seat wants two kinds.
    TwoKinds(u8),
    /// Several seats want it.
    Contested,
}

impl Claim {
    /// The claim with one request more.
    pub(crate) fn and(self, seat: u8, kind: u8) -> Self {
        match self {
            Self::None => Self::One(seat, kind),
            Self::One(first, same) if first == seat && same == kind => self,
            Self::One(first, _) | Self::TwoKinds(first) if first == seat => Self::TwoKinds(seat),
            _ => Self::Contested,
        }
    }
}

impl Scratch {
    /// Makes room for a board.
    pub(crate) fn fit(&mut self, spots: usize, rows: usize) {
        if self.plans.len() != spots || self.enemies.len() != rows {
            self.plans.resize(spots, Plan::default());
            self.spawn_claims.resize(spots, Claim::None);
            self.build_claims.resize(spots, Claim::None);
            self.wounds.resize(spots, 0);
            self.enemies.clear();
            self.enemies.resize(rows, 0);
        }
    }

    /// Whether nothing is left over from a turn.
    pub(crate) fn is_clean(&self) -> bool {
        let lists = [&self.movers, &self.trainers, &self.stuck, &self.spawns, &self.builds, &self.wounded];
        lists.iter().all(|list| list.is_empty())
            && self.lifted.is_empty()
            && self.plans.iter().all(|plan| *plan == Plan::default())
            && self.spawn_claims.iter().chain(&self.build_claims).all(|claim| *claim == Claim::None)
            && self.wounds.iter().all(|&wound| wound == 0)
    }
}

/// Two states are equal whatever their scratch memory holds.
impl PartialEq for Scratch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
