//! Numbers of positions as 16 hexadecimal digits: JSON's numbers are not exact beyond 2^53.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn text(number: u64) -> String {
    format!("{number:016x}")
}

pub(crate) fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&text(*number))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let found = String::deserialize(from)?;
    let number = u64::from_str_radix(&found, 16).ok();
    let number = number.filter(|number| text(*number) == found);
    number.ok_or_else(|| D::Error::custom("expected 16 hexadecimal digits"))
}
