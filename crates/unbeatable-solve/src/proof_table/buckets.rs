//! The memory of a table: cleared by the system when it is first touched, in large pages where there
//! are some.
//!
//! The one place with `unsafe` code, for two things that have no safe form: memory that comes cleared
//! read as atomic numbers, and the hint to fetch a line early. Both were measured; the figures are in
//! DESIGN.md.
#![allow(unsafe_code, reason = "cleared memory as atomics, and prefetching")]

use std::slice;

use memmap2::MmapMut;

use super::slot::ProofSlot;

/// Four slots in one cache line.
#[repr(C, align(64))]
#[derive(Debug)]
pub(super) struct Bucket(pub(super) [ProofSlot; SLOTS]);

/// How many slots a bucket has.
pub(super) const SLOTS: usize = 4;

/// A slice of buckets, all zeros at first.
pub(super) struct Buckets {
    map: MmapMut,
    len: usize,
}

impl Buckets {
    /// So many buckets, at least one; `None` if the system does not give the memory.
    pub(super) fn new(len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<Bucket>())?;
        let map = MmapMut::map_anon(bytes.max(size_of::<Bucket>())).ok()?;
        // With large pages an address is found in one step instead of several. A wish: without them
        // it is slower, nothing else.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Buckets { map, len })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn all(&self) -> &[Bucket] {
        let start = self.map.as_ptr().cast::<Bucket>();
        debug_assert!(start.is_aligned());
        // SAFETY: the mapping is private to us, lives as long as `self`, has at least `len` buckets
        // (`new`), begins at a page and so at a multiple of 64; any bits are valid atomic numbers, and
        // all access through this slice is atomic.
        unsafe { slice::from_raw_parts(start, self.len) }
    }

    /// Begins to fetch bucket `i`.
    #[inline]
    pub(super) fn prefetch(&self, i: usize) {
        let bucket = &raw const self.all()[i];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing that the program can see, and every x86-64 has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }
}
