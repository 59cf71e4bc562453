//! The course of a match: how it begins, who is asked, how a turn goes, and the end.

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::ask_limit::AskLimit;
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::game::{Ask, Budget, Decision, Game};
use skirmish_core::info::Info;
use skirmish_core::news::{Audience, News};
use skirmish_core::outcome::Ranking;
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};

use super::action::Action;
use super::board::{Cells, cell, headquarters, side};
use super::config::{Config, Rules};
use super::event::{Event, Fall};
use super::info::INFO;
use super::map::{self, Ground, HEAD_START};
use super::roster::Roster;
use super::state::{Ending, IceAndFire};

impl Game for IceAndFire {
    type Config = Config;
    type Action = Action;
    type Event = Event;
    const INFO: &'static Info = &INFO;

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

    fn ask_limit(&self) -> AskLimit {
        AskLimit::one_per_turn(self.rules.turns.into())
    }

    fn decision(&self) -> Decision {
        match self.ending {
            Some(ending) => Decision::Over(self.ranking(ending).with_scores(|seat| self.score(seat))),
            None => Decision::Ask(Ask::line(
                self.to_move,
                if self.played < 2 { Budget::First } else { Budget::Turn },
            )),
        }
    }

    fn step(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        if self.ending.is_some() {
            return;
        }
        match answers.get(self.to_move) {
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
            to_move: Seat::FIRST,
            ending: None,
        }
    }

    /// Rule: active cells, units cut off, income, gold, wipe-out; then the units may act again.
    pub(crate) fn begin_turn(&mut self, news: &mut News<Event>) {
        let seat = self.to_move;
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

    /// Ends the turn of the player whose turn it is; for plans.
    pub fn pass(&mut self) {
        if self.ending.is_none() {
            self.end_turn(&mut News::silent());
        }
    }

    fn end_turn(&mut self, news: &mut News<Event>) {
        self.played += 1;
        self.to_move = self.to_move.other();
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

    fn ranking(&self, ending: Ending) -> Ranking {
        match ending {
            Ending::Captured { by } => Ranking::won(SeatCount::TWO, by, "a headquarters was captured"),
            Ending::TurnLimit => {
                Ranking::by(SeatCount::TWO, "the last turn was played", |seat| self.power(seat))
            }
            Ending::Forfeit { seat, fault } => {
                let why = match fault {
                    Fault::Garbled => "a command was not recognised",
                    Fault::Late => "an answer came too late",
                    Fault::Gone => "a program ended",
                    Fault::Flooded => "an answer was too long",
                };
                Ranking::won(SeatCount::TWO, seat.other(), why).with_fault(seat, Some(fault))
            }
        }
    }
}
