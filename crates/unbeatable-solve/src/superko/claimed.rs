//! A value that one of several threads writes, once, and that all read without a lock.
//!
//! A place of a table takes a position and some numbers. A lock for each would take as much again; a
//! [`OnceLock`](std::sync::OnceLock) keeps a word to itself that the place has a use for.
//!
//! ```text
//!   word   0         nobody has come yet
//!          1         somebody is writing the value
//!          2 and up  the value is there; the word belongs to who uses the place
//! ```
//!
//! This file stands alone, so that `tests/claimed_loom.rs` can compile it against loom's atomics and cells and
//! go through all interleavings.
#![allow(
    unsafe_code,
    reason = "a value that is written once, beside a word that says so"
)]

use std::mem::MaybeUninit;

use super::shared::Ordering::{AcqRel, Acquire, Relaxed, Release};
use super::shared::{AtomicU64, UnsafeCell, spin_loop};

/// Nobody has come yet.
const VACANT: u64 = 0;

/// Somebody is writing the value.
const WRITING: u64 = 1;

/// The least word beside a value.
pub(super) const WORD_MIN: u64 = 2;

/// A value that is written once, and a word beside it.
pub(super) struct Claimed<T> {
    word: AtomicU64,
    value: UnsafeCell<MaybeUninit<T>>,
}

// SAFETY: the value is written by the one thread that changed the word from `VACANT` to `WRITING`,
// and read only where the word has been seen at `WORD_MIN` or more, which that thread stored after it
// had written (`Release`, read with `Acquire`). No word goes back below `WORD_MIN`, so nothing is
// ever written that somebody may read. `T` is shared between threads by reference and by copy.
unsafe impl<T: Copy + Send + Sync> Sync for Claimed<T> {}

impl<T: Copy> Claimed<T> {
    /// No value yet: all zeros, as memory that comes cleared.
    #[cfg(any(test, target_family = "wasm"))]
    pub(super) fn vacant() -> Self {
        Claimed {
            word: AtomicU64::new(VACANT),
            value: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// The value with its word, if there is one.
    #[inline]
    pub(super) fn get(&self) -> Option<(&T, u64)> {
        let mut word = self.word.load(Acquire);
        while word == WRITING {
            spin_loop();
            word = self.word.load(Acquire);
        }
        let value = |value: *const MaybeUninit<T>| {
            // SAFETY: at `WORD_MIN` and above the value has been written, and nobody writes again.
            unsafe { (*value).assume_init_ref() }
        };
        (word != VACANT).then(|| (self.value.with(value), word))
    }

    /// Writes the value with its word, unless somebody else was there first.
    pub(super) fn claim(&self, value: T, word: u64) -> bool {
        assert!(word >= WORD_MIN, "a word that says that the value is there");
        let is_first = self
            .word
            .compare_exchange(VACANT, WRITING, Acquire, Relaxed)
            .is_ok();
        if is_first {
            self.value.with_mut(|place| {
                // SAFETY: one thread changes the word from `VACANT`, and nobody reads before it is stored.
                unsafe { (*place).write(value) };
            });
            self.word.store(word, Release);
        }
        is_first
    }

    /// Changes the word beside a value, if it is still what it was; what it is otherwise.
    #[inline]
    pub(super) fn change(&self, old: u64, new: u64) -> Result<(), u64> {
        assert!(
            old >= WORD_MIN && new >= WORD_MIN,
            "the word beside a value says that it is there"
        );
        self.word
            .compare_exchange(old, new, AcqRel, Acquire)
            .map(|_| ())
    }
}
