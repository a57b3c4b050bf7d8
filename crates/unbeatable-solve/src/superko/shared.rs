//! What [`claimed`](super::claimed) is made of, in the shape in which loom has it, too.

pub(super) use std::hint::spin_loop;
pub(super) use std::sync::atomic::{AtomicU64, Ordering};

/// A value that threads share by their own care.
#[repr(transparent)]
pub(super) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

impl<T> UnsafeCell<T> {
    #[cfg(any(test, target_family = "wasm"))]
    pub(super) fn new(value: T) -> Self {
        UnsafeCell(std::cell::UnsafeCell::new(value))
    }

    /// What is to be read.
    #[inline]
    pub(super) fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    /// What is to be written.
    #[inline]
    pub(super) fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        write(self.0.get())
    }
}
