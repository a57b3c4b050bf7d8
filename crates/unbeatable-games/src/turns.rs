//! Whether two players can have put their stones in turn.

use unbeatable_core::ParseError;

/// The error of stones that X and O cannot have put in turn until one of them had a line.
pub(crate) fn check_turns(
    [x, o]: [u64; 2],
    has_line: impl Fn(u64) -> bool,
) -> Result<(), ParseError> {
    let (xs, os) = (x.count_ones(), o.count_ones());
    let ([mine, theirs], [mover, last]) = match xs.checked_sub(os) {
        Some(0) => ([x, o], ["X", "O"]),
        Some(1) => ([o, x], ["O", "X"]),
        _ => {
            let found = format!("{xs} X and {os} O");
            return Err(ParseError::whole("as many X as O, or one X more", found));
        }
    };
    let found = match (has_line(mine), has_line(theirs)) {
        (false, _) => return Ok(()),
        (true, true) => "lines of both players".into(),
        (true, false) => format!("a line of {mover} though {last} moved last"),
    };
    let expected = "at most one winner, who moved last";
    Err(ParseError::whole(expected, found))
}
