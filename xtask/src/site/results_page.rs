//! The page of results: RESULTS.md as a table, each certificate to be had and to be checked in front of the visitor.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::policy::{POLICY, with_policy};
use crate::certificates::checksum;
use crate::files::{sum, told, write};
use crate::shell::{root, target};

/// A row of RESULTS.md.
struct ResultRow<'a> {
    section: &'a str,
    game: &'a str,
    position: &'a str,
    proven: &'a str,
    entries: &'a str,
    command: &'a str,
    /// The name of its certificate.
    file: &'a str,
}

/// Writes the page and the certificates that are there; how many, and how many there should be.
pub(crate) fn write_page(folder: &Path) -> Result<(usize, usize), String> {
    let ledger = root().join("RESULTS.md");
    let ledger = fs::read_to_string(&ledger).map_err(told(&ledger))?;
    let rows = rows(&ledger)?;
    let sums: HashMap<&str, &str> = ledger
        .lines()
        .filter_map(checksum)
        .map(|(sum, file)| (file, sum))
        .collect();
    let made = target()?.join("certificates");
    let (mut found, mut tables, mut section) = (0, String::new(), "");
    for row in &rows {
        let expected = sums
            .get(row.file)
            .ok_or_else(|| format!("RESULTS.md has no checksum of {}", row.file))?;
        let bytes = fs::read(made.join(row.file)).ok();
        let bytes = bytes.filter(|bytes| sum(bytes) == *expected);
        if row.section != section {
            if !section.is_empty() {
                tables += "</tbody></table></div>\n";
            }
            section = row.section;
            tables += &format!(
                "<h2>{}</h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><table>\n<thead><tr>\
                 <th scope=\"col\">Game</th><th scope=\"col\">Position</th><th scope=\"col\">Proven</th>\
                 <th scope=\"col\" class=\"number\">Entries</th><th scope=\"col\">Certificate</th>\
                 <th scope=\"col\">Made by</th></tr></thead>\n<tbody>\n",
                escaped(section),
                escaped(section)
            );
        }
        let certificate = match bytes {
            None => "<span class=\"soft\">not here: the command makes it</span>".into(),
            Some(bytes) => {
                let file = escaped(row.file);
                let size = size(bytes.len());
                write(&folder.join("certificates").join(row.file), bytes)?;
                found += 1;
                format!(
                    "<a href=\"certificates/{file}\" download>{file}</a> <span class=\"soft\">{size}</span> \
                     <button type=\"button\" data-file=\"{file}\" data-sum=\"{expected}\" \
                     aria-label=\"Check it here: {file}\">Check it here</button> <output></output>"
                )
            }
        };
        tables += &format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td>{certificate}</td><td>{}</td></tr>\n",
            code(row.game),
            code(row.position),
            escaped(row.proven),
            escaped(row.entries),
            code(row.command)
        );
    }
    tables += "</tbody></table></div>\n";
    let site = root().join("crates/unbeatable-wasm/site");
    let page = site.join("results.html");
    let page = fs::read_to_string(&page).map_err(told(&page))?;
    let page = page
        .replace("<!-- how many -->", &rows.len().to_string())
        .replace("<!-- tables -->", &tables);
    write(&folder.join("index.html"), with_policy(&page, POLICY))?;
    let script = site.join("results.js");
    fs::copy(&script, folder.join("results.js")).map_err(told(&script))?;
    Ok((found, rows.len()))
}

/// The rows of all tables that have a certificate in each.
fn rows(ledger: &str) -> Result<Vec<ResultRow<'_>>, String> {
    let (mut rows, mut section, mut columns) = (vec![], "", vec![]);
    for line in ledger.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            (section, columns) = (title, vec![]);
        }
        let Some(cells) = line
            .strip_prefix("| ")
            .and_then(|line| line.strip_suffix(" |"))
        else {
            continue;
        };
        let cells: Vec<&str> = cells.split(" | ").collect();
        if cells[0] == "game" {
            columns = cells;
            continue;
        }
        if cells[0].starts_with("--") {
            continue;
        }
        let cell = |name: &str| {
            let at = columns.iter().position(|column| *column == name)?;
            cells.get(at).copied()
        };
        let Some(command) = cell("command").map(|text| text.trim_matches('`')) else {
            continue;
        };
        let mut words = command.split_whitespace();
        let Some(file) = words
            .find(|word| *word == "--certificate")
            .and_then(|_| words.next())
        else {
            return Err(format!("RESULTS.md: '{command}' names no certificate"));
        };
        let named = |name: &str| {
            let missing = || format!("RESULTS.md: a row without '{name}'");
            cell(name).ok_or_else(missing)
        };
        rows.push(ResultRow {
            section,
            game: named("game")?,
            position: named("position")?,
            proven: named("proven")?,
            entries: named("entries")?,
            command,
            file,
        });
    }
    match rows.is_empty() {
        true => Err("RESULTS.md has no rows".into()),
        false => Ok(rows),
    }
}

/// Text that is code where it stands between ticks, or is a command.
fn code(text: &str) -> String {
    let plain = escaped(text.trim_matches('`'));
    match text.starts_with('`') || text.starts_with("unbeatable ") {
        true => format!("<code>{plain}</code>"),
        false => plain,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_ledger_has_a_certificate_with_a_checksum() {
        let ledger = fs::read_to_string(root().join("RESULTS.md")).expect("the ledger is there");
        let rows = rows(&ledger).expect("the ledger has rows");
        let sums: Vec<&str> = ledger
            .lines()
            .filter_map(checksum)
            .map(|(_, file)| file)
            .collect();
        assert_eq!(rows.len(), sums.len());
        for row in rows {
            assert!(sums.contains(&row.file), "{}", row.file);
            assert!(row.command.starts_with("unbeatable "), "{}", row.command);
        }
    }
}
