//! Files with commas between their cells, and the names of the columns in their first line.

/// A file whose rows have a cell in every column.
pub(super) struct CsvRows<'t> {
    header: Vec<&'t str>,
    pub(super) rows: Vec<Vec<&'t str>>,
}

impl<'t> CsvRows<'t> {
    pub(super) fn parse(text: &'t str) -> Result<Self, String> {
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = lines.next().ok_or("an empty file")?;
        let rows: Vec<_> = lines.collect();
        match rows.iter().find(|row| row.len() != header.len()) {
            Some(row) => Err(format!("{}: expected {} cells", row[0], header.len())),
            None => Ok(CsvRows { header, rows }),
        }
    }

    /// Where in a row the cell of a column is.
    pub(super) fn column(&self, name: &str) -> Result<usize, String> {
        let found = self.header.iter().position(|column| *column == name);
        found.ok_or(format!("no column {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_the_names_of_their_columns() {
        let file = CsvRows::parse("a,b\n1,2\n3,\n").unwrap();
        assert_eq!(file.rows, [["1", "2"], ["3", ""]]);
        assert_eq!(file.column("b"), Ok(1));
        assert!(file.column("c").is_err());
        assert!(CsvRows::parse("a,b\n1\n").is_err());
        assert!(CsvRows::parse("").is_err());
    }
}
