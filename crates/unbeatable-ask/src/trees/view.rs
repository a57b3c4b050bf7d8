//! A node of a tree, and the nodes right below it.

use std::collections::{HashMap, VecDeque};
use unbeatable_bench::erased::{ErasedGame, Line, Move, Position};

use serde_json::Map;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Bounds, Forest, Game, Margin, Notation, Player, Value};
use unbeatable_proof::tree::Follows;
use unbeatable_solve::Ending;

use super::recorded_tree::{RecordedTree, Recording};
use crate::position::place;
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::bounds_report;
use unbeatable_report::question::Look;
use unbeatable_report::report::{
    DiagramReport, NodeReport, Place, Points, SCHEMA, ShownReport, TreeReport, WindowReport,
};
use unbeatable_report::{Argument, AskError};

/// Longer ways than this are nobody's: every step of them takes time.
const STEPS_MAX: usize = 1_000;

/// More children than this are not listed at a time: likewise.
const CHILDREN_MAX: usize = 1_000;

/// A node of a tree that was written down, or else of the game's.
pub fn look(
    bench: &Bench,
    question: &Look,
    recording: Option<&Recording>,
) -> Result<TreeReport, AskError> {
    let game = &bench.game;
    let spec = game.spec();
    if let Some(recording) = recording.filter(|recording| recording.game != spec) {
        let found = &recording.game;
        return Err(AskError::new(format!(
            "the tree is one of {found}: expected {spec}"
        )));
    }
    if question.count > CHILDREN_MAX {
        return Err(Argument::Count.wrong(format!(
            "count {}: expected at most {CHILDREN_MAX}",
            question.count
        )));
    }
    let setup = recording.map_or(&question.setup, |recording| &recording.setup);
    let line = bench.line(setup)?;
    let position = game.line_text(&line);
    let mut walker = Walker::new(bench, recording, line);
    for number in numbers(&question.path)? {
        walker.step(number)?;
    }
    let mut report = TreeReport {
        schema: SCHEMA,
        of: "game".into(),
        game: spec,
        position,
        solver: None,
        options: Map::new(),
        sides: bench.player_names().map(Into::into),
        nodes: recording.map(Recording::nodes),
        is_complete: recording.is_none_or(|recording| recording.stopped.is_none()),
        stopped: recording.and_then(|recording| recording.stopped),
        bounds: recording.map(|recording| recording.bounds),
        claim: None,
        node: walker.shown(),
        children: walker.listed(question.from, question.count),
    };
    match recording.map(|recording| &recording.tree) {
        None => {}
        Some(RecordedTree::Search {
            solver, options, ..
        }) => {
            report.of = "search".into();
            report.solver = Some((*solver).into());
            report.options = options.clone();
        }
        Some(RecordedTree::Certificate { claim, .. }) => {
            report.of = "certificate".into();
            report.claim = Some(*claim);
        }
    }
    Ok(report)
}

/// The numbers of a path.
fn numbers(path: &str) -> Result<Vec<usize>, AskError> {
    if path.is_empty() {
        return Ok(vec![]);
    }
    let numbers = path.split('.').map(str::parse);
    let numbers: Result<Vec<usize>, _> = numbers.collect();
    let wrong = |expected: &str| {
        Argument::Path.wrong(format!("path {}: expected {expected}", quoted(path)))
    };
    match numbers {
        Err(_) => Err(wrong("numbers with dots between them, such as 0.3.1")),
        Ok(numbers) if numbers.len() > STEPS_MAX => {
            Err(wrong(&format!("at most {STEPS_MAX} numbers")))
        }
        Ok(numbers) => Ok(numbers),
    }
}

/// A path as people write it.
fn path_text(path: &[usize]) -> String {
    let numbers: Vec<String> = path.iter().map(usize::to_string).collect();
    numbers.join(".")
}

/// Where a node stands in what was written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// In a game's tree, of which nothing is written down.
    Game,
    /// Above all that is: a search that began several times, or several strategies, have a root of
    /// their own.
    Above,
    /// There.
    Entry(u32),
    /// At a move that nobody followed.
    LeftOut,
    /// At a move that history forbids.
    Repeat,
}

/// A node below another.
struct ChildNode<M> {
    m: Option<M>,
    at: At,
}

/// Stands at a node, and knows the way.
struct Walker<'a, 'g> {
    bench: &'g Bench,
    recording: Option<&'a Recording>,
    line: Line<'g>,
    at: At,
    path: Vec<usize>,
    moves: Vec<String>,
    /// The last step's move, and where it was made.
    last: Option<(String, Option<Place>)>,
}

impl<'a, 'g> Walker<'a, 'g> {
    /// At the root.
    fn new(bench: &'g Bench, recording: Option<&'a Recording>, line: Line<'g>) -> Self {
        let at = match recording.map(|recording| &recording.tree) {
            None => At::Game,
            Some(RecordedTree::Search { visits, .. }) if visits.forest().roots().count() == 1 => {
                At::Entry(0)
            }
            Some(_) => At::Above,
        };
        Walker {
            bench,
            recording,
            line,
            at,
            path: vec![],
            moves: vec![],
            last: None,
        }
    }

    /// Goes on to a child.
    fn step(&mut self, number: usize) -> Result<(), AskError> {
        let child = self.child(number);
        self.path.push(number);
        let wrong = |expected: String| {
            let path = path_text(&self.path);
            Err(Argument::Path.wrong(format!("path {path}: expected {expected}")))
        };
        let Some(ChildNode { m, at }) = child else {
            return match self.children_total() {
                0 => wrong(format!("no number after the first {}", self.path.len() - 1)),
                many => wrong(format!("a number below {many}")),
            };
        };
        if at == At::Repeat {
            return wrong("a move that history allows".into());
        }
        if let Some(m) = m {
            let pos = *self.line.position();
            let game = &self.bench.game;
            let text = game.move_text(&pos, m);
            self.moves.push(text.clone());
            self.last = Some((text, place(game, &pos, m)));
            assert!(self.line.play(m), "what is followed is allowed");
        }
        self.at = at;
        Ok(())
    }

    /// The child with that number, if there is one. In a game no other is looked at: there may be thousands,
    /// at every step of a long path.
    fn child(&self, number: usize) -> Option<ChildNode<Move>> {
        if self.at != At::Game {
            let mut children = self.children();
            return (number < children.len()).then(|| children.swap_remove(number));
        }
        if self.line.outcome().is_some() {
            return None;
        }
        let m = self.bench.game.moves(self.line.position()).nth(number)?;
        let at = match self.line.clone().play(m) {
            true => At::Game,
            false => At::Repeat,
        };
        Some(ChildNode { m: Some(m), at })
    }

    /// What is said of a node of what was written down.
    fn entry(&self, entry: u32) -> NodeStatus {
        match self.recording.map(|recording| &recording.tree) {
            Some(RecordedTree::Search { visits, .. }) => {
                NodeStatus::of_visit(visits.forest().of(entry).ending)
            }
            Some(RecordedTree::Certificate { strategies, .. }) => {
                NodeStatus::of_step(strategies.forest.of(entry).follows)
            }
            None => unreachable!("nothing is written down of a game"),
        }
    }

    /// The entries right below one, or those above which nothing is, each with the number of its move.
    fn entries(&self, below: Option<u32>) -> Vec<(usize, u32)> {
        fn all<T>(
            forest: &Forest<T>,
            below: Option<u32>,
            m: impl Fn(&T) -> usize,
        ) -> Vec<(usize, u32)> {
            let named = |entry: u32| (m(forest.of(entry)), entry);
            match below {
                None => forest.roots().map(named).collect(),
                Some(entry) => forest.below(entry).map(named).collect(),
            }
        }
        match self.recording.map(|recording| &recording.tree) {
            Some(RecordedTree::Search { visits, .. }) => {
                all(visits.forest(), below, |visit| visit.m())
            }
            Some(RecordedTree::Certificate { strategies, .. }) => {
                all(&strategies.forest, below, |step| step.m as usize)
            }
            None => vec![],
        }
    }

    /// The nodes right below: those that were visited, in that order, and then the other moves, in board
    /// order.
    fn children(&self) -> Vec<ChildNode<Move>> {
        let game = &self.bench.game;
        let pos = self.line.position();
        let is_over = self.line.outcome().is_some();
        let below = match self.at {
            At::LeftOut | At::Repeat => return vec![],
            At::Above => {
                let roots = self.entries(None).into_iter();
                return roots
                    .map(|(_, entry)| ChildNode {
                        m: None,
                        at: At::Entry(entry),
                    })
                    .collect();
            }
            At::Game if is_over => return vec![],
            At::Game => None,
            At::Entry(entry) => match self.entry(entry).below {
                Below::Nothing => return vec![],
                below => Some((entry, below)),
            },
        };
        let moves: Vec<Move> = game.moves(pos).collect();
        let mut is_listed = vec![false; moves.len()];
        let mut children = Vec::with_capacity(moves.len());
        if let Some((entry, _)) = below {
            for (number, entry) in self.numbered(&moves, self.entries(Some(entry))) {
                is_listed[number] = true;
                children.push(ChildNode {
                    m: Some(moves[number]),
                    at: At::Entry(entry),
                });
            }
        }
        if let Some((_, Below::Some)) = below {
            return children;
        }
        let mut line = self.line.clone();
        for (&m, _) in moves.iter().zip(is_listed).filter(|(_, is)| !is) {
            let is_allowed = line.play(m);
            if is_allowed {
                line.undo();
            }
            let at = match (is_allowed, self.at) {
                (false, _) => At::Repeat,
                (true, At::Game) => At::Game,
                (true, _) => At::LeftOut,
            };
            children.push(ChildNode { m: Some(m), at });
        }
        children
    }

    /// Entries with the numbers of moves of the position as it is shown, from those of the position as
    /// it was searched.
    fn numbered(&self, moves: &[Move], entries: Vec<(usize, u32)>) -> Vec<(usize, u32)> {
        let (game, shown) = (&self.bench.game, self.line.position());
        let searched = match self.recording.map(|recording| &recording.tree) {
            Some(RecordedTree::Search { folds: true, .. }) if !self.moves.is_empty() => {
                game.canonical(shown)
            }
            _ => *shown,
        };
        if searched == *shown {
            return entries;
        }
        let class = |pos: &Position, m: Move| game.canonical(&game.play(pos, m));
        let mut leading: HashMap<Position, VecDeque<usize>> = HashMap::new();
        for (number, &m) in moves.iter().enumerate() {
            leading
                .entry(class(shown, m))
                .or_default()
                .push_back(number);
        }
        let searched_moves: Vec<Move> = game.moves(&searched).collect();
        let shown = |(number, entry): (usize, u32)| {
            let class = class(&searched, searched_moves[number]);
            let number = leading.get_mut(&class).and_then(VecDeque::pop_front);
            let number = number.expect("an image has the images of the moves");
            (number, entry)
        };
        entries.into_iter().map(shown).collect()
    }

    /// How many children there are, without listing them.
    fn children_total(&self) -> usize {
        let moves = || self.bench.game.moves(self.line.position()).count();
        match self.at {
            At::LeftOut | At::Repeat => 0,
            At::Above => self.entries(None).len(),
            At::Game if self.line.outcome().is_some() => 0,
            At::Game => moves(),
            At::Entry(entry) => match self.entry(entry).below {
                Below::Nothing => 0,
                Below::Some => self.entries(Some(entry)).len(),
                Below::All => moves(),
            },
        }
    }

    /// The node, with what is said of it alone.
    fn shown(&self) -> ShownReport {
        let (game, pos) = (&self.bench.game, self.line.position());
        let (m, last) = self.last.clone().unzip();
        ShownReport {
            node: self.node(m),
            moves: self.moves.clone(),
            position: game.line_text(&self.line),
            last: last.flatten(),
            diagram: game.diagram(pos, None).map(DiagramReport::from),
        }
    }

    /// So many of the children from that one on.
    fn listed(&mut self, from: usize, count: usize) -> Vec<NodeReport> {
        let at = self.at;
        let children = self.children().into_iter().enumerate();
        let mut reports = vec![];
        for (number, child) in children.skip(from).take(count) {
            let pos = *self.line.position();
            let text = child.m.map(|m| self.bench.game.move_text(&pos, m));
            self.path.push(number);
            self.at = child.at;
            let is_played = child.m.is_some_and(|m| self.line.play(m));
            let mut report = self.node(text);
            if is_played {
                self.line.undo();
            } else if child.m.is_some() {
                let turn = self.bench.game.turn(&pos).other();
                report.turn = self.bench.game.player_name(turn).into();
                report.mover = turn.index();
            }
            reports.push(report);
            self.path.pop();
        }
        self.at = at;
        reports
    }

    /// What is said of every node.
    fn node(&self, m: Option<String>) -> NodeReport {
        let game = &self.bench.game;
        let turn = game.turn(self.line.position());
        let outcome = self.line.outcome();
        let mut report = NodeReport {
            path: self.path.clone(),
            m,
            turn: game.player_name(turn).into(),
            mover: turn.index(),
            outcome: outcome.map(|outcome| self.bench.outcome_report(outcome)),
            window: None,
            bounds: None,
            status: match self.at {
                At::Game if outcome.is_some() => "end".into(),
                At::Game => "open".into(),
                At::Above => self.status_above().into(),
                At::Entry(entry) => self.entry(entry).status.into(),
                At::LeftOut => "left-out".into(),
                At::Repeat => "repeat".into(),
            },
            nodes: match self.at {
                At::Game => None,
                _ => Some(0),
            },
            children_total: self.children_total(),
            same_as: None,
            strategy: None,
            depth_limit: None,
        };
        match (self.at, self.recording) {
            (At::Above, Some(recording)) => {
                report.nodes = Some(recording.nodes());
                report.bounds = Some(recording.bounds);
            }
            (At::Entry(entry), Some(recording)) => self.tell(entry, &recording.tree, &mut report),
            _ => {}
        }
        report
    }

    /// What became of a root above all that was written down.
    fn status_above(&self) -> &'static str {
        let recording = self.recording.expect("something was written down");
        match &recording.tree {
            _ if recording.stopped.is_some() => "stopped",
            _ if self.line.outcome().is_some() => "end",
            RecordedTree::Search { visits, .. } if visits.forest().is_empty() => "analysis",
            RecordedTree::Search { .. } => "searched",
            RecordedTree::Certificate { .. } => "claim",
        }
    }

    /// Adds what was written down.
    fn tell(&self, entry: u32, tree: &RecordedTree, report: &mut NodeReport) {
        let game = &self.bench.game;
        let turn = game.turn(self.line.position());
        let range = game.range(turn);
        let is_root = self.moves.is_empty() && report.m.is_none();
        match tree {
            RecordedTree::Search { visits, .. } => {
                let visit = visits.forest().of(entry);
                // Written down as ranks of the game inside.
                let found = visit.bounds::<Margin>();
                let value = |rank: Margin| game.points_of_rank(rank.rank());
                let bounds = Bounds {
                    lower: value(found.lower).unwrap_or(range.lower),
                    upper: value(found.upper).unwrap_or(range.upper),
                };
                report.nodes = Some(visits.forest().many(entry).into());
                report.window = visit
                    .window()
                    .map(|window| window_report(game, window, turn));
                report.bounds = Some(bounds_report(bounds.and(range), turn));
                report.depth_limit = visit.depth_limit().filter(|_| is_root);
            }
            RecordedTree::Certificate { strategies, claim } => {
                let forest = &strategies.forest;
                report.nodes = Some(forest.many(entry).into());
                let player = strategies.players[self.path[0]];
                let mut bounds = bounds_report(game.range(Player::First), Player::First);
                match player {
                    Player::First => bounds.lower = claim.at_least.unwrap_or(bounds.lower),
                    Player::Second => bounds.upper = claim.at_most.unwrap_or(bounds.upper),
                }
                report.bounds = Some(bounds);
                report.strategy = is_root.then_some(match player {
                    Player::First => "lower".into(),
                    Player::Second => "upper".into(),
                });
                if let Follows::Same(same) = forest.of(entry).follows {
                    report.same_as = Some(way(forest, same));
                }
            }
        }
    }
}

/// What is said of a node of what was written down.
struct NodeStatus {
    status: &'static str,
    below: Below,
}

/// Which of a position's moves are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Below {
    Nothing,
    /// Those that were written down.
    Some,
    All,
}

impl NodeStatus {
    fn of_visit(ending: Ending) -> Self {
        let (status, below) = match ending {
            Ending::End => ("end", Below::Nothing),
            Ending::Searched => ("searched", Below::All),
            Ending::Cut => ("cut", Below::All),
            Ending::Analysis => ("analysis", Below::Nothing),
            Ending::Table => ("table", Below::Nothing),
            Ending::Depth => ("depth", Below::Nothing),
            Ending::Stopped => ("stopped", Below::All),
        };
        NodeStatus { status, below }
    }

    fn of_step(follows: Follows) -> Self {
        let (status, below) = match follows {
            Follows::Nothing => ("end", Below::Nothing),
            Follows::Answer => ("answer", Below::Some),
            Follows::Replies => ("replies", Below::All),
            Follows::Same(_) => ("same", Below::Nothing),
            Follows::CutOff => ("stopped", Below::Some),
        };
        NodeStatus { status, below }
    }
}

/// The way from above to an entry.
fn way<T>(forest: &Forest<T>, to: u32) -> Vec<usize> {
    let reaches = |&(_, entry): &(usize, u32)| to < entry + forest.many(entry);
    let mut way = vec![];
    let mut at = forest.roots().enumerate().find(reaches);
    while let Some((number, entry)) = at {
        way.push(number);
        if entry == to {
            break;
        }
        at = forest.below(entry).enumerate().find(reaches);
    }
    way
}

/// A window for `turn`, from the first player's side. What is beyond the range is infinite.
fn window_report(game: &ErasedGame, [alpha, beta]: [i16; 2], turn: Player) -> WindowReport {
    let range = game.range(turn);
    let points = |rank: i16| {
        let value = game
            .points_of_rank(rank)
            .filter(|value| range.contains(*value));
        // Not -0.
        let sign = if turn == Player::First { 1.0 } else { -1.0 };
        value.map(|value| Points(sign * value.points() + 0.0))
    };
    let (a, b) = (points(alpha), points(beta));
    match turn {
        Player::First => WindowReport { lower: a, upper: b },
        Player::Second => WindowReport { lower: b, upper: a },
    }
}
