//! Trees that were looked at, kept as long as there is room, and certificates that were sent.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use unbeatable_workbench::trees::Recording;

/// What is kept, the latest last.
pub(crate) struct Kept<T> {
    entries: Mutex<Vec<Entry<T>>>,
    bytes_max: usize,
}

struct Entry<T> {
    key: String,
    bytes: usize,
    kept: Arc<T>,
}

/// Trees by what was asked.
pub(crate) type Trees = Kept<Recording>;

/// Certificates by their checksums.
pub(crate) type Certificates = Kept<Certificate>;

/// A certificate that was sent, and accepted.
pub(crate) struct Certificate {
    /// The game that it is about.
    pub(crate) game: String,
    pub(crate) bytes: Vec<u8>,
}

impl<T> Kept<T> {
    pub(crate) fn new(bytes_max: usize) -> Self {
        Kept {
            entries: Mutex::default(),
            bytes_max,
        }
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry<T>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is kept under a key, which is now the latest.
    pub(crate) fn find(&self, key: &str) -> Option<Arc<T>> {
        let mut entries = self.entries();
        let at = entries.iter().position(|entry| entry.key == key)?;
        let entry = entries.remove(at);
        let kept = Arc::clone(&entry.kept);
        entries.push(entry);
        Some(kept)
    }

    /// Keeps something, and gives up what was not asked for the longest until there is room. What is
    /// larger than all there is room for is not kept.
    pub(crate) fn keep(&self, key: String, bytes: usize, kept: Arc<T>) {
        if bytes > self.bytes_max {
            return;
        }
        let mut entries = self.entries();
        entries.retain(|entry| entry.key != key);
        entries.push(Entry { key, bytes, kept });
        while entries.iter().map(|entry| entry.bytes).sum::<usize>() > self.bytes_max {
            entries.remove(0);
        }
    }

    /// How many there are, and what they take.
    pub(crate) fn size(&self) -> (usize, usize) {
        let entries = self.entries();
        (entries.len(), entries.iter().map(|entry| entry.bytes).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_the_longest_makes_room() {
        let kept = Kept::new(10);
        let keep = |key: &str, bytes| kept.keep(key.into(), bytes, Arc::new(bytes));
        keep("a", 4);
        keep("b", 4);
        assert_eq!(kept.find("a").as_deref(), Some(&4));
        keep("c", 5);
        assert_eq!(kept.find("b"), None);
        assert_eq!(kept.size(), (2, 9));
        keep("a", 1);
        assert_eq!(kept.size(), (2, 6));
        keep("huge", 11);
        assert_eq!((kept.find("huge"), kept.size()), (None, (2, 6)));
    }
}
