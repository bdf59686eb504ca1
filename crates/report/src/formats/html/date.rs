//! Moments as dates, without a zone: the page may be read anywhere.

/// `2026-01-31 12:00 UTC` of seconds since 1970; nothing for virtual time, which begins there.
///
/// Source: the Gregorian calendar repeats after 146097 days; years are counted from March, so that the leap day is the last.
pub fn date(seconds: i64) -> Option<String> {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let since_march = days + 719_468;
    let (era, day_of_era) = (since_march.div_euclid(146_097), since_march.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months + 2) / 5 + 1;
    let month = if months < 10 { months + 3 } else { months - 9 };
    let year = 400 * era + year_of_era + i64::from(month <= 2);
    let (hour, minute) = (rest / 3_600, rest / 60 % 60);
    (seconds != 0).then(|| format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC"))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_those_of_the_calendar() {
        let cases = [
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (4_107_542_399, "2100-02-28 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
            (1_767_225_599, "2025-12-31 23:59 UTC"),
            (-1, "1969-12-31 23:59 UTC"),
        ];
        for (seconds, expected) in cases {
            assert_eq!(date(seconds).as_deref(), Some(expected));
        }
        assert_eq!(date(0), None);
    }
}
