//! A small `Copy` value of any type, kept in place.
//!
//! Positions and moves are small `Copy` values, each game's of its own type. What is compiled once for all
//! games copies them without knowing that type: a box for each would cost an allocation a position, and
//! would not be `Copy`. So a value lies in a few words, together with its type's identity, which is compared
//! before anybody reads it. This is the one place of the crate with `unsafe` code.
#![allow(unsafe_code)]

use std::any::TypeId;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;

/// What can be kept in place.
pub trait Small: Copy + Eq + fmt::Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + fmt::Debug + Send + Sync + 'static> Small for T {}

/// Room for a value of up to `WORDS` words of 16 bytes.
///
/// ```text
/// words  | the value's own bytes, from the first one on | never read |
/// of     -> the type's identity, and how its values are compared, hashed and shown
/// ```
#[derive(Clone, Copy)]
pub struct Inline<const WORDS: usize> {
    words: [MaybeUninit<u128>; WORDS],
    of: &'static Type<WORDS>,
}

/// What is known of a type whose values are kept.
struct Type<const WORDS: usize> {
    id: fn() -> TypeId,
    equal: fn(&Inline<WORDS>, &Inline<WORDS>) -> bool,
    hash: fn(&Inline<WORDS>, &mut dyn Hasher),
    debug: fn(&Inline<WORDS>, &mut fmt::Formatter) -> fmt::Result,
}

/// A type, seen as one whose values are kept.
struct TypeTag<T, const WORDS: usize>(T);

impl<T: Small + Hash, const WORDS: usize> TypeTag<T, WORDS> {
    const TYPE: &'static Type<WORDS> = &Type {
        id: TypeId::of::<T>,
        equal: |a, b| a.get::<T>() == b.get::<T>(),
        hash: |value, mut hasher| value.get::<T>().hash(&mut hasher),
        debug: |value, f| value.get::<T>().fmt(f),
    };

    /// Checked when a game is compiled.
    const FITS: () = {
        assert!(
            size_of::<T>() <= WORDS * size_of::<u128>(),
            "positions have at most 128 bytes, and moves at most 16"
        );
        assert!(align_of::<T>() <= align_of::<u128>());
    };
}

impl<const WORDS: usize> Inline<WORDS> {
    /// Keeps a value.
    #[must_use]
    pub fn new<T: Small + Hash>(value: T) -> Self {
        const { TypeTag::<T, WORDS>::FITS };
        let mut words = [MaybeUninit::uninit(); WORDS];
        // SAFETY: `FITS` says that a `T` fits into `words` in size and alignment, and `words` is ours.
        unsafe { words.as_mut_ptr().cast::<T>().write(value) };
        Inline {
            words,
            of: TypeTag::<T, WORDS>::TYPE,
        }
    }

    /// The value. Panics if it is of another type: then it belongs to another game.
    #[must_use]
    pub fn get<T: Small>(&self) -> T {
        assert!(
            (self.of.id)() == TypeId::of::<T>(),
            "a position or a move of another game"
        );
        // SAFETY: the value was written by `new` as a `T`, which is `Copy`: its type's identity says so.
        unsafe { self.words.as_ptr().cast::<T>().read() }
    }
}

impl<const WORDS: usize> PartialEq for Inline<WORDS> {
    fn eq(&self, other: &Self) -> bool {
        (self.of.equal)(self, other)
    }
}

impl<const WORDS: usize> Eq for Inline<WORDS> {}

impl<const WORDS: usize> Hash for Inline<WORDS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.of.hash)(self, hasher);
    }
}

impl<const WORDS: usize> fmt::Debug for Inline<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        (self.of.debug)(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    /// Has padding, a wide part, and few valid bytes in one place.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Mixed {
        small: u8,
        wide: u128,
        flag: bool,
    }

    #[test]
    fn values_come_back_and_compare_as_their_types_say() {
        let value = |small| Mixed {
            small,
            wide: u128::MAX - u128::from(small),
            flag: small % 2 == 0,
        };
        for small in 0..=255 {
            let kept = Inline::<8>::new(value(small));
            let copy = kept;
            assert_eq!(copy.get::<Mixed>(), value(small));
            assert_eq!(kept, copy);
            assert_ne!(kept, Inline::new(value(small ^ 1)));
            let hash = BuildHasherDefault::<DefaultHasher>::default();
            assert_eq!(hash.hash_one(kept), hash.hash_one(value(small)));
            assert_eq!(format!("{kept:?}"), format!("{:?}", value(small)));
        }
    }

    #[test]
    #[should_panic(expected = "of another game")]
    fn values_of_other_types_are_not_read() {
        let _ = Inline::<1>::new(5_u64).get::<i64>();
    }

    #[test]
    #[should_panic(expected = "of another game")]
    fn values_of_two_types_are_not_compared() {
        let _ = Inline::<1>::new(5_u64) == Inline::<1>::new(5_i64);
    }
}
