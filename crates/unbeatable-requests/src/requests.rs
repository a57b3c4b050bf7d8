//! What can be asked, a file for each group of requests.

pub(crate) mod catalogue;
pub(crate) mod claims;
pub(crate) mod position;
pub(crate) mod questions;
pub(crate) mod records;
pub(crate) mod rules;
pub(crate) mod strategy;
pub(crate) mod tree;
