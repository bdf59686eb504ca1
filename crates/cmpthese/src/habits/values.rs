//! Values of a parameter, as hyperfine reads them.

use report::printable;

/// More values cannot be compared, whatever they are put into.
const VALUES_MAX: i128 = 10_000;

/// A name and what is put in its place.
pub struct Axis {
    pub name: String,
    pub values: Vec<String>,
    /// The same as `--param` would have it, where that is shorter than all values.
    pub range: Option<String>,
}

impl Axis {
    /// As `--param` takes it.
    pub fn param(&self) -> String {
        let Axis { name, values, range } = self;
        match range {
            Some(range) => format!("{name}={range}"),
            None if values.iter().all(|value| value.parse::<f64>().is_ok()) => format!("{name}={}", values.join(",")),
            None => format!("{name}={{ texts = {} }}", plan::quick::toml_texts(values)),
        }
    }
}

/// The values between commas; a backslash makes a comma, or itself, a part of a value.
pub fn listed(text: &str) -> Vec<String> {
    let mut values = vec![String::new()];
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let last = values.last_mut().expect("there is one from the start");
        match character {
            ',' => values.push(String::new()),
            '\\' => last.push(characters.next_if(|next| [',', '\\'].contains(next)).unwrap_or('\\')),
            _ => last.push(character),
        }
    }
    values
}

/// The decimal numbers from `min` to `max`, as many digits behind the point as the longest of the three has.
pub fn scanned(min: &str, max: &str, step: &str) -> Result<Vec<String>, String> {
    let digits = [min, max, step].map(|text| text.split_once('.').map_or(0, |(_, fraction)| fraction.len()));
    let digits = digits.into_iter().max().unwrap_or(0);
    let [from, to, by] = [scaled(min, digits)?, scaled(max, digits)?, scaled(step, digits)?];
    if by <= 0 || to < from {
        return Err(
            "goes up: MIN is not above MAX, and the step is above 0; --param NAME=1,2,5 takes any order".to_string()
        );
    }
    if (to - from) / by >= VALUES_MAX {
        return Err(format!(
            "makes more than {VALUES_MAX} values: take larger steps, or --param NAME=MIN..MAX*2, which doubles"
        ));
    }
    Ok((0..=(to - from) / by).map(|count| written(from + count * by, digits)).collect())
}

/// A decimal number times ten to the power of `digits`.
fn scaled(text: &str, digits: usize) -> Result<i128, String> {
    /// So that no product overflows.
    const LENGTH_MAX: usize = 18;
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let all = format!("{whole}{fraction:0<digits$}");
    let is_number = !(whole.is_empty() && fraction.is_empty())
        && all.len() <= LENGTH_MAX
        && all.bytes().all(|byte| byte.is_ascii_digit());
    let number = all.parse::<i128>().ok().filter(|_| is_number);
    let wrong = || format!("takes numbers, and `{}` is none: --parameter-list takes texts", printable(text));
    number.map(|number| sign * number).ok_or_else(wrong)
}

fn written(number: i128, digits: usize) -> String {
    let (sign, all) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
    match digits {
        0 => format!("{sign}{all}"),
        _ => {
            let unit = 10_u128.pow(u32::try_from(digits).unwrap_or(u32::MAX));
            format!("{sign}{}.{:0digits$}", all / unit, all % unit)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{listed, scanned};

    #[test]
    fn lists() {
        let cases: &[(&str, &[&str])] = &[
            ("gcc,clang", &["gcc", "clang"]),
            (",-v", &["", "-v"]),
            (r"a\,b,c\\,\d,", &["a,b", r"c\", r"\d", ""]),
            ("\\", &["\\"]),
        ];
        for (text, values) in cases {
            assert_eq!(listed(text), *values, "{text}");
        }
    }

    #[test]
    fn numbers() {
        let cases: &[(&str, &str, &str, &[&str])] = &[
            ("1", "3", "1", &["1", "2", "3"]),
            ("0.3", "0.7", "0.2", &["0.3", "0.5", "0.7"]),
            ("-1", "1", ".75", &["-1.00", "-0.25", "0.50"]),
            ("5", "5", "1", &["5"]),
        ];
        for (min, max, step, values) in cases {
            assert_eq!(scanned(min, max, step).unwrap(), *values, "{min} to {max} by {step}");
        }
    }

    #[test]
    fn no_numbers() {
        for (min, max, step) in [
            ("a", "3", "1"),
            ("1", "", "1"),
            ("1", "3", "0"),
            ("3", "1", "1"),
            ("1", "1e9", "1"),
            ("0", "99999", "1"),
            (".", "1", "1"),
        ] {
            assert!(scanned(min, max, step).is_err(), "{min} to {max} by {step}");
        }
    }
}
