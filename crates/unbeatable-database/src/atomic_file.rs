//! A file that is only ever replaced as a whole: it is written beside its place, under another name, and
//! renamed when it is complete. Whoever looks finds the old one or the new one.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where checkpoints are kept, or answers: files, one after the other. Whatever happens at whatever moment,
/// the last one that was finished is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomicFile {
    file: PathBuf,
}

impl AtomicFile {
    /// The place of that name. An error if it is no place for a file; whether one can be written there
    /// is not looked at.
    pub fn new(file: &Path) -> io::Result<Self> {
        // A link stays, and what it leads to is replaced.
        let file = match led(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => file.to_path_buf(),
            file => file?,
        };
        let is_other = fs::metadata(&file).is_ok_and(|found| !found.is_file());
        if is_other || file.file_name().is_none() {
            return Err(io::Error::other("expected the name of a file"));
        }
        Ok(AtomicFile { file })
    }

    /// The file, if there is one.
    pub fn open(&self) -> Option<File> {
        File::open(&self.file).ok()
    }

    /// Whether both lead to the same file.
    pub fn is(&self, other: &Path) -> bool {
        AtomicFile::new(other).is_ok_and(|other| other == *self)
    }

    /// Replaces the file by what `write` writes, unless that is nothing (`None`). An error leaves the
    /// old one.
    pub fn replace<T>(
        &self,
        write: impl FnOnce(&mut File) -> io::Result<Option<T>>,
    ) -> io::Result<Option<T>> {
        self.put(write, true)
    }

    /// Replaces one of many files, of which one may be lost if the whole machine stops: the system brings
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
        // Whoever wrote it had this process's number, and is gone.
        drop(fs::remove_file(&part));
        let mut beside = Beside::create(&self.file, part)?;
        let written = write(&mut beside.file)?;
        if written.is_some() {
            if syncs {
                beside.sync()?;
            }
            beside.rename(syncs)?;
        }
        Ok(written)
    }

    /// Tries whether a file can be written there, and removes what earlier runs left that were killed
    /// while they wrote, where the system tells which processes live.
    pub fn prepare(&self) -> io::Result<()> {
        let found = fs::read_dir(folder_of(&self.file)).into_iter().flatten();
        let names = found.filter_map(|entry| Some(entry.ok()?.file_name()));
        for name in names.filter(|name| self.is_part(name)) {
            drop(fs::remove_file(self.file.with_file_name(name)));
        }
        self.replace(|_| Ok(None::<()>)).map(drop)
    }

    /// The name under which this process writes: no two write to the same file.
    fn part(&self) -> PathBuf {
        let mut name = self.name().to_os_string();
        name.push(format!(".{}.part", process_number()));
        self.file.with_file_name(name)
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
}

/// A file that is being written beside its place. Half a file is of no use, and on a full disk in the way: one
/// that is dropped before it is renamed is removed.
pub(crate) struct Beside {
    file: File,
    /// Where it belongs.
    pub(crate) path: PathBuf,
    /// Where it is as long as it is written.
    pub(crate) part: PathBuf,
    is_renamed: bool,
}

impl Beside {
    /// Begins the file that is to be at `path`, under the name `part`.
    pub(crate) fn create(path: &Path, part: PathBuf) -> io::Result<Self> {
        Ok(Beside {
            file: File::create(&part)?,
            path: path.to_path_buf(),
            part,
            is_renamed: false,
        })
    }

    /// Brings the file to the disk: until then a crash of the whole machine may take it.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Brings the file to its place; and its name to the disk, if it `is_kept` and the system can: until then
    /// a crash of the whole machine may bring back the old file.
    pub(crate) fn rename(mut self, is_kept: bool) -> io::Result<()> {
        fs::rename(&self.part, &self.path)?;
        self.is_renamed = true;
        if cfg!(unix) && is_kept {
            drop(File::open(folder_of(&self.path)).and_then(|folder| folder.sync_all()));
        }
        Ok(())
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.is_renamed {
            drop(fs::remove_file(&self.part));
        }
    }
}

/// Where a path leads. Files in the memory of a browser have no links, and its system knows of none.
fn led(file: &Path) -> io::Result<PathBuf> {
    match cfg!(target_os = "wasi") {
        true => fs::metadata(file).map(|_| file.to_path_buf()),
        false => fs::canonicalize(file),
    }
}

/// The number of this process; 0 inside a browser, where there is no other.
fn process_number() -> u32 {
    match cfg!(target_os = "wasi") {
        true => 0,
        false => std::process::id(),
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
