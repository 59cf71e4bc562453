//! The session of a person who plays on the page: an answer is drafted choice by choice, then sent.

use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::{Value, json};
use skirmish_core::game::Budget;
use skirmish_core::grid::Cell;
use skirmish_core::learn::{Choices, Head};
use skirmish_core::seat::Seat;
use skirmish_referee::player::person::{PersonEnd, Prompt};

/// The session of a person who plays on the page.
pub struct Session {
    seat: Seat,
    /// Columns of the board: a cell's number is `y * width + x`.
    width: usize,
    inner: Mutex<Inner>,
}

struct Inner {
    shown: Receiver<Prompt>,
    said: Sender<Vec<u8>>,
    /// The current question; `None` while it is not the person's turn.
    asked: Option<Prompt>,
    is_over: bool,
}

/// Why a request of the page was refused, in a sentence.
pub type Refused = &'static str;

#[derive(Serialize)]
struct HeadShown {
    name: &'static str,
    labels: Option<Vec<&'static str>>,
    /// Whether choices are cells, to be clicked on the board.
    cells: bool,
}

impl Session {
    /// The session of a seat; `width` is the number of columns of the board.
    pub fn new(seat: Seat, width: usize, end: PersonEnd) -> Self {
        let inner = Inner { shown: end.shown, said: end.said, asked: None, is_over: false };
        Self { seat, width, inner: Mutex::new(inner) }
    }

    /// The state as JSON for the page: the question, the choices that are allowed, and the draft.
    pub fn state(&self) -> Value {
        let mut inner = self.lock();
        inner.poll();
        let Some(shown) = &inner.asked else {
            let prompt = if inner.is_over { "The match is over." } else { "" };
            return json!({
                "seat": self.seat, "asked": false, "decision": 0, "prompt": prompt, "head": 0, "heads": [],
                "mask": [], "draft": [], "can_finish": false,
            });
        };
        let question = shown.draft.question();
        let place = question.as_ref().and_then(|question| question.place);
        let heads = shown.draft.heads();
        let mask: Vec<u32> = question.as_ref().map_or(Vec::new(), |question| {
            let head = &heads[question.head];
            question.allowed.iter().filter_map(|&choice| self.shown_choice(head, place, choice)).collect()
        });
        json!({
            "seat": self.seat,
            "asked": true,
            "decision": shown.decision,
            "prompt": prompt(shown, place),
            "head": question.map_or(0, |question| question.head),
            "heads": heads.iter().map(|head| head_shown(head, place)).collect::<Vec<_>>(),
            "mask": mask,
            "draft": self.words(shown),
            "can_finish": shown.draft.can_end(),
        })
    }

    /// Makes a choice: one of the numbers in `mask`.
    pub fn choose(&self, shown_choice: u32) -> Result<(), Refused> {
        let mut inner = self.lock();
        let shown = inner.asked.as_mut().ok_or("it is not your turn")?;
        let question = shown.draft.question().ok_or("your answer is complete: send it, or undo")?;
        let head = &shown.draft.heads()[question.head];
        let choice = question
            .allowed
            .iter()
            .find(|&&choice| self.shown_choice(head, question.place, choice) == Some(shown_choice));
        let is_made = choice.is_some_and(|&choice| shown.draft.choose(choice));
        if is_made { Ok(()) } else { Err("that cannot be chosen now") }
    }

    /// Undoes the last choice.
    pub fn undo(&self) -> Result<(), Refused> {
        let mut inner = self.lock();
        let shown = inner.asked.as_mut().ok_or("it is not your turn")?;
        if shown.draft.undo() { Ok(()) } else { Err("there is nothing to undo") }
    }

    /// Sends the draft as the answer.
    pub fn send(&self) -> Result<(), Refused> {
        let mut inner = self.lock();
        let shown = inner.asked.as_mut().ok_or("it is not your turn")?;
        if !shown.draft.end() {
            return Err("your answer is not complete yet");
        }
        inner.answer();
        Ok(())
    }

    /// A choice as the page numbers it: for a step, the cell that it leads to.
    fn shown_choice(&self, head: &Head, place: Option<Cell>, choice: u32) -> Option<u32> {
        match (head.choices, place) {
            (Choices::Steps(steps), Some(place)) => {
                let step = steps.get(choice as usize)?;
                let (x, y) =
                    (i64::from(place.x) + i64::from(step.dx), i64::from(place.y) + i64::from(step.dy));
                u32::try_from(y * self.width as i64 + x).ok()
            }
            _ => Some(choice),
        }
    }

    /// The draft in words, a phrase for each command.
    fn words(&self, shown: &Prompt) -> Vec<String> {
        let heads = shown.draft.heads();
        let mut phrases: Vec<String> = Vec::new();
        for &(head, choice) in shown.draft.made() {
            let at = choice as usize;
            let word = match heads[head].choices {
                Choices::Cells => format!("({}, {})", at % self.width.max(1), at / self.width.max(1)),
                Choices::Words(words) => words.get(at).copied().unwrap_or_default().to_string(),
                Choices::Steps(steps) => steps.get(at).map_or("", |step| step.word).to_string(),
            };
            match phrases.last_mut().filter(|_| head != 0) {
                Some(phrase) => {
                    phrase.push(' ');
                    phrase.push_str(&word);
                }
                None => phrases.push(word),
            }
        }
        phrases
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A poisoned lock is safe to use: a choice is made completely or not at all.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Polls for a new question. Handshakes are answered on the person's behalf.
    fn poll(&mut self) {
        loop {
            match self.shown.try_recv() {
                Ok(shown) => self.asked = Some(shown),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.asked = None;
                    self.is_over = true;
                    return;
                }
            }
            if self.asked.as_ref().is_some_and(|shown| shown.budget == Budget::Hello) {
                self.answer();
            }
        }
    }

    fn answer(&mut self) {
        let Some(shown) = self.asked.take() else { return };
        // A referee that is gone is noticed at the next poll.
        let _ = self.said.send(shown.draft.answer().into_bytes());
    }
}

fn head_shown(head: &Head, place: Option<Cell>) -> HeadShown {
    match head.choices {
        Choices::Cells => HeadShown { name: head.name, labels: None, cells: true },
        Choices::Words(words) => HeadShown { name: head.name, labels: Some(words.to_vec()), cells: false },
        Choices::Steps(steps) => HeadShown {
            name: head.name,
            labels: Some(steps.iter().map(|step| step.word).collect()),
            cells: place.is_some(),
        },
    }
}

fn prompt(shown: &Prompt, place: Option<Cell>) -> String {
    let mut prompt = shown.status.clone();
    if let Some(Cell { x, y }) = place {
        prompt.push_str(&format!(" | it is about ({x}, {y})"));
    }
    if let Some(left_ms) = shown.left_ms {
        prompt.push_str(&format!(" | you have {} s", left_ms / 1000));
    }
    prompt
}
