//! Questions about a game on the bench, answered: what a position is worth, what each move is worth, how
//! many there are, pictures, smallest tables, trees, and certificates checked.

mod answer;
pub mod certificate;
pub mod checkpoint;
pub mod checkpoint_file;
pub mod counts;
mod forecast;
mod line_question;
pub mod moves;
mod outlook;
pub mod picture;
pub mod position;
pub mod tables;
pub mod trees;
pub mod value;
pub mod verification;
