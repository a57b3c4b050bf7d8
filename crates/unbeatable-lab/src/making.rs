//! What is being made, so that nobody makes it a second time meanwhile.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OwnedMutexGuard;

/// What is being made, by the keys under which it will be kept.
#[derive(Default)]
pub(crate) struct Making {
    turns: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
}

impl Making {
    /// The right to make what is to be kept under a key: others who want the same wait, and find it then.
    pub(crate) async fn turn(&self, key: &str) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.retain(|_, turn| turn.strong_count() > 0);
            let turn = turns.get(key).and_then(Weak::upgrade);
            let turn = turn.unwrap_or_default();
            turns.insert(key.into(), Arc::downgrade(&turn));
            turn
        };
        turn.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_same_is_made_once_at_a_time() {
        let making = Making::default();
        let first = making.turn("a").await;
        let other = making.turn("b").await;
        let mut second = std::pin::pin!(making.turn("a"));
        tokio::select! {
            biased;
            _ = &mut second => panic!("it is being made"),
            () = std::future::ready(()) => {}
        }
        drop(first);
        let second = second.await;
        drop((second, other));
        assert_eq!(making.turns.lock().expect("nobody panicked").len(), 2);
        drop(making.turn("c").await);
        assert_eq!(making.turns.lock().expect("nobody panicked").len(), 1);
    }
}
