//! Moments as dates, without a zone: the page may be read anywhere.

use jiff::Timestamp;

/// `2026-01-31 12:00 UTC` of seconds since 1970; nothing for virtual time, which begins there, and for what is no date.
pub fn date(seconds: i64) -> Option<String> {
    let moment = Timestamp::from_second(seconds).ok().filter(|_| seconds != 0)?;
    Some(moment.strftime("%Y-%m-%d %H:%M UTC").to_string())
}

/// The same in a list of runs.
pub fn date_or_none(seconds: i64) -> String {
    date(seconds).unwrap_or_else(|| "without a date".to_string())
}
