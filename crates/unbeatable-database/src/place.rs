//! A file that is only ever replaced as a whole.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Where checkpoints are kept, one after the other.
///
/// A new one is written beside the old one, under another name, brought to the disk, and then renamed;
/// so whatever happens at whatever moment, the last one that was finished is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    file: PathBuf,
    folder: PathBuf,
}

impl Place {
    /// The place of that name. An error if it is no place for a file; whether one can be written there
    /// is not looked at.
    pub fn new(file: &Path) -> io::Result<Self> {
        // A link stays, and what it leads to is replaced.
        let file = match fs::canonicalize(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => file.to_path_buf(),
            file => file?,
        };
        let is_other = fs::metadata(&file).is_ok_and(|found| !found.is_file());
        if is_other || file.file_name().is_none() {
            return Err(io::Error::other("expected the name of a file"));
        }
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        Ok(Place { file, folder })
    }

    /// The file, if there is one.
    pub fn open(&self) -> Option<File> {
        File::open(&self.file).ok()
    }

    /// Whether both lead to the same file.
    pub fn is(&self, other: &Path) -> bool {
        Place::new(other).is_ok_and(|other| other == *self)
    }

    /// Replaces the file by what `write` writes, unless that is nothing (`None`). An error leaves the
    /// old one.
    pub fn replace<T>(
        &self,
        write: impl FnOnce(&mut File) -> io::Result<Option<T>>,
    ) -> io::Result<Option<T>> {
        self.put(write, true)
    }

    /// The same for many files, of which one may be lost if the whole machine stops: the system brings
    /// them to the disk when it likes.
    pub fn replace_soon<T>(&self, write: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        let written = self.put(|file| write(file).map(Some), false)?;
        Ok(written.expect("something was written"))
    }

    fn put<T>(
        &self,
        write: impl FnOnce(&mut File) -> io::Result<Option<T>>,
        syncs: bool,
    ) -> io::Result<Option<T>> {
        let part = self.part();
        let written = File::create(&part).and_then(|mut file| {
            let written = write(&mut file)?;
            if written.is_some() {
                if syncs {
                    file.sync_all()?;
                }
                fs::rename(&part, &self.file)?;
            }
            Ok(written)
        });
        match written {
            Ok(Some(_)) if syncs => self.sync_folder(),
            Ok(Some(_)) => {}
            // Half a checkpoint is of no use, and on a full disk in the way.
            _ => drop(fs::remove_file(&part)),
        }
        written
    }

    /// Tries whether a file can be written there, and removes what earlier runs left that were killed
    /// while they wrote, where the system tells which processes live.
    pub fn prepare(&self) -> io::Result<()> {
        let found = fs::read_dir(&self.folder).into_iter().flatten();
        let names = found.filter_map(|entry| Some(entry.ok()?.file_name()));
        for name in names.filter(|name| self.is_part(name)) {
            drop(fs::remove_file(self.folder.join(name)));
        }
        self.replace(|_| Ok(None::<()>)).map(drop)
    }

    /// The name under which this process writes: no two write to the same file.
    fn part(&self) -> PathBuf {
        let mut name = self.name().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        self.folder.join(name)
    }

    fn name(&self) -> &OsStr {
        self.file.file_name().expect("looked at in `new`")
    }

    /// Whether a process that is gone wrote under that name for this place.
    fn is_part(&self, name: &OsStr) -> bool {
        let [name, file] = [name, self.name()].map(OsStr::as_encoded_bytes);
        let number = name
            .strip_prefix(file)
            .and_then(|rest| rest.strip_prefix(b"."))
            .and_then(|rest| rest.strip_suffix(b".part"));
        let Some(number) = number.and_then(|digits| std::str::from_utf8(digits).ok()) else {
            return false;
        };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let processes = Path::new("/proc");
        is_number && processes.join("self").exists() && !processes.join(number).exists()
    }

    /// Brings the new name to the disk, where the system can: until then a crash of the whole machine
    /// may bring back the old one.
    fn sync_folder(&self) {
        #[cfg(unix)]
        drop(File::open(&self.folder).and_then(|folder| folder.sync_all()));
    }
}
