//! Classes, what they are worth, and which moves a table may hold: the definitions of
//! docs/certificates.md, written down once more.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use unbeatable_proof::table::{Keep, Role, Rule, TableCount, TableQuestion, TableRow};

use crate::rules::{Board, Rules};

/// All classes behind a root, numbered as docs/certificates.md says.
pub(crate) struct Graph {
    pub(crate) rules: Rules,
    /// The first board that was found of each class.
    pub(crate) boards: Vec<Board>,
    numbers: HashMap<Board, usize>,
    /// Of boards as they are, as far as somebody asked.
    asked: RefCell<HashMap<Board, usize>>,
    pub(crate) over: Vec<Option<i8>>,
    pub(crate) replies: Vec<Vec<usize>>,
    /// What each class is worth to the first player.
    pub(crate) value: Vec<i8>,
}

impl Graph {
    pub(crate) fn new(rules: Rules, root: Board) -> Self {
        let mut graph = Graph {
            numbers: HashMap::from([(rules.fold(&root), 0)]),
            asked: RefCell::default(),
            rules,
            boards: vec![root],
            over: vec![],
            replies: vec![],
            value: vec![],
        };
        let mut at = 0;
        while at < graph.boards.len() {
            let board = graph.boards[at].clone();
            let over = graph.rules.over(&board);
            let mut replies = vec![];
            if over.is_none() {
                for next in graph.rules.next(&board) {
                    let fresh = graph.boards.len();
                    let number = *graph
                        .numbers
                        .entry(graph.rules.fold(&next))
                        .or_insert(fresh);
                    if number == fresh {
                        graph.boards.push(next);
                    }
                    replies.push(number);
                }
            }
            graph.over.push(over);
            graph.replies.push(replies);
            at += 1;
        }
        let mut values = vec![None; graph.boards.len()];
        graph.worth(0, &mut values);
        graph.value = values.into_iter().map(Option::unwrap).collect();
        graph
    }

    fn worth(&self, class: usize, values: &mut [Option<i8>]) -> i8 {
        if let Some(known) = values[class] {
            return known;
        }
        let behind: Vec<i8> = self.replies[class]
            .iter()
            .map(|&reply| self.worth(reply, values))
            .collect();
        let value = match (self.over[class], self.boards[class].turn) {
            (Some(over), _) => over,
            (None, 0) => *behind.iter().max().unwrap(),
            (None, _) => *behind.iter().min().unwrap(),
        };
        values[class] = Some(value);
        value
    }

    pub(crate) fn number(&self, board: &Board) -> usize {
        if let Some(&known) = self.asked.borrow().get(board) {
            return known;
        }
        let number = self.numbers[&self.rules.fold(board)];
        self.asked.borrow_mut().insert(board.clone(), number);
        number
    }

    pub(crate) fn is_turn(&self, player: usize, class: usize) -> bool {
        self.boards[class].turn == player
    }

    pub(crate) fn moves_in(&self, player: usize, class: usize) -> bool {
        self.is_turn(player, class) && self.over[class].is_none()
    }

    /// What a class is worth to a player.
    fn value_for(&self, player: usize, class: usize) -> i8 {
        match player {
            0 => self.value[class],
            _ => -self.value[class],
        }
    }

    /// Whether a class counts when it is reached.
    pub(crate) fn counts(&self, count: TableCount, player: usize, class: usize) -> bool {
        match count {
            TableCount::Full => true,
            TableCount::Turns => self.is_turn(player, class),
            TableCount::Rows => self.moves_in(player, class),
        }
    }

    /// Where a rule leads in an unfinished class: it looks at the canonical board.
    fn default(&self, rule: Rule, class: usize) -> usize {
        let board = self.rules.fold(&self.boards[class]);
        let winner = if board.turn == 0 { 1 } else { -1 };
        let next = self.rules.next(&board);
        let wins = |next: &&Board| self.rules.over(next) == Some(winner);
        let blocks = |next: &&Board| {
            self.rules.over(next).is_some()
                || self
                    .rules
                    .next(next)
                    .iter()
                    .all(|reply| self.rules.over(reply) != Some(-winner))
        };
        let chosen = match rule {
            Rule::First => None,
            Rule::WinFirst => next.iter().find(wins),
            Rule::WinBlockFirst => next.iter().find(wins).or_else(|| next.iter().find(blocks)),
        };
        self.number(chosen.unwrap_or(&next[0]))
    }

    /// What a table may do in each class, for one player.
    pub(crate) fn policy(&self, question: &TableQuestion, player: usize) -> Policy {
        let is_root_open = !question.open.is_empty() && self.moves_in(player, 0);
        let places = |class: usize| -> Vec<usize> {
            match class == 0 && is_root_open {
                true => question.open.iter().map(|&i| i as usize).collect(),
                false => (0..self.replies[class].len()).collect(),
            }
        };
        let mut policy = Policy {
            player,
            moves: vec![],
            default: vec![],
        };
        for class in 0..self.boards.len() {
            let mut moves = vec![];
            let mut default = None;
            if self.moves_in(player, class) {
                let places = places(class);
                let gets = |&i: &usize| self.value_for(player, self.replies[class][i]);
                let best = places.iter().map(gets).max().unwrap();
                let least = match question.keep {
                    Keep::Value | Keep::Strongest => best,
                    Keep::Draw => best.min(0),
                    Keep::Any => -1,
                };
                moves = places;
                moves.retain(|i| gets(i) >= least);
                default = question.default.map(|rule| self.default(rule, class));
            }
            policy.moves.push(moves);
            policy.default.push(default);
        }
        if question.keep == Keep::Strongest {
            let mut chances = vec![None; self.boards.len()];
            self.chance(&policy, 0, &mut chances);
            for class in 0..self.boards.len() {
                let Some(best) = chances[class] else {
                    // Not reached from the root, whatever is played.
                    continue;
                };
                let replies = &self.replies[class];
                policy.moves[class].retain(|&i| chances[replies[i]] == Some(best));
            }
        }
        for class in 0..self.boards.len() {
            let choices = policy.choices(self, class);
            policy.default[class] = policy.default[class].filter(|reply| choices.contains(reply));
        }
        policy
    }

    /// The largest chance to win against a player who plays any move, by moves of the policy.
    fn chance(&self, policy: &Policy, class: usize, known: &mut [Option<Fraction>]) -> Fraction {
        if let Some(chance) = known[class] {
            return chance;
        }
        let behind: Vec<Fraction> = self.replies[class]
            .iter()
            .map(|&reply| self.chance(policy, reply, known))
            .collect();
        let wins = if policy.player == 0 { 1 } else { -1 };
        let chance = match self.over[class] {
            Some(over) => Fraction::new(u128::from(over == wins), 1),
            None if self.is_turn(policy.player, class) => {
                let chances = policy.moves[class].iter().map(|&i| behind[i]);
                chances.max_by(|a, b| a.compare(*b)).unwrap()
            }
            None => {
                let sum = behind.iter().fold(Fraction::new(0, 1), |a, &b| a.plus(b));
                Fraction::new(sum.0, sum.1 * behind.len() as u128)
            }
        };
        known[class] = Some(chance);
        chance
    }

    /// A policy for tables that count at most `most`: without moves to classes that those cannot reach.
    ///
    /// A table that reaches a class has paid for a path to it, and goes on to pay for what is behind it.
    pub(crate) fn policy_within(
        &self,
        question: &TableQuestion,
        player: usize,
        most: u32,
    ) -> Policy {
        let mut policy = self.policy(question, player);
        let many = self.boards.len();
        let mut behind = vec![None; many];
        self.cost_behind(question, &policy, 0, &mut behind);
        let mut before = vec![u32::MAX; many];
        before[0] = 0;
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for class in (0..many).filter(|&class| behind[class].is_some()) {
                let paid = match before[class] {
                    u32::MAX => continue,
                    paid => paid + u32::from(self.counts(question.count, player, class)),
                };
                let mut replies = self.replies[class].clone();
                if self.moves_in(player, class) {
                    replies = policy.choices(self, class);
                }
                for reply in replies {
                    let is_default = policy.default[class] == Some(reply);
                    let paid = if is_default { before[class] } else { paid };
                    if paid < before[reply] {
                        before[reply] = paid;
                        is_changed = true;
                    }
                }
            }
        }
        let is_near = |class: usize| match behind[class] {
            Some(cost) => before[class].saturating_add(cost) <= most,
            None => false,
        };
        for class in 0..many {
            policy.moves[class].retain(|&i| is_near(self.replies[class][i]));
            policy.default[class] = policy.default[class].filter(|&reply| is_near(reply));
        }
        policy
    }

    /// What every table pays from a class on, at least.
    fn cost_behind(
        &self,
        question: &TableQuestion,
        policy: &Policy,
        class: usize,
        known: &mut [Option<u32>],
    ) -> u32 {
        if let Some(cost) = known[class] {
            return cost;
        }
        let own = u32::from(self.counts(question.count, policy.player, class));
        let cost = if self.moves_in(policy.player, class) {
            let choices = policy.choices(self, class).into_iter();
            let costs: Vec<(usize, u32)> = choices
                .map(|reply| (reply, self.cost_behind(question, policy, reply, known)))
                .collect();
            let cost = |&(reply, cost): &(usize, u32)| match policy.default[class] == Some(reply) {
                true => cost,
                false => own + cost,
            };
            costs.iter().map(cost).min().unwrap()
        } else {
            let replies = self.replies[class].iter();
            let costs = replies.map(|&reply| self.cost_behind(question, policy, reply, known));
            own + costs.max().unwrap_or(0)
        };
        known[class] = Some(cost);
        cost
    }

    /// The players of a role.
    pub(crate) fn players(role: Role) -> Vec<usize> {
        match role {
            Role::First => vec![0],
            Role::Second => vec![1],
            Role::Both => vec![0, 1],
        }
    }

    /// Plays a table on boards as they are, as a referee would who has only the definitions.
    /// Returns what counts, or why it is no table.
    pub(crate) fn play(
        &self,
        question: &TableQuestion,
        rows: &[TableRow],
    ) -> Result<HashSet<usize>, &'static str> {
        let mut held: HashMap<usize, usize> = HashMap::new();
        for row in rows {
            if held
                .insert(row.class as usize, row.index as usize)
                .is_some()
            {
                return Err("two rows for a class");
            }
        }
        let (mut counted, mut used) = (HashSet::new(), HashSet::new());
        for player in Graph::players(question.role) {
            let policy = self.policy(question, player);
            let best = match policy.moves[0].first() {
                Some(_) => policy.moves[0]
                    .iter()
                    .map(|&i| self.value_for(player, self.replies[0][i]))
                    .max()
                    .unwrap(),
                None => self.value_for(player, 0),
            };
            let least = match question.keep {
                Keep::Value | Keep::Strongest => best,
                Keep::Draw => best.min(0),
                Keep::Any => -1,
            };
            let mut open = vec![self.boards[0].clone()];
            let mut seen = HashSet::from([self.boards[0].clone()]);
            while let Some(board) = open.pop() {
                let class = self.number(&board);
                if question.count != TableCount::Rows && self.counts(question.count, player, class)
                {
                    counted.insert(class);
                }
                let over = self.rules.over(&board);
                if let Some(over) = over {
                    if (if player == 0 { over } else { -over }) < least {
                        return Err("worse than promised");
                    }
                    continue;
                }
                let mut next = self.rules.next(&board);
                if board.turn == player {
                    let reply = match (held.get(&class), policy.default[class]) {
                        (Some(index), _) => {
                            if !policy.moves[class].contains(index) {
                                return Err("a move that it may not hold");
                            }
                            used.insert(class);
                            if question.count == TableCount::Rows {
                                counted.insert(class);
                            }
                            self.replies[class][*index]
                        }
                        (None, Some(reply)) => reply,
                        (None, None) => return Err("no row"),
                    };
                    next.retain(|next| self.number(next) == reply);
                }
                for next in next {
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        match used.len() == held.len() {
            true => Ok(counted),
            false => Err("a dead row"),
        }
    }
}

/// What a table may do for one player.
pub(crate) struct Policy {
    pub(crate) player: usize,
    /// Per class in which he is to move, the places of the moves that may be held.
    pub(crate) moves: Vec<Vec<usize>>,
    /// Where the default rule leads, if a table may leave it to that.
    pub(crate) default: Vec<Option<usize>>,
}

impl Policy {
    /// The classes behind the moves that may be held, each once.
    pub(crate) fn choices(&self, graph: &Graph, class: usize) -> Vec<usize> {
        let behind = self.moves[class].iter().map(|&i| graph.replies[class][i]);
        let mut choices: Vec<usize> = behind.collect();
        choices.sort_unstable();
        choices.dedup();
        choices
    }
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fraction(u128, u128);

impl Fraction {
    fn new(a: u128, b: u128) -> Self {
        let (mut x, mut y) = (a, b);
        while y != 0 {
            (x, y) = (y, x % y);
        }
        Fraction(a / x, b / x)
    }

    fn plus(self, other: Self) -> Self {
        Fraction::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn compare(self, other: Self) -> std::cmp::Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}
