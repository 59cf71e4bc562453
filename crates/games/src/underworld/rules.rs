//! The course of a match: the handshake, a turn's phases in order, and the end.

use std::sync::Arc;

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::ask_limit::AskLimit;
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::game::{Ask, Budget, Decision, Framing, Game};
use skirmish_core::grid::Cell;
use skirmish_core::info::Info;
use skirmish_core::news::{Audience, News};
use skirmish_core::outcome::{Outcome, Ranking};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{MAX_SEATS, Seat, SeatCount, SeatSet};

use super::action::{Action, END};
use super::board::{Board, Kind};
use super::config::{Config, Rules};
use super::event::{Event, Exit};
use super::info::INFO;
use super::scratch::Scratch;
use super::state::{Phase, Status, Underworld};
use super::{generate, map};

const WON: &str = "only one player with a castle is left";
const ALL_FELL: &str = "the last players went out in the same turn";
const TIME_UP: &str = "the last turn was played";

impl Game for Underworld {
    type Config = Config;
    type Action = Action;
    type Event = Event;
    const INFO: &'static Info = &INFO;

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

    fn ask_limit(&self) -> AskLimit {
        AskLimit { hellos: 1, ..AskLimit::one_per_turn(self.rules.config.last_turn().into()) }
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
        let ranked = Ranking::by(self.rules.seats, why, key);
        let faulted = self.rules.seats.iter().fold(ranked, |ranking, seat| {
            let fault = match self.status[seat.index()] {
                Status::Out(Exit::Kicked(fault), _) => Some(fault),
                _ => None,
            };
            ranking.with_fault(seat, fault)
        });
        faulted.with_scores(|seat| self.score(seat))
    }
}
