use super::*;
use std::collections::HashMap;

use unbeatable_core::random::Random;

#[test]
fn numbers_are_kept_to_fifteen_bits() {
    for number in 0..EXACT {
        assert_eq!(decode(encode(number)), number);
    }
    let mut last = 0;
    let mut number = 1u32;
    while number < Distance::INFINITY {
        for n in [number, number | number >> 7, number | number >> 1] {
            let n = n.min(Distance::INFINITY - 1);
            let kept = decode(encode(n));
            assert!(kept <= n && n - kept <= n >> 14, "{n} {kept}");
            assert!(kept >= last && encode(n) < INFINITE_CODE);
            last = kept;
        }
        number *= 2;
        last = 0;
    }
    assert_eq!(decode(encode(Distance::INFINITY)), Distance::INFINITY);
    assert_eq!(decode(encode(u32::MAX)), Distance::INFINITY);
}

#[test]
fn more_work_has_no_smaller_code_and_fits_a_byte() {
    let mut last = 0;
    for nodes in (0..100_000).chain([1 << 40, u64::MAX]) {
        let code = encode_work(nodes);
        assert!(code >= last && code <= 255);
        last = code;
    }
}

fn name(random: &mut Random) -> Name {
    Name {
        key: random.bits(),
        check: random.bits(),
    }
}

fn distance(random: &mut Random) -> Distance {
    match random.below(4) {
        0 => Distance::WON,
        1 => Distance::LOST,
        _ => Distance {
            win: 1 + random.below(30_000) as u32,
            lose: 1 + random.below(30_000) as u32,
        },
    }
}

#[test]
fn nothing_is_lost_while_it_grows_and_nothing_is_ever_wrong() {
    // Four times as many as fit into the first size, half of what fits into the last.
    let mut table = ProofTable::new(64 * 8 * FIRST_BUCKETS).unwrap();
    let first = table.bytes();
    let mut random = Random::for_task(7, 0);
    let mut truth = HashMap::new();
    for _ in 0..4 * 4 * FIRST_BUCKETS {
        let (name, distance) = (name(&mut random), distance(&mut random));
        table.put(name, distance, 1 + random.below(1000));
        truth.insert((name.key, name.check), distance);
    }
    assert_eq!(table.bytes(), 8 * first);
    let mut missing = 0;
    for ((key, check), distance) in &truth {
        let (key, check) = (*key, *check);
        match table.get(Name { key, check }) {
            Some(found) => assert_eq!(found, *distance),
            None => missing += 1,
        }
        let other = Name {
            key,
            check: check ^ 1,
        };
        assert_eq!(table.get(other), None, "another check is another position");
        let key = key ^ 1;
        assert_eq!(table.get(Name { key, check }), None);
    }
    // Some buckets overflow before the table as a whole is crowded.
    assert!(missing * 10 < truth.len(), "{missing}");
}

#[test]
fn the_least_work_is_replaced() {
    let mut table = ProofTable::new(0).unwrap();
    assert_eq!(table.bytes(), 64);
    let mut random = Random::for_task(8, 0);
    let names: Vec<Name> = (0..5).map(|_| name(&mut random)).collect();
    let known = |win| Distance { win, lose: 1 };
    for (i, nodes) in [900, 50, 7000, 300].into_iter().enumerate() {
        table.put(names[i], known(i as u32 + 1), nodes);
    }
    table.put(names[4], known(5), 1);
    let found: Vec<Option<u32>> = names
        .iter()
        .map(|&name| table.get(name).map(|known| known.win))
        .collect();
    assert_eq!(found, [Some(1), None, Some(3), Some(4), Some(5)]);
    table.put(names[2], known(9), 1);
    assert_eq!(table.get(names[2]), Some(known(9)), "news replaces the old");
    assert_eq!(table.get(names[0]), Some(known(1)));
}

#[test]
fn an_entry_torn_in_two_fits_nothing() {
    let mut table = ProofTable::new(0).unwrap();
    let mut random = Random::for_task(9, 0);
    let [a, b] = [name(&mut random), name(&mut random)];
    table.put(a, Distance::WON, 1);
    let word = table.slots.all()[0].0[0][1].load(Relaxed);
    table.put(b, Distance::LOST, 1);
    // The second half of a's entry is written behind the first half of b's.
    let entry = &table.slots.all()[0].0[1];
    entry[1].store(word, Relaxed);
    assert_eq!(table.get(b), None);
    assert_eq!(table.get(a), Some(Distance::WON));
}

#[test]
fn more_than_there_is_becomes_what_there_is() {
    // No machine has that much; few may promise half of it.
    let mut table = ProofTable::new(1 << 46).unwrap();
    assert!(table.bytes() < 1 << 20);
    let mut random = Random::new(5);
    let name = name(&mut random);
    table.put(name, Distance::WON, 1);
    assert_eq!(table.get(name), Some(Distance::WON));
}
