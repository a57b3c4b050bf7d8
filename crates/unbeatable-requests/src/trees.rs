//! Trees that were looked at, kept as long as there is room, and certificates that were sent.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use unbeatable_workbench::trees::Recording;

use crate::sent_rules::RulesGame;

/// What is kept, the latest last.
pub(crate) struct Cache<T> {
    items: Mutex<Vec<CacheItem<T>>>,
    bytes_max: usize,
}

/// What a item takes at least, so that there are never too many to look through.
const ITEM_BYTES_MIN: usize = 64 << 10;

struct CacheItem<T> {
    key: String,
    bytes: usize,
    kept: Arc<T>,
}

/// Trees by what was asked.
pub(crate) type Trees = Cache<Recording>;

/// Certificates by their checksums.
pub(crate) type SentCertificates = Cache<SentCertificate>;

/// A certificate that was sent, and accepted.
pub(crate) struct SentCertificate {
    /// The game that it is about.
    pub(crate) game: String,
    /// The rules, if it brought them along.
    pub(crate) brought: Option<BroughtRules>,
    pub(crate) bytes: Vec<u8>,
}

/// Rules that a certificate brought along.
pub(crate) struct BroughtRules {
    /// The game, by the name that the certificate has for it.
    pub(crate) game: RulesGame,
    /// What it is called in the lab.
    pub(crate) spec: String,
}

impl<T> Cache<T> {
    pub(crate) fn new(bytes_max: usize) -> Self {
        Cache {
            items: Mutex::default(),
            bytes_max,
        }
    }

    fn items(&self) -> MutexGuard<'_, Vec<CacheItem<T>>> {
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is kept under a key, which is now the latest.
    pub(crate) fn find(&self, key: &str) -> Option<Arc<T>> {
        let mut items = self.items();
        let at = items.iter().position(|item| item.key == key)?;
        let item = items.remove(at);
        let kept = Arc::clone(&item.kept);
        items.push(item);
        Some(kept)
    }

    /// Keeps something, and gives up what was not asked for the longest until there is room. What is
    /// larger than all there is room for is not kept.
    pub(crate) fn keep(&self, key: String, bytes: usize, kept: Arc<T>) {
        let bytes = (bytes + key.len()).max(ITEM_BYTES_MIN);
        if bytes > self.bytes_max {
            return;
        }
        let mut items = self.items();
        items.retain(|item| item.key != key);
        items.push(CacheItem { key, bytes, kept });
        while items.iter().map(|item| item.bytes).sum::<usize>() > self.bytes_max {
            items.remove(0);
        }
    }

    /// How many there are, and what they take.
    pub(crate) fn size(&self) -> (usize, usize) {
        let items = self.items();
        (items.len(), items.iter().map(|item| item.bytes).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_the_longest_makes_room() {
        let room = |many| many * ITEM_BYTES_MIN;
        let kept = Cache::new(room(10));
        let keep = |key: &str, many| kept.keep(key.into(), room(many) - key.len(), Arc::new(many));
        keep("a", 4);
        keep("b", 4);
        assert_eq!(kept.find("a").as_deref(), Some(&4));
        keep("c", 5);
        assert_eq!(kept.find("b"), None);
        assert_eq!(kept.size(), (2, room(9)));
        keep("a", 1);
        assert_eq!(kept.size(), (2, room(6)));
        keep("huge", 11);
        assert_eq!((kept.find("huge"), kept.size()), (None, (2, room(6))));
    }

    #[test]
    fn small_things_count_and_so_do_long_keys() {
        let kept = Cache::new(3 * ITEM_BYTES_MIN);
        for i in 0..10 {
            kept.keep(i.to_string(), 1, Arc::new(i));
        }
        assert_eq!(kept.size(), (3, 3 * ITEM_BYTES_MIN));
        kept.keep("k".repeat(2 * ITEM_BYTES_MIN), 1, Arc::new(11));
        assert_eq!(kept.size().0, 1);
    }
}
