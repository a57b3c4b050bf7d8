//! Proof numbers, as the player to move sees them.

use unbeatable_core::{Numbers, Player};

/// How far a player is from reaching an aim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance {
    /// How many positions must be proven, at least, to prove that the player to move reaches the aim;
    pub win: u32,
    /// and that the player does not.
    pub lose: u32,
}

impl Distance {
    /// There is no way.
    pub const INFINITY: u32 = 1 << 31;
    /// The player to move reaches the aim.
    pub const WON: Self = Distance {
        win: 0,
        lose: Self::INFINITY,
    };
    /// The player to move misses it.
    pub const LOST: Self = Distance {
        win: Self::INFINITY,
        lose: 0,
    };

    /// Limits that only a decided position reaches.
    pub const UNLIMITED: Self = Distance {
        win: Self::INFINITY,
        lose: Self::INFINITY,
    };

    /// How far a guide says an open position is, to `turn`, the player to move there.
    #[must_use]
    #[inline]
    pub fn guessed(numbers: Numbers, turn: Player) -> Self {
        let open = |number: u32| number.clamp(1, Self::INFINITY - 1);
        let (proof, disproof) = (open(numbers.proof), open(numbers.disproof));
        let (win, lose) = match turn {
            Player::First => (proof, disproof),
            Player::Second => (disproof, proof),
        };
        Distance { win, lose }
    }

    /// Whether it is won or lost.
    #[must_use]
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.win == 0 || self.lose == 0
    }
}
