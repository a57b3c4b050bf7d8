//! Several questions at a time, told in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Asks questions 0, 1, … below `count`, so many at a time, and tells what came of each in their order. The
/// first error ends it, once what is under way has ended.
pub(super) fn side_by_side<T: Send>(
    at_a_time: usize,
    count: usize,
    ask: impl Fn(usize) -> Result<T, String> + Sync,
    mut tell: impl FnMut(T) -> Result<(), String>,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let (sender, answers) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..at_a_time {
            let (sender, next, ask) = (sender.clone(), &next, &ask);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // After an error nobody listens.
                    if number >= count || sender.send((number, ask(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut turn) = (BTreeMap::new(), 0);
        for (number, answer) in answers {
            early.insert(number, answer);
            while let Some(answer) = early.remove(&turn) {
                tell(answer?)?;
                turn += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_in_order() {
        for at_a_time in 1..4 {
            let mut told = vec![];
            let ask = |number: usize| Ok(number * number);
            let ended = side_by_side(at_a_time, 100, ask, |square| {
                told.push(square);
                Ok(())
            });
            assert_eq!(ended, Ok(()));
            assert!(told.into_iter().eq((0..100).map(|number| number * number)));
        }
    }

    #[test]
    fn an_error_ends_it() {
        let ask = |number: usize| match number {
            7 => Err(format!("{number}")),
            _ => Ok(number),
        };
        assert_eq!(side_by_side(2, 1000, ask, |_| Ok(())), Err("7".into()));
        let tell = |number: usize| Err(format!("told {number}"));
        assert_eq!(side_by_side(2, 1000, Ok, tell), Err("told 0".into()));
    }
}
