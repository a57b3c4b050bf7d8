//! Questions about a position: what it is worth, what its moves are worth, who would play what.

use std::sync::Arc;

use serde_json::json;
use unbeatable_workbench::players::HUMAN;
use unbeatable_workbench::question::{
    Analyze, Count, CountOf, Fail, Limits, MOVE_TIME, Method, Play, Setup, Solve, Window,
};
use unbeatable_workbench::report::{Answered, SCHEMA, Stop};
use unbeatable_workbench::units::parse_plain;
use unbeatable_workbench::{Ask, Bench, Follow};

use crate::desk::Desk;
use crate::failure::Failure;
use crate::query::Query;
use crate::request::Request;
use crate::task::{JsonAnswer, Task, written};
use crate::timed_follower::TimedFollower;

pub(crate) const ANALYZE: &[&str] = &["game", "position", "moves", "limit", "nodes"];

pub(crate) const SOLVE: &[&str] = &[
    "game", "position", "moves", "limit", "nodes", "solver", "order", "fail", "window", "at_least",
    "plain", "table", "symmetry", "analysis", "scout", "deepen",
];

pub(crate) const MOVE: &[&str] = &["game", "position", "moves", "limit", "player", "seed"];

pub(crate) const COUNT: &[&str] = &["game", "position", "moves", "limit", "nodes", "of"];

/// What every question about a position says.
struct PositionRequest {
    desk: Arc<Desk>,
    spec: String,
    setup: Setup,
    limits: Limits,
}

impl PositionRequest {
    fn new(query: &Query, desk: &Arc<Desk>) -> Result<PositionRequest, Failure> {
        Ok(PositionRequest {
            desk: Arc::clone(desk),
            spec: query.spec()?,
            setup: query.setup(),
            limits: query.limits(&desk.allowance)?,
        })
    }

    /// The game, with what is kept of it.
    fn game(&self) -> Result<Bench, Failure> {
        self.desk.consulting(&self.spec)
    }

    fn question(
        self,
        ask: impl FnOnce(PositionRequest, &TimedFollower<'_>) -> JsonAnswer + Send + 'static,
    ) -> Task {
        Task::timed(&self.limits.clone(), move |following| ask(self, following))
    }
}

pub(crate) fn analyze(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let asked = PositionRequest::new(&request.query, desk)?;
    Ok(asked.question(|asked, following| {
        let game = asked.game()?;
        let question = Analyze {
            setup: asked.setup,
            method: Method::default(),
            limits: asked.limits,
        };
        written(&game.analyze(&question, following)?)
    }))
}

pub(crate) fn solve(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let query = &request.query;
    let asked = PositionRequest::new(query, desk)?;
    let method = method(query)?;
    let at_least = query.text("at_least").map(Into::into);
    Ok(asked.question(|asked, following| {
        let game = asked.game()?;
        let question = Solve {
            setup: asked.setup,
            method,
            at_least,
            limits: asked.limits,
            ..Solve::default()
        };
        written(&game.solve(&question, following)?)
    }))
}

/// How to search.
pub(super) fn method(query: &Query) -> Result<Method, Failure> {
    Ok(Method {
        solver: query.text("solver").map(Into::into),
        order: query.text("order").map(Into::into),
        plain: query.switch("plain")?.unwrap_or_default(),
        table: query.switch("table")?,
        symmetry: query.switch("symmetry")?,
        analysis: query.switch("analysis")?,
        scout: query.switch("scout")?,
        deepen: query.switch("deepen")?,
        fail: query.choice("fail", &[("soft", Fail::Soft), ("hard", Fail::Hard)])?,
        window: query.choice(
            "window",
            &[("closed", Window::Closed), ("open", Window::Open)],
        )?,
    })
}

pub(crate) fn count(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let query = &request.query;
    let asked = PositionRequest::new(query, desk)?;
    let of = [
        CountOf::Tree,
        CountOf::Positions,
        CountOf::Classes,
        CountOf::Games,
    ];
    let of = query.choice("of", &of.map(|of| (of.name(), of)))?;
    let expected = "of: expected tree, positions, classes or games";
    let of = of.ok_or_else(|| Failure::of("of", expected))?;
    Ok(asked.question(move |asked, following| {
        let question = Count {
            setup: asked.setup,
            of,
            limits: asked.limits,
        };
        written(&asked.desk.game(&asked.spec)?.count(&question, following)?)
    }))
}

/// Players that start programs or read files: whoever asks is not at this machine's keyboard.
const OUTSIDE: [&str; 3] = ["table", "gtp", "codingame"];

pub(crate) fn choose(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let query = &request.query;
    let asked = PositionRequest::new(query, desk)?;
    let player = query.text("player");
    let player = player.ok_or_else(|| Failure::of("player", "player: expected a name"))?;
    let kind = player.split(':').next().unwrap_or_default();
    if OUTSIDE.contains(&kind) {
        let what = format!("player '{kind}:': the lab starts no programs and reads no files");
        return Err(Failure::of("player", what));
    }
    if kind == HUMAN {
        return Err(Failure::of(
            "player",
            "player 'human': expected one who can be asked for a move",
        ));
    }
    let (player, seed) = (player.to_string(), seed(query)?);
    Ok(asked.question(move |asked, following| chosen(&asked, player, seed, following)))
}

/// What is left to chance: without a seed, another choice each time.
fn seed(query: &Query) -> Result<u64, Failure> {
    use std::hash::{BuildHasher, RandomState};
    let read = |text: &str| parse_plain(text, 0, u64::MAX.into(), "0 to 2^64 - 1");
    let seed = query.read("seed", read)?;
    Ok(seed.unwrap_or_else(|| RandomState::new().hash_one("seed")))
}

/// A player's move.
fn chosen(
    asked: &PositionRequest,
    player: String,
    seed: u64,
    following: &TimedFollower<'_>,
) -> JsonAnswer {
    let game = asked.game()?;
    let on_time = following.on_time();
    let shown = game.position(&asked.setup)?;
    let mut answer = json!({
        "schema": SCHEMA,
        "game": shown.game,
        "position": shown.position,
        "player": player,
    });
    let mut players = [HUMAN.to_string(), HUMAN.to_string()];
    players[shown.mover].clone_from(&player);
    if shown.outcome.is_some() {
        return Err(Failure::of("position", "position: the game is over"));
    }
    let question = Play {
        setup: asked.setup.clone(),
        players,
        seed,
        move_time: MOVE_TIME,
        limits: asked.limits.clone(),
    };
    let mut play = game.play(&question, &on_time)?;
    let answered = match on_time.is_interrupted() {
        true => Answered::Stopped(following.reason()),
        false => play.answer(&on_time),
    };
    match answered {
        Answered::Move(m, grounds) => {
            answer["move"] = json!(m);
            answer["grounds"] = json!(grounds);
        }
        Answered::Stopped(Stop::Memory) => {
            answer["move"] = json!(null);
            answer["stopped"] = json!("memory");
        }
        Answered::Stopped(_) => {
            answer["move"] = json!(null);
            answer["stopped"] = json!(following.reason());
        }
        Answered::Forfeit(why) => return Err(Failure::of("player", format!("player {why}"))),
    }
    answer["seconds"] = json!(following.elapsed().as_secs_f64());
    written(&answer)
}
