//! Parts of a graph in which every node reaches every other one.

/// The strongly connected parts (Tarjan 1972), each behind those that it leads to. Without recursion, because
/// graphs may be deep.
#[must_use]
pub fn strong_parts(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut order = vec![UNSEEN; next.len()];
    let mut low = vec![0; next.len()];
    let mut is_open = vec![false; next.len()];
    let mut open = vec![];
    let mut parts = vec![];
    let mut seen = 0;
    // A node on the way, and how many of its edges were followed.
    let mut way: Vec<(usize, usize)> = vec![];
    for root in 0..next.len() {
        if order[root] != UNSEEN {
            continue;
        }
        way.push((root, 0));
        while let Some(&(node, edge)) = way.last() {
            if edge == 0 {
                (order[node], low[node]) = (seen, seen);
                seen += 1;
                open.push(node);
                is_open[node] = true;
            }
            if let Some(&to) = next[node].get(edge) {
                way.last_mut().expect("it is there").1 += 1;
                if order[to] == UNSEEN {
                    way.push((to, 0));
                } else if is_open[to] {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            way.pop();
            if let Some(&(before, _)) = way.last() {
                low[before] = low[before].min(low[node]);
            }
            if low[node] == order[node] {
                let begin = open.iter().rposition(|&of| of == node).expect("it is open");
                let part = open.split_off(begin);
                part.iter().for_each(|&of| is_open[of] = false);
                parts.push(part);
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_parts_and_come_behind_what_they_lead_to() {
        // 0 -> 1 <-> 2 -> 3, 4 -> 4.
        let next = [vec![1], vec![2], vec![1, 3], vec![], vec![4]];
        let mut parts = strong_parts(&next);
        parts.iter_mut().for_each(|part| part.sort_unstable());
        assert_eq!(parts, [vec![3], vec![1, 2], vec![0], vec![4]]);
    }
}
