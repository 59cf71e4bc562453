//! One answer: the parts of a line, as far as they can be told without knowing the board.

use std::fmt;

use skirmish_core::grid::Cell;

/// A unit's level: 1, 2 or 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All of them, the lowest first.
    pub const ALL: [Self; 3] = [Self(1), Self(2), Self(3)];

    /// The level of that number, if there is one.
    #[inline]
    pub const fn new(level: u32) -> Option<Self> {
        if level >= 1 && level <= 3 { Some(Self(level as u8)) } else { None }
    }

    /// The level as a number.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The level's place in tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// What can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Building {
    /// Earns gold; stands on mine spots only.
    Mine,
    /// Guards its cell and those beside it; stands anywhere else.
    Tower,
}

impl Building {
    /// The word of the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mine => "MINE",
            Self::Tower => "TOWER",
        }
    }
}

/// A number as it was written: nothing at all, a value, or more digits than fit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Number(u32);

impl Number {
    /// The largest value: 2147483647.
    pub const MAX: u32 = i32::MAX as u32;
    /// Anything larger.
    pub const HUGE: Self = Self(Self::MAX + 1);
    /// No digit at all.
    pub const EMPTY: Self = Self(Self::MAX + 2);

    /// The number of that value; above [`Number::MAX`] it is [`Number::HUGE`].
    #[inline]
    pub const fn new(value: u32) -> Self {
        if value > Self::MAX { Self::HUGE } else { Self(value) }
    }

    /// The value, if there is one.
    #[inline]
    pub const fn value(self) -> Option<u32> {
        if self.0 <= Self::MAX { Some(self.0) } else { None }
    }
}

impl From<i16> for Number {
    /// Numbers on the wire have no sign: what is below 0 becomes [`Number::HUGE`], which is just as far off the board.
    fn from(value: i16) -> Self {
        u32::try_from(value).map_or(Self::HUGE, Self::new)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::HUGE => f.write_str("huge"),
            Self::EMPTY => f.write_str("empty"),
            Self(value) => value.fmt(f),
        }
    }
}

/// One part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Nothing.
    Wait,
    /// A text for spectators; [`Action::text`] has it.
    Message(Span),
    /// A unit's step.
    Move {
        /// The unit's id.
        id: Number,
        /// The target's column.
        x: Number,
        /// The target's row.
        y: Number,
    },
    /// A new unit.
    Train {
        /// Its level.
        level: Number,
        /// The target's column.
        x: Number,
        /// The target's row.
        y: Number,
    },
    /// A new building.
    Build {
        /// What it is.
        building: Building,
        /// The target's column.
        x: Number,
        /// The target's row.
        y: Number,
    },
}

impl Part {
    /// `MOVE id x y`.
    pub fn move_unit(id: u32, to: Cell) -> Self {
        Self::Move { id: Number::new(id), x: to.x.into(), y: to.y.into() }
    }

    /// `TRAIN level x y`.
    pub fn train(level: Level, at: Cell) -> Self {
        Self::Train { level: Number::new(level.get().into()), x: at.x.into(), y: at.y.into() }
    }

    /// `BUILD MINE x y` or `BUILD TOWER x y`.
    pub fn build(building: Building, at: Cell) -> Self {
        Self::Build { building, x: at.x.into(), y: at.y.into() }
    }
}

/// Where a message lies among the texts of its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    start: u32,
    end: u32,
}

/// One answer: the parts of a line, in order. Everything that can be made here can be written and read back.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Action {
    parts: Vec<Part>,
    /// All messages, back to back.
    texts: String,
}

impl Clone for Action {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), texts: self.texts.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.parts.clone_from(&other.parts);
        self.texts.clone_from(&other.texts);
    }
}

impl Action {
    /// An answer that does nothing yet.
    pub const fn new() -> Self {
        Self { parts: Vec::new(), texts: String::new() }
    }

    /// The parts in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// A message of this action.
    pub fn text(&self, span: Span) -> &str {
        self.texts.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Forgets everything, not the memory it is kept in.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.texts.clear();
    }

    /// Adds `WAIT`.
    pub fn wait(&mut self) -> &mut Self {
        self.push(Part::Wait)
    }

    /// Adds `MOVE id x y`.
    pub fn move_unit(&mut self, id: u32, to: Cell) -> &mut Self {
        self.push(Part::move_unit(id, to))
    }

    /// Adds `TRAIN level x y`.
    pub fn train(&mut self, level: Level, at: Cell) -> &mut Self {
        self.push(Part::train(level, at))
    }

    /// Adds `BUILD MINE x y` or `BUILD TOWER x y`.
    pub fn build(&mut self, building: Building, at: Cell) -> &mut Self {
        self.push(Part::build(building, at))
    }

    /// Adds `MSG text`. What a line cannot carry becomes a blank; a text of nothing but blanks is left out.
    pub fn say(&mut self, text: &str) -> &mut Self {
        let start = self.texts.len();
        self.texts.extend(text.chars().map(|c| if matches!(c, ';' | '\n' | '\r') { ' ' } else { c }));
        let kept = self.texts[start..].trim_end_matches(|c| c <= ' ').len();
        self.texts.truncate(start + kept);
        if kept > 0 {
            self.parts.push(Part::Message(Span { start: start as u32, end: self.texts.len() as u32 }));
        }
        self
    }

    /// Adds a part. A message is left out, since its text lies elsewhere: [`Action::say`] adds those.
    #[inline]
    pub fn push(&mut self, mut part: Part) -> &mut Self {
        match &mut part {
            Part::Message(_) => return self,
            // A line cannot end in an empty number; a huge one is just as far off the board.
            Part::Move { y, .. } | Part::Train { y, .. } | Part::Build { y, .. } if *y == Number::EMPTY => {
                *y = Number::HUGE;
            }
            _ => {}
        }
        self.parts.push(part);
        self
    }

    /// Lets `change` alter the target of every part that has one.
    pub(crate) fn retarget(&mut self, change: impl Fn(&mut Number, &mut Number)) {
        for part in &mut self.parts {
            match part {
                Part::Wait | Part::Message(_) => {}
                Part::Move { x, y, .. } | Part::Train { x, y, .. } | Part::Build { x, y, .. } => change(x, y),
            }
        }
    }
}
