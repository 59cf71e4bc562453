//! The course of a match: who is asked, what a command costs, and how it ends.

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::ask_limit::AskLimit;
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::game::{Ask, Budget, Decision, Game};
use skirmish_core::info::Info;
use skirmish_core::news::{Audience, News};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount, SeatSet};

use super::action::Command;
use super::board::Ground;
use super::config::{Config, Rules};
use super::event::{Event, Response};
use super::info::INFO;
use super::map;
use super::memory::{self, Memory};
use super::side::Side;
use super::state::{Ending, Plantation};

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
            to_move: Seat::FIRST,
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

    fn ask_limit(&self) -> AskLimit {
        // Rule: every command costs at least one move.
        let turns = u64::from(self.rules.turns);
        let answers = turns * u64::from(self.rules.moves_per_turn);
        AskLimit { weight: answers - 1, ..AskLimit::one_per_turn(turns) }
    }

    #[inline]
    fn decision(&self) -> Decision {
        match &self.ending {
            Some(ending) => Decision::Over(ending.ranking().with_scores(|seat| self.score(seat))),
            None => Decision::Ask(Ask::line(self.to_move, self.budget())),
        }
    }

    #[inline(always)]
    fn step(&mut self, answers: &Answers<Command>, news: &mut News<Event>) {
        if self.ending.is_some() {
            return;
        }
        let seat = self.to_move;
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
        if self.to_move != seat {
            // How many moves the enemy has left would tell what its commands cost.
            out.moves_left = self.rules.moves_per_turn;
        }
    }

    /// Made from the redacted state, so that it cannot depend on what is hidden.
    fn resample(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut imagined = self.clone();
        self.redact(seat, &mut imagined);
        memory::imagine(&mut imagined, seat, rng);
        imagined
    }
}

/// Rule: a player hears what its own commands lead to; the enemy hears nothing.
#[inline]
fn to(seat: Seat) -> Audience {
    Audience::Only(SeatSet::only(seat))
}

/// The course of a match.
impl Plantation {
    /// Rule: the clock gets its increment once a turn, not once a move.
    #[inline]
    fn budget(&self) -> Budget {
        match (self.moves_left == self.rules.moves_per_turn, self.turn) {
            (true, 1) => Budget::First,
            (true, _) => Budget::Turn,
            (false, _) => Budget::Same,
        }
    }

    /// Rule: a command costs its moves whatever it led to, at most those that are left. In every turn both
    /// sides move, the opener first; the match ends when both have had all of theirs.
    #[inline]
    fn spend(&mut self, moves: u16, news: &mut News<Event>) {
        // Branch-free up to the end of the match: when a turn ends is unpredictable.
        let left = self.moves_left.saturating_sub(moves);
        let spent = u16::from(left == 0);
        self.moves_left = left + spent * self.rules.moves_per_turn;
        self.to_move.0 ^= spent as u8;
        let ended = spent & u16::from(self.to_move == self.opener);
        self.turn += ended;
        let change = ended as u8 & self.opener_changes();
        self.opener.0 ^= change;
        self.to_move.0 ^= change;
        if self.turn > self.rules.turns {
            self.turn = self.rules.turns;
            self.end(None, news);
        }
    }

    /// Rule: in the balanced order the opener of a turn is that of the first turn if the turns before it are a number with an
    /// even count of binary ones, and the other one if not. Counting on by one changes whether the count is even exactly if
    /// the new number ends in an even count of zeros. 1 if this turn's opener is not the one of the turn before, else 0.
    #[inline]
    fn opener_changes(&self) -> u8 {
        let turns_before = self.turn - 1;
        u8::from(self.rules.balanced_order) & !(turns_before.trailing_zeros() as u8) & 1
    }

    #[cold]
    fn end(&mut self, fault: Option<(Seat, Fault)>, news: &mut News<Event>) {
        let sums = [self.sides[0].sum(), self.sides[1].sum()];
        self.ending = Some(Ending { sums, fault });
        news.say(Audience::All, || Event::Ended { sums, fault });
    }
}
