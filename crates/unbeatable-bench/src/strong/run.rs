//! A strong solution, from the first layer to the database.

use std::path::Path;

use unbeatable_database::{About, Database, DatabaseOptions, assemble};
use unbeatable_report::question::Strong;
use unbeatable_report::report::StrongReport;
use unbeatable_report::units::write_rounded;
use unbeatable_report::{Argument, AskError, Follow};
use unbeatable_solve::layered::{Halted, Kernel, Room, solve};

#[cfg(feature = "fleet")]
use super::fleet;
use super::folder::StrongFolder;
use super::pace::{AccountFollower, StrongAccount};
use super::room::Halt;
use super::summary::{
    FORECAST, GLANCE, LONG_SECONDS, LOOK, PROGRAM, database_report, mebibytes, told,
};
use crate::erased::ErasedGame;

/// Solves everything behind the end of a line, and writes it to a folder, if there is one.
pub(super) fn run(
    game: &ErasedGame,
    kernel: &Kernel,
    question: &Strong,
    room: Room,
    account: &StrongAccount,
    follow: &dyn Follow,
    report: &mut StrongReport,
) -> Result<(), Halt> {
    let Some(path) = &question.folder else {
        account
            .prepare(kernel, room, FORECAST, true)
            .ok_or(Halt::Stopped)?;
        report.forecast = account.report();
        return match &report.forecast {
            Some(_) => Ok(()),
            None => Err(Halt::Wrong(AskError::new(format!(
                "a forecast of {} takes more than {} seconds: expected a smaller game",
                report.game,
                FORECAST.as_secs()
            )))),
        };
    };
    let about = &About {
        program: PROGRAM.into(),
        game: report.game.clone(),
        position: report.position.clone(),
    };
    #[cfg(not(feature = "fleet"))]
    if question.fleet.is_some() {
        return Err(Halt::Wrong(AskError::new(
            "several workers: this program was built without the feature fleet",
        )));
    }
    #[cfg(feature = "fleet")]
    if let Some(asked) = &question.fleet {
        let making = fleet::FleetRun {
            game,
            kernel,
            about,
            question,
            fleet: &fleet::fleet(asked)?,
            path,
            account,
        };
        return making.run(room, follow, report);
    }
    let name = path.display();
    if let Some(database) = finished(path, report, question) {
        follow.advise(&format!("the database in '{name}' is finished already"));
        report.resumed = true;
        report.database = Some(database_report(game, database.header(), path));
        return Ok(());
    }
    let wrong =
        |e: std::io::Error| Halt::Wrong(Argument::Folder.wrong(format!("folder '{name}': {e}")));
    let folder = StrongFolder::open(path, &report.game, &report.position, kernel.root())?;
    report.resumed = folder.is_resumed;
    folder.check_layers(kernel.first_layer(), kernel.game().last_layer())?;
    if folder.is_resumed {
        follow.advise(&format!("goes on with the unfinished run in '{name}'"));
    }
    // Whoever goes on was told before, and wants to go on.
    let (patience, pilots) = match folder.is_resumed {
        true => (GLANCE, false),
        false => (LOOK, true),
    };
    account
        .prepare(kernel, room, patience, pilots)
        .ok_or(Halt::Stopped)?;
    report.forecast = account.report();
    let largest = report.forecast.iter().flat_map(|expected| &expected.layers);
    let largest = largest.fold(0.0, |largest: f64, layer| largest.max(*layer)) / 2.0;
    if largest > 1.2 * room.bytes_max as f64 {
        return Err(Halt::Wrong(Argument::Memory.wrong(format!(
            "there is too little memory: a layer will have about {} classes, and takes a byte for each: \
             expected --memory {} or more",
            write_rounded(largest),
            mebibytes(largest as usize)
        ))));
    }
    if let Some(expected) = &report.forecast
        && expected.seconds > LONG_SECONDS
    {
        follow.advise(&told(expected));
    }
    let following = AccountFollower {
        account,
        kernel,
        bytes: &|| folder.bytes(),
        forecasts: true,
    };
    let halted = |halted| match halted {
        Halted::Asked => Halt::Stopped,
        Halted::Shelf(error) => wrong(error),
        Halted::Memory(bytes) => Halt::Wrong(Argument::Memory.wrong(format!(
            "there is too little memory for a layer: expected --memory {} or more",
            mebibytes(bytes)
        ))),
    };
    let found = solve(kernel, room, &folder, &following).map_err(halted);
    report.classes_found = account.classes_found();
    found?;
    let options = DatabaseOptions {
        distances: question.distances,
        archive: question.archive,
        threads: room.threads,
    };
    let mut watch =
        |step: unbeatable_database::AssemblyStep| account.note_table(step.layer, step.classes);
    let made = assemble(
        kernel.game(),
        kernel.root(),
        about,
        path,
        &options,
        &mut watch,
    );
    let database = match made {
        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => return Err(Halt::Stopped),
        made => made.map_err(wrong)?,
    };
    folder.finish();
    report.database = Some(database_report(game, database.header(), path));
    Ok(())
}

/// The database that is asked for, if it is there already, with all that is asked for.
fn finished(path: &Path, report: &StrongReport, question: &Strong) -> Option<Database> {
    let database = Database::open(path).ok()?;
    let header = database.header();
    let is_it = header.about.game == report.game && header.about.position == report.position;
    let has_all = header.distances >= question.distances && header.archive >= question.archive;
    // What a process left that was killed at the last moment goes under the lock.
    drop(StrongFolder::open(
        path,
        &report.game,
        &report.position,
        header.root,
    ));
    (is_it && has_all).then_some(database)
}
