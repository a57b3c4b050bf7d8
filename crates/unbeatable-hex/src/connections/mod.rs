//! Virtual connections: H-search (Anshelevich 2000).

pub mod analysis;
mod carriers;
pub mod net;
