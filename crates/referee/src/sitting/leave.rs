//! Leaving: programs that go by themselves, that are told to go, and that are made to.

use std::time::{Duration, Instant};

use skirmish_core::{Seat, Table};

use super::wait::Pipe;
use super::{Body, Sitting, Stop};
use crate::conduct::Parting;
use crate::explain::Cause;
use crate::observe::Observer;

/// How long after its pipes a program's end may show.
const LEAVING: Duration = Duration::from_millis(200);

impl Sitting<'_> {
    /// The program has closed its output: finds out how it ended, and ends what is left of it.
    pub(super) fn take_leave(&mut self, seat: Seat, watch: &mut dyn Observer) -> Result<Cause, Stop> {
        let until = Instant::now() + LEAVING;
        let mut nap = Duration::from_micros(20);
        let exit = loop {
            self.serve(seat.index(), Pipe::Stderr, watch)?;
            let Body::Wired(wired) = &mut self.chairs[seat.index()].body else { break None };
            let exit = wired.exit();
            if exit.is_some() || Instant::now() >= until {
                break exit;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(10));
        };
        // It cannot print more than a pipe holds after its end, and a pipe holds what two reads take.
        self.serve(seat.index(), Pipe::Stderr, watch)?;
        self.serve(seat.index(), Pipe::Stderr, watch)?;
        let Body::Wired(wired) = &mut self.chairs[seat.index()].body else { return Ok(Cause::StillGone) };
        let exit = exit.or_else(|| wired.exit_when_ended());
        let unfinished = wired.unfinished().to_vec();
        self.end_one(seat.index(), Parting::Early);
        Ok(Cause::Gone { exit, unfinished })
    }

    fn end_one(&mut self, index: usize, parting: Parting) {
        let chair = &mut self.chairs[index];
        if !matches!(chair.body, Body::Wired(_)) {
            return;
        }
        if let Body::Wired(mut wired) = std::mem::replace(&mut chair.body, Body::Gone) {
            chair.cpu_us = wired.cpu_us();
            chair.conduct.parting = parting;
            if chair.leaves_at.is_some() {
                wired.hear_out(&mut self.chunk, &mut chair.conduct.left_over);
            }
            chair.noise = wired.end(&mut chair.conduct);
        }
    }

    /// Says good-bye to seats that are asked no more, and ends those whose time to leave is over.
    pub(crate) fn retire(&mut self, table: &mut dyn Table, watch: &mut dyn Observer) -> Result<(), Stop> {
        let retired = table.retired();
        if retired.is_empty() {
            return Ok(());
        }
        for seat in retired.minus(self.retired).iter() {
            self.dismiss(table, seat, watch)?;
        }
        self.retired = retired;
        let now = Instant::now();
        for index in 0..self.chairs.len() {
            let chair = &mut self.chairs[index];
            let Some(leaves_at) = chair.leaves_at else { continue };
            if let Body::Wired(wired) = &mut chair.body {
                wired.hang_up_when_sent();
                if now >= leaves_at {
                    let parting = wired.exit().map_or(Parting::Forced, |exit| Parting::Left(Some(exit)));
                    self.end_one(index, parting);
                }
            }
        }
        Ok(())
    }

    /// Tells a seat the last it hears, and closes its input.
    fn dismiss(&mut self, table: &mut dyn Table, seat: Seat, watch: &mut dyn Observer) -> Result<(), Stop> {
        self.page.clear();
        table.farewell(seat, &mut self.page);
        self.send(seat, watch)?;
        let chair = &mut self.chairs[seat.index()];
        if let Body::Wired(wired) = &mut chair.body {
            if self.options.closely {
                wired.measure();
            }
            wired.let_go();
            wired.hang_up_when_sent();
            chair.leaves_at = Some(Instant::now() + self.options.grace);
        }
        Ok(())
    }

    /// Says good-bye to everybody, and waits for programs to end by themselves as long as the options say.
    pub(crate) fn close(&mut self, table: &mut dyn Table, watch: &mut dyn Observer) -> Result<(), Stop> {
        const STEP: Duration = Duration::from_millis(20);
        for seat in table.seats().all().minus(self.retired).iter() {
            self.dismiss(table, seat, watch)?;
        }
        let until = Instant::now() + self.options.grace;
        loop {
            let mut anyone = false;
            for index in 0..self.chairs.len() {
                let Body::Wired(wired) = &mut self.chairs[index].body else { continue };
                wired.hang_up_when_sent();
                let exit = wired.exit();
                if wired.is_silent() || exit.is_some() {
                    let exit = if self.options.closely { wired.exit_within(LEAVING) } else { exit };
                    self.serve(index, Pipe::Stderr, watch)?;
                    self.end_one(index, Parting::Left(exit));
                } else {
                    anyone = true;
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if !anyone || left.is_zero() || self.is_interrupted() {
                return Ok(());
            }
            self.wait_once(&[], left.min(STEP), watch)?;
        }
    }

    /// Ends every program.
    pub(crate) fn end_all(&mut self) {
        for index in 0..self.chairs.len() {
            let is_told = self.chairs[index].leaves_at.is_some() && !self.is_interrupted();
            self.end_one(index, if is_told { Parting::Forced } else { Parting::None });
        }
    }
}
