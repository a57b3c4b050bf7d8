//! What is written in letters: numbers of positions, in few bytes.
//!
//! ```text
//! run         sorted numbers, none twice: the gap to the one before, less one; the first as it is
//! question    numbers in any order, each with its group: 1 + (zigzag(difference to the last one of the
//!             same group in this letter, 0 before the first) << bits | group), where groups have so many
//!             bits; or, if the difference is too large, 0, the group, and the number in 8 bytes, the
//!             lowest first
//! ```
//!
//! All of these in groups of seven bits, the lowest first, each but the last one of a number with bit 7 set
//! (LEB128). Letters come from the same program and over a checked connection: one that cannot be read is a
//! broken promise.

/// Bits of a group, at most, so that groups and differences fit into a number.
const GROUP_BITS_MAX: u32 = 16;

/// A difference that is too large.
const FAR: u64 = 1 << (63 - GROUP_BITS_MAX);

/// How many bits a group takes.
fn group_bits(groups: usize) -> u32 {
    let bits = groups.next_power_of_two().trailing_zeros();
    assert!(bits <= GROUP_BITS_MAX, "fewer groups");
    bits
}

#[inline]
fn write(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn read(bytes: &[u8], at: &mut usize) -> u64 {
    let mut number = 0;
    let mut shift = 0;
    loop {
        let byte = bytes[*at];
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

/// A sorted run that is being written.
#[derive(Default)]
pub(crate) struct RunWriter {
    pub(crate) bytes: Vec<u8>,
    next: u64,
}

impl RunWriter {
    #[inline]
    pub(crate) fn push(&mut self, number: u64) {
        write(number - self.next, &mut self.bytes);
        self.next = number.wrapping_add(1);
    }
}

/// The numbers of a run.
pub(crate) fn read_run(bytes: &[u8]) -> Vec<u64> {
    let mut run = vec![];
    let mut at = 0;
    let mut next = 0u64;
    while at < bytes.len() {
        let number = next + read(bytes, &mut at);
        run.push(number);
        next = number.wrapping_add(1);
    }
    run.shrink_to_fit();
    run
}

/// Questions to one worker that are being written.
pub(crate) struct QuestionWriter {
    pub(crate) bytes: Vec<u8>,
    last: Vec<u64>,
    group_bits: u32,
}

impl QuestionWriter {
    pub(crate) fn new(groups: usize) -> Self {
        QuestionWriter {
            bytes: vec![],
            group_bits: group_bits(groups),
            last: vec![0; groups],
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, group: usize, number: u64) {
        let difference = number.wrapping_sub(self.last[group]) as i64;
        let zigzag = ((difference << 1) ^ (difference >> 63)) as u64;
        self.last[group] = number;
        if zigzag < FAR {
            write(
                1 + (zigzag << self.group_bits | group as u64),
                &mut self.bytes,
            );
        } else {
            self.bytes.push(0);
            write(group as u64, &mut self.bytes);
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// What was written; the next letter begins anew.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        self.last.fill(0);
        std::mem::take(&mut self.bytes)
    }
}

/// Gives `each` the groups and numbers of questions.
pub(crate) fn read_questions(bytes: &[u8], groups: usize, mut each: impl FnMut(usize, u64)) {
    let bits = group_bits(groups);
    let mask = (1 << bits) - 1;
    let mut last = vec![0u64; groups];
    let mut at = 0;
    while at < bytes.len() {
        let code = read(bytes, &mut at);
        let (group, number) = match code.checked_sub(1) {
            Some(code) => {
                let (group, zigzag) = ((code & mask) as usize, code >> bits);
                let difference = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
                (group, last[group].wrapping_add(difference as u64))
            }
            None => {
                let group = read(bytes, &mut at) as usize;
                let number = bytes[at..at + 8].try_into().expect("eight bytes");
                at += 8;
                (group, u64::from_le_bytes(number))
            }
        };
        last[group] = number;
        each(group, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::random::Random;

    #[test]
    fn runs_are_read_as_they_were_written() {
        let mut random = Random::new(1);
        for shift in 0..64 {
            let mut run: Vec<u64> = (0..200).map(|_| random.bits() >> shift).collect();
            run.extend([0, u64::MAX >> shift]);
            run.sort_unstable();
            run.dedup();
            let mut writer = RunWriter::default();
            run.iter().for_each(|&number| writer.push(number));
            assert_eq!(read_run(&writer.bytes), run);
        }
        assert!(read_run(&[]).is_empty());
    }

    #[test]
    fn questions_are_read_as_they_were_written() {
        let mut random = Random::new(2);
        for groups in [1, 7, 49, 200] {
            let mut writer = QuestionWriter::new(groups);
            for shift in 0..64 {
                let mut asked: Vec<(usize, u64)> = (0..100)
                    .map(|_| {
                        let group = random.below(groups as u64) as usize;
                        (group, random.bits() >> shift)
                    })
                    .collect();
                asked.extend([(0, 0), (0, u64::MAX), (groups - 1, 1), (0, 5), (0, 5)]);
                asked
                    .iter()
                    .for_each(|&(group, number)| writer.push(group, number));
                let mut read = vec![];
                read_questions(&writer.take(), groups, |group, number| {
                    read.push((group, number))
                });
                assert_eq!(read, asked);
            }
        }
    }
}
