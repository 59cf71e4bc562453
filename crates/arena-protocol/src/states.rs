//! What kinds of things there are and how far they have come: one enum each, with one word each, in the database, in
//! the API and in commands.

/// An enum whose values are words: in the database, as JSON, as text.
macro_rules! words {
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $value:ident = $word:literal,)*
        }
    ) => {
        $(#[doc = $about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $value,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$value),*];

            /// The word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)*
                }
            }
        }

        // Not derived: the derive does not see words that come through this macro.
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .description(Some(concat!($($about),*).trim()))
                    .enum_values(Some([$($word),*]))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {}

        impl std::str::FromStr for $name {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                let found = Self::ALL.iter().copied().find(|value| value.word() == word);
                found.ok_or_else(|| UnknownWord { what: stringify!($name), word: word.chars().take(40).collect() })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

/// A word that is none of an enum's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{word}” is no {what}")]
pub struct UnknownWord {
    what: &'static str,
    word: String,
}

words! {
    /// How far a version has come.
    pub enum VersionState {
        /// It waits for its build.
        Queued = "queued",
        /// It was built and is on trial.
        Built = "built",
        /// It may play.
        Ready = "ready",
        /// It cannot be built.
        Failed = "failed",
        /// It failed its trial.
        Refused = "refused",
        /// A newer version came before it was built.
        Superseded = "superseded",
    }
}

words! {
    /// Why a match is played.
    pub enum MatchKind {
        /// It moves the ladder.
        Rated = "rated",
        /// It shows whether a new version can play at all.
        Trial = "trial",
        /// Somebody asked for it.
        Challenge = "challenge",
        /// Another worker plays a match again.
        Second = "second",
    }
}

words! {
    /// How far a match has come.
    pub enum MatchState {
        /// It waits.
        Queued = "queued",
        /// A worker has it.
        Running = "running",
        /// It was played.
        Done = "done",
        /// It was tried too often and is set aside.
        Poison = "poison",
        /// It will not be played: a bot left.
        Withdrawn = "withdrawn",
    }
}

words! {
    /// What a job is, and with which others it takes turns.
    pub enum Lane {
        /// A version's build.
        Build = "build",
        /// The match that shows whether a new version can play at all.
        Trial = "trial",
        /// A match that somebody asked for.
        Challenge = "challenge",
        /// A match that another worker plays again.
        Second = "second",
        /// A match of the ladder.
        Rated = "rated",
    }
}

words! {
    /// How far a job has come.
    pub enum JobState {
        /// It waits for a worker.
        Queued = "queued",
        /// A worker has it.
        Leased = "leased",
        /// It is over.
        Done = "done",
        /// It was tried too often and is set aside.
        Poison = "poison",
    }
}

impl Lane {
    /// The lane of a match.
    #[must_use]
    pub const fn of_match(kind: MatchKind) -> Self {
        match kind {
            MatchKind::Rated => Self::Rated,
            MatchKind::Trial => Self::Trial,
            MatchKind::Challenge => Self::Challenge,
            MatchKind::Second => Self::Second,
        }
    }
}

impl VersionState {
    /// Whether something is still to be done before it can play or is refused.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Queued | Self::Built)
    }
}

impl MatchState {
    /// Whether it is still to be played.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Queued | Self::Running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_as_what_it_was_written_for() {
        fn check<T>(all: &[T], word: fn(T) -> &'static str)
        where
            T: Copy + PartialEq + std::fmt::Debug + std::str::FromStr + serde::Serialize + utoipa::ToSchema,
        {
            let json = |value: &T| serde_json::to_value(value).expect("JSON");
            for &value in all {
                assert_eq!(word(value).parse().ok(), Some(value));
                assert_eq!(json(&value), word(value));
            }
            let schema = serde_json::to_value(T::schema()).expect("JSON");
            let words: Vec<serde_json::Value> = all.iter().map(json).collect();
            assert_eq!(schema["enum"], serde_json::Value::from(words), "the API's description: {schema}");
        }
        check(VersionState::ALL, VersionState::word);
        check(MatchKind::ALL, MatchKind::word);
        check(MatchState::ALL, MatchState::word);
        check(Lane::ALL, Lane::word);
        check(JobState::ALL, JobState::word);
        check(Scope::ALL, Scope::word);
        let error = "new".parse::<JobState>().expect_err("no such word");
        assert_eq!(error.to_string(), "“new” is no JobState");
    }
}

words! {
    /// Something that a token may be good for.
    pub enum Scope {
        /// Doing the rest with others' things, too, as an admin.
        Admin = "admin",
        /// Reading what is the account's own.
        Read = "read",
        /// Submitting bots, changing them, and challenging with them.
        Submit = "submit",
        /// Working for the arena, and nothing else.
        Worker = "worker",
    }
}
