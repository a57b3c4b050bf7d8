//! The win test in one 128-bit register, and the squares that complete a line in one of 256 bits.
//!
//! After Elhage 2020: 'Efficient representation' has the first, 'Pruning and positional analysis' the
//! idea of the second, untried there. They stay here, where they are measured. The compiler makes the
//! first out of a loop over eight lines, and the second, in a program made for AVX2, out of four words;
//! a search is as fast without them, and needs no `unsafe`. `tests/all/registers.rs` compares them with
//! the table and the words.
#![allow(
    unsafe_code,
    reason = "processor instructions that not every processor has"
)]

use std::arch::x86_64::{
    __m256i, _mm_and_si128, _mm_cmpeq_epi16, _mm_movemask_epi8, _mm_set1_epi16, _mm_setr_epi16,
    _mm256_and_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_slli_epi64, _mm256_srli_epi64,
};

use unbeatable_games::ultimate::local_boards::LINES;
use unbeatable_games::ultimate::words::EACH;

/// Whether a set of squares holds a line: all eight compared at once.
#[inline]
pub(crate) fn has_line(set: u16) -> bool {
    // SAFETY: every x86-64 has SSE2.
    unsafe { has_line_sse2(set) }
}

#[target_feature(enable = "sse2")]
#[inline]
fn has_line_sse2(set: u16) -> bool {
    let [a, b, c, d, e, f, g, h] = LINES.map(u16::cast_signed);
    let lines = _mm_setr_epi16(a, b, c, d, e, f, g, h);
    let sets = _mm_set1_epi16(set.cast_signed());
    let whole = _mm_cmpeq_epi16(_mm_and_si128(sets, lines), lines);
    _mm_movemask_epi8(whole) != 0
}

/// That this processor has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// `None` if it has not.
    pub(crate) fn new() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }

    /// `words::completing` of four words at once.
    #[inline]
    pub(crate) fn completing(self, words: [u64; 4]) -> [u64; 4] {
        // SAFETY: there is a value of this type only if the processor has AVX2.
        unsafe { completing(words) }
    }

    /// The same for many, in a function that is made for AVX2 as a whole; `each` sees every result.
    pub(crate) fn completing_all(self, all: &[[u64; 4]], each: impl FnMut([u64; 4])) {
        // SAFETY: there is a value of this type only if the processor has AVX2.
        unsafe { completing_all(all, each) }
    }
}

#[target_feature(enable = "avx2")]
fn completing_all(all: &[[u64; 4]], mut each: impl FnMut([u64; 4])) {
    for &words in all {
        each(completing(words));
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn completing(words: [u64; 4]) -> [u64; 4] {
    // SAFETY: both are 32 bytes in which any bits are valid.
    let words: __m256i = unsafe { std::mem::transmute(words) };
    let columns = beside::<1, 2>(words, [0o111, 0o222, 0o444]);
    let rows = beside::<3, 6>(words, [0o007, 0o070, 0o700]);
    let diagonal = beside::<4, 8>(words, [0o001, 0o020, 0o400]);
    let across = beside::<2, 4>(words, [0o004, 0o020, 0o100]);
    let found = _mm256_or_si256(
        _mm256_or_si256(columns, rows),
        _mm256_or_si256(diagonal, across),
    );
    // SAFETY: as above.
    unsafe { std::mem::transmute(found) }
}

/// The squares whose two companions at distances of `STEP` are set, `TWICE` being two steps: the first
/// squares of lines, the middle ones, the last.
#[target_feature(enable = "avx2")]
#[inline]
fn beside<const STEP: i32, const TWICE: i32>(words: __m256i, squares: [u64; 3]) -> __m256i {
    let in_each = |set: u64| _mm256_set1_epi64x((set * EACH).cast_signed());
    let [first, middle, last] = squares.map(in_each);
    let above = _mm256_srli_epi64::<STEP>(words);
    let below = _mm256_slli_epi64::<STEP>(words);
    let firsts = _mm256_and_si256(_mm256_srli_epi64::<TWICE>(words), first);
    let lasts = _mm256_and_si256(_mm256_slli_epi64::<TWICE>(words), last);
    _mm256_or_si256(
        _mm256_and_si256(
            above,
            _mm256_or_si256(firsts, _mm256_and_si256(below, middle)),
        ),
        _mm256_and_si256(below, lasts),
    )
}
