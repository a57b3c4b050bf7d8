//! The guide as a book: its pages, what they link to elsewhere in the project, and mdBook.
//!
//! On disk a page links to other files of the project where they are. In the book those files are beside the
//! pages, in a folder `files`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::files::{copy_all, entries};
use crate::shell::{cargo, command, root, run, runs, target, text};

/// The mdBook that is installed where there is none.
const MDBOOK_VERSION: &str = "0.5.2";

/// Builds the book, and checks that every link in it leads somewhere.
pub(crate) fn guide() -> Result<(), String> {
    let mdbook = mdbook()?;
    let folder = target()?.join("guide");
    let book = folder.join("book");
    stage(&root().join("docs/guide"), &folder.join("source"))?;
    let (source, built) = (text(&folder.join("source")), text(&book));
    run(&mut command(
        &mdbook,
        &["build", &source, "--dest-dir", &built],
    ))?;
    let links = check_links(&book)?;
    println!("{links} links, all lead somewhere");
    println!("{}", book.join("index.html").display());
    Ok(())
}

/// Where mdBook is; it is installed if it is nowhere.
fn mdbook() -> Result<PathBuf, String> {
    if runs("mdbook", &["--version"]) {
        return Ok("mdbook".into());
    }
    let tools = target()?.join("tools");
    let program = tools
        .join("bin")
        .join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let place = text(&tools);
        let wanted = ["install", "mdbook", "--version", MDBOOK_VERSION, "--locked"];
        cargo(&[&wanted[..], &["--no-default-features", "--root", &place]].concat())?;
    }
    Ok(program)
}

/// Puts the pages and what they link to into a folder.
fn stage(guide: &Path, folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    let pages = folder.join("src");
    copy_all(guide, folder)?;
    let (mut files, mut folders) = (BTreeSet::new(), BTreeSet::new());
    for page in markdown(&pages)? {
        let found = read(&page)?;
        let mut moved = String::new();
        for (i, part) in found.split("](").enumerate() {
            if i > 0 {
                moved += "](";
            }
            let file = match part.strip_prefix("../../../") {
                Some(rest) => Some((rest, String::new())),
                None => part
                    .strip_prefix("../../")
                    .map(|rest| (rest, "docs/".to_string())),
            };
            let Some((rest, place)) = file.filter(|_| i > 0) else {
                moved += part;
                continue;
            };
            let end = rest.find([')', '#']).unwrap_or(rest.len());
            let mut file = place + &rest[..end];
            let target = root().join(&file);
            if target.join("src/main.rs").exists() {
                file += "/src/main.rs";
            } else if target.is_dir() {
                let page = format!("{file}/{LISTING}");
                moved += &format!("files/{page}{}", &rest[end..]);
                folders.insert(file);
                continue;
            }
            moved += &format!("files/{}{}", staged(&file), &rest[end..]);
            files.insert(file);
        }
        write(&page, &moved)?;
    }
    let mut summary = read(&pages.join("SUMMARY.md"))? + "\n# Formats and figures\n\n";
    // What those files link to is there, too, and so on.
    let mut open: Vec<String> = files.iter().cloned().collect();
    while let Some(file) = open.pop() {
        let (from, to) = (root().join(&file), pages.join("files").join(staged(&file)));
        fs::create_dir_all(to.parent().unwrap_or(&to)).map_err(|e| format!("{file}: {e}"))?;
        fs::copy(&from, &to).map_err(|e| format!("{file}: {e}"))?;
        if !file.ends_with(".md") {
            continue;
        }
        // A page of the guide is where the book has it.
        let up = "../".repeat(file.matches('/').count() + 1);
        let guide = if file.starts_with("docs/") {
            "](guide/src/"
        } else {
            "](docs/guide/src/"
        };
        let page = read(&to)?.replace(guide, &format!("]({up}"));
        write(&to, &staged(&page))?;
        let beside = Path::new(&file).parent().unwrap_or(Path::new(""));
        for link in page.split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap_or_default();
            let linked = normal(&beside.join(link));
            if !link.is_empty() && root().join(&linked).is_file() && files.insert(linked.clone()) {
                open.push(linked);
            }
        }
    }
    for folder in &folders {
        list_folder(folder, &pages.join("files"))?;
        summary += &format!("- [Files of {folder}](files/{folder}/{LISTING})\n");
    }
    for file in files.iter().filter(|file| file.ends_with(".md")) {
        let file = staged(file);
        let page = read(&pages.join("files").join(&file))?;
        let title = page
            .lines()
            .next()
            .unwrap_or(&file)
            .trim_start_matches("# ");
        summary += &format!("- [{title}](files/{file})\n");
    }
    write(&pages.join("SUMMARY.md"), &summary)
}

/// The page that lists the files of a folder.
const LISTING: &str = "files.md";

/// Copies the files of a folder of the project, and writes the page that lists them.
fn list_folder(folder: &str, to: &Path) -> Result<(), String> {
    let (from, to) = (root().join(folder), to.join(folder));
    let mut page = format!("# Files of {folder}\n\n");
    fs::create_dir_all(&to).map_err(|e| format!("{folder}: {e}"))?;
    for path in entries(&from)?.iter().filter(|path| path.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        fs::copy(path, to.join(&*name)).map_err(|e| format!("{folder}/{name}: {e}"))?;
        page += &format!("- [{name}]({name})\n");
    }
    write(&to.join(LISTING), &page)
}

/// The name of a file, or a page's links to it, in the book: mdBook makes something else of `README.md`.
fn staged(found: &str) -> String {
    found.replace("README.md", "overview.md")
}

/// A path without steps back.
fn normal(path: &Path) -> String {
    let mut parts: Vec<String> = vec![];
    for part in path.components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts.join("/")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, found: &str) -> Result<(), String> {
    fs::write(path, found).map_err(|e| format!("{}: {e}", path.display()))
}

fn markdown(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut paths = entries(folder)?;
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    Ok(paths)
}

/// How many links the pages of a book have to its own files; an error if one of them is not there.
fn check_links(folder: &Path) -> Result<usize, String> {
    let mut links = 0;
    for path in entries(folder)? {
        if path.is_dir() {
            links += check_links(&path)?;
        }
        if path.extension().is_none_or(|end| end != "html") {
            continue;
        }
        let page = read(&path)?;
        for attribute in ["href=\"", "src=\""] {
            for link in page.split(attribute).skip(1) {
                let link = link.split(['"', '#']).next().unwrap_or_default();
                // The page that stands for a wrong address names files from the root.
                if link.is_empty() || link.contains(':') || link.starts_with('/') {
                    continue;
                }
                if !folder.join(link).exists() {
                    return Err(format!("{}: {link} is not there", path.display()));
                }
                links += 1;
            }
        }
    }
    Ok(links)
}
