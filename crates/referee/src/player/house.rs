//! House bots: native code in this process. It has the same clock; that it cannot be stopped in the middle of an answer
//! is a matter of trust.

use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_bots::{House, HousePlayer};
use skirmish_core::answer::Cost;
use skirmish_core::rng::Seed;
use skirmish_core::wire::Page;

use super::{AnyPlayer, Context, Player, PlayerSummary, Poll, Question, Seated, Seating};
use crate::explain::{Cause, Lateness};
use crate::stop::Stop;
use crate::sys::CpuClock;
use crate::void::Void;

/// A native bot: its name, and how one is made from a seed.
#[derive(Clone)]
pub struct HouseBot {
    /// The name shown, with `house:` in front.
    pub name: String,
    /// Makes one.
    pub make: Make,
}

/// Makes a native bot from a seed.
pub type Make = Arc<dyn Fn(Seed) -> Box<dyn HousePlayer> + Send + Sync>;

impl HouseBot {
    /// A native bot of that name.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(Seed) -> Box<dyn HousePlayer> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(make) }
    }

    /// A bot of the house, ready to be given a seat.
    pub fn shared(house: &House) -> AnyPlayer {
        Arc::new(Self::from(house))
    }
}

impl From<&House> for HouseBot {
    fn from(house: &House) -> Self {
        let house = *house;
        Self::new(format!("house:{house}"), move |seed| house.seat(seed))
    }
}

impl Player for HouseBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin<'a>(&'a self, place: &Seating<'a>) -> Result<Box<dyn Seated + 'a>, Stop> {
        let bot = (self.make)(place.seed);
        Ok(Box::new(SeatedHouse { name: &self.name, bot, answer: None, cpu_us: 0 }))
    }
}

struct SeatedHouse<'a> {
    name: &'a str,
    bot: Box<dyn HousePlayer>,
    answer: Option<(Result<Vec<u8>, Cause>, Cost)>,
    cpu_us: u64,
}

impl Seated for SeatedHouse<'_> {
    fn ask(&mut self, question: Question<'_>, context: &mut Context<'_>) -> Result<(), Stop> {
        let allowed = question.allowed();
        if allowed.is_some_and(|allowed| allowed.is_zero()) {
            self.answer = Some((Err(Cause::OutOfTime), Cost::default()));
            return Ok(());
        }
        let Question { table, seat, ask, grant, .. } = question;
        let thread = CpuClock::of_this_thread();
        let (since, cpu_since) = (Instant::now(), thread.now_ns().unwrap_or(0));
        let mut page = Page::new();
        let written = self.bot.answer(table, seat, &mut page);
        let wall = since.elapsed();
        let cpu = Duration::from_nanos(thread.now_ns().unwrap_or(0).saturating_sub(cpu_since));
        let cost = Cost { wall_us: wall.as_micros() as u64, cpu_us: cpu.as_micros() as u64, fuel: 0 };
        self.cpu_us += cost.cpu_us;
        let answer = match allowed.filter(|&allowed| wall > allowed) {
            _ if written.is_err() => Err(Cause::Nobody("it is a bot of another game")),
            None => {
                context.watch.answered(seat, page.as_bytes());
                Ok(page.as_bytes().to_vec())
            }
            Some(_) if wall.saturating_sub(cpu) > context.options.starved_after => {
                return Err(Stop::Void(Void::BotDenied {
                    seat,
                    name: self.name.to_string(),
                    waited_ms: wall.saturating_sub(cpu).as_millis() as u64,
                    granted_ms: grant.time_us.unwrap_or(0) / 1000,
                }));
            }
            Some(allowed) => Err(Cause::Late(Lateness::silent(allowed, cost.cpu_us, ask.framing))),
        };
        self.answer = Some((answer, cost));
        Ok(())
    }

    fn poll(&mut self, _now: Instant, _context: &mut Context<'_>) -> Result<Poll, Stop> {
        Ok(self.answer.take().map_or(Poll::Pending, |(answer, cost)| Poll::Ready(answer, cost)))
    }

    fn end(&mut self, _context: &mut Context<'_>) -> PlayerSummary {
        PlayerSummary { cpu_us: self.cpu_us, ..PlayerSummary::default() }
    }
}
