//! The examples run.

#[path = "../examples/certificate.rs"]
mod certificate;
#[path = "../examples/database.rs"]
mod database;
#[path = "../examples/solve.rs"]
mod solve;
#[path = "../examples/tournament.rs"]
mod tournament;

#[test]
fn examples_run() {
    certificate::main().expect("a certificate is written and accepted");
    database::main().expect("a database is made and asked");
    solve::main().expect("a position is solved");
    tournament::main().expect("a tournament is played");
}
