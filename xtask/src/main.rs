//! The project's own commands: `cargo xtask` lists them.

mod browser;
mod certificates;
mod corpus;
mod databases;
mod deps;
mod dist;
mod files;
mod fleet;
mod guide;
mod process;
mod python;
mod results;
mod shell;
mod signature;
mod site;
mod slow;
mod steps;
mod strengths;
mod systems;
mod tables;
mod threads;
mod ultimate;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test        everything that must hold before a change lands (what CI runs)
  slow [--package CRATE] [--limit MINUTES] [NAME]
              the tests that are too slow for every change, or those with that in their names: each by
              itself, all of them even if some fail, 15 minutes each at most if not told otherwise; the whole
              also tries other systems (systems) and the site (browser --site)
  browser [--site] [--must]
              the lab in a real browser (Chromium, Node.js; what is missing is installed where apt-get
              and npm can, else the tests are skipped; with --must that is a failure); with --site the lab
              of the site, which is built for it, and what only the site has
  python [--wheel] [--slow] [--must]
              the package for Python in an environment of its own, which is made where pip can (else the
              tests are skipped; with --must that is a failure): what cargo builds, or with --wheel a wheel;
              with --slow its slow tests and notebooks too
  deps        the arrows between the crates are those of ARCHITECTURE.md, no crate has circles of files,
              none is too large; a type's name is that of one type, and comments stand on their own
  signature   nodes of a fixed set of questions: the behaviour of the solvers
  uttt [--all]
              speed on ultimate tic-tac-toe: the hard positions of testdata/uttt-suite.csv beside a
              public solver, with --all every one that has a value
  uttt draw [--seed N] [--at-a-time N] [--keep-choose] [--program PROGRAM]
              draws the positions of testdata/uttt-choose.csv and testdata/uttt-report.csv by lot, and writes
              both files: from games of several kinds of players, N at a time (2 if left out); --keep-choose
              draws the second alone
  uttt fit    fits the weights by which the program guesses work to the positions of
              testdata/uttt-choose.csv, by searches that use today's, and writes them
  uttt choose|report|suite [--against PROGRAM] [--times N] [--threads N] [--memory BYTES] [--nodes-only]
              [--program PROGRAM]
              nodes and seconds on the positions of one of these files (of uttt-suite.csv those that take
              50,000 nodes or more), each N times; with --against beside another program of ours, taking
              turns; with --nodes-only two questions at a time and no seconds; --program names the program,
              which is built otherwise. Constants are chosen on choose; report is asked only for a report
  databases [--large]
              what databases of Connect Four take, made, verified and asked; with --large one of a billion
              positions, too, which takes minutes
  fleet [layers|hosts|jobs]
              more than one machine, played through on one: strong solutions by processes over loopback, and
              by three hosts in network namespaces; a proof by jobs of Slurm with two nodes (what is missing
              is installed where apt-get can; namespaces and Slurm need root, else they are skipped)
  strengths [--games N] [SPEC]
              from which move on the default opponent proves all of its moves, on the boards of
              crates/unbeatable-bench/strengths.txt, or on one: N games (10 if left out) on each side against
              mcts:10000; writes the file
  guide       the guide as a book in target/guide/book (mdBook is installed where it is missing)
  threads [N] what N threads are worth (2 if left out), on five positions that take one thread ten
              seconds or more
  results [--slow] [--only TEXT]
              proves every claim of RESULTS.md, checks its certificate with both checkers, and writes the
              file; --slow lets the second checker take its time on the largest ones too; --only prints
              the rows with that text in them and writes nothing
  corpus FOLDER [--solve SECONDS]
              files of rules in GDL that others wrote: which are games here, and why others are not; with
              --solve what those are worth, so many seconds each, and what both checkers say of the proofs
  systems     other systems, as far as this one can tell: type-checks for macOS and Windows, the program for
              Windows linked, and the tour taken with it under Wine (Debian's packages are installed where
              apt-get can)
  site [--small]
              the site in target/site, for any host of files: the lab with the program inside the browser, the
              guide, the results with their certificates, the crates' documentation; with --small without the
              guide and the crates
  dist [--check]
              an archive for this system in target/dist: the program, manual pages, completions, games,
              licences of all parts; and, if they have been made, the certificates of RESULTS.md as a bundle,
              the site, and the wheel for Python; --check unpacks the first into a bare root and takes the tour there
  tables      finds every table of docs/tables.md, checks its certificate with both checkers, and writes
              the page and its pictures";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => steps::test(),
        ["slow", ref options @ ..] => match slow::SlowOptions::parse(options) {
            Some(options) => slow::slow(&options),
            None => return usage(),
        },
        ["browser"] => browser::build_and_test(false),
        ["browser", "--must"] => browser::build_and_test(true),
        ["browser", "--site"] => browser::test_site(false),
        ["browser", "--site", "--must"] => browser::test_site(true),
        ["python", ref options @ ..] => match python::PythonOptions::parse(options) {
            Some(options) => python::test(options),
            None => return usage(),
        },
        ["deps"] => deps::check(),
        ["signature"] => signature::print(),
        ["uttt", ref arguments @ ..] => match ultimate::UltimateCommand::parse(arguments) {
            Some(command) => command.run(),
            None => return usage(),
        },
        ["corpus", folder] => corpus::survey(folder, None),
        ["corpus", folder, "--solve", seconds] => match seconds.parse() {
            Ok(seconds) => corpus::survey(folder, Some(seconds)),
            Err(_) => return usage(),
        },
        ["databases"] => databases::databases(false),
        ["databases", "--large"] => databases::databases(true),
        ["fleet"] => fleet::fleet(None),
        ["fleet", part] if fleet::PARTS.contains(&part) => fleet::fleet(Some(part)),
        ["threads"] => threads::compare(2),
        ["threads", n] if n.parse().is_ok_and(|n: usize| n > 1) => {
            threads::compare(n.parse().unwrap_or(2))
        }
        ["strengths", ref options @ ..] => match strengths::StrengthOptions::parse(options) {
            Some(options) => strengths::measure(&options),
            None => return usage(),
        },
        ["guide"] => guide::guide(),
        ["site"] => site::site(false).map(drop),
        ["site", "--small"] => site::site(true).map(drop),
        ["systems"] => systems::systems(),
        ["dist"] => dist::dist(false),
        ["dist", "--check"] => dist::dist(true),
        ["tables"] => tables::tables(),
        ["results"] => results::results(None, false),
        ["results", "--slow"] => results::results(None, true),
        ["results", "--only", text] => results::results(Some(text), false),
        ["results", "--slow", "--only", text] | ["results", "--only", text, "--slow"] => {
            results::results(Some(text), true)
        }
        _ => return usage(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}
