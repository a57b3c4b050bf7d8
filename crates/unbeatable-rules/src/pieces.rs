//! What can stand on the squares of a board, and how it is shown.

use std::collections::{BTreeMap, BTreeSet};

use crate::clause::Symbols;
use crate::grounding::terms::{GroundTerms, TermId};

/// Something that can stand on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardPiece {
    /// Its sign in text.
    pub(crate) sign: char,
    /// What it looks like in a picture.
    pub(crate) looks: PieceLooks,
}

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceLooks {
    /// It says that nothing is there.
    Nothing,
    /// It is the only kind of that role, and X or O: the sign of its player.
    Sign(usize),
    /// A letter, of a role or of nobody.
    Letter(Option<usize>, char),
}

/// Words for nothing, the plainest first.
const NOTHING: [&str; 8] = ["empty", "blank", "none", "free", "-", "e", "dirt", "b"];

/// Where there is one kind of piece without a name: a square that is taken.
pub(crate) const TAKEN: BoardPiece = BoardPiece {
    sign: '#',
    looks: PieceLooks::Letter(None, '#'),
};

/// How each of these is shown, by its name; `None` if there are too many for signs of one letter.
pub(crate) fn pieces(
    terms: &GroundTerms,
    names: &Symbols,
    roles: [TermId; 2],
    contents: &BTreeSet<TermId>,
) -> Option<BTreeMap<TermId, BoardPiece>> {
    let text = |content: TermId| names.text(terms.name(content));
    let nothing = nothing(contents.iter().map(|&content| text(content)));
    let signs = signs(contents.iter().map(|&content| text(content)), nothing)?;
    let roles = roles.map(text);
    let owner = |content: &TermId| owner(text(*content), roles);
    let is_piece = |content: &&TermId| Some(text(**content)) != nothing;
    let kinds_of = |role: usize| {
        let pieces = contents.iter().filter(is_piece);
        pieces
            .filter(|content| owner(content) == Some(role))
            .count()
    };
    // X and O are signs that everybody knows; other pieces have their letters, of whatever colour they are.
    let begins = |role: usize, sign: char| roles[role].to_lowercase().starts_with(sign);
    let are_crosses = kinds_of(0) == 1 && kinds_of(1) == 1;
    let are_crosses = are_crosses && (0..2).any(|role| begins(role, 'x') && begins(1 - role, 'o'));
    let piece = |(&content, sign): (&TermId, char)| {
        let looks = match owner(&content) {
            _ if Some(text(content)) == nothing => PieceLooks::Nothing,
            Some(role) if are_crosses => PieceLooks::Sign(role),
            role => PieceLooks::Letter(role, sign),
        };
        (content, BoardPiece { sign, looks })
    };
    Some(contents.iter().zip(signs).map(piece).collect())
}

/// The word that says that a square is empty. A `b` may be black, where there is a `w`.
fn nothing<'n>(contents: impl Iterator<Item = &'n str>) -> Option<&'static str> {
    let contents: Vec<&str> = contents.collect();
    let word = NOTHING.into_iter().find(|word| contents.contains(word))?;
    Some(word).filter(|word| *word != "b" || !contents.contains(&"w"))
}

/// A sign for each: its first letter, or another one that is not taken.
fn signs<'n>(
    contents: impl Iterator<Item = &'n str>,
    nothing: Option<&'static str>,
) -> Option<Vec<char>> {
    let mut taken = vec!['.'];
    let signs = contents.map(|text| {
        if Some(text) == nothing {
            return Some('.');
        }
        let letters = text
            .chars()
            .flat_map(|c| c.to_lowercase().chain(c.to_uppercase()));
        let mut all = letters
            .chain('0'..='9')
            .chain('!'..='~')
            .filter(|c| c.is_ascii_graphic());
        let sign = all.find(|c| !taken.contains(c))?;
        taken.push(sign);
        Some(sign)
    });
    signs.collect()
}

/// Whose a piece is, as far as its name says: `white`, `whitepawn` and `w` are white's, but not where the other
/// role's name begins so, too.
fn owner(piece: &str, roles: [&str; 2]) -> Option<usize> {
    if let Some(role) = roles.iter().position(|role| *role == piece) {
        return Some(role);
    }
    let is_of = roles.map(|role| role.starts_with(piece) || piece.starts_with(role));
    let initial_is = roles.map(|role| role.chars().next() == piece.chars().next());
    match (is_of, initial_is) {
        ([true, false], _) => Some(0),
        ([false, true], _) => Some(1),
        // `wp` and `bk` are white's and black's.
        ([false, false], [true, false]) if piece.len() == 2 => Some(0),
        ([false, false], [false, true]) if piece.len() == 2 => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_whose_a_piece_is() {
        let check = |piece: &str, roles: [&str; 2], expected: Option<usize>| {
            assert_eq!(owner(piece, roles), expected, "{piece} of {roles:?}");
        };
        check("x", ["xplayer", "oplayer"], Some(0));
        check("o", ["xplayer", "oplayer"], Some(1));
        check("whitepawn", ["white", "black"], Some(0));
        check("bk", ["white", "black"], Some(1));
        check("wall", ["white", "black"], None);
        check("r", ["red", "robot"], None);
        check("player1", ["player", "player1"], Some(1));
    }

    #[test]
    fn one_word_is_nothing() {
        let check = |contents: &[&str], expected: Option<&str>| {
            assert_eq!(nothing(contents.iter().copied()), expected, "{contents:?}");
        };
        check(&["x", "o", "b"], Some("b"));
        check(&["b", "empty", "w"], Some("empty"));
        check(&["b", "w"], None);
        check(&["white", "black"], None);
    }

    #[test]
    fn signs_differ() {
        let texts = ["rook", "red", "empty", "row"];
        let signs = signs(texts.into_iter(), Some("empty"));
        assert_eq!(signs, Some(vec!['r', 'R', '.', 'o']));
    }
}
