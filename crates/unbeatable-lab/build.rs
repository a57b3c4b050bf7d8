//! Lists the page's files, so that the program has them with it: a new file in the folder needs no line
//! of code.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where it builds"))
        .join("page");
    let mut names = vec![];
    for entry in fs::read_dir(&folder)? {
        let name = entry?.file_name();
        let name = name.to_str().expect("the page's files have plain names");
        names.push(name.to_string());
    }
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let file = folder.join(&name);
        writeln!(list, "    ({name:?}, include_bytes!({file:?})),").expect("a string grows");
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("files.rs"), list)
}
