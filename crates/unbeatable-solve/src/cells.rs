//! The memory of tables: cleared by the system when it is first touched, in large pages where there are
//! some.
//!
//! Inside a browser there is no system to ask, and tables are as any memory there: in a module at the end.
//!
//! A place with `unsafe` code, for two things that have no safe form: memory that comes cleared
//! read as atomic numbers, and the hint to fetch a line early. Both were measured; the figures are in
//! DESIGN.md.
#![allow(unsafe_code, reason = "cleared memory as atomics, and prefetching")]

use std::sync::atomic::AtomicU64;

use crate::proof_table::slot::ProofSlot;

/// What cache lines of a table are: whole lines of 64 bytes, and nothing in them that more than one thread
/// writes without atomic numbers.
pub trait Line64: sealed::Atomics {}

pub(crate) mod sealed {
    /// Zeros are a value, as is whatever safe code makes of them, and threads may share it.
    pub trait Atomics {
        /// What is there before anything is written.
        #[cfg(target_family = "wasm")]
        fn cleared() -> Self;
    }
}

/// How many numbers a [`CellLine`] has.
pub const CELLS: usize = 8;

/// Numbers in one cache line.
#[repr(C, align(64))]
#[derive(Debug)]
pub struct CellLine(pub [AtomicU64; CELLS]);

/// How many slots a [`Bucket`] has.
pub(crate) const SLOTS: usize = 4;

/// Slots of proof numbers in one cache line.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct Bucket(pub(crate) [ProofSlot; SLOTS]);

impl sealed::Atomics for CellLine {
    #[cfg(target_family = "wasm")]
    fn cleared() -> Self {
        CellLine([0; CELLS].map(AtomicU64::new))
    }
}
impl Line64 for CellLine {}
impl sealed::Atomics for Bucket {
    #[cfg(target_family = "wasm")]
    fn cleared() -> Self {
        let slot = |_| ProofSlot([0, 0].map(AtomicU64::new));
        Bucket(std::array::from_fn(slot))
    }
}
impl Line64 for Bucket {}

/// Begins to fetch something from memory.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program can see, and every x86-64 has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(not(target_family = "wasm"))]
pub use mapped::Cells;
#[cfg(target_family = "wasm")]
pub use plain::Cells;

#[cfg(not(target_family = "wasm"))]
mod mapped {
    use std::marker::PhantomData;
    use std::slice;

    use memmap2::MmapMut;

    use super::{Line64, prefetch};

    /// A slice of cache lines, all zeros at first.
    pub struct Cells<T> {
        map: MmapMut,
        len: usize,
        lines: PhantomData<T>,
    }

    impl<T: Line64> Cells<T> {
        /// So many lines, at least one; `None` if the system does not give the memory.
        #[must_use]
        pub fn new(len: usize) -> Option<Self> {
            const { assert!(size_of::<T>().is_multiple_of(64) && align_of::<T>() == 64) };
            let bytes = len.checked_mul(size_of::<T>())?;
            let map = MmapMut::map_anon(bytes.max(size_of::<T>())).ok()?;
            // With large pages an address is found in one step instead of several. A wish: without them
            // it is slower, nothing else.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            let lines = PhantomData;
            Some(Cells { map, len, lines })
        }

        /// How many there are.
        #[must_use]
        #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
        pub fn len(&self) -> usize {
            self.len
        }

        /// All of them.
        #[must_use]
        #[inline]
        pub fn all(&self) -> &[T] {
            let start = self.map.as_ptr().cast::<T>();
            debug_assert!(start.is_aligned());
            // SAFETY: the mapping is private to us, lives as long as `self`, has at least `len` values
            // (`new`), begins at a page and so at a multiple of 64; it was all zeros, which is a value,
            // and what is shared of it may be (`Line64`).
            unsafe { slice::from_raw_parts(start, self.len) }
        }

        /// Begins to fetch line `i`.
        #[inline]
        pub fn prefetch(&self, i: usize) {
            prefetch(&self.all()[i]);
        }
    }
}

#[cfg(target_family = "wasm")]
mod plain {
    use super::Line64;

    /// A slice of cache lines, all zeros at first.
    pub struct Cells<T> {
        lines: Vec<T>,
    }

    impl<T: Line64> Cells<T> {
        /// So many lines, at least one; `None` if there is no memory for them.
        #[must_use]
        pub fn new(len: usize) -> Option<Self> {
            let (len, mut lines) = (len.max(1), Vec::new());
            lines.try_reserve_exact(len).ok()?;
            lines.resize_with(len, T::cleared);
            Some(Cells { lines })
        }

        /// How many there are.
        #[must_use]
        #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
        pub fn len(&self) -> usize {
            self.lines.len()
        }

        /// All of them.
        #[must_use]
        #[inline]
        pub fn all(&self) -> &[T] {
            &self.lines
        }

        /// Nothing: no address can be asked for early.
        #[inline]
        pub fn prefetch(&self, _: usize) {}
    }
}
