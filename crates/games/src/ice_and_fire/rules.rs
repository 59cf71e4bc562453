//! The state of a match, and how a turn goes.

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::bits::Bits;
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::game::{Ask, Budget, Decision, Game};
use skirmish_core::grid::Cell;
use skirmish_core::info::Info;
use skirmish_core::law::{Audit, Broken, Conform};
use skirmish_core::news::{Audience, News};
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};

use super::action::{Action, Building, Level};
use super::board::{Cells, SIDE, cell, headquarters, index, side, spread};
use super::config::{Config, Rules};
use super::event::{Event, Fall};
use super::map::{self, Ground, HEAD_START};
use super::roster::Roster;

/// A match of A Code of Ice and Fire. Seat 0 is red, at (0, 0); seat 1 is blue, at (11, 11).
///
/// Whoever owns a cell owns the unit or building on it. Both territories and incomes are always up to date; a state
/// holds no pointer, so a clone is one copy of about a kilobyte.
#[derive(Clone, Debug, PartialEq)]
pub struct IceAndFire {
    pub(crate) rules: Rules,
    pub(crate) ground: Ground,
    /// Cells by owner.
    pub(crate) owned: [Cells; 2],
    /// Those of them that are connected with the owner's headquarters.
    pub(crate) active: [Cells; 2],
    /// Units by level.
    pub(crate) units: [Cells; 3],
    pub(crate) mines: Cells,
    pub(crate) towers: Cells,
    /// Units that cannot act any more in this turn.
    pub(crate) tired: Cells,
    pub(crate) roster: Roster,
    pub(crate) gold: [i32; 2],
    /// Income as last announced: a wipe-out does not change it.
    pub(crate) income: [i32; 2],
    /// Income as it would be announced now.
    pub(crate) worth: [i32; 2],
    /// Turns played by both players together.
    pub(crate) played: u32,
    pub(crate) mover: Seat,
    pub(crate) ending: Option<Ending>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A seat took the other's headquarters.
    Captured {
        /// Who.
        by: Seat,
    },
    /// All turns were played.
    TurnLimit,
    /// A seat lost by a fault.
    Forfeit {
        /// Who.
        seat: Seat,
        /// What it did instead of answering.
        fault: Fault,
    },
}

impl Game for IceAndFire {
    type Config = Config;
    type Action = Action;
    type Event = Event;
    const INFO: &'static Info = &super::INFO;

    fn start(config: &Config, seats: SeatCount, seed: Seed) -> Result<Self, BadConfig> {
        ensure_seats(Self::INFO, seats)?;
        config.validate()?;
        let mut state = Self::opening(Rules::from(config), map::ground(config, seed)?, config.start_gold);
        state.gain(Seat::FIRST, headquarters(Seat::FIRST));
        state.gain(Seat::SECOND, headquarters(Seat::SECOND));
        if config.head_start {
            state.gain(Seat::SECOND, HEAD_START);
        }
        state.income = state.worth;
        state.begin_turn(&mut News::silent());
        Ok(state)
    }

    fn read_map(text: &str, config: &mut Config) -> Result<(), BadConfig> {
        let rows = map::rows(text);
        map::given(&rows, config)?;
        config.map = Some(rows);
        Ok(())
    }

    fn map_style(&self) -> &'static str {
        if self.ground.is_given { "given" } else { "contest" }
    }

    fn seats(&self) -> SeatCount {
        SeatCount::TWO
    }

    fn decision(&self) -> Decision {
        match self.ending {
            Some(ending) => Decision::Over(self.outcome(ending).with_scores(|seat| self.score(seat))),
            None => Decision::Ask(Ask::line(
                self.mover,
                if self.played < 2 { Budget::First } else { Budget::Turn },
            )),
        }
    }

    fn step(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        if self.ending.is_some() {
            return;
        }
        match answers.get(self.mover) {
            Reply::Act(action) => self.obey(action, news),
            Reply::Fault(fault, read) => self.forfeit(fault, read, news),
            // Silent: nothing came and nobody called it a fault. Nothing is done, and the turn passes.
            Reply::Silent => {}
        }
        if self.ending.is_none() {
            self.end_turn(news);
        }
    }

    fn score(&self, seat: Seat) -> i64 {
        match self.ending {
            Some(Ending::Captured { by }) if by != seat => -1,
            Some(Ending::Forfeit { seat: loser, .. }) if loser == seat => -1,
            _ => i64::from(self.power(seat)),
        }
    }

    fn redact(&self, _seat: Seat, out: &mut Self) {
        out.clone_from(self);
    }
}

impl Audit for IceAndFire {
    const BRIEF: &'static [(&'static str, &'static str)] = &[("turns", "20"), ("start_gold", "90")];
    const CONFORM: Option<Conform> = Some(super::record::conform);

    fn audit(&self) -> Result<(), Broken> {
        self.audit_laws()
    }
}

impl IceAndFire {
    /// A board that nobody owns anything of.
    pub(crate) fn opening(rules: Rules, ground: Ground, gold: i32) -> Self {
        Self {
            rules,
            ground,
            owned: [Cells::EMPTY; 2],
            active: [Cells::EMPTY; 2],
            units: [Cells::EMPTY; 3],
            mines: Cells::EMPTY,
            towers: Cells::EMPTY,
            tired: Cells::EMPTY,
            roster: Roster::new(),
            gold: [gold; 2],
            income: [0; 2],
            worth: [0; 2],
            played: 0,
            mover: Seat::FIRST,
            ending: None,
        }
    }

    /// Rule: active cells, units cut off, income, gold, wipe-out; then the units may act again.
    pub(crate) fn begin_turn(&mut self, news: &mut News<Event>) {
        let seat = self.mover;
        let mine = side(seat);
        self.lose_units(seat, self.owned[mine].minus(&self.active[mine]), Fall::CutOff, news);
        self.income = self.worth;
        self.gold[mine] += self.income[mine];
        if self.gold[mine] < 0 {
            // Rule: the income announced stays the one that led here.
            self.gold[mine] = 0;
            self.lose_units(seat, self.owned[mine], Fall::Unpaid, news);
        }
        self.tired = Cells::EMPTY;
    }

    fn end_turn(&mut self, news: &mut News<Event>) {
        self.played += 1;
        self.mover = self.mover.other();
        if self.played == 2 * self.rules.turns {
            self.ending = Some(Ending::TurnLimit);
        } else {
            self.begin_turn(news);
        }
    }

    /// Takes all units of the seat on these cells off the board.
    fn lose_units(&mut self, seat: Seat, cells: Cells, why: Fall, news: &mut News<Event>) {
        let [one, two, three] = &self.units;
        let lost = one.or(two).or(three).and(&cells);
        for at in lost.iter() {
            self.lose_unit(seat, at, why, news);
        }
    }

    /// Takes the unit at the cell off the board, if there is one.
    #[inline]
    pub(crate) fn lose_unit(&mut self, seat: Seat, at: usize, why: Fall, news: &mut News<Event>) {
        let Some((id, level)) = self.roster.at(at) else { return };
        self.roster.remove(at);
        self.units[level.index()].remove(at);
        self.worth[side(seat)] += self.rules.unit_upkeep[level.index()];
        news.say(Audience::All, || Event::Fell { seat, id, at: cell(at), why });
    }

    fn outcome(&self, ending: Ending) -> Outcome {
        match ending {
            Ending::Captured { by } => Outcome::won(SeatCount::TWO, by, "a headquarters was captured"),
            Ending::TurnLimit => {
                Outcome::by(SeatCount::TWO, "the last turn was played", |seat| self.power(seat))
            }
            Ending::Forfeit { seat, fault } => {
                let why = match fault {
                    Fault::Garbled => "a command was not recognised",
                    Fault::Late => "an answer came too late",
                    Fault::Gone => "a program ended",
                    Fault::Flooded => "an answer was too long",
                };
                Outcome::won(SeatCount::TWO, seat.other(), why).with_fault(seat, Some(fault))
            }
        }
    }
}

/// What a native bot or a curious reader may ask.
impl IceAndFire {
    /// How the match ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The turn that is being played, counted from 1.
    pub fn turn(&self) -> u32 {
        (self.played / 2 + 1).min(self.rules.turns)
    }

    /// How many turns the player whose turn it is still has, this one included.
    pub fn turns_left(&self) -> u32 {
        self.rules.turns - self.played / 2
    }

    /// Whether a unit of the seat and that level could enter the cell from beside it.
    pub fn can_be_entered(&self, seat: Seat, level: Level, at: Cell) -> bool {
        on_board(at).is_some_and(|at| self.ground.land.has(at) && self.can_enter(seat, level, at))
    }

    /// The seat's gold.
    pub fn gold(&self, seat: Seat) -> i32 {
        self.gold[side(seat)]
    }

    /// The seat's income if its turn began now.
    pub fn income(&self, seat: Seat) -> i32 {
        self.worth[side(seat)]
    }

    /// Rule: military power is the price of all units and the gold.
    pub fn power(&self, seat: Seat) -> i32 {
        let owned = &self.owned[side(seat)];
        let army = self.units.iter().zip(&self.rules.unit_cost);
        self.gold(seat) + army.map(|(units, cost)| units.and(owned).count() as i32 * cost).sum::<i32>()
    }

    /// Who owns the cell.
    pub fn owner(&self, at: Cell) -> Option<Seat> {
        let at = on_board(at)?;
        [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| self.owned[side(seat)].has(at))
    }

    /// Whether the cell is owned and connected with its owner's headquarters.
    pub fn is_active(&self, at: Cell) -> bool {
        on_board(at).is_some_and(|at| self.active.iter().any(|active| active.has(at)))
    }

    /// Whether the cell can be walked on.
    pub fn is_land(&self, at: Cell) -> bool {
        on_board(at).is_some_and(|at| self.ground.land.has(at))
    }

    /// Whether a mine can be built on the cell.
    pub fn is_mine_spot(&self, at: Cell) -> bool {
        on_board(at).is_some_and(|at| self.ground.spots.has(at))
    }

    /// The building on the cell that is no headquarters.
    pub fn building(&self, at: Cell) -> Option<Building> {
        let at = on_board(at)?;
        match (self.mines.has(at), self.towers.has(at)) {
            (true, _) => Some(Building::Mine),
            (_, true) => Some(Building::Tower),
            _ => None,
        }
    }

    /// The unit on the cell: id and level.
    pub fn unit(&self, at: Cell) -> Option<(u32, Level)> {
        self.roster.at(on_board(at)?)
    }

    /// The seat's active cells; cell (x, y) is bit `12 y + x`.
    pub fn territory(&self, seat: Seat) -> Bits<3> {
        self.active[side(seat)]
    }

    /// The cells where the seat can train: its active ones and all land beside them.
    pub fn reach(&self, seat: Seat) -> Bits<3> {
        let active = &self.active[side(seat)];
        active.or(&spread(active)).and(&self.ground.land)
    }

    /// The cells of all units of the seat, row by row.
    pub fn army(&self, seat: Seat) -> impl Iterator<Item = Cell> + use<> {
        let [one, two, three] = &self.units;
        one.or(two).or(three).and(&self.owned[side(seat)]).iter().map(cell)
    }

    /// The cell of the seat's headquarters.
    pub fn headquarters(&self, seat: Seat) -> Cell {
        cell(headquarters(seat))
    }

    /// What a unit of that level costs.
    pub fn unit_cost(&self, level: Level) -> i32 {
        self.rules.unit_cost[level.index()]
    }

    /// What a unit of that level takes out of the income.
    pub fn unit_upkeep(&self, level: Level) -> i32 {
        self.rules.unit_upkeep[level.index()]
    }

    /// The highest level that can be trained.
    pub fn max_level(&self) -> u8 {
        self.rules.max_level
    }

    /// What the building would cost the seat now.
    pub fn building_cost(&self, building: Building, seat: Seat) -> i32 {
        match building {
            Building::Tower => self.rules.tower_cost,
            Building::Mine => {
                let mines = self.mines.and(&self.owned[side(seat)]).count() as i32;
                self.rules.mine_cost + mines * self.rules.mine_cost_step
            }
        }
    }
}

/// The cell's place, if it is on the board.
pub(crate) fn on_board(at: Cell) -> Option<usize> {
    let side = SIDE as i16;
    ((0..side).contains(&at.x) && (0..side).contains(&at.y)).then(|| index(at))
}
