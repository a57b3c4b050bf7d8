//! Sorted lists into one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::follower::Halted;
use super::shelf::{Sink, Source};

/// What is in any of the lists, each of which is sorted and has nothing twice; sorted, and nothing twice.
pub(super) fn merged(lists: Vec<&[u64]>) -> Vec<u64> {
    let mut lists = lists.into_iter().filter(|list| !list.is_empty());
    let mut level: Vec<Vec<u64>> = vec![];
    while let Some(a) = lists.next() {
        level.push(match lists.next() {
            Some(b) => merged_pair(a, b),
            None => a.to_vec(),
        });
    }
    while level.len() > 1 {
        let mut next = Vec::with_capacity(level.len().div_ceil(2));
        let mut pairs = level.into_iter();
        while let Some(a) = pairs.next() {
            next.push(match pairs.next() {
                Some(b) => merged_pair(&a, &b),
                None => a,
            });
        }
        level = next;
    }
    level.pop().unwrap_or_default()
}

fn merged_pair(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut all = vec![0; a.len() + b.len()];
    let (mut i, mut j, mut n) = (0, 0, 0);
    while let (Some(&x), Some(&y)) = (a.get(i), b.get(j)) {
        // Without a branch that nobody could predict.
        all[n] = x.min(y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
        n += 1;
    }
    let rest = if i < a.len() { &a[i..] } else { &b[j..] };
    all[n..n + rest.len()].copy_from_slice(rest);
    all.truncate(n + rest.len());
    all
}

/// Merges sources that are sorted and have nothing twice into a sink, block by block; tells `each` how
/// many came out. Returns how many these are in all.
pub(super) fn merge_streams(
    sources: &mut [Box<dyn Source<u64> + '_>],
    sink: &mut dyn Sink<u64>,
    mut each: impl FnMut(u64) -> Result<(), Halted>,
) -> Result<u64, Halted> {
    const BLOCK: usize = 1 << 15;
    let mut blocks: Vec<(Vec<u64>, usize)> = sources.iter().map(|_| (vec![], 0)).collect();
    let mut heads = BinaryHeap::new();
    for (i, source) in sources.iter_mut().enumerate() {
        if source.next(&mut blocks[i].0)? {
            heads.push(Reverse((blocks[i].0[0], i)));
        }
    }
    let mut out = Vec::with_capacity(BLOCK);
    let mut last = None;
    let mut count = 0;
    while let Some(Reverse((key, i))) = heads.pop() {
        if last != Some(key) {
            last = Some(key);
            out.push(key);
            if out.len() == BLOCK {
                sink.push(&out)?;
                count += BLOCK as u64;
                each(count)?;
                out.clear();
            }
        }
        let (block, at) = &mut blocks[i];
        *at += 1;
        if *at == block.len() {
            *at = 0;
            if !sources[i].next(block)? {
                continue;
            }
        }
        heads.push(Reverse((block[*at], i)));
    }
    sink.push(&out)?;
    Ok(count + out.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::random::Random;

    #[test]
    fn merging_is_sorting_and_leaving_out_what_comes_twice() {
        let mut random = Random::new(1);
        for lists in 0..20 {
            let list = |_| {
                let mut list: Vec<u64> = (0..random.below(50)).map(|_| random.below(300)).collect();
                list.sort_unstable();
                list.dedup();
                list
            };
            let lists: Vec<Vec<u64>> = (0..lists).map(list).collect();
            let mut expected = lists.concat();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(merged(lists.iter().map(Vec::as_slice).collect()), expected);
        }
    }
}
