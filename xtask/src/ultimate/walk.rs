//! The walk back from the end of a game, to the first position that is hard enough.

/// The earliest ply that a walk asks about: before it, all positions are far too hard.
pub(super) const PLY_MIN: usize = 10;

/// What was found out about one position.
#[derive(Clone, Copy)]
pub(super) struct AskedPly {
    /// Whether the side to move wins; `None` if the nodes did not suffice.
    pub(super) wins: Option<bool>,
    pub(super) nodes: u64,
}

/// Where a walk ended.
#[derive(Debug, PartialEq)]
pub(super) enum WalkEnd {
    /// The first position that took at least the target's nodes, and was answered.
    Kept { ply: usize, wins: bool, nodes: u64 },
    /// Everything was answered with fewer nodes.
    TooEasy,
    /// The first position that took at least the target's nodes was not answered.
    TooHard,
}

/// Walks back ply by ply from the last move of a game, and asks about the position before each.
pub(super) fn walk(
    plies: usize,
    target_nodes: u64,
    mut ask: impl FnMut(usize) -> Result<AskedPly, String>,
) -> Result<WalkEnd, String> {
    for ply in (PLY_MIN..plies).rev() {
        match ask(ply)? {
            AskedPly { wins: None, .. } => return Ok(WalkEnd::TooHard),
            AskedPly {
                wins: Some(wins),
                nodes,
            } if nodes >= target_nodes => return Ok(WalkEnd::Kept { ply, wins, nodes }),
            AskedPly { .. } => {}
        }
    }
    Ok(WalkEnd::TooEasy)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks back over positions whose nodes are given from the end of the game on, 0 where no number suffices.
    #[track_caller]
    fn check(plies: usize, target_nodes: u64, from_the_end: &[u64], expected: WalkEnd) {
        let mut asked = 0;
        let end = walk(plies, target_nodes, |ply| {
            assert_eq!(ply, plies - 1 - asked);
            asked += 1;
            let nodes = from_the_end[asked - 1];
            Ok(AskedPly {
                wins: (nodes > 0).then_some(ply % 2 == 0),
                nodes,
            })
        });
        assert_eq!(end, Ok(expected));
        assert_eq!(asked, from_the_end.len());
    }

    #[test]
    fn a_walk_ends_where_the_target_is_reached() {
        let kept = |ply, nodes| WalkEnd::Kept {
            ply,
            wins: ply % 2 == 0,
            nodes,
        };
        check(50, 100, &[1, 7, 100], kept(47, 100));
        check(51, 100, &[1, 7, 3, 250], kept(47, 250));
        check(50, 100, &[200], kept(49, 200));
        check(50, 100, &[1, 7, 0], WalkEnd::TooHard);
        check(PLY_MIN + 2, 100, &[1, 99], WalkEnd::TooEasy);
        check(PLY_MIN + 2, 100, &[1, 100], kept(PLY_MIN, 100));
        check(PLY_MIN, 100, &[], WalkEnd::TooEasy);
    }

    #[test]
    fn what_cannot_be_asked_ends_a_walk() {
        assert!(walk(50, 100, |_| Err("no program".into())).is_err());
    }
}
