//! `serve`: the lab, a web page.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::{Args, ValueHint};
use serde::Serialize;
use unbeatable_lab::{Lab, ServeOptions, reachable, scannable};
use unbeatable_workbench::question::Setup;
use unbeatable_workbench::report::SCHEMA;
use unbeatable_workbench::{Ask, AskError, Follow, Registry};

use crate::failure::{Exit, Failure};
use crate::method::named_book;
use crate::output::Console;
use crate::units;

const AFTER_HELP: &str = "\
Examples:
  unbeatable serve --open                      the lab in your browser
  unbeatable serve --port 0                    at any free port
  unbeatable serve --searches 8 --limit 10m --memory 8GiB
  unbeatable serve --host 0.0.0.0 --port 8080 --allow-host lab.example

The first line of standard output is the address; if other machines are let in, one that they can reach, \
with a QR code. Ctrl-C ends it, and all searches.

Only this machine can reach the server, unless --host says otherwise; and only under its own address \
or a name of --allow-host, so that pages from elsewhere cannot use it. There is no password: whoever \
can reach it can make it search. What it answers to scripts, docs/http.md says.";

/// Where the lab is, unless somebody says otherwise: addresses of positions are to be kept.
const PORT: u16 = 8642;

/// The lab: the workbench as a web page.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ServeArgs {
    /// The port to listen on; 0 is any free one [default: 8642, or any if that is taken].
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Start the browser.
    #[arg(long)]
    open: bool,

    /// The address to listen on: another than 127.0.0.1 lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,

    /// A name under which the server may be asked, too; with a port, if it is another one. May be given
    /// several times.
    #[arg(long, value_name = "NAME", value_parser = parse_host)]
    allow_host: Vec<String>,

    /// Searches that run at a time; others wait [default: one for each core, at least 4].
    #[arg(long, value_name = "N", value_parser = units::parse_threads)]
    searches: Option<usize>,

    /// The longest time that a question may take.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::parse_time)]
    limit: Duration,

    /// What all searches together may take.
    #[arg(long, value_name = "BYTES", default_value = "2GiB", value_parser = units::parse_bytes)]
    memory: u64,

    /// Ask this database first, a folder that `unbeatable strong` made. May be given several times, for
    /// several games.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    database: Vec<PathBuf>,

    /// Look into this book before any search, a file that `unbeatable book` wrote. The player best also takes
    /// a repertoire, or a certificate that a player wins. May be given several times, for several games; with `none`, not even into those that come with the program.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    book: Vec<PathBuf>,

    /// Serve the page's files from this folder, for those who work on them.
    #[arg(long, value_name = "FOLDER", hide = true, value_hint = ValueHint::DirPath)]
    page: Option<PathBuf>,
}

/// Where the lab is.
#[derive(Serialize)]
struct ServeReport {
    schema: u32,
    address: String,
}

impl ServeArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let defaults = ServeOptions::default();
        let databases: Result<Vec<_>, AskError> = (self.database.into_iter())
            .map(|folder| database(games, folder))
            .collect();
        let databases = databases?;
        for (i, (game, _)) in databases.iter().enumerate() {
            if databases[..i].iter().any(|(other, _)| other == game) {
                return Err(format!("two databases of {game}: expected one for a game").into());
            }
        }
        let mut books = vec![];
        for file in &self.book {
            match named_book(file) {
                None => books.push(None),
                Some(file) => books.push(Some((book_game(games, file)?, file.to_owned()))),
            }
        }
        let options = ServeOptions {
            host: self.host,
            port: self.port.unwrap_or(PORT),
            allowed_hosts: self.allow_host,
            searches_max: self.searches.unwrap_or(defaults.searches_max),
            limit: self.limit,
            memory_bytes: self.memory,
            databases,
            has_books: !books.contains(&None),
            books: books.into_iter().flatten().collect(),
            page: self.page,
            version: env!("UNBEATABLE_VERSION"),
            ..defaults
        };
        let asked = SocketAddr::new(self.host, options.port);
        let lab = match Lab::bind(games.clone().without_files(), options.clone()) {
            Err(e) if e.kind() == io::ErrorKind::AddrInUse && self.port.is_none() => Lab::bind(
                games.clone().without_files(),
                ServeOptions { port: 0, ..options },
            ),
            lab => lab,
        };
        let lab = lab.map_err(|e| cannot(asked, &e))?;
        let address = format!("http://{}/", reachable(lab.address()));
        let report = ServeReport {
            schema: SCHEMA,
            address: address.clone(),
        };
        let is_for_others = !lab.address().ip().is_loopback();
        console.answer(&report, |report| match is_for_others {
            true => format!("{}\n{}", report.address, scannable(&report.address)),
            false => format!("{}\n", report.address),
        })?;
        if self.open && !open(&address) {
            console.note(&format!("no browser was found; open {address} in one"));
        }
        let watch = console.watch();
        lab.run(&|| watch.is_interrupted())
            .map_err(|e| cannot(asked, &e))?;
        Ok(Exit::Interrupted)
    }
}

/// The game of a database, and its folder. It must have the start of the game.
fn database(games: &Registry, folder: PathBuf) -> Result<(String, PathBuf), AskError> {
    let game = unbeatable_workbench::database_game(games, &folder)?;
    game.probe(&folder, &Setup::default())?;
    Ok((game.spec(), folder))
}

/// The game of a book.
fn book_game(games: &Registry, file: &Path) -> Result<String, AskError> {
    let spec = match unbeatable_workbench::is_book(file) {
        true => unbeatable_workbench::book_game(file)?,
        false => unbeatable_workbench::repertoire_game(file)?,
    };
    games.game(&spec)?.open_book(Some(file))?;
    Ok(spec)
}

/// A name as it stands in a `Host` header. What could never stand there would never be allowed.
fn parse_host(text: &str) -> Result<String, String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    match !text.is_empty() && text.bytes().all(is_plain) {
        true => Ok(text.into()),
        false => {
            Err("expected a name or an address, such as lab.example or lab.example:8080".into())
        }
    }
}

fn cannot(address: SocketAddr, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => "the port is in use; expected another --port, or 0 for any",
        io::ErrorKind::AddrNotAvailable => "expected an address of this machine",
        io::ErrorKind::PermissionDenied => "expected a port that you may use, such as 8080",
        _ => return Failure::Input(format!("cannot serve at {address}: {error}")),
    };
    Failure::Input(format!("cannot serve at {address}: {why}"))
}

/// Starts the browser; `false` if that cannot be done.
fn open(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started.is_ok()
}
