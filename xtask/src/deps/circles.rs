//! Circles of imports between the files of a crate.
//!
//! A file imports another one if it has a path to something that the other one defines, whatever the path
//! goes through: a re-export is looked through. To declare a module is not to import it, nor is to re-export
//! what is in it; but who also names what it re-exports imports it.
//!
//! Paths are found by their words alone, so also in the arguments of macros. Not seen are methods, whose files
//! no path names.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::path::Path;

use super::modules::Modules;
use super::paths::{Referent, Resolver};

/// Files of which each imports every other one, directly or not.
pub(super) struct Circle {
    /// As they are called in the folder of sources.
    files: Vec<String>,
    /// Who imports whom, where, and by which path.
    arrows: Vec<String>,
}

impl Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "a circle of {} files", self.files.len())?;
        self.arrows
            .iter()
            .try_for_each(|arrow| writeln!(f, "  {arrow}"))
    }
}

/// All circles of a crate, given its folder of sources.
pub(super) fn circles(sources: &Path) -> Result<Vec<Circle>, String> {
    let mut circles = vec![];
    for root in ["lib.rs", "main.rs"] {
        if sources.join(root).exists() {
            circles.extend(circles_of(&Modules::read_all(sources, root)?));
        }
    }
    Ok(circles)
}

/// From which file to which, in which lines and by which paths.
type Arrows<'m> = BTreeMap<(usize, usize), Vec<(usize, &'m [String])>>;

fn circles_of(modules: &Modules) -> Vec<Circle> {
    let arrows = arrows(modules);
    let mut next = vec![vec![]; modules.files.len()];
    for (from, to) in arrows.keys() {
        next[*from].push(*to);
    }
    let reached: Vec<BTreeSet<usize>> = (0..next.len()).map(|file| reached(&next, file)).collect();
    let mut circles = vec![];
    for (file, others) in reached.iter().enumerate() {
        let mut circle = others.clone();
        circle.retain(|other| reached[*other].contains(&file));
        // Each circle once: with its first file.
        if circle.first() == Some(&file) {
            let is_inside =
                |(from, to): &(usize, usize)| circle.contains(from) && circle.contains(to);
            let inside = arrows.iter().filter(|(ends, _)| is_inside(ends));
            circles.push(Circle {
                files: circle
                    .iter()
                    .map(|file| modules.files[*file].clone())
                    .collect(),
                arrows: inside
                    .map(|(ends, paths)| in_words(modules, *ends, paths))
                    .collect(),
            });
        }
    }
    circles
}

fn in_words(modules: &Modules, (from, to): (usize, usize), paths: &[(usize, &[String])]) -> String {
    let [from, to] = [from, to].map(|file| &modules.files[file]);
    let (line, path) = paths.iter().min().expect("an arrow has a path");
    let more = match paths.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    format!("{from}:{line} -> {to}: {}{more}", path.join("::"))
}

/// The files that a file imports, directly or not.
fn reached(next: &[Vec<usize>], file: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = next[file].clone();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(&next[file]);
        }
    }
    reached
}

/// Every arrow between two files.
fn arrows<'m>(modules: &'m Modules) -> Arrows<'m> {
    let resolver = Resolver::new(modules);
    let names = modules.names();
    // Where arrows are said, and by which import of which module if by one.
    let mut said = vec![];
    for (index, module) in modules.all.iter().enumerate() {
        let from = module.file;
        let mut add = |found: Vec<Referent>, line, path: &'m [String], import| {
            let files = found.iter().filter_map(|found| match found {
                Referent::Item(file) => Some(*file),
                _ => None,
            });
            let others = files.filter(|file| *file != from);
            said.extend(others.map(|to| ((from, to), line, path, import)));
        };
        for (path, line) in &module.paths {
            add(resolver.resolve_code(index, path), *line, path, None);
        }
        for (number, import) in module.imports.iter().enumerate() {
            let (line, path) = (import.line, &import.path[..]);
            if import.name == "*" {
                for name in &names[from] {
                    add(resolver.resolve_all(index, path, name), line, path, None);
                }
            }
            add(
                resolver.resolve(index, path),
                line,
                path,
                Some((index, number)),
            );
        }
    }
    let mut arrows = Arrows::new();
    for ((from, to), line, path, import) in said {
        let is_re_export = import.is_some_and(|(index, number)| {
            let import = &modules.all[index].imports[number];
            let is_seen = import.is_public || resolver.is_gone_through(index, number);
            is_seen && modules.is_below(to, from) && !names[from].contains(import.name.as_str())
        });
        if !is_re_export {
            arrows.entry((from, to)).or_default().push((line, path));
        }
    }
    arrows
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The circles of a crate with these files, each as the names of its files.
    fn circles_in(name: &str, files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let folder = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        for (file, text) in files {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("it is in the folder")).expect("it is ours");
            fs::write(file, text).expect("the folder is there");
        }
        let circles = circles(&folder).expect("all modules are there");
        fs::remove_dir_all(&folder).expect("it was made");
        circles.into_iter().map(|circle| circle.files).collect()
    }

    const TREE: [(&str, &str); 5] = [
        (
            "lib.rs",
            "mod a; mod b; pub use a::A; pub use b::{B, c::C as D};",
        ),
        (
            "a.rs",
            "use crate::B; pub struct A(B); #[cfg(test)] mod tests { use crate::D; }",
        ),
        (
            "b.rs",
            "pub mod c; mod d; /* crate::A */ pub struct B; fn f() -> &str { \"crate::A\" }",
        ),
        ("b/c.rs", "use super::B; pub struct C(B, crate::a::A);"),
        ("b/d.rs", "use super::E;"),
    ];

    /// The tree, with more in `b.rs`, has circles of these files.
    #[track_caller]
    fn check(name: &str, more: &str, expected: &[&[&str]]) {
        let more = format!("{} {more}", TREE[2].1);
        let files = TREE.map(|(file, text)| (file, if file == "b.rs" { &*more } else { text }));
        assert_eq!(circles_in(name, &files), expected, "{more}");
    }

    #[test]
    fn a_clean_tree() {
        check("clean", "", &[]);
        check("re-export", "pub use c::C;", &[]);
        check("re-export-below", "use c::C as E;", &[]);
    }

    #[test]
    fn circles_of_two() {
        for (i, more) in [
            "use crate::a::A;",
            "struct D(super::a::A);",
            "use crate::A as _;",
            "use super::{a::{self}, B as D}; fn g() { a::f::<u8>() }",
            "use crate::a::*; struct D(A);",
            "fn g() { println!(\"{}\", crate::A) }",
            "#[serde(with = \"super::a\")] struct D;",
            "mod e { fn g() { use super::super::A as D; D::new() } }",
        ]
        .iter()
        .enumerate()
        {
            check(&format!("two-{i}"), more, &[&["a.rs", "b.rs"]]);
        }
    }

    #[test]
    fn circles_of_three() {
        let all: &[&[&str]] = &[&["a.rs", "b.rs", "b/c.rs"]];
        check("named", "pub use c::C; struct D(C);", all);
        check("by-path", "fn g() { c::f() }", all);
    }
}
