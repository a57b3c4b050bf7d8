//! A claimed value under loom: every interleaving of threads that write and read it. Loom panics where one
//! thread reads or writes the value while another writes it.

mod shared {
    pub(crate) use loom::cell::UnsafeCell;
    pub(crate) use loom::hint::spin_loop;
    pub(crate) use loom::sync::atomic::{AtomicU64, Ordering};
}

#[path = "../src/superko/claimed.rs"]
mod claimed;

use claimed::{Claimed, WORD_MIN};
use loom::sync::Arc;
use loom::thread;

/// Whoever sees a value sees all of it, and the word that belongs to it.
fn check(place: &Claimed<[u64; 2]>) {
    if let Some((&[a, b], word)) = place.get() {
        assert_eq!(a, b);
        assert!(word == WORD_MIN + a || word == WORD_MIN + 10, "{word}");
    }
}

#[test]
fn a_value_is_seen_whole_or_not_at_all() {
    loom::model(|| {
        let place: Arc<Claimed<[u64; 2]>> = Arc::new(Claimed::vacant());
        let writers = [1, 2].map(|n| {
            let place = place.clone();
            thread::spawn(move || place.claim([n, n], WORD_MIN + n))
        });
        check(&place);
        let first = writers.map(|writer| writer.join().unwrap());
        assert!(first[0] != first[1], "one of them was first");
        check(&place);
        assert!(place.get().is_some());
    });
}

#[test]
fn a_word_changes_beside_its_value() {
    loom::model(|| {
        let place: Arc<Claimed<[u64; 2]>> = Arc::new(Claimed::vacant());
        let other = place.clone();
        let writer = thread::spawn(move || {
            assert!(other.claim([1, 1], WORD_MIN + 1));
            let _ = other.change(WORD_MIN + 1, WORD_MIN + 10);
        });
        check(&place);
        if let Some((_, word)) = place.get() {
            let changed = place.change(word, WORD_MIN + 10);
            assert!(changed.is_ok() || changed == Err(WORD_MIN + 10));
        }
        writer.join().unwrap();
        check(&place);
    });
}

/// The test itself is tested: a word that is stored before its value is found out.
#[test]
#[should_panic(expected = "Causality violation")]
fn a_word_before_its_value_would_not_do() {
    use shared::Ordering::{Acquire, Release};
    use shared::{AtomicU64, UnsafeCell};
    struct Naive(AtomicU64, UnsafeCell<u64>);
    loom::model(|| {
        let naive = Arc::new(Naive(AtomicU64::new(0), UnsafeCell::new(0)));
        let other = naive.clone();
        let writer = thread::spawn(move || {
            other.0.store(WORD_MIN, Release);
            other.1.with_mut(|_| {});
        });
        if naive.0.load(Acquire) == WORD_MIN {
            naive.1.with(|_| {});
        }
        writer.join().unwrap();
    });
}
