//! Trees to look at, node by node: a game's, what a search visited, the strategies of a certificate.
//!
//! A game's tree is there already. The others are written down first ([`Recording`]) as plain numbers,
//! without positions, and played out again by whoever looks: from the root along the path, and from
//! there to the children.
//!
//! A search that goes on from canonical positions numbers their moves, but what is shown are moves of
//! the game as it was asked about: for a move of the canonical position, one that leads to the same
//! class. Of several that do, the first is shown where the first was searched, and so on; what is below
//! them is the same up to symmetry.

mod record;
mod recorded_tree;
mod view;

pub use record::{NODES_MAX, record};
pub use recorded_tree::Recording;
pub use view::look;
