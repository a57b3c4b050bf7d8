//! Certificates of connections: written, checked, and forged.

use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Goal, Line, Notation, Outcome, Player, Promise, Wdl};
use unbeatable_hex::board::HexBoard;
use unbeatable_hex::connections::analysis::VirtualConnections;
use unbeatable_hex::hex::{Hex, HexMove, HexStones};
use unbeatable_proof::check::{CheckLimits, Checked, Refusal};
use unbeatable_proof::claim::{Claim, ProofKind};
use unbeatable_proof::connection::check::check;
use unbeatable_proof::connection::extract::{ConnectionProof, extract};
use unbeatable_proof::container::{BlockKind, CertificateWriter, Container};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::search::Search;
use unbeatable_solve::solver::Solver;

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

fn written(claim: &Claim, proof: &ConnectionProof) -> Vec<u8> {
    let mut bytes = vec![];
    let mut writer = CertificateWriter::new(&mut bytes).unwrap();
    let mut head = writer.section(BlockKind::Head);
    head.write_all(claim.to_string().as_bytes()).unwrap();
    head.finish().unwrap();
    let kind = match claim.at_least {
        Some(_) => BlockKind::Lower,
        None => BlockKind::Upper,
    };
    let section = proof.write(writer.section(kind)).unwrap();
    section.finish().unwrap();
    writer.finish().unwrap();
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

#[test]
fn every_opening_is_proven() {
    let _ = Random::new(1);
    for side in 3..=5 {
        let game = Hex::new(HexBoard::new(side, side).unwrap(), false);
        for m in game.moves(&game.start()) {
            let HexMove::Stone(cell) = m else { continue };
            let pos = game.play(&game.start(), m);
            let (owner, proof) = proven(&game, pos);
            let bytes = written(&claim(&game, &pos, owner), &proof);
            let name = game.board().name(cell);
            println!("{side} {name} {owner:?} {} steps {} bytes", proof.steps(), bytes.len());
            let found = checked(&game, &bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(found.answers, proof.steps());
        }
    }
}
