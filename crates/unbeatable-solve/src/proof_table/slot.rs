//! One slot of the table: two words that threads read and write without a lock.
//!
//! The first word is the key XOR the second, so that a slot of which another thread has replaced one
//! half fits no key (Hyatt and Mann 2002). The words are written one after the other in any order, and
//! nothing else hangs on them: no order between threads is asked of the machine.
//!
//! This file stands alone, so that `tests/slot_loom.rs` can compile it against loom's atomics and go
//! through all interleavings.

use super::atomic::{AtomicU64, Ordering::Relaxed};

/// Two words; both zero while it is empty. Content is never zero.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct ProofSlot(pub(crate) [AtomicU64; 2]);

impl ProofSlot {
    /// The content, if there is one, and the key that it belongs to. Halves of two contents come out as
    /// a key that nobody has: the two keys XOR the two contents.
    #[inline]
    pub(crate) fn read(&self) -> Option<(u64, u64)> {
        let word = self.0[1].load(Relaxed);
        if word == 0 {
            return None;
        }
        Some((self.0[0].load(Relaxed) ^ word, word))
    }

    /// Replaces what was there.
    #[inline]
    pub(crate) fn write(&self, key: u64, word: u64) {
        self.0[0].store(key ^ word, Relaxed);
        self.0[1].store(word, Relaxed);
    }

    /// Forgets what was there.
    #[inline]
    pub(crate) fn clear(&self) {
        self.0[0].store(0, Relaxed);
        self.0[1].store(0, Relaxed);
    }
}
