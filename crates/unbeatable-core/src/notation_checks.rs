//! What the tests of all notations check: games and positions in writing. Like [`laws`](crate::laws) it is for
//! whoever adds a game, and panics where something is wrong.

use crate::kind::Kind;
use crate::notation::ParseError;
use crate::spec::Spec;

/// The game of a spec, or what is wrong with it.
pub fn read<G: Kind>(spec: &str) -> Result<G, ParseError> {
    G::parse(Spec::parse(spec)?)
}

/// The game of a spec that is right.
///
/// Panics if it is not.
#[track_caller]
pub fn rules<G: Kind>(spec: &str) -> G {
    read(spec).unwrap_or_else(|e| panic!("{spec}: {e}"))
}

/// Specs with how they are printed.
///
/// Panics if one is printed otherwise.
#[track_caller]
pub fn check_specs<G: Kind>(specs: &[(&str, &str)]) {
    for (given, printed) in specs {
        assert_eq!(rules::<G>(given).spec(), *printed);
        assert_eq!(rules::<G>(printed).spec(), *printed);
    }
}

/// Specs that are refused, one a line: `SPEC => MESSAGE`.
///
/// Panics if one is not refused so.
#[track_caller]
pub fn check_wrong_specs<G: Kind>(table: &str) {
    for (spec, message) in cases(table) {
        let error = read::<G>(spec).err().expect(spec);
        assert_eq!(error.to_string(), message, "{spec}");
    }
}

/// Positions that are refused, one a line: `SPEC POSITION => MESSAGE`.
///
/// Panics if one is not refused so.
#[track_caller]
pub fn check_wrong_positions<G: Kind>(table: &str) {
    for (given, message) in cases(table) {
        let (spec, position) = given.split_once(' ').expect("a position");
        let error = rules::<G>(spec).parse_position(position).err();
        assert_eq!(error.expect(given).to_string(), message, "{given}");
    }
}

/// Texts with their messages, one a line.
fn cases(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().map(str::trim_start);
    lines.map(|line| line.split_once(" => ").expect("an error"))
}
