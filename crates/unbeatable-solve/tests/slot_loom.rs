//! The table's slot under loom: every interleaving of threads that read and write it, with every
//! value that a relaxed load may see.

mod atomic {
    pub(crate) use loom::sync::atomic::{AtomicU64, Ordering};
}

#[path = "../src/proof_table/slot.rs"]
mod slot;

use atomic::AtomicU64;
use loom::sync::Arc;
use loom::thread;
use slot::ProofSlot;

/// Two positions, what is known of them, and news of the first one.
const A: (u64, u64) = (0x0123_4567_89ab_cdef, 0xff00_0000_0000_0001);
const A_LATER: (u64, u64) = (A.0, 0xff00_0000_0000_0100);
const B: (u64, u64) = (0xfedc_ba98_7654_3210, 0x00ff_0000_0000_0010);

/// A slot as the table's cleared memory has it. (The program never makes one otherwise, so there is
/// no constructor in it.)
fn empty() -> Arc<ProofSlot> {
    Arc::new(ProofSlot([AtomicU64::new(0), AtomicU64::new(0)]))
}

/// Whoever looks for a key finds what was written for this key, or nothing.
fn check(slot: &ProofSlot) {
    if let Some((key, word)) = slot.read() {
        assert!(key != A.0 || word == A.1 || word == A_LATER.1, "{word:x}");
        assert!(key != B.0 || word == B.1, "{word:x}");
    }
}

#[test]
fn a_reader_never_sees_another_positions_numbers() {
    loom::model(|| {
        let slot = empty();
        slot.write(A.0, A.1);
        let writers = [A_LATER, B].map(|(key, word)| {
            let slot = slot.clone();
            thread::spawn(move || slot.write(key, word))
        });
        check(&slot);
        for writer in writers {
            writer.join().unwrap();
        }
        check(&slot);
    });
}

#[test]
fn nor_while_it_is_cleared() {
    loom::model(|| {
        let slot = empty();
        let other = slot.clone();
        let writer = thread::spawn(move || {
            other.write(A.0, A.1);
            other.clear();
            other.write(B.0, B.1);
        });
        check(&slot);
        writer.join().unwrap();
        assert_eq!(slot.read(), Some(B));
    });
}

/// The test itself is tested: without the XOR it finds what is wrong.
#[test]
#[should_panic(expected = "numbers of another position")]
fn the_key_alone_would_not_do() {
    use atomic::Ordering::Relaxed;
    loom::model(|| {
        let naive = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let writers = [A, B].map(|(key, word)| {
            let naive = naive.clone();
            thread::spawn(move || {
                naive[0].store(key, Relaxed);
                naive[1].store(word, Relaxed);
            })
        });
        let (key, word) = (naive[0].load(Relaxed), naive[1].load(Relaxed));
        assert!(
            word == 0 || (key, word) == A || (key, word) == B,
            "numbers of another position"
        );
        for writer in writers {
            writer.join().unwrap();
        }
    });
}
