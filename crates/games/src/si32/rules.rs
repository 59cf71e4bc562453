//! The course of a match: who is asked, a turn's phases in order, and the end. What the phases do stands in `turn`, how a
//! match ends in `ending`.

use skirmish_core::answer::{Answers, Fault, Reply};
use skirmish_core::ask_limit::AskLimit;
use skirmish_core::config::{BadConfig, ensure_seats};
use skirmish_core::game::{Ask, Budget, Decision, Framing, Game};
use skirmish_core::info::Info;
use skirmish_core::news::{Audience, News};
use skirmish_core::rng::Seed;
use skirmish_core::seat::{Seat, SeatCount};

use super::action::{END, Orders};
use super::config::{Config, Rules};
use super::ending::Ending;
use super::event::Event;
use super::info::INFO;
use super::map;
use super::state::{Ground, Si32, Side, sign};
use super::turn::Scratch;

impl Game for Si32 {
    type Config = Config;
    type Action = Orders;
    type Event = Event;
    const INFO: &'static Info = &INFO;

    fn start(config: &Config, seats: SeatCount, seed: Seed) -> Result<Self, BadConfig> {
        ensure_seats(Self::INFO, seats)?;
        config.validate()?;
        let map = map::make(config, seed);
        let rules = Rules::new(config);
        let area = map.resource.len();
        let words = area.div_ceil(64);
        let mut state = Self {
            rules,
            style: map.style,
            turn: 1,
            units: vec![0; area],
            ground: vec![Ground::OPEN; area],
            progress: vec![0; area],
            sites: vec![0; words],
            changed: vec![0; words],
            sides: [Side::default(), Side::default()],
            ending: None,
            endowment: 0,
            scratch: Scratch::default(),
            resource: map.resource,
        };
        for seat in seats.iter() {
            let start = state.tile(map.starts[seat.index()]);
            state.units[start] = sign(seat) * rules.start_units;
            let side = &mut state.sides[seat.index()];
            side.units = rules.start_units;
            side.purse = config.start_resource as i32;
        }
        state.endowment = state.resource_in_play();
        Ok(state)
    }

    fn read_map(text: &str, config: &mut Config) -> Result<(), BadConfig> {
        let given = map::read(text)?;
        (config.width, config.height) = given.size();
        config.map = Some(given);
        config.validate()
    }

    fn map_style(&self) -> &'static str {
        self.style
    }

    fn seats(&self) -> SeatCount {
        SeatCount::TWO
    }

    fn ask_limit(&self) -> AskLimit {
        AskLimit::one_per_turn(self.rules.turns.into())
    }

    fn decision(&self) -> Decision {
        if let Some(ending) = &self.ending {
            return Decision::Over(ending.ranking().with_scores(|seat| self.score(seat)));
        }
        let budget = if self.turn == 1 { Budget::First } else { Budget::Turn };
        Decision::Ask(Ask { seats: SeatCount::TWO.all(), framing: Framing::Until(END), budget, weight: 1 })
    }

    fn step(&mut self, answers: &Answers<Orders>, news: &mut News<Event>) {
        if self.ending.is_some() {
            return;
        }
        self.forget_last_turn();
        if !self.count_missed_answers(answers, news) {
            self.play_turn(answers, news);
            self.check_victory();
        }
        match &self.ending {
            None => self.turn += 1,
            Some(ending) => ending.announce(news),
        }
    }

    fn score(&self, seat: Seat) -> i64 {
        self.side(seat).produced.into()
    }

    fn redact(&self, _seat: Seat, out: &mut Self) {
        // Both players see everything.
        out.clone_from(self);
    }
}

impl Si32 {
    /// Plays the turn's phases in order.
    fn play_turn(&mut self, answers: &Answers<Orders>, news: &mut News<Event>) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.prepare(self.units.len());
        for seat in SeatCount::TWO.iter() {
            // A seat that did not answer, or was not asked, gives no commands.
            if let Reply::Act(orders) = answers.get(seat) {
                self.take_orders(seat, orders, &mut scratch, news);
            }
        }
        self.step_back(&scratch);
        self.collide(&mut scratch, news);
        self.arrive(&mut scratch, news);
        self.serve_survivors(&mut scratch, news);
        self.resolve_sieges(&mut scratch, news);
        self.muster(&mut scratch, news);
        self.raise_buildings(&mut scratch, news);
        self.produce_units(&mut scratch, news);
        self.mine(&mut scratch, news);
        for side in &mut self.sides {
            // Each phase drops lines in order, so that there are only a few runs to merge.
            side.dropped.sort_by_key(|dropped| dropped.line);
        }
        self.scratch = scratch;
    }

    fn forget_last_turn(&mut self) {
        self.changed.fill(0);
        for side in &mut self.sides {
            side.dropped.clear();
        }
    }

    /// Counts answers that did not come; true if that ends the match, at once and without a turn.
    fn count_missed_answers(&mut self, answers: &Answers<Orders>, news: &mut News<Event>) -> bool {
        let mut faults = [None; 2];
        for seat in SeatCount::TWO.iter() {
            let side = &mut self.sides[seat.index()];
            let Reply::Fault(fault, _) = answers.get(seat) else {
                side.missed = 0;
                continue;
            };
            side.missed += 1;
            let in_a_row = side.missed;
            news.say(Audience::All, || Event::Missed { seat, fault, in_a_row });
            if fault == Fault::Gone || in_a_row >= self.rules.missed_turns {
                faults[seat.index()] = Some(fault);
            }
        }
        self.ending = Ending::by_faults(faults);
        self.ending.is_some()
    }
}
