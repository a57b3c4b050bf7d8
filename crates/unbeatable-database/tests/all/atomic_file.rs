//! Files that are replaced as a whole.

use std::fs;
use std::io::{self, Write};

use unbeatable_database::AtomicFile;

use crate::folder::Folder;

#[test]
fn a_file_is_replaced_as_a_whole_or_stays() {
    let folder = Folder::new();
    let path = folder.join("some");
    let place = AtomicFile::new(&path).unwrap();
    assert!(place.open().is_none());
    let put = |text: &str| place.replace(|file| file.write_all(text.as_bytes()).map(Some));
    put("old").unwrap();
    // Nothing to write, an error, and a panic leave what was there, and nothing else.
    let nothing = place.replace(|file| file.write_all(b"half").map(|()| None::<()>));
    assert!(nothing.unwrap().is_none());
    let failed = place.replace_soon(|file| {
        file.write_all(b"half")?;
        Err::<(), _>(io::Error::other("no more"))
    });
    assert_eq!(failed.unwrap_err().to_string(), "no more");
    let panics = || place.replace_soon(|_| -> io::Result<()> { panic!("in the middle") });
    assert!(std::panic::catch_unwind(panics).is_err());
    assert_eq!(folder.names(), ["some"]);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    put("new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(folder.names(), ["some"]);
    assert!(place.is(&path) && !place.is(&folder.join("other")));
    assert!(AtomicFile::new(folder.path()).is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn what_killed_processes_left_is_removed() {
    let folder = Folder::new();
    let place = AtomicFile::new(&folder.join("some")).unwrap();
    // This process's number, as another one had it before; nobody's; and that of a process that lives.
    let own = format!("some.{}.part", std::process::id());
    for left in [
        own.as_str(),
        "some.4294967295.part",
        "some.1.part",
        "some.part",
    ] {
        fs::write(folder.join(left), "half").unwrap();
    }
    place.prepare().unwrap();
    assert_eq!(folder.names(), ["some.1.part", "some.part"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_what_it_leads_to_is_replaced() {
    let folder = Folder::new();
    let (path, link) = (folder.join("some"), folder.join("link"));
    fs::write(&path, "old").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let place = AtomicFile::new(&link).unwrap();
    place.replace_soon(|file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(place.is(&path));
}
