//! Where threads that search together are, for each other to see.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Positions deeper than this below the root are not posted.
const DEPTHS: usize = 128;

/// What every thread has posted.
pub(crate) struct Posts(Box<[Post]>);

/// The keys of the positions that one thread is below, by depth; 0 for none. On lines of memory of
/// their own.
#[repr(align(128))]
struct Post([AtomicU64; DEPTHS]);

impl Posts {
    /// Posts of so many threads, which are nowhere.
    pub(crate) fn new(threads: usize) -> Self {
        let nowhere = || Post(std::array::from_fn(|_| AtomicU64::new(0)));
        Posts((0..threads).map(|_| nowhere()).collect())
    }

    /// How many threads there are.
    pub(crate) fn threads(&self) -> usize {
        self.0.len()
    }

    /// Thread `number` is below the position with this key now, at `depth`.
    pub(crate) fn put(&self, number: usize, depth: u32, key: u64) {
        if let Some(post) = self.0[number].0.get(depth as usize) {
            post.store(key, Relaxed);
        }
    }

    /// Thread `number` has left the position at `depth`.
    pub(crate) fn take(&self, number: usize, depth: u32) {
        self.put(number, depth, 0);
    }

    /// How many threads besides `number` are below the position with this key, at `depth`.
    pub(crate) fn others_at(&self, number: usize, depth: u32, key: u64) -> u64 {
        let mut others = 0;
        for (i, posts) in self.0.iter().enumerate() {
            let post = posts.0.get(depth as usize);
            let is_there = post.is_some_and(|post| post.load(Relaxed) == key);
            others += u64::from(i != number && is_there);
        }
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_seen_where_they_are_and_nowhere_else() {
        let posts = Posts::new(3);
        posts.put(0, 5, 77);
        posts.put(1, 5, 77);
        posts.put(2, 6, 77);
        assert_eq!(posts.others_at(0, 5, 77), 1);
        assert_eq!(posts.others_at(2, 5, 77), 2);
        assert_eq!(posts.others_at(2, 6, 77), 0);
        posts.take(1, 5);
        assert_eq!(posts.others_at(0, 5, 77), 0);
        // Nobody is seen deeper than there are posts.
        posts.put(1, DEPTHS as u32, 77);
        assert_eq!(posts.others_at(0, DEPTHS as u32, 77), 0);
    }
}
