//! Nelson Elhage (nelhage), 'Solving Ultimate Tic Tac Toe', July 2020: how a position is represented,
//! and which moves need no search.

mod as_printed;
pub(super) mod pruning;
pub(super) mod representation;
