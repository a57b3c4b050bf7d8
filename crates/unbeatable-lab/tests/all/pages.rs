//! The lab's own pages.

use std::fs;

use unbeatable_lab::ServeOptions;

use crate::client::{Server, options};

#[test]
fn every_address_of_the_lab_is_the_page() {
    let server = Server::start();
    let page = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/page/index.html"));
    let page = page.expect("the page is there");
    for address in [
        "/",
        "/board",
        "/race",
        "/tree",
        "/lesson",
        "/strategies",
        "/claims",
        "/board?game=ttt",
    ] {
        let reply = server.get(address);
        assert_eq!((reply.status, &reply.body), (200, &page), "{address}");
        assert_eq!(
            reply.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert_eq!(reply.header("cache-control"), Some("no-cache"));
    }
}

#[test]
fn every_file_is_in_the_program_with_its_type() {
    let server = Server::start();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
    for entry in fs::read_dir(folder).expect("the page is there") {
        let entry = entry.expect("the folder can be read");
        let name = entry.file_name().into_string().expect("plain names");
        let reply = server.get(&format!("/page/{name}"));
        assert_eq!(reply.status, 200, "{name}");
        assert!(
            reply.body == fs::read(entry.path()).expect("a file"),
            "{name}"
        );
        let kind = match name.rsplit_once('.').map(|(_, end)| end) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => reply.header("content-type").expect("a type"),
        };
        assert_eq!(reply.header("content-type"), Some(kind), "{name}");
        assert_ne!(
            reply.header("content-type"),
            Some("application/octet-stream"),
            "{name}"
        );
    }
}

#[test]
fn a_known_version_is_not_sent_again() {
    let server = Server::start();
    let tag = server.get("/").header("etag").expect("a tag").to_string();
    let reply = server.send("GET", "/", &[("If-None-Match", &tag)]);
    assert_eq!((reply.status, reply.body.len()), (304, 0));
    assert_eq!(reply.header("etag"), Some(tag.as_str()));
    let reply = server.send("GET", "/", &[("If-None-Match", "\"other\"")]);
    assert_eq!(reply.status, 200);
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let folder = std::env::temp_dir().join(format!("unbeatable-page-{}", std::process::id()));
    fs::create_dir_all(folder.join("inner")).expect("a folder");
    fs::write(folder.join("index.html"), "here").expect("a file");
    fs::write(folder.join("inner/secret.html"), "inside").expect("a file");
    fs::write(folder.join(".hidden"), "hidden").expect("a file");
    for options in [
        options(),
        ServeOptions {
            page: Some(folder.clone()),
            ..options()
        },
    ] {
        let server = Server::with(options);
        for name in [
            "../Cargo.toml",
            "..%2fCargo.toml",
            "%2e%2e/Cargo.toml",
            "..",
            ".",
            "",
            "inner/secret.html",
            "inner%2fsecret.html",
            "inner",
            ".hidden",
            "/etc/passwd",
            "%00index.html",
            "INDEX.html",
            "index.html%00",
            "nothing.html",
        ] {
            let reply = server.get(&format!("/page/{name}"));
            assert_eq!(reply.status, 404, "{name}: {}", reply.text());
            assert_eq!(reply.json()["error"]["code"], "not_found");
        }
    }
    let server = Server::with(ServeOptions {
        page: Some(folder.clone()),
        ..options()
    });
    assert_eq!(server.get("/page/index.html").text(), "here");
    fs::write(folder.join("index.html"), "changed").expect("a file");
    assert_eq!(server.get("/").text(), "changed");
    fs::remove_dir_all(folder).expect("a folder can be removed");
}
