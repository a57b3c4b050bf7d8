use super::word::{EXACT, INFINITE_CODE, decode, encode};
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
fn more_work_has_no_smaller_code() {
    let mut last = 0;
    for nodes in (0..100_000).chain([1 << 40, u64::MAX]) {
        let code = work_code(nodes);
        assert!(code >= last);
        last = code;
    }
}

fn name(random: &mut Random) -> Name {
    Name {
        key: random.bits(),
        second_key: random.bits(),
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
    check_growth(1, FIRST_BUCKETS);
    check_growth(3, 4 * ALONE_BUCKETS);
}

fn check_growth(threads: usize, buckets: usize) {
    // Half of what fits into the last size.
    let table = ProofTable::new(64 * 8 * buckets).unwrap();
    let mut random = Random::for_task(7, 0);
    let mut truth = HashMap::new();
    for _ in 0..4 * 4 * buckets {
        let (name, distance) = (name(&mut random), distance(&mut random));
        if table.put(name, distance, 1 + random.below(1000)) && table.count(1) {
            table.double(threads);
        }
        truth.insert((name.key, name.second_key), distance);
    }
    assert_eq!(table.bytes(), 64 * 8 * buckets);
    let mut missing = 0;
    for ((key, second_key), distance) in &truth {
        let (key, second_key) = (*key, *second_key);
        match table.get(Name { key, second_key }) {
            Some(found) => assert_eq!(found.distance, *distance),
            None => missing += 1,
        }
        let other = Name {
            key,
            second_key: second_key ^ 1,
        };
        assert_eq!(
            table.get(other),
            None,
            "another second key is another position"
        );
        let key = key ^ 1;
        assert_eq!(table.get(Name { key, second_key }), None);
    }
    // Some buckets overflow before the table as a whole is crowded.
    assert!(missing * 10 < truth.len(), "{missing}");
}

#[test]
fn the_least_work_is_replaced() {
    let table = ProofTable::new(0).unwrap();
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
        .map(|&name| table.get(name).map(|known| known.distance.win))
        .collect();
    assert_eq!(found, [Some(1), None, Some(3), Some(4), Some(5)]);
    table.put(names[2], known(9), 1);
    let found = |i: usize| table.get(names[i]).map(|known| known.distance);
    assert_eq!(found(2), Some(known(9)), "news replaces the old");
    assert_eq!(found(0), Some(known(1)));
    table.put(names[0], Distance::WON, 1);
    table.put(names[0], known(7), 5000);
    assert_eq!(found(0), Some(Distance::WON), "an answer stays");
    table.put(names[3], known(8), 1 << 20);
    let work = |i: usize| table.get(names[i]).map(|known| known.work);
    assert_eq!(work(3), Some(work_code(1 << 20)));
}

/// Two threads that write a slot at once may leave halves of both.
#[test]
fn a_slot_torn_in_two_fits_nothing_and_goes_when_the_table_doubles() {
    let table = ProofTable::new(64 * 2 * FIRST_BUCKETS).unwrap();
    let mut random = Random::for_task(9, 0);
    let [a, b] = [name(&mut random), name(&mut random)];
    table.put(a, Distance::WON, 1);
    table.put(b, Distance::LOST, 1);
    let slot = |name: Name| &table.memory.all()[table.bucket(name.key)].0[0];
    let [(_, word_of_a), (_, word_of_b)] = [a, b].map(|name| slot(name).read().unwrap());
    // The first half of b's slot before the second half of a's.
    slot(b).write(b.key ^ word_of_b ^ word_of_a, word_of_a);
    assert_eq!(table.get(b), None);
    let found = |name: Name| table.get(name).map(|known| known.distance);
    assert_eq!(found(a), Some(Distance::WON));
    table.count(2 * FIRST_BUCKETS);
    table.double(1);
    assert_eq!(table.bytes(), 64 * 2 * FIRST_BUCKETS);
    assert_eq!((found(a), found(b)), (Some(Distance::WON), None));
    assert!(
        table.memory.all()[table.bucket(b.key)].0[0]
            .read()
            .is_none()
    );
}

#[test]
fn it_does_not_double_while_it_must_not() {
    let table = ProofTable::new(64 * 2 * FIRST_BUCKETS).unwrap();
    assert!(!table.count(2 * FIRST_BUCKETS - 1));
    assert!(table.count(1));
    let reading = table.doubling.read().unwrap();
    table.double(1);
    assert_eq!(table.bytes(), 64 * FIRST_BUCKETS);
    drop(reading);
    table.double(1);
    assert_eq!(table.bytes(), 64 * 2 * FIRST_BUCKETS);
    assert!(!table.count(1 << 30), "it may grow no more");
}

#[test]
fn more_than_there_is_becomes_what_there_is() {
    // No machine has that much; few may promise half of it.
    let table = ProofTable::new(1 << 46).unwrap();
    assert!(table.bytes() < 1 << 20);
    let mut random = Random::new(5);
    let name = name(&mut random);
    table.put(name, Distance::WON, 1);
    assert_eq!(table.get(name).unwrap().distance, Distance::WON);
}
