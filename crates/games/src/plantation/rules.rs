//! The state of a match, and how a command changes it.

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::ensure_law;
use skirmish_core::game::{Ask, Budget, Decision, Game};
use skirmish_core::grid::Cell;
use skirmish_core::info::Info;
use skirmish_core::law::{Audit, Broken, Conform};
use skirmish_core::news::{Audience, News};
use skirmish_core::outcome::Outcome;
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount, SeatSet};

use super::area::{Area, Set};
use super::board::{Ground, Target};
use super::command::{Command, Response, Verb};
use super::config::Config;
use super::memory::{self, Memory};
use super::side::{Side, sign};
use super::{INFO, map};

/// One state of one match.
#[derive(Debug, PartialEq)]
pub struct Plantation {
    pub(super) ground: Ground,
    pub(super) rules: Rules,
    /// What each seat holds. In a redacted state, what the enemy holds as far as the seat was told.
    pub(super) sides: [Side; 2],
    /// What each seat was told of the enemy's tiles.
    pub(super) told: [Memory; 2],
    pub(super) style: &'static str,
    /// Who moves first in every turn: Plus, unless the board was turned.
    pub(super) opener: Seat,
    pub(super) asked: Seat,
    /// The turn being played, counted from 1.
    pub(super) turn: u16,
    pub(super) moves_left: u16,
    pub(super) ending: Option<Ending>,
}

impl Clone for Plantation {
    #[inline]
    fn clone(&self) -> Self {
        Self { ..*self }
    }

    /// Copies only the cells that the board has.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        if !self.ground.same_size(&other.ground) {
            *self = other.clone();
            return;
        }
        for side in 0..2 {
            self.sides[side].copy(&other.sides[side], &other.ground);
            self.told[side].0.copy(&other.told[side].0, &other.ground);
        }
        self.copy_course(other);
    }
}

/// The numbers of the rules that are needed during a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rules {
    pub(super) turns: u16,
    pub(super) moves_per_turn: u16,
    /// In the order of [`Verb::ALL`].
    costs: [u16; Verb::ALL.len()],
    garbled_cost: u16,
    plant_score: i16,
    fertilise_gain: i16,
    colonise_price: i16,
    spray_damage: i16,
    bomb_damage: i16,
    occupied_first: bool,
    pub(super) scout_clipped: bool,
}

impl Rules {
    fn new(config: &Config) -> Self {
        Self {
            turns: config.turns,
            moves_per_turn: config.moves_per_turn,
            costs: [
                config.fertilise_cost,
                config.plant_cost,
                config.scout_cost,
                config.colonise_cost,
                config.spray_cost,
                config.bomb_cost,
            ],
            garbled_cost: config.garbled_cost,
            plant_score: config.plant_score as i16,
            fertilise_gain: config.fertilise_gain as i16,
            colonise_price: config.colonise_price as i16,
            spray_damage: config.spray_damage as i16,
            bomb_damage: config.bomb_damage as i16,
            occupied_first: config.occupied_first,
            scout_clipped: config.scout_clipped,
        }
    }

    /// What a verb costs, in moves.
    #[inline]
    pub(super) fn cost(&self, verb: Verb) -> u16 {
        self.costs[verb as usize]
    }
}

/// How a match ended. Everybody is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ending {
    pub(super) sums: [i32; 2],
    pub(super) fault: Option<(Seat, Fault)>,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A seat's command was carried out or refused; told to that seat alone.
    Answered {
        /// Whose command.
        seat: Seat,
        /// The command; `None` if the line held none.
        command: Option<Command>,
        /// What the seat was told.
        response: Response,
    },
    /// The match is over.
    Ended {
        /// The sum of each side's scores, signed as on the board.
        sums: [i32; 2],
        /// Who lost by a fault, and by which.
        fault: Option<(Seat, Fault)>,
    },
}

impl Game for Plantation {
    type Config = Config;
    type Action = Command;
    type Event = Event;
    const INFO: &'static Info = &INFO;

    fn start(config: &Config, seats: SeatCount, seed: Seed) -> Result<Self, BadConfig> {
        ensure_seats(Self::INFO, seats)?;
        config.validate()?;
        let (scores, style) = map::start(config, seed);
        let nothing = Side::new(config.colonise_source as i16);
        let mut sides = [nothing; 2];
        for (at, &score) in scores.iter().enumerate().filter(|(_, score)| **score != 0) {
            sides[usize::from(score < 0)].set(at, score);
        }
        Ok(Self {
            ground: Ground::new(config.rows, config.cols),
            rules: Rules::new(config),
            sides,
            told: [Memory(nothing); 2],
            style,
            opener: Seat::FIRST,
            asked: Seat::FIRST,
            turn: 1,
            moves_left: config.moves_per_turn,
            ending: None,
        })
    }

    fn read_map(text: &str, config: &mut Config) -> Result<(), BadConfig> {
        map::read(text, config)
    }

    fn map_style(&self) -> &'static str {
        self.style
    }

    fn seats(&self) -> SeatCount {
        SeatCount::TWO
    }

    #[inline]
    fn decision(&self) -> Decision {
        match &self.ending {
            Some(ending) => Decision::Over(ending.outcome().with_scores(|seat| self.score(seat))),
            None => Decision::Ask(Ask::line(self.asked, self.budget())),
        }
    }

    #[inline(always)]
    fn step(&mut self, answers: &Answers<Command>, news: &mut News<Event>) {
        if self.ending.is_some() {
            return;
        }
        let seat = self.asked;
        match answers.get(seat) {
            Reply::Act(command) => {
                let outcome = self.carry_out(seat, command);
                news.say(to(seat), || {
                    let response = self.response(command, outcome);
                    Event::Answered { seat, command: Some(*command), response }
                });
                self.spend(self.rules.cost(command.verb), news);
            }
            // Rule: a line whose first word is no command answers `error` and costs a move.
            // Silent: an asked seat from which nothing came at all. It is taken as such a line, so a turn always ends.
            Reply::Fault(Fault::Garbled, _) | Reply::Silent => {
                news.say(to(seat), || Event::Answered { seat, command: None, response: Response::Error });
                self.spend(self.rules.garbled_cost, news);
            }
            // Rule: out of time loses; so do a closed pipe and a flood.
            Reply::Fault(fault @ (Fault::Late | Fault::Gone | Fault::Flooded), _) => {
                self.end(Some((seat, fault)), news);
            }
        }
    }

    /// The absolute value of the sum of the seat's scores.
    #[inline]
    fn score(&self, seat: Seat) -> i64 {
        let sum = match &self.ending {
            Some(ending) => ending.sums[seat.index()],
            None => self.sides[seat.index()].sum(),
        };
        i64::from(sum).abs()
    }

    /// Leaves the seat's own tiles, what it was told of the enemy's, and the final sums once they are told.
    #[inline]
    fn redact(&self, seat: Seat, out: &mut Self) {
        if !self.ground.same_size(&out.ground) {
            *out = self.clone();
        }
        let (own, other) = (seat.index(), seat.other().index());
        out.sides[own].copy(&self.sides[own], &self.ground);
        out.sides[other].copy(&self.told[own].0, &self.ground);
        out.told[own].0.copy(&self.told[own].0, &self.ground);
        out.told[other].0.clear(&self.told[other].0);
        out.copy_course(self);
        if self.asked != seat {
            // How many moves the enemy has left would tell what its commands cost.
            out.moves_left = self.rules.moves_per_turn;
        }
    }

    /// Begins with what the seat may know, so that the truth cannot shine through.
    fn resample(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut imagined = self.clone();
        self.redact(seat, &mut imagined);
        memory::imagine(&mut imagined, seat, rng);
        imagined
    }
}

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
        ensure_law!(self.asked.0 < 2 && self.opener.0 < 2, "there are two seats");
        Ok(())
    }
}

impl Ending {
    fn outcome(&self) -> Outcome {
        let Some((loser, fault)) = self.fault else {
            return Outcome::by(SeatCount::TWO, "all turns are played", |seat| self.sums[seat.index()].abs());
        };
        let why = match fault {
            Fault::Late => "out of time",
            Fault::Gone => "the program ended or closed its output",
            Fault::Flooded => "the answer was too long",
            Fault::Garbled => "the answer could not be read",
        };
        Outcome::won(SeatCount::TWO, loser.other(), why).with_fault(loser, Some(fault))
    }
}

/// Rule: a player hears what its own commands lead to; the enemy hears nothing.
#[inline]
fn to(seat: Seat) -> Audience {
    Audience::Only(SeatSet::only(seat))
}

/// What became of a command: a [`Response`] that fits into a register. What a seat scouted is read off the board, and
/// only if somebody listens.
#[derive(Clone, Copy, PartialEq)]
enum Effect {
    Error,
    Done,
    Occupied(i16),
    Scouted,
    Sprayed(u8),
    Bombed(i16),
}

/// The course of a match.
impl Plantation {
    /// Copies everything but the tiles and what is remembered of them.
    #[inline]
    fn copy_course(&mut self, other: &Self) {
        (self.rules, self.style) = (other.rules, other.style);
        (self.opener, self.asked) = (other.opener, other.asked);
        (self.turn, self.moves_left, self.ending) = (other.turn, other.moves_left, other.ending);
    }

    /// Rule: the clock gets its increment once a turn, not once a move.
    #[inline]
    fn budget(&self) -> Budget {
        match (self.moves_left == self.rules.moves_per_turn, self.turn) {
            (true, 1) => Budget::First,
            (true, _) => Budget::Turn,
            (false, _) => Budget::Same,
        }
    }

    /// Rule: a command costs its moves whatever it led to, at most those that are left. The sides take turns; the
    /// match ends when both have had all of theirs.
    #[inline]
    fn spend(&mut self, moves: u16, news: &mut News<Event>) {
        // Without jumps as far as that goes: where turns end is as good as random.
        let left = self.moves_left.saturating_sub(moves);
        let spent = u16::from(left == 0);
        self.moves_left = left + spent * self.rules.moves_per_turn;
        self.asked.0 ^= spent as u8;
        self.turn += spent & u16::from(self.asked == self.opener);
        if self.turn > self.rules.turns {
            self.turn = self.rules.turns;
            self.end(None, news);
        }
    }

    #[cold]
    fn end(&mut self, fault: Option<(Seat, Fault)>, news: &mut News<Event>) {
        let sums = [self.sides[0].sum(), self.sides[1].sum()];
        self.ending = Some(Ending { sums, fault });
        news.say(Audience::All, || Event::Ended { sums, fault });
    }
}

/// The commands. Each ends with what the seat remembers of it, made of nothing but what the seat is told.
impl Plantation {
    /// Does what the command says, if the rules allow it.
    #[inline(always)]
    fn carry_out(&mut self, seat: Seat, command: &Command) -> Effect {
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
    fn response(&self, command: &Command, effect: Effect) -> Response {
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

/// What a bot may ask of the state. A redacted state answers as far as its seat can know.
impl Plantation {
    /// Rows of the board.
    pub fn rows(&self) -> usize {
        self.ground.rows()
    }

    /// Columns of the board.
    pub fn cols(&self) -> usize {
        self.ground.cols()
    }

    /// Whether the cell is on the board.
    pub fn has(&self, cell: Cell) -> bool {
        self.ground.has(i32::from(cell.y), i32::from(cell.x))
    }

    /// The signed score at a cell, 0 if it is empty or off the board: Plus positive, Minus negative.
    pub fn at(&self, cell: Cell) -> i16 {
        let at = self.ground.index((i32::from(cell.y), i32::from(cell.x)));
        at.map_or(0, |at| self.sides[0].score(at) + self.sides[1].score(at))
    }

    /// The turn being played, counted from 1.
    pub fn turn(&self) -> usize {
        usize::from(self.turn)
    }

    /// How many turns each player has.
    pub fn turns(&self) -> usize {
        usize::from(self.rules.turns)
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Seat {
        self.asked
    }

    /// How many moves that seat has left in this turn.
    pub fn moves_left(&self) -> usize {
        usize::from(self.moves_left)
    }

    /// What a command costs, in moves.
    pub fn cost(&self, verb: Verb) -> usize {
        usize::from(self.rules.cost(verb))
    }

    /// The most levels a bomb takes.
    pub fn bomb_damage(&self) -> i16 {
        self.rules.bomb_damage
    }

    /// Where a seat has tiles.
    #[inline]
    pub fn tiles(&self, seat: Seat) -> &Set {
        self.sides[seat.index()].tiles()
    }

    /// Where the seat has tiles that may pay for a colonisation.
    #[inline]
    pub fn sources(&self, seat: Seat) -> &Set {
        self.sides[seat.index()].sources()
    }

    /// The cell of that number; cells are numbered row by row.
    #[inline]
    pub fn cell(&self, at: usize) -> Cell {
        self.ground.cell(at)
    }
}
