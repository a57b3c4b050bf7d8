//! What knowing the end is worth to proof-number search in ultimate tic-tac-toe: critical boards alone,
//! with every position of one open board, and with those of two.
//!
//! `cargo xtask endgames`. The questions are whether X wins, and whether X gets a draw at least, about the
//! positions of `testdata/` with a known winner; every answer is compared with it. Nodes are the same in
//! every run; times are those of the processor, where Linux tells them, and the fastest of each question
//! counts. The three ways take turns, so that what else runs on the machine slows all of them.
//!
//! Whatever changes a number somewhere sends this search on another way, which takes half as many nodes
//! or twice as many. So one question says nothing, and means come with the interval in which they are
//! with 95 % confidence.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use unbeatable_core::analysis::Aim;
use unbeatable_core::{
    Analysis, Budget, Decided, Game, Goal, Guide, Line, Notation, Outcome, Player, Prospect, Wdl,
};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_games::ultimate::{Move, Position, Ultimate};
use unbeatable_solve::Solver;
use unbeatable_solve::df_pn::{DfPn, Search};

mod two_boards;

use two_boards::Endgames;

const GAME: Ultimate = Ultimate::STANDARD;

/// Each question is asked this often.
const TIMES: usize = 3;

/// Fewer nodes take less than a few hundredths of a second.
const NODES_MIN: u64 = 50_000;

struct Question {
    name: String,
    pos: Position,
    at_least: Outcome<Wdl>,
    answer: bool,
}

/// Both questions about each position of a file whose winner is known.
fn questions(text: &str) -> Vec<Question> {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    let [id, position, winner] = ["id", "position", "winner"].map(|name| {
        let found = header.iter().position(|column| *column == name);
        found.expect("a column")
    });
    let known = lines.filter(|cells| cells[winner] != "unknown");
    let asked = known.flat_map(|cells| {
        [
            ("wins", Outcome::win(Player::First)),
            ("draws", Outcome::DRAW),
        ]
        .map(|(verb, at_least)| {
            let answer = match cells[winner] {
                "X" => true,
                "draw" => at_least == Outcome::DRAW,
                "O" => false,
                other => panic!("winner {other}"),
            };
            Question {
                name: format!("X {verb} {}", cells[id]),
                pos: GAME.parse_position(cells[position]).expect("a position"),
                at_least,
                answer,
            }
        })
    });
    asked
        .filter(|question| GAME.outcome(&question.pos).is_none())
        .collect()
}

/// What a question took, in the three ways.
#[derive(Clone, Copy)]
struct Taken {
    nodes: [u64; 3],
    seconds: [f64; 3],
    /// How many nodes of the first way had one open board, and two.
    opened: [u64; 2],
}

/// Critical boards, and how often they were asked with one and with two open boards.
#[derive(Default)]
struct Counted {
    opened: [AtomicU64; 2],
}

impl Analysis<Ultimate> for Counted {
    fn prospects<D: Guide<Ultimate>>(
        &self,
        game: &Ultimate,
        guide: &D,
        pos: &Position,
        at_least: Outcome<Wdl>,
        each: impl FnMut(Prospect<Move>),
    ) -> Option<Decided<Move>> {
        let open = 9 - pos.closed().count_ones() as usize;
        if let Some(opened) = self.opened.get(open - 1) {
            opened.fetch_add(1, Ordering::Relaxed);
        }
        CriticalBoards.prospects(game, guide, pos, at_least, each)
    }
}

/// Asks in all ways; `None` if the first takes fewer nodes than that.
fn ask(question: &Question, nodes_min: u64) -> Option<Taken> {
    let counted = Counted::default();
    let (nodes, _) = answer(question, &counted);
    if nodes < nodes_min {
        return None;
    }
    let mut taken = Taken {
        nodes: [0; 3],
        seconds: [f64::MAX; 3],
        opened: counted.opened.map(AtomicU64::into_inner),
    };
    let (one, two) = (Endgames::one(), Endgames::two());
    for _ in 0..TIMES {
        let ways = [
            answer(question, &CriticalBoards),
            answer(question, &one),
            answer(question, &two),
        ];
        for (way, (nodes, seconds)) in ways.into_iter().enumerate() {
            taken.nodes[way] = nodes;
            taken.seconds[way] = taken.seconds[way].min(seconds);
        }
    }
    Some(taken)
}

/// Counts seconds: of the processor if they are known, else of the wall.
struct Clock {
    wall: Instant,
    processor: Option<f64>,
}

impl Clock {
    fn start() -> Self {
        Clock {
            wall: Instant::now(),
            processor: processor_seconds(),
        }
    }

    fn seconds(&self) -> f64 {
        let processor = processor_seconds().zip(self.processor);
        let wall = || self.wall.elapsed().as_secs_f64();
        processor.map_or_else(wall, |(now, start)| now - start)
    }
}

/// How long this thread, which is the program's first, has run.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// Nodes and seconds.
fn answer<A: Analysis<Ultimate>>(question: &Question, know: &A) -> (u64, f64) {
    let budget = Budget {
        table_bytes_max: 512 << 20,
        ..Budget::DEFAULT
    };
    let start = Clock::start();
    let mut search = Search::new(&GAME, know, &Odds, DfPn::BEST, budget);
    let goal = Goal::AtLeast(question.at_least);
    let solved = search.prove(&Line::new(&GAME, question.pos), goal, &());
    let seconds = start.seconds();
    let turn = question.pos.turn();
    let reached = Aim::new(turn, question.at_least).is_reached(solved.bounds);
    let answer = reached.map(|reached| reached == (turn == Player::First));
    assert_eq!(answer, Some(question.answer), "{}", question.name);
    (solved.effort.nodes, seconds)
}

/// Sums, their ratios, and the geometric means of the ratios; of times where there are enough.
fn print_sums(title: &str, all: &[Taken], is_timed: bool) {
    let sum = |of: &dyn Fn(&Taken) -> f64| all.iter().map(of).sum::<f64>();
    println!("{title}, {} questions", all.len());
    let nodes = sum(&|taken| taken.nodes[0] as f64);
    let shares = [0, 1].map(|i| 100.0 * sum(&|taken| taken.opened[i] as f64) / nodes);
    println!(
        "nodes with one open board {:.2} %, with two {:.2} %",
        shares[0], shares[1]
    );
    let compare = |of: &dyn Fn(&Taken, usize) -> f64, way: usize, digits: usize| {
        let [first, sum] = [0, way].map(|way| sum(&|taken| of(taken, way)));
        let mean = mean(all, &|taken| of(taken, 0) / of(taken, way));
        format!("{sum:>11.digits$} {:>7.3}  {mean}", first / sum)
    };
    let timed = "               seconds  factor  mean (95 %)";
    let timed = if is_timed { timed } else { "" };
    println!("{:>26}  factor  mean (95 %){timed}", "nodes");
    let names = ["critical boards", "one open board", "two open boards"];
    for (way, name) in names.iter().enumerate() {
        let nodes = compare(&|taken, way| taken.nodes[way] as f64, way, 0);
        let seconds = match is_timed {
            true => compare(&|taken, way| taken.seconds[way], way, 2),
            false => String::new(),
        };
        println!("{name:<15}{nodes}{seconds}");
    }
}

/// The geometric mean of a ratio, and its interval of confidence.
fn mean(all: &[Taken], of: &dyn Fn(&Taken) -> f64) -> String {
    let count = all.len() as f64;
    let logarithms: Vec<f64> = all.iter().map(|taken| of(taken).ln()).collect();
    let mean = logarithms.iter().sum::<f64>() / count;
    let squares: f64 = logarithms.iter().map(|l| (l - mean).powi(2)).sum();
    let error = 1.96 * (squares / (count - 1.0) / count).sqrt();
    let [mean, low, high] = [mean, mean - error, mean + error].map(f64::exp);
    format!("{mean:.3} ({low:.3} to {high:.3})")
}

fn main() {
    let late = questions(include_str!("../../../../testdata/uttt-late.csv"));
    let late: Vec<Taken> = late.iter().filter_map(|q| ask(q, 0)).collect();
    print_sums("Late positions", &late, false);
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    println!("\n     nodes     one     two   seconds     one     two  question");
    let mut all = vec![];
    for question in questions(include_str!("../../../../testdata/uttt-suite.csv")) {
        let Some(taken) = ask(&question, NODES_MIN) else {
            continue;
        };
        let Taken { nodes, seconds, .. } = taken;
        let fewer = [1, 2].map(|way| nodes[0] as f64 / nodes[way] as f64);
        let faster = [1, 2].map(|way| seconds[0] / seconds[way]);
        println!(
            "{:>10} {:>7.3} {:>7.3} {:>9.3} {:>7.3} {:>7.3}  {}",
            nodes[0], fewer[0], fewer[1], seconds[0], faster[0], faster[1], question.name
        );
        all.push(taken);
    }
    print_sums("\nThe suite", &all, true);
}
