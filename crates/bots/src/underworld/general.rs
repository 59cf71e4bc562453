//! Playing a seat of Underworld: grow on farms, keep a guard at home, and march with everybody once it is worth it.
//!
//! It thinks in maps of walking distance: one to the castle it wants, one to the enemies that threaten its own
//! buildings. A warrior goes where its map falls, the foremost first, so that those behind find the cell free.

use skirmish_core::grid::{Cell, Direction, Grid};
use skirmish_core::rng::Rng;
use skirmish_core::seat::{MAX_SEATS, Seat};
use skirmish_games::underworld::{Action, Building, Kind, Underworld};

use super::look::{FAR, Look};
use super::plan::Plan;

/// How a seat weighs growth against war.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// Farms that come before any warrior that is not needed at once.
    pub first_farms: usize,
    /// How many farms there may be for each two warriors, beyond the first two.
    pub farms_per_pair: usize,
    /// At most one cell in so many becomes a farm: the ground is needed to walk on.
    pub cells_per_farm: usize,
    /// One barracks for every so many farms: more could not be paid for.
    pub farms_per_barracks: usize,
    /// No march with fewer warriors than this.
    pub smallest_army: usize,
    /// How many warriors it wants for each two of the enemy's, before it marches.
    pub odds: usize,
    /// How far the foremost may be ahead of the middle of a marching army; in steps.
    pub lead: u16,
    /// Whether nobody steps within the enemies' range unless as many friends as enemies are near.
    pub is_cautious: bool,
    /// What the army does.
    pub stance: Stance,
}

/// What the army does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// It marches when it is strong enough.
    Judge,
    /// It stays at home.
    Hold,
    /// It marches, however strong it is: on the nearest castle, or on this seat's.
    March(Option<Seat>),
}

/// From this turn on it marches with whatever it has: waiting has won nothing so far.
const PATIENCE: u32 = 250;
/// With the price of so many barracks left over, another one is built nearer to the enemy.
const RICH: i64 = 3;

/// A seat of Underworld.
#[derive(Clone, Debug)]
pub struct General {
    rng: Rng,
    is_marching: bool,
    /// Where enemy castles were seen; in the fog they are not seen all the time.
    castles: [Option<Cell>; MAX_SEATS],
    /// Places where an enemy castle might have been, but is not.
    ruled_out: Vec<Cell>,
}

impl General {
    pub fn new(rng: Rng) -> Self {
        Self { rng, is_marching: false, castles: [None; MAX_SEATS], ruled_out: Vec::new() }
    }

    /// The seat's commands for the turn.
    pub fn act(&mut self, seen: &Underworld, seat: Seat, manner: &Manner) -> Action {
        let look = Look::new(seen, seat);
        let Some(home) = look.castle else { return Action::default() };
        self.remember(&look);
        let target = self.target(&look, home, manner);
        let way = look.distances(&[target]);
        let threats = look.threats();
        self.decide_on_march(&look, target, manner);

        let mut plan = Plan::new(&look);
        let odds = manner.is_cautious.then(|| Odds::new(&look));
        let odds = odds.as_ref();
        if threats.is_empty() {
            if self.is_marching {
                self.send(&look, &look.army, &way, manner.lead, odds, &mut plan);
            } else {
                let goal = look.distances(&[look.rally(home, &way)]);
                self.send(&look, &look.army, &goal, FAR, odds, &mut plan);
            }
        } else {
            self.defend(&look, &threats, &way, manner.lead, odds, &mut plan);
        }
        self.spend(&look, &way, 2 * threats.len() > look.army.len(), manner, &mut plan);
        Action::Turn(plan.commands)
    }

    /// Keeps what was seen of castles, and forgets those that are no longer where they were.
    fn remember(&mut self, look: &Look<'_>) {
        for castle in look.enemies.iter().filter(|enemy| enemy.kind == Kind::Castle) {
            if let Some(owner) = castle.owner {
                self.castles[owner.index()] = Some(castle.cell);
            }
        }
        let is_gone = |cell: Cell| {
            look.sees(cell) && look.game.object(cell).is_none_or(|object| object.kind != Kind::Castle)
        };
        for castle in &mut self.castles {
            *castle = castle.filter(|&cell| !is_gone(cell));
        }
        self.ruled_out.extend(look.images().filter(|&cell| is_gone(cell)));
        self.ruled_out.sort_unstable();
        self.ruled_out.dedup();
    }

    /// The castle to attack: the nearest, a weakly guarded one before a strong one.
    fn target(&mut self, look: &Look<'_>, home: Cell, manner: &Manner) -> Cell {
        if let Stance::March(Some(seat)) = manner.stance
            && let Some(castle) = self.castles[seat.index()]
        {
            return castle;
        }
        let from_home = look.distances(&[home]);
        let known = (0..MAX_SEATS).filter_map(|seat| {
            let castle = self.castles[seat]?;
            Some((i32::from(look.beside(&from_home, castle)) + 2 * look.warriors[seat] as i32, castle))
        });
        if let Some((_, castle)) = known.min() {
            return castle;
        }
        // Maps are symmetric, so an enemy is where the own castle would be on the turned board.
        let guesses: Vec<Cell> = look.images().filter(|cell| !self.ruled_out.contains(cell)).collect();
        let nearest = guesses.iter().copied().min_by_key(|&cell| look.beside(&from_home, cell));
        nearest.unwrap_or_else(|| look.random_cell(&mut self.rng))
    }

    /// Marches when clearly stronger than whoever holds the target, and turns back when weaker.
    fn decide_on_march(&mut self, look: &Look<'_>, target: Cell, manner: &Manner) {
        let holder = self.castles.iter().position(|&castle| castle == Some(target));
        let (own, other) = (look.army.len(), holder.map_or(0, |seat| look.warriors[seat]));
        match manner.stance {
            Stance::Hold => self.is_marching = false,
            Stance::March(_) => self.is_marching = true,
            Stance::Judge => {
                if own >= manner.smallest_army && 2 * own >= manner.odds * other
                    || look.game.turn() >= PATIENCE
                {
                    self.is_marching = true;
                } else if own < other || own < manner.smallest_army / 2 {
                    self.is_marching = false;
                }
            }
        }
    }

    /// Sends those who are near the threats against them, and leaves a marching army alone.
    fn defend(
        &mut self,
        look: &Look<'_>,
        threats: &[Cell],
        way: &Grid<u16>,
        lead: u16,
        odds: Option<&Odds>,
        plan: &mut Plan,
    ) {
        let danger = look.distances(threats);
        let march = self.is_marching;
        let (away, home): (Vec<Cell>, Vec<Cell>) =
            look.army.iter().partition(|&&warrior| march && way[warrior] < danger[warrior]);
        self.send(look, &home, &danger, FAR, odds, plan);
        self.send(look, &away, way, lead, odds, plan);
    }

    /// Moves warriors down a map of distances, the foremost first; those too far ahead of the others wait.
    fn send(
        &mut self,
        look: &Look<'_>,
        warriors: &[Cell],
        goal: &Grid<u16>,
        lead: u16,
        odds: Option<&Odds>,
        plan: &mut Plan,
    ) {
        let mut column = warriors.to_vec();
        column.sort_by_key(|&warrior| goal[warrior]);
        let middle = column.get(column.len() / 2).map_or(0, |&warrior| goal[warrior]);
        for from in column {
            if look.is_fighting(from) || goal[from].saturating_add(lead) < middle {
                continue;
            }
            let mut directions = Direction::ALL;
            self.rng.shuffle(&mut directions);
            let steps = directions.into_iter().filter_map(|direction| {
                let to = look.step(from, direction)?;
                // Sideways is worth a try where the straight way is taken.
                let is_rash = odds.is_some_and(|odds| odds.are_bad(to));
                (goal[to] != FAR && goal[to] <= goal[from] && plan.is_open(to) && !is_rash)
                    .then_some((goal[to], direction, to))
            });
            if let Some((_, direction, to)) = steps.min_by_key(|step| step.0) {
                plan.go(from, direction, to);
            }
        }
    }

    /// Warriors first when threatened, otherwise farms in step with the army, then warriors, then more barracks.
    fn spend(
        &mut self,
        look: &Look<'_>,
        way: &Grid<u16>,
        is_threatened: bool,
        manner: &Manner,
        plan: &mut Plan,
    ) {
        let farms = look.count(Kind::Farm);
        let most = look.game.width() * look.game.height() / manner.cells_per_farm;
        let in_step = (look.army.len() * manner.farms_per_pair / 2 + 2).max(manner.first_farms).min(most);
        let mut missing = if is_threatened { 0 } else { in_step.saturating_sub(farms) };
        while missing > 0 && plan.build(look, way, Building::Farm) {
            missing -= 1;
        }
        // While farms are missing, only the money beyond the next one goes into the army.
        plan.budget -= if missing > 0 { look.cost(Kind::Farm) } else { 0 };
        plan.train(look, way);
        let is_rich = plan.budget >= RICH * look.cost(Kind::Barracks);
        if look.count(Kind::Barracks) * manner.farms_per_barracks < farms || is_rich && !is_threatened {
            plan.build(look, way, Building::Barracks);
        }
    }
}

/// How a fight would begin on each cell.
struct Odds {
    /// Enemies who would hit whoever steps there.
    hitting: Grid<u16>,
    /// Enemies who would hit there after a step.
    foes: Grid<u16>,
    /// Friends who would hit there after a step.
    friends: Grid<u16>,
}

impl Odds {
    fn new(look: &Look<'_>) -> Self {
        Self {
            hitting: look.crowd(look.enemy_warriors(), 0),
            foes: look.crowd(look.enemy_warriors(), 1),
            friends: look.crowd(look.army.iter().copied(), 1),
        }
    }

    fn are_bad(&self, cell: Cell) -> bool {
        self.hitting[cell] > 0 && self.friends[cell] < self.foes[cell]
    }
}
