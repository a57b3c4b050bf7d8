//! Numbers and times as people write them: `60s`, `10M`.

use std::time::Duration;

/// A unit and how many of the smallest unit it is.
pub type Unit = (&'static str, u128);

/// Times, in nanoseconds.
const TIMES: &[Unit] = &[
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
    ("d", 86_400_000_000_000),
];

/// Multiples of one.
pub const COUNTS: &[Unit] = &[
    ("", 1),
    ("k", 1_000),
    ("M", 1_000_000),
    ("G", 1_000_000_000),
    ("T", 1_000_000_000_000),
];

/// Multiples of a byte.
const BYTES: &[Unit] = &[
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
];

/// The longest time limit: ten years.
const TIME_MAX: u128 = 3650 * 86_400_000_000_000;

/// Reads a time limit: `60s`, `1.5h`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let expected = "expected a number and a unit (ms, s, m, h, d), such as 60s";
    let nanoseconds = parse(text, TIMES, expected)?;
    let nanoseconds = within(nanoseconds, 1_000_000, TIME_MAX, "1ms to 3650d")?;
    Ok(Duration::from_nanos(nanoseconds))
}

/// Reads a number of positions: `10M`, `1_000_000`.
pub fn parse_nodes(text: &str) -> Result<u64, String> {
    let expected = "expected a whole number, perhaps with k, M, G or T, such as 10M";
    within(
        parse(text, COUNTS, expected)?,
        1,
        1_000_000_000_000_000_000,
        "1 to 10^18",
    )
}

/// Reads a number of bytes: `4GiB`.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let expected = "expected a number and a unit (B, kB, MB, GB, TB, KiB, MiB, GiB, TiB), such as \
                    4GiB";
    within(
        parse(text, BYTES, expected)?,
        32 << 20,
        64 << 40,
        "32MiB to 64TiB",
    )
}

/// Reads a number of threads.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    Ok(parse_plain(text, 1, 1024, "1 to 1024")? as usize)
}

/// Reads a whole number without a unit.
pub fn parse_plain(text: &str, min: u128, max: u128, allowed: &str) -> Result<u64, String> {
    let expected = format!("expected a whole number, {allowed}");
    within(parse(text, &COUNTS[..1], &expected)?, min, max, allowed)
}

/// The number, if it is in the range, which `allowed` says in words.
pub fn within(number: u128, min: u128, max: u128, allowed: &str) -> Result<u64, String> {
    match u64::try_from(number) {
        Ok(n) if (min..=max).contains(&number) => Ok(n),
        _ => Err(format!("out of range, allowed is {allowed}")),
    }
}

/// Reads a decimal number and its unit, exactly: what is left below the smallest unit is dropped,
/// what is too large for any range is the largest number there is.
pub fn parse(text: &str, units: &[Unit], expected: &str) -> Result<u128, String> {
    let split = text
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit = units
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit.trim_end()));
    let (Some(&(_, size)), number) = (unit, number.trim_end()) else {
        return Err(expected.into());
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let part_is_digits = part.chars().all(|c| c.is_ascii_digit());
    if !is_grouped(whole) || !part_is_digits || number.ends_with('.') {
        return Err(expected.into());
    }
    if size == 1 && !part.is_empty() {
        return Err(expected.into());
    }
    // 18 digits after the point are more than the smallest unit of anything here can show.
    let part = &part[..part.len().min(18)];
    let part_scale = 10_u128.pow(part.len() as u32);
    Ok(read_digits(whole)
        .saturating_mul(size)
        .saturating_add(read_digits(part) * size / part_scale))
}

/// Whether the text is digits, alone or in groups of three: `1000`, `1,000`, `1_000`. (`1,5` may be
/// meant as one and a half, so it is no number here.)
fn is_grouped(text: &str) -> bool {
    let groups: Vec<&str> = text.split([',', '_']).collect();
    let are_digits = groups.iter().all(|g| g.chars().all(|c| c.is_ascii_digit()));
    let lengths_fit = match &groups[..] {
        [only] => !only.is_empty(),
        [first, rest @ ..] => (1..=3).contains(&first.len()) && rest.iter().all(|g| g.len() == 3),
        [] => false,
    };
    are_digits && lengths_fit
}

/// The number that the digits make, whatever stands between them.
fn read_digits(text: &str) -> u128 {
    let digits = text.chars().filter_map(|c| c.to_digit(10));
    digits.fold(0, |n, d| n.saturating_mul(10).saturating_add(u128::from(d)))
}

/// A number of which three digits are enough, in words: `69.8 million`.
#[must_use]
pub fn write_rounded(number: f64) -> String {
    match number {
        n if n < 1e3 => format!("{n:.0}"),
        n if n < 1e6 => format!("{} thousand", three_digits(n / 1e3)),
        n if n < 1e9 => format!("{} million", three_digits(n / 1e6)),
        n if n < 1e12 => format!("{} billion", three_digits(n / 1e9)),
        n if n < 1e15 => format!("{} trillion", three_digits(n / 1e12)),
        n => format!("{n:.2e}"),
    }
}

/// A time that nobody should take too seriously: `19 s`, `2.5 h`, `47 days`.
#[must_use]
pub fn write_roughly(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{} s", two_digits(s)),
        s if s < 6e3 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{} h", two_digits(s / 3600.0)),
        s if s < 3e7 => format!("{} days", two_digits(s / 86_400.0)),
        s => format!("{} years", two_digits(s / 31_557_600.0)),
    }
}

fn three_digits(number: f64) -> String {
    match number {
        n if n < 10.0 => format!("{n:.2}"),
        n if n < 100.0 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

fn two_digits(number: f64) -> String {
    match number {
        n if n < 10.0 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

/// Bytes of which two digits are enough, in decimal units: disks have those.
#[must_use]
pub fn write_room(bytes: f64) -> String {
    match bytes {
        b if b < 1e6 => format!("{} kB", two_digits(b / 1e3)),
        b if b < 1e9 => format!("{} MB", two_digits(b / 1e6)),
        b if b < 1e12 => format!("{} GB", two_digits(b / 1e9)),
        b => format!("{} TB", two_digits(b / 1e12)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check<T: PartialEq + std::fmt::Debug>(read: Result<T, String>, expected: T) {
        assert_eq!(read, Ok(expected));
    }

    #[track_caller]
    fn refuse<T: std::fmt::Debug>(read: Result<T, String>, why: &str) {
        let error = read.expect_err("this should be refused");
        assert!(error.contains(why), "{error}");
    }

    #[test]
    fn times() {
        check(parse_time("60s"), Duration::from_secs(60));
        check(parse_time("1ms"), Duration::from_millis(1));
        check(parse_time("1.5s"), Duration::from_millis(1500));
        check(parse_time("0.1s"), Duration::from_millis(100));
        check(parse_time("2m"), Duration::from_secs(120));
        check(parse_time("1.5 h"), Duration::from_secs(5400));
        check(parse_time("3650d"), Duration::from_secs(3650 * 86_400));
        for absurd in [
            "0s",
            "0.5ms",
            "3651d",
            "99999999999999999999999999999999999999999999d",
        ] {
            refuse(parse_time(absurd), "1ms to 3650d");
        }
        for bad in [
            "", "60", "s", "-1s", "1e3s", "1..5s", ".5s", "5.s", "60x", "60µs", "６０s", "1 0s",
        ] {
            refuse(parse_time(bad), "expected a number and a unit");
        }
    }

    #[test]
    fn nodes() {
        check(parse_nodes("1"), 1);
        check(parse_nodes("10M"), 10_000_000);
        check(parse_nodes("2.5k"), 2_500);
        check(parse_nodes("549,946"), 549_946);
        check(parse_nodes("1_000_000"), 1_000_000);
        check(parse_nodes("1g"), 1_000_000_000);
        check(parse_nodes("1000000T"), 1_000_000_000_000_000_000);
        for absurd in ["0", "0.0001k", "1000001T", "1000000000000000001"] {
            refuse(parse_nodes(absurd), "1 to 10^18");
        }
        for bad in ["", "M", "1.5", "-5", "+5", "ten", "1MM", "_1", "0x10"] {
            refuse(parse_nodes(bad), "expected a whole number");
        }
    }
}
