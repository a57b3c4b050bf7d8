//! What is known of each move of a position, and who found it.

use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::Clock;
use unbeatable_bench::erased::{Line, Move, Solved};
use unbeatable_bench::kernels::AnySolution;
use unbeatable_bench::solvers::Chosen;
use unbeatable_core::{Analysis, Bounds, Budget, Effort, Game, Goal, Margin, Stopped};
use unbeatable_solve::meter::{Meter, PartWatch};
use unbeatable_solve::{Evidence, PliesLeft};

/// Games of up to this many classes are also solved backwards, which gives distances.
const CLASSES_MAX: u64 = 1_000_000;

/// Games of up to this many classes are also solved backwards where df-pn is best, or a database knows the
/// values: there most positions are far too large, and to find out must not take longer than the answer.
const CLASSES_MAX_PROVEN: u64 = 20_000;

/// With how many nodes a solver that remembers is asked about every move first.
const SLICE_NODES: u64 = 50_000;

/// With how many nodes the search for how soon is asked about every move first: half of all positions behind
/// the book of 7x6 take less.
const SOONEST_SLICE_NODES: u64 = 400_000;

/// How many nodes the line behind a move may take where its value is known without one. The few moves that
/// are shown take less in most positions.
const LINE_NODES: u64 = 10_000;

/// What is known of one move, before it is put in words.
pub(super) struct Judged {
    pub(super) m: Move,
    /// For the player who makes it.
    pub(super) bounds: Bounds<Margin>,
    pub(super) plies_left: Option<PliesLeft>,
    /// Best play behind it.
    pub(super) line: Vec<Move>,
    /// Whether its solver has nothing to add.
    pub(super) is_done: bool,
    /// How good it looks, while it is not decided: 1 if it wins, 0 if it loses.
    pub(super) guess: Option<f64>,
}

/// What is known of all moves, who found it, and when.
pub(super) struct Judgement {
    pub(super) moves: Vec<Judged>,
    pub(super) solved: Solved,
    pub(super) chosen: Chosen,
    pub(super) seconds: f64,
}

/// Judges every move of a position, with the solver that was chosen. If the choice is free, and once
/// every value is known, the game is also solved backwards if it is small enough, for the distances.
/// Says which solver it was; nodes and seconds are those of all that was done.
pub(super) fn judge<'g>(
    bench: &'g Bench,
    line: &Line<'g>,
    chosen: Chosen,
    is_free: bool,
    budget: &Budget,
    clock: &Clock,
) -> Judgement {
    let by_backward = |folds, budget: &Budget| {
        let solution = (bench.kernels).backward(line.position(), folds, budget, clock);
        Judgement {
            moves: from_solution(&*solution, line),
            solved: solution.solved(),
            chosen: Chosen::Backward { folds },
            seconds: clock.seconds(),
        }
    };
    if line.outcome().is_some() {
        let mut session = bench.searches.session(chosen, None, *budget);
        let solved = session.solve(line, Goal::Value, clock);
        return Judgement {
            moves: vec![],
            solved,
            chosen,
            seconds: clock.seconds(),
        };
    }
    match chosen {
        Chosen::Backward { folds } => return by_backward(folds, budget),
        Chosen::Formula => return by_formula(bench, line, budget, clock),
        _ => {}
    }
    let (solved, moves) = each_move(bench, line, chosen, budget, clock);
    let mut answer = Judgement {
        moves,
        solved,
        chosen,
        seconds: clock.seconds(),
    };
    let is_known = answer.solved.stopped.is_none();
    let has_distances = chosen == Chosen::Soonest
        || (bench.database()).is_some_and(|database| database.has_distances());
    if !bench.has_history() && is_free && is_known && !has_distances {
        let left = budget.nodes_max - answer.solved.effort.nodes;
        let budget = Budget {
            nodes_max: left.min(match bench.is_best_by_df_pn || bench.database().is_some() {
                true => CLASSES_MAX_PROVEN,
                false => CLASSES_MAX,
            }),
            ..*budget
        };
        let with_distances = by_backward(true, &budget);
        let effort = answer.solved.effort + with_distances.solved.effort;
        if with_distances.solved.stopped.is_none() {
            answer = with_distances;
        }
        answer.solved.effort = effort;
        answer.seconds = clock.seconds();
    }
    answer
}

/// What a formula says of every move. Of the replies, only those that win are asked for: to a loser
/// all are alike.
fn by_formula<'g>(bench: &'g Bench, line: &Line<'g>, budget: &Budget, clock: &Clock) -> Judgement {
    let Bench { game, know, .. } = bench;
    let range = game.range(game.turn(line.position()));
    let mut meter = Meter::<Margin>::new(budget, clock);
    meter.bounds = range;
    let mut stopped = meter.node().err();
    meter.unfinished(0);
    let mut judge = |m| {
        let mut judged = Judged {
            m,
            bounds: range,
            plies_left: None,
            line: vec![],
            is_done: true,
            guess: None,
        };
        stopped = stopped.or_else(|| meter.node().err());
        if stopped.is_none() {
            let next = game.play(line.position(), m);
            judged.bounds = match game.outcome(&next) {
                Some(outcome) => {
                    meter.end();
                    Bounds::exactly(outcome.value_for(game.turn(line.position())))
                }
                None => {
                    meter.unfinished(1);
                    -know.bounds(game, &next)
                }
            };
            if judged.bounds.upper < range.upper && game.outcome(&next).is_none() {
                let replies = know.best_moves(game, &next).unwrap_or_default();
                judged.line.extend(replies.first());
            }
        }
        judged
    };
    let moves: Vec<Judged> = game.moves(line.position()).map(&mut judge).collect();
    let solved = Solved {
        bounds: bounds_of(&moves),
        witness: None,
        best: vec![],
        best_complete: false,
        line: vec![],
        effort: meter.effort,
        table_bytes: 0,
        stopped,
        evidence: Evidence::Exact,
        plies_left: None,
    };
    Judgement {
        moves,
        solved,
        chosen: Chosen::Formula,
        seconds: clock.seconds(),
    }
}

/// What a backward solution says of every move; nothing where it was stopped before.
fn from_solution(solution: &dyn AnySolution, line: &Line) -> Vec<Judged> {
    let game = line.game();
    let range = game.range(game.turn(line.position()));
    let judge = |m| {
        let next = game.play(line.position(), m);
        match solution.entry(&next) {
            None => Judged {
                m,
                bounds: range,
                plies_left: None,
                line: vec![],
                is_done: false,
                guess: None,
            },
            Some(reply) => Judged {
                m,
                bounds: Bounds::exactly(-reply.value),
                plies_left: reply.distance.map(|plies| PliesLeft::exactly(plies + 1)),
                line: solution.line(&next),
                is_done: true,
                guess: None,
            },
        }
    };
    game.moves(line.position()).map(judge).collect()
}

/// Solves the position behind each move, and puts together what that says of the one before.
///
/// A solver that remembers is asked about all moves with few nodes first, then with more and more: a
/// budget that ends early is not all spent on the first move.
fn each_move<'g>(
    bench: &'g Bench,
    line: &Line<'g>,
    chosen: Chosen,
    budget: &Budget,
    clock: &Clock,
) -> (Solved, Vec<Judged>) {
    let game = &bench.game;
    let mut session = bench.searches.session(chosen, None, *budget);
    let (analysis, mut slice) = match chosen {
        Chosen::AlphaBeta {
            settings, analysis, ..
        } if settings.table => (analysis, SLICE_NODES),
        Chosen::AlphaBeta { analysis, .. } => (analysis, u64::MAX),
        Chosen::DfPn { analysis, .. } | Chosen::Superko { analysis, .. } => (analysis, SLICE_NODES),
        Chosen::Pn { analysis, .. } => (analysis, u64::MAX),
        Chosen::Soonest => (true, SOONEST_SLICE_NODES),
        _ => (false, u64::MAX),
    };
    // How soon a game ends is often known long before a line that shows it.
    let lines_come_last = chosen == Chosen::Soonest;
    let mut judged = unjudged(bench, line, analysis);
    let mut effort = Effort {
        nodes: 1,
        ..Effort::default()
    };
    let mut table_bytes = 0;
    let mut stopped = None;
    let mut evidence = Evidence::Exact;
    let mut order: Vec<usize> = (0..judged.len()).collect();
    let mut bounds = game.range(game.turn(line.position()));
    if matches!(chosen, Chosen::DfPn { .. } | Chosen::Superko { .. }) {
        // What it learns about the position serves all moves, and the answer is never less than that
        // of `solve`.
        let whole = session.prove(line, Goal::Value, clock);
        (effort, table_bytes, stopped) = (whole.effort, whole.table_bytes, whole.stopped);
        evidence = whole.evidence;
        bounds = whole.bounds;
        for (i, j) in judged.iter_mut().enumerate() {
            j.bounds = j.bounds.and(Bounds::at_most(bounds.upper));
            if whole.witness == Some(j.m) {
                j.bounds = j.bounds.and(Bounds::at_least(bounds.lower));
                order.swap(0, i);
            }
        }
    }
    while stopped.is_none() && judged.iter().any(|j| !j.is_done) {
        for &i in &order {
            if judged[i].is_done || stopped.is_some() {
                continue;
            }
            let mut next = line.clone();
            assert!(next.play(judged[i].m), "the move was played before");
            let left = budget.nodes_max.saturating_sub(effort.nodes);
            let part = PartWatch::new(clock, effort, bounds.and(bounds_of(&judged)));
            let nodes_max = slice.min(left);
            session.limit_nodes(nodes_max);
            let reply = match lines_come_last {
                true => session.value(&next, &part),
                false => session.solve(&next, Goal::Value, &part),
            };
            effort = effort
                + Effort {
                    depth_max: reply.effort.depth_max + 1,
                    ..reply.effort
                };
            table_bytes = table_bytes.max(reply.table_bytes);
            if reply.evidence == Evidence::Hashed {
                evidence = Evidence::Hashed;
            }
            let j = &mut judged[i];
            j.bounds = j.bounds.and(-reply.bounds);
            j.is_done = reply.stopped.is_none();
            j.line = reply.line;
            if let Some(PliesLeft { least, most }) = reply.plies_left {
                j.plies_left = Some(PliesLeft {
                    least: least + 1,
                    most: most + 1,
                });
            }
            let is_out_of_slice = reply.stopped == Some(Stopped::Nodes) && nodes_max < left;
            stopped = reply.stopped.filter(|_| !is_out_of_slice);
        }
        slice = slice.saturating_mul(2);
    }
    if lines_come_last && stopped.is_none() {
        session.limit_nodes(LINE_NODES);
        for j in &mut judged {
            let mut next = line.clone();
            assert!(next.play(j.m), "the move was played before");
            let reply = session.solve(&next, Goal::Value, clock);
            // Without an answer there is no best move to begin with.
            if reply.stopped.is_none() {
                j.line = reply.line;
            }
        }
    }
    let solved = Solved {
        bounds: bounds.and(bounds_of(&judged)),
        witness: None,
        best: vec![],
        best_complete: false,
        line: vec![],
        effort,
        table_bytes,
        stopped,
        evidence,
        plies_left: None,
    };
    (solved, judged)
}

/// Every move that history allows, with what an analysis knows of the position behind it.
fn unjudged(bench: &Bench, line: &Line, analysis: bool) -> Vec<Judged> {
    let game = &bench.game;
    let mut judged = Vec::new();
    for m in game.moves(line.position()) {
        let mut next = line.clone();
        if next.play(m) {
            let is_known = analysis && next.outcome().is_none();
            let range = game.range(game.turn(line.position()));
            let bounds = match is_known {
                true => range.and(-bench.know.bounds(game, next.position())),
                false => range,
            };
            judged.push(Judged {
                m,
                bounds,
                plies_left: bench
                    .distance(&next)
                    .filter(|_| analysis)
                    .map(|plies| PliesLeft::exactly(plies + 1)),
                line: vec![],
                is_done: false,
                guess: None,
            });
        }
    }
    assert!(
        !judged.is_empty(),
        "an unfinished position has a move that history allows"
    );
    judged
}

/// What the values of the moves say of the position before them.
fn bounds_of(judged: &[Judged]) -> Bounds<Margin> {
    let highest = |bound: fn(&Judged) -> Margin| {
        let bounds = judged.iter().map(bound);
        bounds.max().expect("an unfinished position has a move")
    };
    Bounds {
        lower: highest(|j| j.bounds.lower),
        upper: highest(|j| j.bounds.upper),
    }
}

/// How many plies are left in a position with these moves, once it is known who wins.
pub(super) fn plies_left(judged: &[Judged], bounds: Bounds<Margin>) -> Option<PliesLeft> {
    let value = bounds.value()?;
    // A move that is open may be quicker.
    let best = judged.iter().filter(|j| j.bounds.upper >= value);
    let best: Vec<PliesLeft> = best.map(|j| j.plies_left).collect::<Option<_>>()?;
    let each = |bound: fn(&PliesLeft) -> u32| best.iter().map(bound);
    let (least, most) = (each(|plies| plies.least), each(|plies| plies.most));
    Some(match value > Margin::points(0) {
        true => PliesLeft {
            least: least.min()?,
            most: most.min()?,
        },
        false => PliesLeft {
            least: least.max()?,
            most: most.max()?,
        },
    })
}
