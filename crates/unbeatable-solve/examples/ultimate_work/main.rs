//! Fits the sums by which ultimate tic-tac-toe guesses work (`unbeatable_games::ultimate::work`), and
//! prints the file of their weights: `cargo xtask uttt fit` puts it in its place.
//!
//! Searches from the positions of a file, and draws by lot from the moves that they look at. The
//! position behind each is searched by itself: who reaches his aim there, and how many nodes does that
//! take? From two thirds of these the weights are found, and the rest say how good they are; then all
//! of them count.

use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process, thread};

use unbeatable_core::{Budget, Game, Goal, Line, Notation, Outcome, Player, Wdl};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_games::ultimate::work::{FEATURE_NAMES, FEATURES, Glance};
use unbeatable_games::ultimate::{Position, Ultimate};
use unbeatable_solve::df_pn::DfPn;
use unbeatable_solve::{Search, Solver};

mod drawing;
mod regression;

use drawing::{Drawing, DrawnMove};
use regression::{least_squares, logistic};

/// What is drawn is searched so far; one in sixty takes more, and does not count.
const NODES_MAX: u64 = 30_000;

/// No search from a position of the file takes more.
const FILE_NODES_MAX: u64 = 20_000_000;

/// What became of a position that was drawn.
struct Example {
    features: [f64; FEATURES],
    attacks: bool,
    is_reached: bool,
    /// The logarithm of the nodes that it took, to base 2.
    work: f64,
    /// Whether it is kept back to see how good the weights are that others give.
    is_test: bool,
}

fn main() {
    let Some(file) = env::args().nth(1) else {
        eprintln!("usage: ultimate_work FILE.csv");
        process::exit(2);
    };
    match positions(Path::new(&file)) {
        Ok(positions) => print(&examples(&positions)),
        Err(why) => {
            eprintln!("error: {file}: {why}");
            process::exit(1);
        }
    }
}

/// The positions of a file, from its column of that name.
fn positions(file: &Path) -> Result<Vec<Position>, String> {
    let text = fs::read_to_string(file).map_err(|e| e.to_string())?;
    let mut lines = text.lines();
    let header = lines.next().ok_or("no header")?;
    let column = header.split(',').position(|name| name == "position");
    let column = column.ok_or("no column 'position'")?;
    let parse = |line: &str| {
        let text = line.split(',').nth(column).ok_or("a line is too short")?;
        let parsed = Ultimate::STANDARD.parse_position(text);
        parsed.map_err(|e| e.to_string())
    };
    lines.map(parse).collect()
}

/// Searches from all of the positions, as many at a time as there are cores.
fn examples(positions: &[Position]) -> Vec<Example> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Vec<Example>)>> = Mutex::new(vec![]);
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(pos) = positions.get(i) else { return };
            let of_one: Vec<Example> = drawn_below(pos, i as u64)
                .into_iter()
                .filter_map(|drawn| example(&drawn, i.is_multiple_of(3)))
                .collect();
            let mut found = found.lock().expect("no thread panics");
            found.push((i, of_one));
            eprintln!("{} of {} positions", found.len(), positions.len());
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().expect("no thread panics");
    // So that sums are added up in one order, whoever was first.
    found.sort_by_key(|(i, _)| *i);
    found
        .into_iter()
        .flat_map(|(_, examples)| examples)
        .collect()
}

/// Draws from what a search for a win of the player to move looks at.
fn drawn_below(pos: &Position, lot: u64) -> Vec<DrawnMove> {
    let drawing = Drawing::new(lot);
    let goal = match pos.turn() {
        Player::First => Outcome::win(Player::First),
        Player::Second => Outcome::DRAW,
    };
    solve(&drawing, pos, goal, FILE_NODES_MAX);
    drawing.into_drawn()
}

/// Searches a position by itself. `None` if that takes too long.
fn example(drawn: &DrawnMove, is_test: bool) -> Option<Example> {
    let DrawnMove { pos, at_least } = *drawn;
    if Ultimate::STANDARD.outcome(&pos).is_some() {
        return None;
    }
    let glance = Glance::new(&pos, at_least);
    let (lower, upper, nodes) = solve(&CriticalBoards, &pos, at_least, NODES_MAX);
    let enough = if glance.attacks { Wdl::Win } else { Wdl::Draw };
    let is_reached = match (lower >= enough, upper < enough) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    Some(Example {
        features: glance.features().map(f64::from),
        attacks: glance.attacks,
        is_reached,
        work: (nodes.max(1) as f64).log2(),
        is_test,
    })
}

/// The bounds on the value for the player to move, and how many nodes they took.
fn solve(
    know: &impl unbeatable_core::Analysis<Ultimate>,
    pos: &Position,
    at_least: Outcome<Wdl>,
    nodes_max: u64,
) -> (Wdl, Wdl, u64) {
    let game = Ultimate::STANDARD;
    let budget = Budget {
        nodes_max,
        table_bytes_max: 256 << 20,
        threads: 1,
    };
    let mut search = Search::new(&game, know, &Odds, DfPn::BEST, budget);
    let solved = search.prove(&Line::new(&game, *pos), Goal::AtLeast(at_least), &());
    (
        solved.bounds.lower,
        solved.bounds.upper,
        solved.effort.nodes,
    )
}

/// The weights of the three sums: the odds, and the work where the aim is reached and where it is missed.
fn weights(examples: &[&Example]) -> [[f64; FEATURES]; 3] {
    let odds = logistic(examples.iter().map(|e| (e.features, e.is_reached)));
    let work = |is_reached: bool| {
        let like = examples.iter().filter(move |e| e.is_reached == is_reached);
        least_squares(like.map(|e| (e.features, e.work)))
    };
    // Odds to base 2, as everything.
    let odds = odds.map(|weight| weight / std::f64::consts::LN_2);
    [odds, work(true), work(false)]
}

/// Prints the file of weights, and on standard error how good they are.
fn print(examples: &[Example]) {
    println!("//! What `cargo xtask uttt fit` found.");
    println!();
    println!(
        "/// By whether the player to move needs to win, and by feature: what it adds to the logarithm of the odds\n\
         /// that he reaches his aim, of the work that shows that he does, and of the work that shows that he does\n\
         /// not. All logarithms are to base 2."
    );
    println!("#[rustfmt::skip]");
    println!("pub(super) const WEIGHTS: [[[f32; 3]; {FEATURES}]; 2] = [");
    for attacks in [false, true] {
        let all: Vec<&Example> = examples.iter().filter(|e| e.attacks == attacks).collect();
        let (test, rest): (Vec<_>, Vec<_>) = all.iter().copied().partition(|e| e.is_test);
        report(attacks, &test, &weights(&rest));
        let [odds, reached, missed] = weights(&all);
        println!("    [");
        for (i, name) in FEATURE_NAMES.iter().enumerate() {
            let [odds, reached, missed] = [odds[i], reached[i], missed[i]];
            println!("        // {name}");
            println!("        [{odds:.4}, {reached:.4}, {missed:.4}],");
        }
        println!("    ],");
    }
    println!("];");
}

/// Says how well weights guess examples that they do not come from.
fn report(attacks: bool, test: &[&Example], [odds, reached, missed]: &[[f64; FEATURES]; 3]) {
    let sum = |e: &Example, weights: &[f64; FEATURES]| -> f64 {
        e.features.iter().zip(weights).map(|(x, w)| x * w).sum()
    };
    let bits: f64 = test
        .iter()
        .map(|e| {
            let odds = sum(e, odds);
            (1.0 + (if e.is_reached { -odds } else { odds }).exp2()).log2()
        })
        .sum();
    let explained = |is_reached: bool, weights: &[f64; FEATURES]| {
        let like: Vec<&&Example> = test.iter().filter(|e| e.is_reached == is_reached).collect();
        let mean = like.iter().map(|e| e.work).sum::<f64>() / like.len() as f64;
        let all: f64 = like.iter().map(|e| (e.work - mean).powi(2)).sum();
        let left: f64 = like
            .iter()
            .map(|e| (e.work - sum(e, weights)).powi(2))
            .sum();
        100.0 * (1.0 - left / all)
    };
    eprintln!(
        "player to move {}: {} examples kept back; {:.3} bits of surprise about who reaches his aim; \
         {:.0} % of the spread of work explained where he does, {:.0} % where he does not",
        if attacks {
            "needs to win"
        } else {
            "does with a draw"
        },
        test.len(),
        bits / test.len() as f64,
        explained(true, reached),
        explained(false, missed)
    );
}
