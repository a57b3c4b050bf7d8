//! `analyze`: what each move is worth, and why.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use unbeatable_workbench::question::Analyze;
use unbeatable_workbench::report::{AnalyzeReport, MoveReport};
use unbeatable_workbench::sgf::Variation;
use unbeatable_workbench::{Ask, Registry};

use crate::batch;
use crate::failure::{Exit, Failure};
use crate::method::{BudgetArgs, MethodArgs, ThreadsArgs};
use crate::output::Console;
use crate::sgf_file::StartArgs;
use crate::style::{self, TITLE, paint};
use crate::table::{TextTable, paragraph};
use crate::words;

const AFTER_HELP: &str = "\
Examples:
  unbeatable analyze ttt \"X../.O./..X\"
  unbeatable analyze ttt+misere
  unbeatable analyze mnk:4x4x3 \"..../.X../..O./....\" --limit 60s
  unbeatable analyze uttt \"$POSITION\"          `unbeatable games` has one
  unbeatable analyze nim:3,5,7
  unbeatable analyze ttt --json
  unbeatable analyze --sgf game.sgf --save-sgf analyzed.sgf
  unbeatable analyze uttt --batch lines.txt --limit 1s > answers.jsonl

On the board and in the table: + wins, = draws, - loses, ? is open, × is forbidden. How good an open \
move looks is a guess: the share of the points in games against itself.";

/// The value of every legal move, best first, and why.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct AnalyzeArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them. A record (--sgf) tells it by itself.
    #[arg(required_unless_present = "sgf")]
    game: Option<String>,

    #[command(flatten)]
    start: StartArgs,

    /// Answer every line of this file, or of standard input (-): a position, or the moves from the start.
    /// A JSON object on each line says what came of it, in the order of the lines; budgets are for each.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["position", "moves", "sgf", "save_sgf"])]
    batch: Option<PathBuf>,

    #[command(flatten)]
    budget: BudgetArgs,

    #[command(flatten)]
    threads: ThreadsArgs,

    #[command(flatten)]
    method: MethodArgs,
}

impl AnalyzeArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let spec = self.start.spec(self.game, console)?;
        if let Some(file) = self.batch {
            let (at_a_time, limits) = self.threads.for_lines(self.budget.limits());
            let method = self.method.method();
            let ready = || Ok(self.start.game(games, &spec)?);
            return batch::run(&file, at_a_time, console, ready, |game, text, follow| {
                let question = Analyze {
                    setup: batch::setup(game, text)?,
                    method: method.clone(),
                    limits: limits.clone(),
                };
                let report = game.analyze(&question, follow)?;
                let exit = Exit::of(is_answered(&report), report.effort.stopped);
                Ok((report, exit))
            });
        }
        let start = self.start.start(games, &spec, console)?;
        let question = Analyze {
            setup: start.setup,
            method: self.method.method(),
            limits: self.threads.limits(self.budget.limits()),
        };
        let report = console.follow(|watch| start.game.analyze(&question, watch))?;
        let (solver, used) = (&report.asked.solver, report.effort.threads);
        self.threads.note(solver, used, console);
        let answered = console.answer(&report, show);
        // A reader who has seen enough (`| head`) still wants the file.
        if let Some(save) = start.save {
            save.write(&question.setup, &comment(&report), &variations(&report))?;
        }
        answered?;
        Ok(Exit::of(is_answered(&report), report.effort.stopped))
    }
}

/// Whether every move has its value.
fn is_answered(report: &AnalyzeReport) -> bool {
    report.outcome.is_some() && report.moves.iter().all(|m| m.outcome.is_some())
}

/// The report as text.
pub(crate) fn show(report: &AnalyzeReport) -> String {
    let mut text = words::heading(
        &report.asked.title,
        &report.asked.game,
        &report.asked.position,
    );
    if report.moves.is_empty() {
        text.push_str(&words::board(&report.board));
        text.push_str(&format!(
            "{}\n",
            paint(TITLE, &words::over(report.outcome.as_ref()))
        ));
        return text;
    }
    let sentence = paint(TITLE, &words::position(report));
    text.push_str(&paragraph(
        "",
        &format!("{} to move. {sentence}", report.asked.turn),
    ));
    text.push_str(&style::paint_marks(&words::board(&report.board)));
    text.push_str(&format!("    {}\n\n", legend(report)));
    if !report.explanation.is_empty() {
        text.push_str(words::board(&report.explanation.join("\n")).trim_start_matches('\n'));
    }
    text.push_str(&table(report));
    if !report.remarks.is_empty() {
        text.push('\n');
    }
    for remark in &report.remarks {
        text.push_str(&paragraph("• ", remark));
    }
    text.push('\n');
    text.push_str(&words::effort(
        &report.effort,
        &report.asked.solver,
        &report.asked.options,
    ));
    text
}

/// What the marks that occur mean.
fn legend(report: &AnalyzeReport) -> String {
    let marks = [
        (Some(1), "wins"),
        (Some(0), "draws"),
        (Some(-1), "loses"),
        (
            None,
            "is open; a guess is the share of the points in games against itself",
        ),
    ];
    let shown = marks
        .iter()
        .filter(|(sign, _)| report.moves.iter().any(|m| m.sign == *sign));
    let shown = shown.map(|&(sign, word)| {
        let mark = style::mark_of_sign(sign).to_string();
        format!("{} {word}", paint(style::of_sign(sign), &mark))
    });
    let forbidden = (!report.forbidden.is_empty()).then(|| "× is forbidden".into());
    shown.chain(forbidden).collect::<Vec<_>>().join("   ")
}

/// What a saved game says about the position: the answer, how to ask again, and what it cost.
fn comment(report: &AnalyzeReport) -> String {
    let sentence = match report.asked.is_over {
        true => words::over(report.outcome.as_ref()),
        false => words::position(report),
    };
    words::comment(&sentence, &report.asked, &report.effort)
}

/// Each move with what it leads to and why, best first.
fn variations(report: &AnalyzeReport) -> Vec<Variation> {
    let variation = |m: &MoveReport| {
        let result = words::capital(&words::move_result(report, m));
        let why = m.why.iter().map(|why| format!("\n{}", words::capital(why)));
        Variation {
            moves: vec![m.text.clone()],
            comment: result + &why.collect::<String>(),
        }
    };
    report.moves.iter().map(variation).collect()
}

/// The moves, best first.
fn table(report: &AnalyzeReport) -> String {
    let mut table = TextTable::new("llll", ["", "move", "result", "why"]);
    for m in &report.moves {
        let result = words::move_result(report, m);
        let color = style::of_sign(m.sign);
        table.styled_row([
            (style::mark_of_sign(m.sign).to_string(), color),
            (m.text.clone(), TITLE),
            (result, color),
            (m.why.clone().unwrap_or_default(), style::PLAIN),
        ]);
    }
    table.to_string()
}
