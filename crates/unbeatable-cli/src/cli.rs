//! The command line's grammar.

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

#[cfg(feature = "lab")]
use crate::call;
use crate::commands::serve;
use crate::commands::{
    analyze, book, codingame, completions, count, draw, games, gtp, htp, job, man, perft, play,
    play_match, probe, prove, reproduce, rules, solve, solvers, strategy, strong, verify,
};
use crate::failure::Failure;
use crate::help;
use crate::output::OutputArgs;
use crate::style;

const AFTER_HELP: &str = "\
Examples:
  unbeatable                                  a short tour
  unbeatable solve ttt                        tic-tac-toe is a draw
  unbeatable analyze ttt \"X../.O./..X\"        every move, and why
  unbeatable solve mnk:4x4x4 --limit 60s      larger boards, with a budget
  unbeatable play ttt                         you against a player who cannot lose
  unbeatable serve --open                     all of it in your browser
  unbeatable strong connect:5x4 -o c54        every position, in a database
  unbeatable reproduce                        published numbers, measured now

Exit codes:
  0    the question was answered
  1    a check failed
  2    the input or the call is wrong
  3    the budget ran out before an answer; what is proven is printed
  130  interrupted (Ctrl-C, SIGTERM, SIGHUP); what is proven is printed";

/// Solves two-player games and plays them perfectly. Without a command: a short tour.
#[derive(Parser, Debug)]
#[command(name = "unbeatable", bin_name = "unbeatable", version = env!("UNBEATABLE_VERSION"))]
#[command(after_help = AFTER_HELP, styles = style::HELP)]
#[command(args_override_self = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Solve(solve::SolveArgs),
    Analyze(analyze::AnalyzeArgs),
    Count(count::CountArgs),
    Perft(perft::PerftArgs),
    Draw(draw::DrawArgs),
    Strategy(strategy::StrategyArgs),
    Strong(strong::StrongArgs),
    Book(book::BookArgs),
    Prove(prove::ProveArgs),
    Job(job::JobArgs),
    Probe(probe::ProbeArgs),
    Verify(verify::VerifyArgs),
    Match(play_match::MatchArgs),
    Play(play::PlayArgs),
    #[cfg(feature = "lab")]
    Serve(serve::ServeArgs),
    Gtp(gtp::GtpArgs),
    Htp(htp::HtpArgs),
    Codingame(codingame::CodingameArgs),
    Games(games::GamesArgs),
    Rules(rules::RulesArgs),
    Solvers(solvers::SolversArgs),
    Reproduce(reproduce::ReproduceArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// What the command line asks for.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let asks_for_help = |argument: OsString| {
        let argument = argument.to_string_lossy();
        argument == "help" || argument == "--help" || argument.starts_with("-h")
    };
    // Nobody else need wait for its texts.
    let grammar = match call::arguments().any(asks_for_help) {
        true => help::wrapped(Cli::command(), help::columns()),
        false => Cli::command(),
    };
    let name = OsString::from("unbeatable");
    let words = std::iter::once(name).chain(call::arguments());
    Cli::from_arg_matches(&grammar.try_get_matches_from(words)?)
}

/// A call that does not fit the grammar. Clap explains it over several lines; scripts and logs want one.
pub(crate) fn usage(error: &clap::Error) -> Failure {
    let what = fold(&error.render().to_string());
    Failure::Input(match named_command(call::arguments()) {
        Some(command) => format!("{what} (see unbeatable {command} --help)"),
        None => format!("{what} (see unbeatable --help)"),
    })
}

/// Clap's message without its prefix, its usage and its pointer to `--help`.
fn fold(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let text = text.split("\n\nUsage:").next().unwrap_or(text);
    let text = text
        .split("\n\nFor more information")
        .next()
        .unwrap_or(text);
    // "To pass '--foo' as a value, use '-- --foo'" is hardly ever what was meant.
    let text = text.split("\n\n  tip: to pass").next().unwrap_or(text);
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" tip: ", "; ")
}

/// The command that is named in arguments that do not parse.
fn named_command(mut arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let cli = Cli::command();
    arguments.find_map(|argument| {
        let name = argument.to_str()?;
        cli.get_subcommands()
            .find(|command| command.get_name() == name)?;
        Some(name.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Color;

    #[test]
    fn the_grammar_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn clap_folds_to_one_line() {
        let text = "error: invalid value 'x' for '--color <WHEN>'\n  [possible values: auto, \
                    never]\n\n  tip: a similar value exists: 'auto'\n\nUsage: unbeatable\n\nFor \
                    more information, try '--help'.\n";
        assert_eq!(
            fold(text),
            "invalid value 'x' for '--color <WHEN>' [possible values: auto, never]; a similar \
             value exists: 'auto'"
        );
    }

    #[test]
    fn commands_are_found_before_parsing() {
        let named = |text: &str| named_command(text.split(' ').map(OsString::from));
        assert_eq!(named("--json solve --limit"), Some("solve".to_string()));
        assert_eq!(named("--json sulve"), None);
    }

    #[test]
    fn the_last_of_repeated_options_counts() {
        let line =
            "unbeatable solve ttt --json --limit 1s --json --color never --limit 2s --color always";
        let cli = Cli::try_parse_from(line.split(' ')).expect("options may be repeated");
        assert!(cli.output.json && cli.output.color == Color::Always);
        let line = "unbeatable reproduce lomont mnk";
        let cli = Cli::try_parse_from(line.split(' ')).expect("claims are several");
        let Some(Command::Reproduce(args)) = cli.command else {
            panic!("another command")
        };
        assert_eq!(args.claims, ["lomont", "mnk"]);
    }

    #[test]
    fn every_command_has_examples() {
        for command in Cli::command().get_subcommands() {
            let text = command
                .get_after_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                text.contains("Examples:\n  unbeatable "),
                "{}",
                command.get_name()
            );
        }
    }
}
