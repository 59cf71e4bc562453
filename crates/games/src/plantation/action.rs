//! What an answer is: one command, its verb and its numbers.

use skirmish_core::grid::Cell;

/// What a command does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verb {
    /// Raises the score of an own tile.
    Fertilise,
    /// Takes an empty tile beside an own one.
    Plant,
    /// Shows the 3x3 tiles around a target.
    #[default]
    Scout,
    /// Takes any empty tile, paid for by a rich own one.
    Colonise,
    /// Lowers the enemy's tiles in a cross.
    Spray,
    /// Lowers one enemy tile by a lot.
    Bomb,
}

impl Verb {
    /// Their words, in the order of [`Verb::ALL`].
    pub(super) const WORDS: &'static [&'static str] =
        &["fertilise", "plant", "scout", "colonise", "spray", "bomb"];

    /// All of them; their order is the order of a learner's choices.
    pub const ALL: [Self; 6] =
        [Self::Fertilise, Self::Plant, Self::Scout, Self::Colonise, Self::Spray, Self::Bomb];

    /// The word a player writes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fertilise => "fertilise",
            Self::Plant => "plant",
            Self::Scout => "scout",
            Self::Colonise => "colonise",
            Self::Spray => "spray",
            Self::Bomb => "bomb",
        }
    }

    /// The verb of that word; capitals count.
    pub fn named(word: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.word().as_bytes() == word)
    }

    /// How many numbers it needs.
    pub const fn needs(self) -> usize {
        match self {
            Self::Colonise => 4,
            _ => 2,
        }
    }
}

/// One command as a player wrote it: a verb and up to four numbers, sensible or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// What to do.
    pub verb: Verb,
    count: u8,
    /// Those not given are 0, so that equal commands compare equal.
    numbers: [i32; Self::MOST_NUMBERS],
}

impl Command {
    /// Numbers beyond these are dropped unread.
    pub const MOST_NUMBERS: usize = 4;

    /// A verb with these numbers; what exceeds [`Command::MOST_NUMBERS`] is dropped.
    pub fn new(verb: Verb, numbers: &[i32]) -> Self {
        let mut command = Self { verb, count: 0, numbers: [0; Self::MOST_NUMBERS] };
        numbers.iter().for_each(|&number| command.push(number));
        command
    }

    /// A verb aimed at a cell.
    #[inline]
    pub fn at(verb: Verb, target: Cell) -> Self {
        Self { verb, count: 2, numbers: [i32::from(target.y), i32::from(target.x), 0, 0] }
    }

    /// A colonisation of `target`, paid by `source`.
    #[inline]
    pub fn colonise(target: Cell, source: Cell) -> Self {
        let numbers = [target.y, target.x, source.y, source.x].map(i32::from);
        Self { verb: Verb::Colonise, count: 4, numbers }
    }

    /// The numbers given: row, column, and for `colonise` the source's row and column.
    #[inline]
    pub fn numbers(&self) -> &[i32] {
        &self.numbers[..usize::from(self.count).min(Self::MOST_NUMBERS)]
    }

    /// The numbers given, to be changed.
    pub(super) fn numbers_mut(&mut self) -> &mut [i32] {
        &mut self.numbers[..usize::from(self.count).min(Self::MOST_NUMBERS)]
    }

    /// Adds a number, if there is room for it.
    #[inline]
    pub(super) fn push(&mut self, number: i32) {
        if let Some(place) = self.numbers.get_mut(usize::from(self.count)) {
            *place = number;
            self.count += 1;
        }
    }

    /// The row and column aimed at, if both are given.
    #[inline]
    pub(super) fn target(&self) -> Option<(i32, i32)> {
        (self.count >= 2).then_some((self.numbers[0], self.numbers[1]))
    }

    /// The row and column of the source, if both are given.
    #[inline]
    pub(super) fn source(&self) -> Option<(i32, i32)> {
        (self.count >= 4).then_some((self.numbers[2], self.numbers[3]))
    }
}
