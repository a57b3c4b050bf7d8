//! Certificates of connections: written, checked, and forged.

use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Goal, Line, Notation, Outcome, Player, Promise, Wdl};
use unbeatable_hex::board::{HexBoard, each};
use unbeatable_hex::connections::analysis::VirtualConnections;
use unbeatable_hex::hex::{Hex, HexMove, HexStones};
use unbeatable_proof::answers::{Decoder, Encoder};
use unbeatable_proof::check::{CheckLimits, Checked, Refusal};
use unbeatable_proof::claim::{Claim, ProofKind};
use unbeatable_proof::connection::check::check;
use unbeatable_proof::connection::extract::{ConnectionProof, extract};
use unbeatable_proof::connection::lemma::Ground;
use unbeatable_proof::container::{BlockKind, CertificateWriter, Container};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::search::Search;
use unbeatable_solve::solver::Solver;

use crate::everything::{Everything, by_lot, stones_of};

/// Who wins from a position, and why.
fn proven(game: &Hex, pos: HexStones) -> (Player, ConnectionProof) {
    let know = VirtualConnections::default();
    let mut search = Search::new(game, &know, &(), DfPn::BEST, Budget::DEFAULT);
    let line = Line::new(game, pos);
    let goal = Goal::AtLeast(Outcome::win(Player::First));
    let solved = search.solve(&line, goal, &());
    let owner = match goal.answer(solved.bounds, pos.turn()) {
        Some(true) => Player::First,
        Some(false) => Player::Second,
        None => panic!("a small board is solved"),
    };
    let promise = Promise {
        player: owner,
        at_least: Wdl::Win,
    };
    let mut oracle = search.oracle(&line, promise, &()).expect("df-pn tells");
    let proof = extract(&line, owner, oracle.as_mut(), 1 << 30);
    (owner, proof.unwrap_or_else(|e| panic!("{e}")))
}

fn claim(game: &Hex, pos: &HexStones, owner: Player) -> Claim {
    Claim {
        proof: ProofKind::Connection,
        game: game.spec(),
        position: game.position_text(pos),
        within: None,
        at_least: (owner == Player::First).then_some(1.0),
        at_most: (owner == Player::Second).then_some(-1.0),
    }
}

/// The numbers that a proof is written as.
fn numbers(proof: &ConnectionProof) -> Vec<u64> {
    let bytes = proof.write(vec![]).expect("a proof in memory");
    let mut decoder = Decoder::new(&bytes[..]);
    std::iter::from_fn(|| decoder.read_number().ok()).collect()
}

fn written(claim: &Claim, numbers: &[u64]) -> Vec<u8> {
    let mut bytes = vec![];
    let mut writer = CertificateWriter::new(&mut bytes).expect("a proof in memory");
    let mut head = writer.section(BlockKind::Head);
    head.write_all(claim.to_string().as_bytes())
        .expect("a proof in memory");
    head.finish().expect("a proof in memory");
    let kind = match claim.at_least {
        Some(_) => BlockKind::Lower,
        None => BlockKind::Upper,
    };
    let mut encoder = Encoder::new(writer.section(kind));
    for &number in numbers {
        encoder.write_number(number).expect("a proof in memory");
    }
    encoder
        .finish()
        .expect("a proof in memory")
        .finish()
        .expect("a proof in memory");
    writer.finish().expect("a proof in memory");
    bytes
}

fn checked(game: &Hex, bytes: &[u8]) -> Result<Checked, Refusal> {
    let mut container = Container::open(Cursor::new(bytes)).expect("a whole file");
    let claim = Claim::parse(&container.head).expect("a claim");
    let limits = CheckLimits {
        bytes_max: 1 << 30,
        watch: &|_| ControlFlow::Continue(()),
    };
    check(game, &claim, &mut container, &limits)
}

fn rules(side: u8) -> Hex {
    Hex::new(HexBoard::new(side, side).expect("a proof in memory"), false)
}

/// Writes, checks and measures a proof of every opening, or of the first ones.
fn check_openings(side: u8, count: usize, bytes_max: usize) {
    let game = rules(side);
    for m in game.moves(&game.start()).take(count) {
        check_opening(&game, m, bytes_max);
    }
}

fn check_opening(game: &Hex, m: HexMove, bytes_max: usize) {
    let pos = game.play(&game.start(), m);
    let (owner, proof) = proven(game, pos);
    let bytes = written(&claim(game, &pos, owner), &numbers(&proof));
    let name = game.position_text(&pos);
    assert!(bytes.len() <= bytes_max, "{name}: {} bytes", bytes.len());
    let found = checked(game, &bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(found.answers, proof.steps());
}

#[test]
fn every_opening_of_small_boards_is_proven() {
    check_openings(3, 9, 300);
    check_openings(4, 16, 500);
    check_openings(5, 25, 5_000);
}

#[test]
#[ignore = "slow: 200 s"]
fn every_opening_of_6x6_is_proven_slowly() {
    check_openings(6, 36, 50_000);
}

#[test]
#[ignore = "slow: 30 s"]
fn a_win_and_a_loss_of_7x7_are_proven_slowly() {
    let game = rules(7);
    for cell in ["d4", "b1"] {
        let cell = game.board().cell(cell).expect("a cell");
        check_opening(&game, HexMove::Stone(cell), 30_000);
    }
}

/// Two cells of which each is useless once the owner has the other are worth as much as stones.
#[test]
fn captured_cells_are_as_good_as_stones() {
    let mut random = Random::new(53);
    let mut count = 0;
    for (columns, rows) in [(3, 3), (4, 4), (3, 5), (5, 3), (4, 1), (1, 4)] {
        let board = HexBoard::new(columns, rows).expect("a size that there is");
        let game = Hex::new(board, false);
        let mut everything = Everything::new(board);
        for i in 0..1_500 {
            let owner = Player::BOTH[i % 2];
            let mut stones = [0; 2];
            for cell in 0..board.count() {
                if let by @ 0..2 = random.below(3 + i as u64 % 3) {
                    stones[by as usize] |= 1 << cell;
                }
            }
            if Player::BOTH
                .iter()
                .any(|&player| board.connects(player, stones[player.index()]))
            {
                continue;
            }
            let ground = Ground::new(&game, owner);
            let (mine, open) = (
                stones[owner.index()],
                board.full() & !(stones[0] | stones[1]),
            );
            for (a, b) in each(open).flat_map(|a| each(open & !((2 << a) - 1)).map(move |b| (a, b)))
            {
                let pair = 1 << a | 1 << b;
                let is_useless =
                    |cell, other: u8| ground.is_useless(cell, mine | 1 << other, open & !pair);
                if !(is_useless(a, b) && is_useless(b, a)) {
                    continue;
                }
                let mut filled = stones;
                filled[owner.index()] |= pair;
                for turn in Player::BOTH {
                    let winner = everything.winner(stones, turn);
                    let is = everything.winner(filled, turn);
                    assert_eq!(is, winner, "{stones:?} {owner:?} {turn:?}: {a} and {b}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 1_000, "{count}");
}

/// A proof holds for every position that has what it needs, and for no other: what is forged, or shown for a
/// position in which the owner loses, is refused.
#[test]
fn nothing_false_is_accepted() {
    let mut random = Random::new(35);
    let mut counts = [[0; 2]; 2];
    for side in [3, 4] {
        let game = rules(side);
        let mut everything = Everything::new(*game.board());
        let start = game.start();
        let mut positions: Vec<HexStones> =
            game.moves(&start).map(|m| game.play(&start, m)).collect();
        positions.extend((0..40).filter_map(|i| by_lot(&game, 2 + i % 3, &mut random)));
        let proofs: Vec<(HexStones, Player, Vec<u64>)> = (positions.into_iter())
            .map(|pos| {
                let (owner, proof) = proven(&game, pos);
                (pos, owner, numbers(&proof))
            })
            .collect();
        for i in 0..5_000 {
            let mut pick = |n: usize| random.below(n as u64) as usize;
            let (pos, owner, steps) = &proofs[pick(proofs.len())];
            let mut forged = steps.clone();
            for _ in 0..pick(4) {
                let at = pick(forged.len());
                match pick(5) {
                    0 => forged[at] = pick(40) as u64,
                    1 => forged[at] += 1,
                    2 => forged[at] = forged[at].saturating_sub(1),
                    3 => drop(forged.remove(at)),
                    _ => forged.insert(at, pick(20) as u64),
                }
            }
            let pos = match i % 4 {
                0 => *pos,
                _ => {
                    let stones = (i % 5) as u64 + 3 * u64::from(side) - 6;
                    match by_lot(&game, stones, &mut random) {
                        Some(pos) => pos,
                        None => continue,
                    }
                }
            };
            let bytes = written(&claim(&game, &pos, *owner), &forged);
            let is_accepted = checked(&game, &bytes).is_ok();
            let is_true = everything.winner(stones_of(&pos), pos.turn()) == *owner;
            let text = game.position_text(&pos);
            assert!(is_true || !is_accepted, "{text} {owner:?} {forged:?}");
            counts[usize::from(is_true)][usize::from(is_accepted)] += 1;
        }
    }
    assert!(
        counts[0][0] > 1_000 && counts[1][0] > 1_000 && counts[1][1] > 300,
        "{counts:?}"
    );
}
