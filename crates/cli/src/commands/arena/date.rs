//! A day as people write it.

const DAY_MS: i64 = 24 * 3_600_000;

/// The day of a time in milliseconds since 1970, as year, month and day; `never` where there is no end.
pub fn date(ms: i64) -> String {
    /// 400 years of the Gregorian calendar.
    const CYCLE_DAYS: i64 = 146_097;
    /// The year 10000: beyond it nobody reads a date.
    const LAST_DAY: i64 = 2_932_897;
    let day = ms.div_euclid(DAY_MS);
    if day >= LAST_DAY {
        return "never".to_owned();
    }
    // Years that begin in March, so that a leap day is a year's last.
    let day = day + 719_468;
    let (cycle, day) = (day.div_euclid(CYCLE_DAYS), day.rem_euclid(CYCLE_DAYS));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, is_next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year + cycle * 400 + is_next)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_700_000_000, "2023-11-14"),
            (4_102_444_799, "2099-12-31"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(date(seconds * 1000), expected);
        }
        assert_eq!(date(i64::MAX), "never");
    }
}
