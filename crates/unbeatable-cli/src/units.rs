//! Numbers, times and bytes as people write them: read and written.

use unbeatable_workbench::units::{COUNTS, parse, parse_plain, within};
pub(crate) use unbeatable_workbench::units::{parse_bytes, parse_nodes, parse_threads, parse_time};

/// Reads a number of games: `100k`.
pub(crate) fn parse_games(text: &str) -> Result<u64, String> {
    let expected = "expected a whole number, perhaps with k, M, G or T, such as 100k";
    within(
        parse(text, COUNTS, expected)?,
        1,
        1_000_000_000_000,
        "1 to 10^12",
    )
}

/// Reads the length of move sequences.
pub(crate) fn parse_depth(text: &str) -> Result<u32, String> {
    Ok(parse_plain(text, 0, 1000, "0 to 1000")? as u32)
}

/// A number of boards.
pub(crate) fn parse_boards(text: &str) -> Result<usize, String> {
    Ok(parse_plain(text, 1, 100_000, "1 to 100000")? as usize)
}

/// Reads how many moves of a game record count.
pub(crate) fn parse_moves(text: &str) -> Result<usize, String> {
    Ok(parse_plain(text, 0, 1_000_000_000, "0 to 10^9")? as usize)
}

/// Reads a seed: any number of 64 bits.
pub(crate) fn parse_seed(text: &str) -> Result<u64, String> {
    parse_plain(text, 0, u64::MAX.into(), "0 to 2^64 - 1")
}

/// A number with commas between groups of three digits: `549,946`.
pub(crate) fn thousands(number: impl Into<u128>) -> String {
    group(&number.into().to_string())
}

/// Digits with commas between groups of three.
pub(crate) fn group(digits: &str) -> String {
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// How many there are of something: `1 ply`, `5 plies`.
pub(crate) fn many(number: impl Into<u128>, one: &str, more: &str) -> String {
    let number = number.into();
    format!(
        "{} {}",
        thousands(number),
        if number == 1 { one } else { more }
    )
}

/// A time in the unit that suits it: `0.084 ms`, `1.52 s`, `2 min 5 s`.
pub(crate) fn write_seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.3} ms", s * 1e3),
        s if s < 0.01 => format!("{:.2} ms", s * 1e3),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => {
            let whole = s.round() as u64;
            let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
            match hours {
                0 => format!("{minutes} min {seconds} s"),
                _ => format!("{} h {minutes} min", thousands(hours)),
            }
        }
    }
}

/// Bytes in the unit that suits them: `64 MiB`.
pub(crate) fn write_bytes(bytes: u64) -> String {
    let units = [
        ("TiB", 1_u64 << 40),
        ("GiB", 1 << 30),
        ("MiB", 1 << 20),
        ("KiB", 1 << 10),
    ];
    match units.into_iter().find(|&(_, size)| bytes >= size) {
        Some((unit, size)) if bytes.is_multiple_of(size) => format!("{} {unit}", bytes / size),
        Some((unit, size)) => format!("{:.1} {unit}", bytes as f64 / size as f64),
        None => format!("{bytes} B"),
    }
}

/// A speed: `12.3 M nodes/s`. `None` if the time is too short to say.
pub(crate) fn write_speed(count: u64, seconds: f64, of: &str) -> Option<String> {
    if seconds <= 0.0 || count == 0 {
        return None;
    }
    let speed = count as f64 / seconds;
    Some(match speed {
        s if s >= 1e9 => format!("{:.1} G {of}/s", s / 1e9),
        s if s >= 1e6 => format!("{:.1} M {of}/s", s / 1e6),
        s if s >= 1e3 => format!("{:.1} k {of}/s", s / 1e3),
        s => format!("{s:.1} {of}/s"),
    })
}

/// A cost and the speed that comes with it, if the time is long enough to say.
pub(crate) fn with_speed(cost: String, count: u64, seconds: f64, of: &str) -> String {
    match write_speed(count, seconds, of) {
        Some(speed) => format!("{cost}, {speed}"),
        None => cost,
    }
}

/// A share in percent: `51.41 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
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
    fn games() {
        check(parse_games("100k"), 100_000);
        check(parse_games("1T"), 1_000_000_000_000);
        refuse(parse_games("0"), "1 to 10^12");
        refuse(parse_games("2T"), "1 to 10^12");
    }

    #[test]
    fn plain_numbers() {
        check(parse_threads("1024"), 1024);
        check(parse_depth("0"), 0);
        check(parse_seed("18446744073709551615"), u64::MAX);
        refuse(parse_threads("0"), "allowed is 1 to 1024");
        refuse(parse_depth("1001"), "allowed is 0 to 1000");
        refuse(
            parse_seed("18446744073709551616"),
            "allowed is 0 to 2^64 - 1",
        );
        for bad in ["", "two", "-1", "2k", "1.0"] {
            refuse(parse_threads(bad), "expected a whole number, 1 to 1024");
        }
    }

    #[test]
    fn bytes() {
        check(parse_bytes("4GiB"), 4 << 30);
        check(parse_bytes("1.5gib"), 3 << 29);
        check(parse_bytes("100MB"), 100_000_000);
        check(parse_bytes("33554432B"), 32 << 20);
        check(parse_bytes("64TiB"), 64 << 40);
        for absurd in ["0B", "31MiB", "65TiB"] {
            refuse(parse_bytes(absurd), "32MiB to 64TiB");
        }
        for bad in ["", "4", "4G", "GiB", "1.5B", "4 Gi B"] {
            refuse(parse_bytes(bad), "expected a number and a unit");
        }
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0_u64, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (549_946, "549,946"),
        ] {
            assert_eq!(thousands(number), text);
        }
        assert_eq!(thousands(u128::MAX).len(), 39 + 12);
        assert_eq!(many(1_u64, "ply", "plies"), "1 ply");
        assert_eq!(many(1_000_u64, "ply", "plies"), "1,000 plies");
    }

    #[test]
    fn written_times_bytes_and_speeds() {
        assert_eq!(write_seconds(0.000_084), "0.084 ms");
        assert_eq!(write_seconds(0.0081), "8.10 ms");
        assert_eq!(write_seconds(0.25), "250.0 ms");
        assert_eq!(write_seconds(1.524), "1.52 s");
        assert_eq!(write_seconds(125.0), "2 min 5 s");
        assert_eq!(write_seconds(7_384.0), "2 h 3 min");
        assert_eq!(write_bytes(512), "512 B");
        assert_eq!(write_bytes(64 << 20), "64 MiB");
        assert_eq!(write_bytes(3 << 29), "1.5 GiB");
        assert_eq!(
            write_speed(3_000_000, 0.5, "nodes").as_deref(),
            Some("6.0 M nodes/s")
        );
        assert_eq!(write_speed(3, 0.0, "nodes"), None);
        assert_eq!(percent(0.514_1), "51.41 %");
    }
}
