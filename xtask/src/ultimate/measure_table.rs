//! What was measured, in columns: a line for each position, and what all of them say together.

use super::question::TimedAnswer;
use super::spread::Spread;

const WIDTH: usize = 15;

/// What was measured on one position, by one program or by two.
pub(super) struct MeasuredPosition {
    pub(super) id: String,
    pub(super) players: String,
    pub(super) answers: Vec<TimedAnswer>,
}

/// What a column shows of the answers to one question.
type AnswerFigure = fn(&[TimedAnswer]) -> f64;

/// A column: its name, the digits behind the point, and its numbers.
struct MeasureColumn {
    name: &'static str,
    digits: usize,
    figure: AnswerFigure,
    numbers: Vec<f64>,
}

impl MeasureColumn {
    /// The other program's number by that of the program.
    fn is_ratio(&self) -> bool {
        self.name.ends_with("ratio")
    }

    fn cell(&self, number: Option<f64>) -> String {
        match number {
            Some(number) => format!("{number:>WIDTH$.*}", self.digits),
            None => format!("{:>WIDTH$}", "-"),
        }
    }
}

/// At least one, so that every ratio has a logarithm: a position that is decided at a glance takes no node.
fn nodes(answer: &TimedAnswer) -> f64 {
    answer.nodes.max(1) as f64
}

/// All columns, and who played.
pub(super) struct MeasureTable {
    columns: Vec<MeasureColumn>,
    players: Vec<String>,
}

impl MeasureTable {
    pub(super) fn new(has_other: bool, has_seconds: bool) -> Self {
        let all: [(_, _, AnswerFigure); 6] = [
            ("nodes", 0, |answers| nodes(&answers[0])),
            ("seconds", 3, |answers| answers[0].seconds),
            ("other nodes", 0, |answers| nodes(&answers[1])),
            ("other seconds", 3, |answers| answers[1].seconds),
            ("nodes ratio", 3, |answers| {
                nodes(&answers[1]) / nodes(&answers[0])
            }),
            ("seconds ratio", 3, |answers| {
                answers[1].seconds / answers[0].seconds
            }),
        ];
        let columns = all.into_iter().map(|(name, digits, figure)| MeasureColumn {
            name,
            digits,
            figure,
            numbers: vec![],
        });
        let mut columns: Vec<_> = columns.take(if has_other { 6 } else { 2 }).collect();
        columns.retain(|column| has_seconds || !column.name.contains("seconds"));
        let players = vec![];
        MeasureTable { columns, players }
    }

    pub(super) fn header(&self) -> String {
        let names = self.columns.iter().map(|c| format!("{:>WIDTH$}", c.name));
        names.collect()
    }

    /// Adds a position; its line.
    pub(super) fn add(&mut self, measured: &MeasuredPosition) -> String {
        self.players.push(measured.players.clone());
        for column in &mut self.columns {
            column.numbers.push((column.figure)(&measured.answers));
        }
        self.line(&measured.id, |column| column.numbers.last().copied())
    }

    /// What all positions say together, and what those of each kind of players say.
    pub(super) fn summary(&self) -> Result<Vec<String>, String> {
        if self.players.is_empty() {
            return Err("no position counts".into());
        }
        let all = |column: &MeasureColumn| Spread::of(&column.numbers);
        let ratio = |column: &MeasureColumn| column.is_ratio().then(|| all(column));
        let mut lines = vec![
            self.line("sum", |c| (!c.is_ratio()).then(|| all(c).sum)),
            self.line("median", |c| Some(all(c).quartiles[1])),
            self.line("geometric mean", |c| Some(all(c).geometric_mean)),
        ];
        if self.columns.iter().any(MeasureColumn::is_ratio) {
            lines.extend([
                self.line("lower quartile", |c| Some(ratio(c)?.quartiles[0])),
                self.line("upper quartile", |c| Some(ratio(c)?.quartiles[2])),
                self.line("95 % interval of the geometric mean, from", |c| {
                    Some(ratio(c)?.interval[0])
                }),
                self.line("to", |c| Some(ratio(c)?.interval[1])),
            ]);
        }
        let mut kinds = self.players.clone();
        kinds.sort();
        kinds.dedup();
        for kind in &kinds {
            let theirs = |column: &MeasureColumn| {
                let both = column.numbers.iter().zip(&self.players);
                let theirs = both.filter(|(_, players)| *players == kind);
                theirs.map(|(number, _)| *number).collect::<Vec<_>>()
            };
            let count = theirs(&self.columns[0]).len();
            let name = format!("geometric mean of {count} by {kind}");
            lines.push(self.line(&name, |c| Some(Spread::of(&theirs(c)).geometric_mean)));
        }
        Ok(lines)
    }

    pub(super) fn count(&self) -> usize {
        self.players.len()
    }

    fn line(&self, name: &str, number: impl Fn(&MeasureColumn) -> Option<f64>) -> String {
        let cells = self.columns.iter().map(|c| c.cell(number(c)));
        format!("{}  {name}", cells.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(players: &str, answers: &[(u64, f64)]) -> MeasuredPosition {
        let answers = answers.iter().map(|&(nodes, seconds)| TimedAnswer {
            answer: true,
            nodes,
            table_bytes: 0,
            seconds,
        });
        MeasuredPosition {
            id: format!("{players}:7"),
            players: players.into(),
            answers: answers.collect(),
        }
    }

    #[track_caller]
    fn check(line: &str, cells: &[&str]) {
        assert_eq!(line.split_whitespace().collect::<Vec<_>>(), cells);
    }

    #[test]
    fn a_ratio_is_what_the_other_takes_by_what_the_program_takes() {
        let mut table = MeasureTable::new(true, true);
        let line = table.add(&measured("b", &[(100, 0.5), (200, 0.25)]));
        check(
            &line,
            &["100", "0.500", "200", "0.250", "2.000", "0.500", "b:7"],
        );
        table.add(&measured("a", &[(100, 0.5), (800, 0.5)]));
        let lines = table.summary().unwrap();
        check(
            &lines[0],
            &["200", "1.000", "1000", "0.750", "-", "-", "sum"],
        );
        check(&lines[1][60..], &["5.000", "0.750", "median"]);
        check(&lines[2][60..75], &["4.000"]);
        check(
            &lines[3],
            &["-", "-", "-", "-", "3.500", "0.625", "lower", "quartile"],
        );
        assert_eq!(lines.len(), 9);
        assert!(lines[7].ends_with("geometric mean of 1 by a"));
        check(&lines[8][60..75], &["2.000"]);
    }

    #[test]
    fn a_program_alone_has_no_ratios() {
        let mut table = MeasureTable::new(false, false);
        check(&table.header(), &["nodes"]);
        assert!(table.summary().is_err());
        check(&table.add(&measured("a", &[(0, 0.5)])), &["1", "a:7"]);
        assert_eq!(table.summary().unwrap().len(), 4);
    }
}
