//! What is known of ultimate tic-tac-toe without search.
//!
//! A local board is *undecided* while it can be won: it has no owner and an empty square. It is
//! *critical* for a player if winning it wins the game: it completes three of his boards in a row.
//!
//! 1. **Immediate win.** The mover wins if he may play in a board that is critical for him and in
//!    which one mark gives him a line.
//! 2. **Safe moves.** A move is safe if the opponent has no immediate win behind it; if there is a safe
//!    move, an unsafe one is at most as good. After Elhage, 'Pruning and positional analysis', who
//!    draws the squares to avoid, in whatever board: those that send the opponent to a board that is
//!    critical for him and has a square that wins it, or, if there is such a board anywhere, to a
//!    closed one. To be true, that needs exceptions; the published text has the first.
//!    - *Winning*: a move that wins the game.
//!    - *Blocking*: a move in the threatened board that takes the opponent's only winning square there.
//!      Then nothing is lost by sending him to that board, and, if it was the only threat, to a closed
//!      one. A move that fills the board is one of these.
//!    - *Taking*: a move in the threatened board that wins it, likewise.
//!    - *Closing*: a move that closes the very board that it sends to leaves the opponent free.
//!    - *Drawing*: a move that ends the game wins for nobody, even if it leaves the opponent 'free'.
//!
//!    A move that closes some other board changes nothing: boards become critical for the opponent by
//!    boards that *he* wins.
//! 3. **Forced loss.** A mover without an immediate win and without a safe move loses. In Elhage's
//!    words, if a board has only squares to avoid left, it is losing to be sent there; with the
//!    exceptions above, which hold for the player who is sent there, too.
//! 4. **No live line.** A player cannot win if every line of three boards holds one that is not his and
//!    that he cannot win: the opponent's, a drawn one, or an undecided one in which each line of squares
//!    holds a mark of the opponent's. This gives at most a draw, no loss; and if it is true of both,
//!    exactly a draw.
//!    *By majority* a player without a live line may still win more boards than the other; but no more
//!    than he owns and can still win. If that is less than the opponent owns already, he loses; if it is
//!    as much, he gets a draw at most.
//!
//! The *older rules* play on in won boards. All of this stays true, if 'closed' is 'full': a won board
//! is never undecided, so never critical, but it is no free choice to be sent there while it has an
//! empty square, and taking a threatened board does not close it.

use unbeatable_core::analysis::{one_by_one, one_by_one_within};
use unbeatable_core::diagram::Highlight;
use unbeatable_core::{Analysis, Bounds, Decided, Guide, Limited, Outcome, Prospect, Wdl, Within};

use crate::ultimate::race;
use crate::ultimate::{Move, Moves, Position, Ultimate};

mod highlights;
mod reasons;
pub(crate) mod survey;
mod sweep;

pub use reasons::{Exception, exception};
use survey::{Survey, at_most};
pub use survey::{safe_moves, to_avoid, winning_squares};

/// Knowledge of the local boards that win the game.
#[derive(Clone, Copy, Debug)]
pub struct CriticalBoards;

impl Analysis<Ultimate> for CriticalBoards {
    #[inline]
    fn bounds(&self, game: &Ultimate, pos: &Position) -> Bounds<Wdl> {
        let survey = Survey::new(*game, pos);
        if survey.has_win() {
            return Bounds::exactly(Wdl::Win);
        }
        if survey.safe().0 == [0; 2] {
            return Bounds::exactly(Wdl::Loss);
        }
        let mover = pos.turn();
        Bounds {
            lower: -at_most(*game, pos, mover.other()),
            upper: at_most(*game, pos, mover),
        }
    }

    /// The moves that win at once; if there are none, the safe ones; if there are none, all.
    #[inline]
    fn candidates<'a>(
        &'a self,
        game: &'a Ultimate,
        pos: &'a Position,
    ) -> impl Iterator<Item = Move> + 'a {
        let survey = Survey::new(*game, pos);
        if survey.has_win() {
            return survey.wins();
        }
        match survey.safe() {
            Moves([0, 0]) => pos.moves(),
            safe => safe,
        }
    }

    /// Under the usual rules with the numbers of [`Odds`](crate::ultimate::odds::Odds), whatever the guide.
    #[inline]
    fn prospects<D: Guide<Ultimate>>(
        &self,
        game: &Ultimate,
        guide: &D,
        pos: &Position,
        at_least: Outcome<Wdl>,
        each: impl FnMut(Prospect<Move>),
    ) -> Option<Decided<Move>> {
        match game.plays_on() || game.counts_boards() {
            true => one_by_one(self, game, guide, pos, at_least, each),
            false => sweep::prospects(game, pos, at_least, each),
        }
    }

    /// Under the older rules as [`race`] sees it.
    fn prospects_within<D: Guide<Within<Ultimate>>>(
        &self,
        game: &Within<Ultimate>,
        guide: &D,
        limited: &Limited<Position>,
        each: impl FnMut(Prospect<Move>),
    ) -> Option<Decided<Move>> {
        match race::is_raced(game.inner()) {
            true => race::prospects(game, limited, each),
            false => one_by_one_within(self, game, guide, limited, each),
        }
    }

    fn race_plies(&self, game: &Ultimate) -> Option<u32> {
        race::is_raced(game).then_some(race::PLIES_MAX)
    }

    fn why(&self, game: &Ultimate, pos: &Position) -> Option<String> {
        reasons::why(game, pos, self.bounds(game, pos))
    }

    /// The squares to avoid, if there are any, drawn as Elhage does, and the exceptions.
    fn explanation(&self, game: &Ultimate, pos: &Position) -> Vec<String> {
        reasons::explanation(game, pos)
    }

    fn remark(&self, game: &Ultimate, pos: &Position, m: Move) -> Option<String> {
        reasons::remark(game, pos, m)
    }

    fn highlights(&self, game: &Ultimate, pos: &Position) -> Vec<Highlight> {
        highlights::highlights(game, pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::{Game, Notation};

    /// The position drawn in 'Pruning and positional analysis'; O may have sent X to any closed board.
    const PUBLISHED: &str = "X;X.....OO.;......XXX/......X.X/O...XXXX./.....XO../O.O.XX.O./.OOXXO.X./\
                             O...O...O/OOO....../..O..OX..";

    fn position(text: &str) -> Position {
        let pos = Ultimate::STANDARD.parse_position(text);
        pos.expect("a position")
    }

    #[test]
    fn the_published_schematic_and_its_exceptions() {
        let pos = position(PUBLISHED);
        assert_eq!(to_avoid(&pos), 0o701);
        let drawn = CriticalBoards.explanation(&Ultimate::STANDARD, &pos);
        let expected = [
            "Safe moves: X must avoid #, in whatever board, or O wins at once.",
            "",
            "  # . .",
            "  . . .",
            "  # # #",
            "",
            "O wins the game at ii, if sent to i.",
            "a, g and h take no more marks: sent to them, O may choose.",
            "Exception, closing: cc closes board c, so O may choose; that loses at once, too.",
            "Exception, blocking: ii blocks O in board i; that does not lose at once.",
        ];
        assert_eq!(drawn, expected);
        let start = Ultimate::STANDARD.start();
        assert!(
            CriticalBoards
                .explanation(&Ultimate::STANDARD, &start)
                .is_empty()
        );
    }

    #[track_caller]
    fn check_remark(text: &str, m: &str, expected: Option<&str>) {
        let (game, pos) = (Ultimate::STANDARD, position(text));
        let m = pos.moves().find(|&known| game.move_text(&pos, known) == m);
        let found = CriticalBoards.remark(&game, &pos, m.expect("a legal move"));
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn remarks_name_threats() {
        check_remark(PUBLISHED, "bb", None);
        check_remark(PUBLISHED, "ii", Some("blocks O in board i"));
        check_remark(PUBLISHED, "ed", Some("wins board e"));
        let threat = "wins board c and threatens to win the game at bh";
        check_remark(PUBLISHED, "cd", Some(threat));
        let free = "lets O choose, who wins the game at ii";
        check_remark(PUBLISHED, "fa", Some(free));
        let sent = "sends O to board i, who wins the game at ii";
        check_remark(PUBLISHED, "fi", Some(sent));
        let behind = PUBLISHED.replacen("X;X.....OO.", "O;X.....OO@", 1);
        let behind = behind.replacen("./O...O", "X/O...O", 1);
        check_remark(&behind, "ii", Some("wins board i and the game"));
    }

    #[track_caller]
    fn check_why(text: &str, expected: Option<&str>) {
        let why = CriticalBoards.why(&Ultimate::STANDARD, &position(text));
        assert_eq!(why.as_deref(), expected);
    }

    #[test]
    fn rules_are_named() {
        check_why(PUBLISHED, None);
        let behind = PUBLISHED.replacen("X;X.....OO.", "O;X.....OO@", 1);
        let behind = behind.replacen("./O...O", "X/O...O", 1);
        check_why(&behind, Some("immediate win: O wins the game at ii"));
        // Only fa, fg and fi are left in the board that X is sent to.
        let sent = PUBLISHED.replacen("X;X.....OO.", "X;X....@OO.", 1);
        let lost = "forced loss: every move of X lets O win the game at once";
        check_why(&sent, Some(lost));
    }

    #[test]
    fn the_last_board_is_told() {
        let closed = |boards: usize| ["........."].repeat(boards).join("/");
        let told = |game: Ultimate, status: &str, marks: &str| {
            let text = format!("O;{status};{}/{marks}/{}", closed(4), closed(4));
            let pos = game.parse_position(&text).expect("a position");
            CriticalBoards.why(&game, &pos).expect("a reason")
        };
        let (lines, majority) = (Ultimate::STANDARD, Ultimate::STANDARD.by_majority());
        // Whoever wins board e wins the game.
        let both = "XOO#.#OXX";
        let check = |game, status, marks, expected: &str| {
            let expected = format!("last board: by best play {expected}");
            assert_eq!(told(game, status, marks), expected);
        };
        check(lines, both, "X...X....", "X wins board e and the game");
        check(lines, both, "O........", "O wins board e and the game");
        check(
            lines,
            both,
            ".........",
            "nobody wins board e and the game is a draw",
        );
        check(
            majority,
            "XXOO.X#XO",
            "O...O.X..",
            "O wins board e and the game is a draw",
        );
        check(
            majority,
            "XXOX.X#OO",
            ".........",
            "nobody wins board e but X the game",
        );
    }
}
