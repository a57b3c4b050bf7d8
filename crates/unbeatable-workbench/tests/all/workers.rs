//! Workers that never answer: nobody waits for them longer than for anything else.
#![cfg(unix)]

use std::fs;
use std::time::{Duration, Instant};

use unbeatable_workbench::question::{Limits, Prove, Setup};
use unbeatable_workbench::report::{ProgressReport, ProveReport, Stop};
use unbeatable_workbench::{Ask, Follow, game};

/// Interrupted after a while.
struct Impatient(Instant);

impl Follow for Impatient {
    fn progress(&self, _: &ProgressReport) {}

    fn is_interrupted(&self) -> bool {
        self.0.elapsed() > Duration::from_millis(200)
    }
}

/// What comes of a question whose workers end well and leave nothing, and whether it came soon.
fn ask(name: &str, time: Option<Duration>, follow: &dyn Follow) -> (ProveReport, bool) {
    let name = format!("unbeatable-{}-workers-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let question = Prove {
        setup: Setup::default(),
        at_least: "1".into(),
        folder: folder.clone(),
        workers: Some(2),
        through: Some("true".into()),
        program: vec!["unbeatable".into()],
        job_nodes: None,
        patience: None,
        limits: Limits {
            time,
            ..Limits::default()
        },
    };
    let start = Instant::now();
    let report = game("ttt").expect("a game").prove(&question, follow);
    let is_soon = start.elapsed() < Duration::from_secs(4);
    fs::remove_dir_all(folder).expect("our folder");
    (report.expect("a question"), is_soon)
}

#[test]
fn the_wait_for_a_result_ends_at_the_limit() {
    let (report, is_soon) = ask("limit", Some(Duration::from_millis(200)), &());
    assert_eq!((report.stopped, is_soon), (Some(Stop::Time), true));
}

#[test]
fn the_wait_for_a_result_ends_with_an_interruption() {
    let (report, is_soon) = ask("interrupted", None, &Impatient(Instant::now()));
    assert_eq!((report.stopped, is_soon), (Some(Stop::Interrupted), true));
}
