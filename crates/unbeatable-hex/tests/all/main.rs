//! Tests of Hex against exhaustive search.

mod certificates;
mod everything;
mod exhaustive;
mod gale;
mod swap;
mod zones;
