//! The order of play: hello, rounds, passes, turns, and the end.

use std::sync::Arc;

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::ask_limit::AskLimit;
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::game::{Ask, Budget, Decision, Framing, Game};
use skirmish_core::grid::{Cell, KING_STEPS};
use skirmish_core::info::Info;
use skirmish_core::news::{Audience, News};
use skirmish_core::outcome::{Outcome, Ranking};
use skirmish_core::rng::{Rng, Seed};
use skirmish_core::seat::{Seat, SeatCount, SeatSet};

use super::action::{Action, Order, OrderKind};
use super::config::{Config, Rules};
use super::event::Event;
use super::info::INFO;
use super::map::{self, Map};
use super::state::{Phase, Side, Slot, UnitKind, Utti};

const SEATS: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

impl Game for Utti {
    type Config = Config;
    type Action = Action;
    type Event = Event;
    const INFO: &'static Info = &INFO;

    fn start(config: &Config, seats: SeatCount, seed: Seed) -> Result<Self, BadConfig> {
        ensure_seats(Self::INFO, seats)?;
        config.validate()?;
        Ok(Self::on_map(config, Map::new(config, seed)?))
    }

    fn read_map(text: &str, config: &mut Config) -> Result<(), BadConfig> {
        map::read_map(text, config)
    }

    fn map_style(&self) -> &'static str {
        self.rules.style
    }

    fn seats(&self) -> SeatCount {
        SeatCount::TWO
    }

    fn ask_limit(&self) -> AskLimit {
        let rounds = u64::from(self.config().rounds);
        let weight = rounds * self.config().most_acts_per_round();
        AskLimit { hellos: 1, firsts: 0, turns: rounds, weight }
    }

    #[inline]
    fn decision(&self) -> Decision {
        if self.phase == Phase::Act {
            Decision::Ask(Ask::line(self.to_move, self.budget(self.to_move)))
        } else {
            self.common_decision()
        }
    }

    #[inline(always)]
    fn step(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        if news.is_silent() { self.play(answers, news) } else { self.play_aloud(answers, news) }
    }

    fn score(&self, seat: Seat) -> i64 {
        let (side, config) = (self.side(seat), self.config());
        side.height * config.height_points + i64::from(side.bases) * config.base_points + side.gold
    }

    fn has_secrets(&self) -> bool {
        // The orders of a batch wait for their units' turns; until then they are their seat's own.
        self.sides.iter().any(|side| !side.plan.is_empty())
    }

    fn redact(&self, seat: Seat, out: &mut Self) {
        out.clone_from(self);
        out.side_mut(seat.other()).plan.clear();
    }

    fn resample(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut other = self.clone();
        for order in &mut other.side_mut(seat.other()).plan {
            let (dx, dy) = KING_STEPS[rng.below(8) as usize];
            *order = Order::new(OrderKind::ALL[rng.below(8) as usize], order.at);
            order.at = Cell::new(order.at.x.saturating_add(dx), order.at.y.saturating_add(dy));
        }
        other
    }

    fn handshake_reply(&self, _seat: Seat) -> Option<Action> {
        (self.phase == Phase::Hello).then_some(Action::Ready { batch: false })
    }
}

impl Utti {
    /// The state before the hello.
    fn on_map(config: &Config, map: Map) -> Self {
        let cells = map.mines.len();
        let mut mines = vec![0u64; cells.div_ceil(64)];
        for (at, _) in map.mines.iter().enumerate().filter(|(_, is_mine)| **is_mine) {
            mines[at / 64] |= 1 << (at % 64);
        }
        let rules = Rules { config: config.clone(), swap: map.swap, style: map.style };
        let side =
            |seat: Seat| Side { gold: config.start_gold, next_id: u32::from(seat.0), ..Side::default() };
        let mut state = Self {
            rules: Arc::new(rules),
            size: config.size,
            mine_bits: mines.into(),
            standing: vec![Slot::NONE; cells],
            base_bits: vec![0; cells.div_ceil(64)],
            sides: SEATS.map(side),
            turn: 0,
            first: Seat::FIRST,
            to_move: Seat::FIRST,
            is_first_pass: true,
            phase: Phase::Hello,
        };
        for seat in SEATS {
            state.bear(seat, UnitKind::Base, map.bases[seat.index()], 0);
        }
        state
    }

    /// Plays one decision and says what it came to.
    #[cold]
    fn play_aloud(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        let is_over = self.phase.ending().is_some();
        let gold_before = [self.sides[0].gold, self.sides[1].gold];
        self.play(answers, news);
        if !is_over {
            self.report(gold_before, news);
        }
    }

    #[inline]
    fn play(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        if self.phase != Phase::Act {
            return self.take_common_answers(answers, news);
        }
        // Passed on in a register: reading `to_move` back would stall on store-to-load forwarding in every action.
        let seat = self.to_move;
        self.take_order(seat, answers, news);
        self.play_on(seat.other(), news);
    }

    /// Rule: the bank gets its increment with a seat's first ask of a round. That is for the first unit of its list,
    /// the base it began the match with, which never goes; or for its batch.
    #[inline]
    fn budget(&self, seat: Seat) -> Budget {
        if self.is_first_pass && self.side(seat).next == 0 { Budget::Turn } else { Budget::Same }
    }

    /// What is asked of seats together, or how the match ended. Cold: nearly all asks are for a unit's action.
    #[cold]
    fn common_decision(&self) -> Decision {
        if let Some(why) = self.phase.ending() {
            return Decision::Over(self.outcome(why));
        }
        if self.phase == Phase::Hello {
            let seats = SeatCount::TWO.all();
            return Decision::Ask(Ask { seats, framing: Framing::Line, budget: Budget::Hello, weight: 1 });
        }
        // One ask for both: it weighs as much as the longer list.
        let seats: SeatSet = SEATS.into_iter().filter(|&seat| self.side(seat).is_batch).collect();
        let weight = seats.iter().map(|seat| self.unit_count(seat)).max().unwrap_or(1);
        Decision::Ask(Ask { seats, framing: Framing::Line, budget: Budget::Turn, weight })
    }

    fn outcome(&self, why: &'static str) -> Outcome {
        let score = |seat| self.score(seat);
        let ranked = Ranking::by(SeatCount::TWO, why, score);
        // A program that ended early explains a loss, never a win.
        let faulted = SEATS.into_iter().fold(ranked, |ranking, seat| {
            let is_why = self.side(seat).has_left && ranking.place(seat) > 1;
            if is_why { ranking.with_fault(seat, Some(Fault::Gone)) } else { ranking }
        });
        faulted.with_scores(score)
    }

    /// The answers to what is asked of seats together; nothing is, once the match is over.
    #[cold]
    fn take_common_answers(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        match self.phase {
            Phase::Hello => self.shake_hands(answers, news),
            Phase::Plan => self.take_plans(answers),
            Phase::Act | Phase::Played | Phase::Stuck => return,
        }
        self.play_on_by_itself(news);
    }

    /// Silent: a hello that is missed or cannot be read. It counts as `ready`.
    fn shake_hands(&mut self, answers: &Answers<Action>, news: &mut News<Event>) {
        for seat in SEATS {
            let reply = answers.get(seat);
            let batch = matches!(reply, Reply::Act(Action::Ready { batch: true }));
            let fault = reply.fault();
            self.side_mut(seat).is_batch = batch;
            self.note_leaving(seat, fault);
            news.say(Audience::Crowd, || Event::Ready { seat, batch, fault });
        }
        self.open_round(news);
    }

    /// The orders of a round from the seats that answer in batches. What is missing idles.
    fn take_plans(&mut self, answers: &Answers<Action>) {
        for seat in SEATS {
            if !self.side(seat).is_batch {
                continue;
            }
            self.note_leaving(seat, answers.get(seat).fault());
            let side = self.side_mut(seat);
            // Silent: a batch with parts that cannot be read. The other parts count.
            if let Reply::Act(Action::Many(orders)) | Reply::Fault(Fault::Garbled, Action::Many(orders)) =
                answers.get(seat)
            {
                side.plan.extend_from_slice(&orders[..orders.len().min(side.units.len())]);
            }
        }
        self.phase = Phase::Act;
    }

    /// The order of the unit that was asked about.
    #[inline]
    fn take_order(&mut self, seat: Seat, answers: &Answers<Action>, news: &mut News<Event>) {
        match answers.get(seat) {
            Reply::Act(Action::One(order)) => self.act(seat, order, false, news),
            other => self.take_no_order(seat, other.fault(), news),
        }
    }

    #[cold]
    fn take_no_order(&mut self, seat: Seat, fault: Option<Fault>, news: &mut News<Event>) {
        self.note_leaving(seat, fault);
        self.miss(seat, fault, news);
    }

    fn note_leaving(&mut self, seat: Seat, fault: Option<Fault>) {
        self.side_mut(seat).has_left |= fault == Some(Fault::Gone);
    }

    /// Plays until somebody has to be asked, or the match is over; it is the seat's turn.
    #[inline]
    fn play_on(&mut self, turn: Seat, news: &mut News<Event>) {
        // Nearly always there is a next unit to ask about in this pass.
        if self.is_stuck() || !self.find_next(turn) || self.is_planned() {
            self.play_on_by_itself(news);
        }
    }

    /// Plays what nobody has to be asked about: batches, and what is between passes and rounds.
    #[inline(never)]
    fn play_on_by_itself(&mut self, news: &mut News<Event>) {
        while self.phase == Phase::Act {
            if self.is_stuck() {
                self.phase = Phase::Stuck;
            } else if self.find_next(self.to_move) {
                if !self.is_planned() {
                    return;
                }
                self.act_as_planned(news);
            } else if !self.open_pass() {
                self.close_round(news);
            }
        }
    }

    /// Rule: the match ends when neither side has a troop, nor gold for one.
    #[inline]
    fn is_stuck(&self) -> bool {
        let cost = self.config().troop_cost;
        self.sides.iter().all(|side| side.troops == 0 && side.gold < cost)
    }

    /// Finds whose unit acts next in this pass, and which; false if the pass is over. It is the seat's turn.
    ///
    /// Rule: sides take turns. A unit that is gone is passed over for its side's next; a side with none is skipped.
    #[inline]
    fn find_next(&mut self, to_move: Seat) -> bool {
        for seat in [to_move, to_move.other()] {
            if self.side_mut(seat).find_next() {
                self.to_move = seat;
                return true;
            }
        }
        self.to_move = to_move;
        false
    }

    /// Whether the unit whose turn it is was in a batch, so that it need not be asked about.
    #[inline]
    fn is_planned(&self) -> bool {
        self.is_first_pass && self.side(self.to_move).is_batch
    }

    /// The unit whose turn it is does what it was told in a batch.
    #[inline(never)]
    fn act_as_planned(&mut self, news: &mut News<Event>) {
        let seat = self.to_move;
        let side = self.side(seat);
        match side.plan.get(side.next).copied() {
            Some(order) => self.act(seat, &order, true, news),
            None => self.miss(seat, None, news),
        }
        self.to_move = seat.other();
    }

    /// Rule: when all have acted, those born so far form the next pass, from the side that began the round.
    fn open_pass(&mut self) -> bool {
        let mut is_anyone_born = false;
        for side in &mut self.sides {
            side.plan.clear();
            side.next = side.end;
            side.end = side.units.len();
            is_anyone_born |= side.next < side.end;
        }
        self.is_first_pass = false;
        self.to_move = self.first;
        is_anyone_born
    }

    /// Ends a round and begins the next, or ends the match.
    fn close_round(&mut self, news: &mut News<Event>) {
        self.forget_the_gone();
        self.turn += 1;
        // Rule: the sides begin rounds in turn.
        self.first = self.first.other();
        self.open_round(news);
    }

    /// Rule: a round's first pass is all living units, ascending by id. Batches are asked for before anyone acts.
    fn open_round(&mut self, news: &mut News<Event>) {
        for side in &mut self.sides {
            side.next = 0;
            side.end = side.units.len();
        }
        self.to_move = self.first;
        self.is_first_pass = true;
        if self.turn >= self.config().rounds {
            self.phase = Phase::Played;
            return;
        }
        let number = self.turn;
        news.say(Audience::All, || Event::Round { number });
        let is_planned = self.sides.iter().any(|side| side.is_batch);
        self.phase = if is_planned && !self.is_stuck() { Phase::Plan } else { Phase::Act };
    }

    /// Says at the end of a step what gold there is, if it changed, and how the match ended, if it did.
    fn report(&self, gold_before: [i64; 2], news: &mut News<Event>) {
        let gold = [self.sides[0].gold, self.sides[1].gold];
        let is_first_report = self.turn == 0 && self.sides.iter().all(|side| side.next == 0);
        if gold != gold_before || is_first_report {
            news.say(Audience::All, || Event::Gold { gold });
        }
        if self.phase.ending().is_some() {
            news.say(Audience::All, || Event::Over { scores: SEATS.map(|seat| self.score(seat)) });
        }
    }
}
