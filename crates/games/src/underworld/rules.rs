//! The state of a match and its step, as named phases.

use std::sync::Arc;

use skirmish_core::ensure_law;
use skirmish_core::outcome::Outcome;

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::game::{Ask, Budget, Decision, Framing, Game};
use skirmish_core::grid::Cell;
use skirmish_core::info::Info;
use skirmish_core::law::{Audit, Broken, Conform};
use skirmish_core::news::{Audience, News};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{MAX_SEATS, Seat, SeatCount, SeatSet};

use super::board::{Board, Kind, Object, Reach, bits};
use super::config::Config;
use super::event::{Event, Exit};
use super::orders::Action;
use super::scratch::Scratch;
use super::{generate, info, map};

/// The line that ends a turn's answer.
pub(crate) const END: &str = "end";

/// A match of Underworld.
#[derive(Debug, PartialEq)]
pub struct Underworld {
    pub(crate) rules: Arc<Rules>,
    pub(crate) board: Board,
    pub(crate) money: [i64; MAX_SEATS],
    pub(crate) status: [Status; MAX_SEATS],
    pub(crate) phase: Phase,
    /// How many turns have been played.
    pub(crate) turn: u32,
    /// Whose knowledge this is; everybody's if it was never redacted.
    pub(crate) eye: Option<Seat>,
    pub(crate) scratch: Scratch,
}

/// What stays the same for a whole match.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// The numbers; a given map is not kept, the board was made from it.
    pub(crate) config: Config,
    pub(crate) seats: SeatCount,
    pub(crate) style: &'static str,
    pub(crate) range: Reach,
    pub(crate) build_reach: Reach,
    pub(crate) vision: Option<Reach>,
    /// The damage that each of that many targets gets.
    pub(crate) shares: Vec<i32>,
}

impl Rules {
    fn new(config: &Config, seats: SeatCount, style: &'static str) -> Self {
        // Rule: the damage is divided by the number of targets and rounded half up.
        let share = |targets: i32| (2 * config.warrior_damage + targets) / (2 * targets);
        let most = (2 * i32::from(config.warrior_range) + 1).pow(2);
        Self {
            config: Config { map: None, ..config.clone() },
            seats,
            style,
            range: Reach::new(config.warrior_range),
            build_reach: Reach::new(config.build_distance),
            vision: config.vision.map(Reach::new),
            shares: std::iter::once(0).chain((1..=most).map(share)).collect(),
        }
    }
}

/// How a seat stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It plays.
    InPlay,
    /// It does not any more; since which turn.
    Out(Exit, u32),
}

impl Status {
    pub(crate) fn is_in_play(self) -> bool {
        matches!(self, Self::InPlay)
    }
}

/// How far the match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Handshake,
    Play,
    Over(&'static str),
}

const WON: &str = "only one player with a castle is left";
const ALL_FELL: &str = "the last players went out in the same turn";
const TIME_UP: &str = "the last turn was played";

impl Clone for Underworld {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            board: self.board.clone(),
            money: self.money,
            status: self.status,
            phase: self.phase,
            turn: self.turn,
            eye: self.eye,
            scratch: Scratch::default(),
        }
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.rules, &source.rules) {
            self.rules = source.rules.clone();
        }
        self.board.clone_from(&source.board);
        (self.money, self.status) = (source.money, source.status);
        (self.phase, self.turn, self.eye) = (source.phase, source.turn, source.eye);
    }
}

impl Game for Underworld {
    type Config = Config;
    type Action = Action;
    type Event = Event;
    const INFO: &'static Info = &info::INFO;

    fn start(config: &Config, seats: SeatCount, seed: Seed) -> Result<Self, BadConfig> {
        ensure_seats(Self::INFO, seats)?;
        config.validate()?;
        let (board, style) = match &config.map {
            Some(given) => (given.lay(config, seats)?, "given"),
            None => {
                let (board, style) = generate::generate(config, seats, seed)?;
                (board, style.name())
            }
        };
        config.ensure_playable(board.width(), board.height())?;
        Ok(Self::from_board(board, Rules::new(config, seats, style)))
    }

    fn read_map(text: &str, config: &mut Config) -> Result<(), BadConfig> {
        map::read(text, config)
    }

    fn map_style(&self) -> &'static str {
        self.rules.style
    }

    fn seats(&self) -> SeatCount {
        self.rules.seats
    }

    fn decision(&self) -> Decision {
        let (framing, budget) = match self.phase {
            Phase::Over(why) => return Decision::Over(self.outcome(why)),
            Phase::Handshake => (Framing::Line, Budget::Hello),
            Phase::Play if self.turn == 0 => (Framing::Until(END), Budget::First),
            Phase::Play => (Framing::Until(END), Budget::Turn),
        };
        Decision::Ask(Ask { seats: self.in_play(), framing, budget, weight: 1 })
    }

    fn step(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        match self.phase {
            Phase::Handshake => self.shake_hands(answers, news),
            Phase::Play => self.play_turn(answers, news),
            Phase::Over(_) => {}
        }
    }

    fn score(&self, seat: Seat) -> i64 {
        let config = &self.rules.config;
        let worth = |(_, kind, hp): (Cell, Kind, i32)| {
            // Rule: cost scaled by the hit points left, rounded down for each object.
            config.cost(kind) * i64::from(hp) / i64::from(config.full_hp(kind))
        };
        self.money[seat.index()] + self.objects_of(seat).map(worth).sum::<i64>()
    }

    fn redact(&self, seat: Seat, out: &mut Self) {
        out.clone_from(self);
        out.hide_secrets(seat);
    }

    fn resample(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut other = self.clone();
        other.draw_secrets(seat, rng);
        other
    }

    fn retired(&self) -> SeatSet {
        self.rules.seats.all().minus(self.in_play())
    }

    fn handshake_reply(&self, _seat: Seat) -> Option<Action> {
        (self.phase == Phase::Handshake).then_some(Action::Hello)
    }
}

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

/// What a player may look at.
impl Underworld {
    /// How many columns the board has.
    pub fn width(&self) -> usize {
        self.board.width()
    }

    /// How many rows the board has.
    pub fn height(&self) -> usize {
        self.board.height()
    }

    /// The numbers of the rules.
    pub fn config(&self) -> &Config {
        &self.rules.config
    }

    /// How many turns have been played.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The seat's money; 0 if it is not for this eye.
    pub fn money(&self, seat: Seat) -> i64 {
        self.money[seat.index()]
    }

    /// What the seat's farms will pay in this turn.
    pub fn income(&self, seat: Seat) -> i64 {
        self.board.farms(seat) * i64::from(self.rules.config.farm_income)
    }

    /// What stands on the cell.
    pub fn object(&self, cell: Cell) -> Option<Object> {
        let spot = self.board.spot(cell.x as usize, cell.y as usize)?;
        let piece = self.board.get(spot)?;
        let owner = (!piece.is_wall()).then_some(piece.owner);
        Some(Object { cell, kind: piece.kind, owner, hp: piece.hp })
    }

    /// Where the seat's objects of one kind stand, sorted by row, then column.
    pub fn cells_of(&self, seat: Seat, kind: Kind) -> impl Iterator<Item = Cell> {
        let rows = self.board.of_seat(seat).iter().zip(self.board.of_kind(kind));
        rows.enumerate()
            .flat_map(|(y, (own, kind))| bits(own & kind).map(move |x| Cell::new(x as i16, y as i16)))
    }

    /// Everything that can be seen, sorted by row, then column.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        self.board.pieces().map(|(spot, piece)| Object {
            cell: self.board.cell(spot),
            kind: piece.kind,
            owner: (!piece.is_wall()).then_some(piece.owner),
            hp: piece.hp,
        })
    }

    /// Whether the seat is still in play, as far as this eye knows.
    pub fn is_in_play(&self, seat: Seat) -> bool {
        self.status[seat.index()].is_in_play()
    }
}

impl Underworld {
    pub(crate) fn from_board(board: Board, rules: Rules) -> Self {
        let mut money = [0; MAX_SEATS];
        money[..rules.seats.get()].fill(rules.config.money);
        Self {
            board,
            money,
            status: [Status::InPlay; MAX_SEATS],
            phase: Phase::Handshake,
            turn: 0,
            eye: None,
            rules: Arc::new(rules),
            scratch: Scratch::default(),
        }
    }

    #[inline]
    pub(crate) fn in_play(&self) -> SeatSet {
        self.rules.seats.iter().filter(|seat| self.status[seat.index()].is_in_play()).collect()
    }

    /// Rule: whoever does not answer the handshake with the right word is kicked.
    fn shake_hands(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        for seat in self.in_play().iter() {
            match answers.get(seat) {
                Reply::Fault(fault, _) => self.leave(seat, Exit::Kicked(fault), news),
                Reply::Act(Action::Turn(_)) => self.leave(seat, Exit::Kicked(Fault::Garbled), news),
                Reply::Act(Action::Hello) | Reply::Silent => {}
            }
        }
        self.phase = Phase::Play;
        self.judge(news);
    }

    fn play_turn(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        self.turn += 1;
        self.scratch.fit(self.board.spots(), self.board.height() + 2 * self.rules.range.radius());
        self.kick(answers, news);
        self.collect_income();
        self.take_orders(answers, news);
        self.move_warriors(news);
        self.fight(news);
        self.spawn(news);
        self.build(news);
        self.forget_orders();
        self.judge(news);
    }

    /// Rule: a late answer, a closed pipe or an answer over a limit gets the player kicked.
    fn kick(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        for seat in self.in_play().iter() {
            if let Some(fault) = answers.get(seat).fault() {
                self.leave(seat, Exit::Kicked(fault), news);
            }
        }
    }

    /// Rule: every farm pays, also the farms of players who are out.
    fn collect_income(&mut self) {
        for seat in self.rules.seats.iter() {
            self.money[seat.index()] += self.income(seat);
        }
    }

    /// Finds out who lost, who won, and whether it is over.
    fn judge(&mut self, news: &mut News<Event>) {
        for seat in self.in_play().iter() {
            if self.board.castle(seat).is_none() {
                self.leave(seat, Exit::CastleFell, news);
            }
        }
        let left = self.in_play();
        if left.is_empty() {
            self.phase = Phase::Over(ALL_FELL);
        } else if left.len() == 1 && self.is_unopposed(left) {
            self.dismiss(left, Exit::Won, news);
            self.phase = Phase::Over(WON);
        } else if self.turn >= self.rules.config.last_turn() {
            self.dismiss(left, Exit::TimeUp, news);
            self.phase = Phase::Over(TIME_UP);
        }
    }

    /// Rule: the last player in play has won; in the original only once the castles of kicked players fell too.
    fn is_unopposed(&self, left: SeatSet) -> bool {
        let others = self.rules.seats.all().minus(left);
        !self.rules.config.kicked_castles_stand || others.iter().all(|seat| self.board.castle(seat).is_none())
    }

    fn dismiss(&mut self, seats: SeatSet, how: Exit, news: &mut News<Event>) {
        for seat in seats.iter() {
            self.leave(seat, how, news);
        }
    }

    fn leave(&mut self, seat: Seat, how: Exit, news: &mut News<Event>) {
        self.status[seat.index()] = Status::Out(how, self.turn);
        news.say(Audience::Only(SeatSet::only(seat)), || Event::Out { seat, how });
    }

    /// Rule: the winner first, then whoever went out later; the same turn shares a place.
    fn outcome(&self, why: &'static str) -> Outcome {
        let key = |seat: Seat| match self.status[seat.index()] {
            Status::InPlay | Status::Out(Exit::Won, _) => u32::MAX,
            Status::Out(_, turn) => turn,
        };
        let ranked = Outcome::by(self.rules.seats, why, key).with_scores(|seat| self.score(seat));
        self.rules.seats.iter().fold(ranked, |outcome, seat| {
            let fault = match self.status[seat.index()] {
                Status::Out(Exit::Kicked(fault), _) => Some(fault),
                _ => None,
            };
            outcome.with_fault(seat, fault)
        })
    }

    pub(crate) fn objects_of(&self, seat: Seat) -> impl Iterator<Item = (Cell, Kind, i32)> {
        let rows = self.board.of_seat(seat).iter().enumerate();
        rows.flat_map(move |(y, &row)| bits(row).map(move |x| self.board.at(x, y))).filter_map(|spot| {
            self.board.get(spot).map(|piece| (self.board.cell(spot), piece.kind, piece.hp))
        })
    }

    fn audit_pieces(&self) -> Result<(), Broken> {
        let config = &self.rules.config;
        let mut ids = std::collections::BTreeSet::new();
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
