//! A number for a whole solution, whoever found it, in whichever order.

use serde::{Deserialize, Serialize};
use unbeatable_core::random::finalise;
use unbeatable_core::{Settled, Wdl};

/// The digest of a solution: for each layer the sum, modulo 2^128, of a mix of each key with what it is
/// worth; mixed layer by layer in the end. Sums do not depend on the order, so work can be shared out:
/// between programs a digest goes as its sums, from layer 0 on, 32 hexadecimal digits each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Digest {
    layers: Vec<u128>,
}

impl From<Digest> for Vec<String> {
    fn from(digest: Digest) -> Self {
        let text = |sum| format!("{sum:032x}");
        digest.layers.into_iter().map(text).collect()
    }
}

impl TryFrom<Vec<String>> for Digest {
    type Error = &'static str;

    fn try_from(sums: Vec<String>) -> Result<Self, Self::Error> {
        let sum = |text: &String| {
            let sum = u128::from_str_radix(text, 16).ok();
            sum.filter(|sum| format!("{sum:032x}") == *text)
        };
        let layers: Option<Vec<u128>> = sums.iter().map(sum).collect();
        let layers = layers.ok_or("expected 32 hexadecimal digits for each layer")?;
        Ok(Digest { layers })
    }
}

impl Digest {
    /// Of nothing.
    #[must_use]
    pub fn new() -> Self {
        Digest::default()
    }

    /// With one class more.
    #[inline]
    pub fn add(&mut self, layer: u32, key: u64, settled: Settled) {
        let layer = layer as usize;
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, 0);
        }
        let sum = &mut self.layers[layer];
        *sum = sum.wrapping_add(mix(key, settled.byte()));
    }

    /// With everything that the other one has, too.
    pub fn merge(&mut self, other: &Digest) {
        if self.layers.len() < other.layers.len() {
            self.layers.resize(other.layers.len(), 0);
        }
        for (sum, more) in self.layers.iter_mut().zip(&other.layers) {
            *sum = sum.wrapping_add(*more);
        }
    }

    /// 32 hexadecimal digits.
    #[must_use]
    pub fn hex(&self) -> String {
        let mut high = 0;
        let mut low = 0;
        for (layer, &sum) in self.layers.iter().enumerate().filter(|(_, sum)| **sum != 0) {
            let layer = layer as u64;
            high = finalise(finalise(high ^ (sum >> 64) as u64).wrapping_add(layer ^ low));
            low = finalise(finalise(low ^ sum as u64).wrapping_add(layer ^ high));
        }
        format!("{high:016x}{low:016x}")
    }
}

/// 128 bits that depend on all of it.
#[inline]
fn mix(key: u64, byte: u8) -> u128 {
    let byte = u64::from(byte);
    let high = finalise(finalise(key ^ 0x9e37_79b9_7f4a_7c15).wrapping_add(byte));
    let low = finalise(finalise(key ^ 0xd1b5_4a32_d192_ed03).wrapping_sub(byte));
    u128::from(high) << 64 | u128::from(low)
}

/// The value without its distance: as if the game were over. What is unknown stays so.
#[must_use]
#[inline]
pub fn without_distance(settled: Settled) -> Settled {
    match settled.value() {
        None => Settled::UNKNOWN,
        Some(Wdl::Loss) => Settled::from_byte(1),
        Some(Wdl::Draw) => Settled::DRAWN,
        Some(Wdl::Win) => Settled::from_byte(255),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_does_not_matter_and_everything_else_does() {
        let classes: Vec<(u32, u64, Settled)> = (0..1000u64)
            .map(|i| {
                (
                    (i % 7) as u32,
                    i * i,
                    Settled::from_byte((i % 251) as u8 + 1),
                )
            })
            .collect();
        let digest = |classes: &mut dyn Iterator<Item = &(u32, u64, Settled)>| {
            let mut digest = Digest::new();
            classes.for_each(|&(layer, key, settled)| digest.add(layer, key, settled));
            digest
        };
        let whole = digest(&mut classes.iter());
        assert_eq!(digest(&mut classes.iter().rev()), whole);
        let mut halves = digest(&mut classes[..300].iter());
        halves.merge(&digest(&mut classes[300..].iter()));
        assert_eq!(halves, whole);
        assert_eq!(whole.hex().len(), 32);
        let mut seen = std::collections::HashSet::from([whole.hex()]);
        for i in 0..classes.len() {
            let (layer, key, settled) = classes[i];
            let other = Settled::from_byte(settled.byte() ^ 1);
            for changed in [
                (layer + 1, key, settled),
                (layer, key ^ 1, settled),
                (layer, key, other),
            ] {
                let mut classes = classes.clone();
                classes[i] = changed;
                assert!(seen.insert(digest(&mut classes.iter()).hex()));
            }
        }
    }

    /// Written down in headers: a change would be a new format.
    #[test]
    fn digests_stay_what_they_are() {
        let mut digest = Digest::new();
        digest.add(0, 1, Settled::DRAWN);
        digest.add(2, 7, Settled::from_byte(255));
        assert_eq!(digest.hex(), "c3e63efb5b9317fe3c20c8876bda4269");
    }

    #[test]
    fn a_value_without_distance_is_that_of_an_end() {
        for byte in 0..=255 {
            let settled = Settled::from_byte(byte);
            assert_eq!(without_distance(settled).value(), settled.value());
            assert!(matches!(
                without_distance(settled).distance(),
                None | Some(0)
            ));
        }
    }
}
