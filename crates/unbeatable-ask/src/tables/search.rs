//! The search for a smallest table, and what there is to tell of what it found.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::time::Instant;
use unbeatable_bench::erased::{ErasedGame, Line, Move, Position};

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use unbeatable_core::{Game, Notation, Outcome, Player, Stopped};
use unbeatable_draw::{Sheet, TileFrame};
use unbeatable_proof::table::certificate;
use unbeatable_proof::table::claim::TableClaim;
use unbeatable_proof::table::classes::{self};
use unbeatable_proof::table::policy::Policy;
use unbeatable_proof::table::replay::replay;
use unbeatable_proof::table::{Setting, TableRow};
use unbeatable_strategy::{Now, Smallest, TableLimits, all, prove, smallest};

use crate::certificate::hex;
use crate::picture::{self, Picture};
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock};
use unbeatable_database::atomic_file::AtomicFile;
use unbeatable_report::question::Strategy;
use unbeatable_report::report::{
    AllReport, CertificateReport, Chance, ChancesReport, GraphReport, RowReport, Stop,
    StrategyReport, TableProgress,
};

/// No more smallest tables than that are listed.
const SETS_MAX: usize = 100_000;

/// Chances are given up when the squares of their fractions' bits come to more than this: that is what
/// it takes to reduce them, less than a second.
const WORK_MAX: u64 = 4_000_000_000;

/// Whether a search goes on.
pub(super) fn to_flow(stops: bool) -> ControlFlow<()> {
    match stops {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// The name of a role with one player.
fn role_name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// All that is needed to answer.
pub(super) struct TableSearch<'w, 'c, 'g> {
    pub(super) bench: &'w Bench,
    pub(super) line: &'w Line<'g>,
    pub(super) setting: &'w Setting<'c, 'g, ErasedGame>,
    pub(super) clock: &'w Clock<'w>,
    pub(super) bytes_max: usize,
    pub(super) search_ends: Option<Instant>,
}

impl TableSearch<'_, '_, '_> {
    /// Finds the table, and what else was asked for.
    pub(super) fn fill(
        &self,
        report: &mut StrategyReport,
        asked: &Strategy,
        place: Option<(AtomicFile, String)>,
    ) {
        let TableSearch { setting, clock, .. } = *self;
        let root = setting.classes.class(0);
        let outcome = Outcome::from_value(root.value, root.turn);
        report.outcome = Some(self.bench.outcome_report(outcome));
        let graph = |policy: &Policy<ErasedGame>| {
            let [classes, turns, moves] = setting.graph(policy);
            GraphReport {
                role: role_name(policy.player()).into(),
                classes,
                turns,
                moves,
            }
        };
        report.graph = setting.policies.iter().map(graph).collect();
        let nodes = report.nodes;
        let watch = |Now { lower, upper }: Now| {
            clock.report_table(nodes, TableProgress { lower, upper });
            to_flow(clock.must_stop())
        };
        let limits = TableLimits {
            bytes_max: self.bytes_max,
            watch: &watch,
        };
        let search_watch = |now: Now| match self.search_ends {
            Some(end) if Instant::now() >= end => ControlFlow::Break(()),
            _ => watch(now),
        };
        let found = smallest(
            setting,
            &TableLimits {
                watch: &search_watch,
                ..limits
            },
        );
        report.lower = found.lower;
        report.upper = Some(found.upper);
        report.size = (found.lower == found.upper).then_some(found.upper);
        report.stopped = clock.reason(found.stopped);
        // Whatever the search believes, the table is played before anybody sees it.
        let calm = classes::ClassLimits {
            bytes_max: usize::MAX,
            watch: &|_| ControlFlow::Continue(()),
        };
        let played = match replay(setting, self.line.position(), &found.rows, &calm) {
            Ok(played) => played,
            Err(fault) => panic!("a table that does not play: {fault:?}"),
        };
        assert_eq!(
            played.counted.len(),
            found.upper as usize,
            "what is counted is played"
        );
        let reached = TableReach {
            walked: self.walk(&found.rows),
            counted: played.counted,
        };
        report.rows = self.rows(&found.rows, &reached.walked);
        report.chances = self.chances(&found.rows);
        // First what is proven, then what takes as long as it takes.
        if let Some(place) = place {
            report.certificate = Some(self.certify(report, &found, &limits, place));
        }
        if asked.all && report.size.is_some() {
            report.all = Some(self.all(found.upper, &limits));
        }
        if !asked.pictures.is_empty() {
            let sheet = Picture::Sheet(self.sheet(report, &found.rows, &reached));
            let bytes = clock::bytes_left(&asked.limits);
            let bytes = bytes.map(|bytes| bytes.saturating_sub(setting.classes.bytes() as u64));
            let paint = |&format| picture::paint(&sheet, format, bytes).map_err(|e| e.message);
            report.pictures = asked.pictures.iter().map(paint).collect();
        }
    }

    /// Where a role moves to in a class in which it moves: by its row, or by the rule.
    fn reply(&self, rows: &[TableRow], class: u32) -> u32 {
        match rows.binary_search_by_key(&class, |row| row.class) {
            Ok(at) => self.setting.classes.replies(class)[rows[at].index as usize],
            Err(_) => self.setting.defaults[class as usize],
        }
    }

    /// All classes that are reached, each with its least depth, breadth first.
    fn walk(&self, rows: &[TableRow]) -> Vec<(u32, u32)> {
        let Setting {
            classes, policies, ..
        } = self.setting;
        let mut depths: HashMap<u32, u32> = HashMap::new();
        for policy in policies {
            let mut seen = HashSet::from([0]);
            let mut open = VecDeque::from([(0, 0)]);
            while let Some((class, depth)) = open.pop_front() {
                let known = depths.entry(class).or_insert(depth);
                *known = depth.min(*known);
                let one;
                let replies = match policy.moves_in(class) {
                    true => {
                        one = [self.reply(rows, class)];
                        &one[..]
                    }
                    false => classes.replies(class),
                };
                for &reply in replies {
                    if seen.insert(reply) {
                        open.push_back((reply, depth + 1));
                    }
                }
            }
        }
        let mut walked: Vec<(u32, u32)> = depths.into_iter().collect();
        walked.sort_unstable_by_key(|&(class, depth)| (depth, class));
        walked
    }

    /// The move of a row on the board that is shown for its class.
    fn shown_move(&self, row: &TableRow) -> (Position, Move) {
        let classes = self.setting.classes;
        let game = classes.game();
        let pos = classes.shown(row.class);
        let reply = classes.replies(row.class)[row.index as usize];
        let mut moves = game.moves(&pos);
        // Of several moves to the same class the one that was named, where that can be said.
        if pos == classes.class(row.class).position {
            let m = moves.nth(row.index as usize);
            return (pos, m.expect("a row holds one of the moves"));
        }
        let m = moves.find(|&m| classes.number(&game.play(&pos, m)) == Some(reply));
        (
            pos,
            m.expect("all positions of a class have moves to the same classes"),
        )
    }

    fn rows(&self, rows: &[TableRow], walked: &[(u32, u32)]) -> Vec<RowReport> {
        let game = self.setting.classes.game();
        let with_rows = walked.iter().filter_map(|&(class, depth)| {
            let at = rows.binary_search_by_key(&class, |row| row.class).ok()?;
            Some((&rows[at], depth))
        });
        with_rows
            .map(|(row, depth)| {
                let (pos, m) = self.shown_move(row);
                RowReport {
                    class: game.position_text(&pos),
                    m: game.move_text(&pos, m),
                    depth,
                    number: game.number(&pos),
                    diagram: game.diagram(&pos, Some(m)).map(Into::into),
                    board: self.bench.board(&pos, &|other| (other == m).then_some('*')),
                }
            })
            .collect()
    }

    /// Exact chances of the table against a player who plays every legal move with the same probability.
    /// None where fractions get so long that they would take more time than the table.
    fn chances(&self, rows: &[TableRow]) -> Vec<ChancesReport> {
        let Setting {
            classes, policies, ..
        } = self.setting;
        let of_role = |policy: &Policy<ErasedGame>| {
            let mut chances = HashMap::from([(0, BigRational::one())]);
            let mut ends = [(); 3].map(|()| BigRational::zero());
            let mut work = 0;
            // Those before a class come before it.
            for class in classes.order().iter().rev() {
                let Some(here) = chances.remove(class) else {
                    continue;
                };
                work += here.denom().bits().pow(2);
                if work > WORK_MAX {
                    return None;
                }
                if let Some(outcome) = classes.class(*class).outcome {
                    let index = match outcome.winner() {
                        Some(winner) if winner == policy.player() => 0,
                        None => 1,
                        Some(_) => 2,
                    };
                    ends[index] += here;
                } else if policy.moves_in(*class) {
                    let reply = self.reply(rows, *class);
                    *chances.entry(reply).or_insert_with(BigRational::zero) += here;
                } else {
                    let replies = classes.replies(*class);
                    let share = here / BigRational::from_integer(replies.len().into());
                    for &reply in replies {
                        *chances.entry(reply).or_insert_with(BigRational::zero) += &share;
                    }
                }
            }
            let [win, draw, loss] = ends.map(|exact| chance(&exact));
            Some(ChancesReport {
                role: role_name(policy.player()).into(),
                win,
                draw,
                loss,
            })
        };
        let chances: Option<Vec<ChancesReport>> = policies.iter().map(of_role).collect();
        chances.unwrap_or_default()
    }

    /// The picture of a table: what it counts, by depth, with the answers marked.
    fn sheet(&self, report: &StrategyReport, rows: &[TableRow], reached: &TableReach) -> Sheet {
        let classes = self.setting.classes;
        let game = classes.game();
        let mut sheet_rows: Vec<unbeatable_draw::TileRow> = vec![];
        let mut last = None;
        let is_counted = |&&(class, _): &&(u32, u32)| reached.counted.binary_search(&class).is_ok();
        for &(class, depth) in reached.walked.iter().filter(is_counted) {
            let at = rows.binary_search_by_key(&class, |row| row.class).ok();
            let answer = at.map(|at| self.shown_move(&rows[at]).1);
            let frame = TileFrame {
                is_thick: classes.class(class).outcome.is_some(),
                ..TileFrame::default()
            };
            let tile = picture::tile(game, &classes.shown(class), answer, frame);
            if last != Some(depth) {
                sheet_rows.push(unbeatable_draw::TileRow {
                    label: format!("depth {depth}"),
                    tiles: vec![],
                });
                last = Some(depth);
            }
            let row = sheet_rows.last_mut().expect("one was pushed");
            row.tiles.push(tile);
        }
        Sheet {
            title: format!(
                "{}{}: {}",
                picture::capital(self.bench.title()),
                self.from(report),
                words(report)
            ),
            subtitle: format!("unbeatable {}", self.command(report)),
            legend: vec![],
            rows: sheet_rows,
        }
    }

    /// Where the table begins, in words, if that is not the start.
    fn from(&self, report: &StrategyReport) -> String {
        const CHARS_MAX: usize = 40;
        let is_start = *self.line.position() == self.bench.game.start();
        match report.position.len() {
            _ if is_start => String::new(),
            ..=CHARS_MAX => format!(" from {}", report.position),
            _ => " from a later position".into(),
        }
    }

    /// The command that finds the table.
    fn command(&self, report: &StrategyReport) -> String {
        let mut command = format!("strategy {}", report.game);
        if !self.from(report).is_empty() {
            command.push_str(&format!(" \"{}\"", report.position));
        }
        command.push_str(&format!(" --role {}", report.role));
        for m in &report.open {
            command.push_str(&format!(" --open {m}"));
        }
        command.push_str(&format!(" --count {} --keep {}", report.count, report.keep));
        if let Some(rule) = &report.default {
            command.push_str(&format!(" --default {rule}"));
        }
        command
    }

    fn all(&self, size: u32, limits: &TableLimits) -> AllReport {
        let classes = self.setting.classes;
        let game = classes.game();
        let found = all(self.setting, size, SETS_MAX, limits);
        let text = |&class: &u32| game.position_text(&classes.shown(class));
        let many = found.sets.len() as u64;
        AllReport {
            count: found.stopped.is_none().then_some(many),
            found: many,
            sets: found
                .sets
                .iter()
                .map(|set| set.iter().map(text).collect())
                .collect(),
            stopped: match found.stopped {
                Some(Stopped::Nodes) => Some(Stop::Many),
                stopped => self.clock.reason(stopped),
            },
        }
    }

    /// Writes a certificate of the table and of the lower bound.
    fn certify(
        &self,
        report: &StrategyReport,
        found: &Smallest,
        limits: &TableLimits,
        (place, file): (AtomicFile, String),
    ) -> CertificateReport {
        let start = Instant::now();
        let question = self.setting.question;
        let mut certified = CertificateReport::none(file);
        let proof = match found.lower {
            0 => Ok(None),
            lower => prove(self.setting, lower, &found.tree, limits).map(Some),
        };
        // Without a proof there is still the table, and that it plays as it should.
        let (proof, at_least) = match proof {
            Ok(proof) => (proof, found.lower),
            Err(why) => {
                certified.stopped = self.clock.reason(Some(why));
                (None, 0)
            }
        };
        let claim = TableClaim {
            game: report.game.clone(),
            position: report.position.clone(),
            role: question.role,
            open: report.open.clone(),
            count: question.count,
            keep: question.keep,
            default: question.default,
            at_least,
            at_most: found.upper,
        };
        let written = place.replace(|to| {
            let (rules, to) = (self.bench.game.rules_text(), BufWriter::new(to));
            certificate::write(&claim, rules, &found.rows, proof.as_ref(), to).map(Some)
        });
        certified.seconds = start.elapsed().as_secs_f64();
        match written {
            Err(e) => {
                certified.stopped = Some(Stop::Unwritable);
                certified.reason = Some(e.to_string());
            }
            Ok(written) => {
                let (bytes, sum) = written.expect("something is always written");
                certified.bytes = Some(bytes);
                certified.sha256 = Some(hex(&sum));
                certified.answers = Some(found.rows.len() as u64);
                certified.at_least = Some(at_least);
            }
        }
        certified
    }
}

/// What a table does when it is played.
struct TableReach {
    /// All classes that are reached, each with its least depth.
    walked: Vec<(u32, u32)>,
    /// Those that count, sorted.
    counted: Vec<u32>,
}

/// A table in a few words.
fn words(report: &StrategyReport) -> String {
    let upper = report.upper.unwrap_or(0);
    let noun = match (report.count.as_str(), upper) {
        ("rows", 1) => "row",
        ("rows", _) => "rows",
        (_, 1) => "position",
        _ => "positions",
    };
    let role = match report.role.as_str() {
        "both" => "both players",
        "first" => "the first player",
        _ => "the second player",
    };
    let proven = match report.size {
        Some(_) => "no table is smaller".to_string(),
        None => format!("no table has fewer than {}", report.lower),
    };
    format!("{upper} {noun} for {role}; {proven}")
}

/// A chance, exactly and nearly.
pub fn chance(exact: &BigRational) -> Chance {
    Chance {
        fraction: exact.to_string(),
        value: exact.to_f64().expect("a fraction has a nearest number"),
    }
}
