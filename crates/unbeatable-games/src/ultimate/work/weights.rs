//! What `cargo xtask uttt fit` found.

/// By whether the player to move needs to win, and by feature: what it adds to the logarithm of the odds
/// that he reaches his aim, of the work that shows that he does, and of the work that shows that he does
/// not. All logarithms are to base 2.
#[rustfmt::skip]
pub(super) const WEIGHTS: [[[f32; 3]; 10]; 2] = [
    [
        // one
        [-2.7633, -1.3329, -3.5503],
        // log of the attacker's standing
        [1.5070, -0.2432, 0.8841],
        // log of the defender's standing
        [-1.4642, 0.4247, -0.8231],
        // log of the attacker's standing after the best reply
        [-3.7413, 0.2194, -0.9633],
        // log of the defender's standing after the best reply
        [0.7659, -0.9471, -0.1825],
        // log of the safe replies
        [0.7378, -0.2271, 1.1282],
        // empty squares
        [1.1490, 11.6594, 9.9930],
        // attacker's standing and empty squares
        [-3.7094, 0.3435, -2.0674],
        // defender's standing and empty squares
        [3.2477, -1.9686, 1.3529],
        // attacker's standing after the reply and empty squares
        [1.6227, 1.3756, 0.5303],
    ],
    [
        // one
        [0.3203, -3.9127, -2.8245],
        // log of the attacker's standing
        [1.0704, -1.6724, -1.2338],
        // log of the defender's standing
        [1.6959, -0.8163, 0.6540],
        // log of the attacker's standing after the best reply
        [2.2867, 1.3355, 1.1503],
        // log of the defender's standing after the best reply
        [-0.6571, -0.0229, -0.6320],
        // log of the safe replies
        [0.7056, -0.0622, 1.0166],
        // empty squares
        [-1.6013, 11.7361, 11.4009],
        // attacker's standing and empty squares
        [0.0038, 2.2158, 2.6732],
        // defender's standing and empty squares
        [-3.3130, 1.0145, -2.1244],
        // attacker's standing after the reply and empty squares
        [0.2738, -4.0757, -1.4487],
    ],
];
