//! Lists of numbers as one parameter of a statement, which each database reads in its own way.

/// How a database is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The beginning of a statement about any number of rows: its first parameter is a [list](Self::listed) of pairs,
    /// which it calls `given`. One text for every number of rows, so that it is prepared once. PostgreSQL takes JSON for a
    /// hundred rows and would rather read a whole table, an array for ten.
    pub(crate) fn given(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "WITH given AS (SELECT json_extract(value, '$[0]') AS what, json_extract(value, '$[1]') AS worker \
                 FROM json_each($1))"
            }
            Self::Postgres => {
                "WITH given AS (SELECT what, worker FROM \
                 UNNEST(CAST(string_to_array(split_part($1, ';', 1), ' ') AS BIGINT[]), \
                 CAST(string_to_array(split_part($1, ';', 2), ' ') AS BIGINT[])) AS pair (what, worker))"
            }
        }
    }

    /// Pairs as [`Self::given`] takes them.
    pub(crate) fn listed(self, pairs: &[(i64, i64)]) -> String {
        let words = |of: fn(&(i64, i64)) -> i64| {
            pairs.iter().map(|pair| of(pair).to_string()).collect::<Vec<_>>().join(" ")
        };
        match self {
            Self::Sqlite => {
                let pairs: Vec<String> =
                    pairs.iter().map(|(what, worker)| format!("[{what},{worker}]")).collect();
                format!("[{}]", pairs.join(","))
            }
            Self::Postgres => format!("{};{}", words(|pair| pair.0), words(|pair| pair.1)),
        }
    }

    /// The same for numbers alone.
    pub(crate) fn numbered(self, what: &[i64]) -> String {
        self.listed(&what.iter().map(|&what| (what, 0)).collect::<Vec<_>>())
    }
}
