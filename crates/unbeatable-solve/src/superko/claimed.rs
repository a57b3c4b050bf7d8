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
#![allow(
    unsafe_code,
    reason = "a value that is written once, beside a word that says so"
)]

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::mem::MaybeUninit;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

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
    pub(super) const fn vacant() -> Self {
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
        // SAFETY: at `WORD_MIN` and above the value has been written, and nobody writes again.
        (word != VACANT).then(|| (unsafe { (*self.value.get()).assume_init_ref() }, word))
    }

    /// Writes the value with its word, unless somebody else was there first.
    pub(super) fn claim(&self, value: T, word: u64) -> bool {
        assert!(word >= WORD_MIN, "a word that says that the value is there");
        let is_first = self
            .word
            .compare_exchange(VACANT, WRITING, Acquire, Relaxed)
            .is_ok();
        if is_first {
            // SAFETY: one thread changes the word from `VACANT`, and nobody reads before it is stored.
            unsafe { (*self.value.get()).write(value) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn one_of_many_threads_writes_and_all_read_its_value() {
        for round in 0..200u64 {
            let places: Vec<Claimed<[u64; 3]>> = (0..64).map(|_| Claimed::vacant()).collect();
            let (places, firsts) = (&places, AtomicU64::new(0));
            thread::scope(|scope| {
                for thread in 0..4u64 {
                    let firsts = &firsts;
                    scope.spawn(move || {
                        for (i, place) in (0..).zip(places) {
                            let value = [round, i, thread];
                            let is_first = place.claim(value, WORD_MIN + thread);
                            firsts.fetch_add(u64::from(is_first), Relaxed);
                            let (&[of_round, at, writer], word) = place.get().unwrap();
                            assert_eq!([of_round, at], [round, i]);
                            assert_eq!(word % 16, WORD_MIN + writer);
                            // Whoever changes the word leaves the value alone.
                            let _ = place.change(word, word + 16);
                        }
                    });
                }
            });
            assert_eq!(firsts.into_inner(), 64);
        }
    }

    #[test]
    fn a_word_changes_only_from_what_it_was() {
        let place = Claimed::vacant();
        assert_eq!(place.get(), None);
        assert!(place.claim(7u8, 10));
        assert!(!place.claim(8u8, 11));
        assert_eq!(place.change(11, 12), Err(10));
        assert_eq!(place.change(10, 12), Ok(()));
        assert_eq!(place.get(), Some((&7, 12)));
    }

    #[test]
    #[should_panic(expected = "says that it is there")]
    fn no_word_takes_a_value_back() {
        let place = Claimed::vacant();
        place.claim(7u8, 10);
        let _ = place.change(10, VACANT);
    }
}
