//! The games: a folder for each, with its rules (`mod.rs`), its notation, a file for each idea of
//! analysis, and what it is in the list of games (`listing.rs`).
//!
//! | game | rules | knowledge |
//! | --- | --- | --- |
//! | `mnk:CxRxK`, `ttt` | [`mnk`] | [`threats`](mnk::threats), [`potential`](mnk::potential), [`strategy_stealing`](mnk::strategy_stealing); guess: [`open_lines`](mnk::open_lines) |
//! | `connect:CxR` | [`connect`] | [`winning_squares`](connect::winning_squares); guess: [`column_order`](connect::column_order) |
//! | `uttt`, `uttt:play-on` | [`ultimate`], on [`local_boards`](ultimate::local_boards) | [`critical_boards`](ultimate::critical_boards), [`race`](ultimate::race), [`endgames`](ultimate::endgames); guess: [`odds`](ultimate::odds) |
//! | `go:CxR` | [`go`] | [`safety`](go::safety); guesses: [`pass_order`](go::pass_order), [`liberties`](go::liberties) |
//! | `nim`, `subtract`, `kayles`, `dawson`, `octal` | [`heaps`] | [`nimbers`](heaps::nimbers), [`nim_sum`](heaps::nim_sum) |
//!
//! Games know no solver. What is proven about a game beyond its rules is an
//! [`Analysis`](unbeatable_core::Analysis), tested against exhaustive search.

pub mod connect;
pub mod go;
pub mod heaps;
pub mod images;
pub mod lomont;
pub mod mnk;
mod turns;
pub mod ultimate;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use unbeatable_core::{Kind, Kit, Spec};

    use super::*;

    /// What was seen before.
    #[derive(Default)]
    struct Checked {
        names: HashSet<&'static str>,
        specs: HashSet<&'static str>,
        families: Vec<&'static str>,
    }

    impl Checked {
        /// The kit of a spec with one of these names.
        fn kit<G: Kind>(names: &[&str], text: &str) -> Kit<G, G::Known, G::Order> {
            let spec = Spec::parse(text).expect(text);
            assert!(names.contains(&spec.name.text), "{text}");
            let kit = G::parse(spec).expect(text).kit();
            assert_eq!(kit.game.spec(), text);
            assert!(!kit.title.is_empty(), "{text}");
            kit
        }
    }

    impl Checked {
        fn check<G: Kind>(&mut self) {
            for listing in G::LISTINGS {
                for name in listing.names {
                    assert!(self.names.insert(name), "{name} twice");
                }
                let game = Self::kit::<G>(listing.names, listing.spec).game;
                let mut line = game.parse_line(listing.example).expect(listing.example);
                let m = game.parse_move(line.position(), listing.example_move);
                assert!(line.play(m.expect(listing.example_move)), "a legal move");
                for preset in listing.presets {
                    assert!(self.specs.insert(preset.spec), "{} twice", preset.spec);
                    let game = Self::kit::<G>(listing.names, preset.spec).game;
                    assert!(game.outcome(&game.start()).is_none());
                }
                if self.families.last() != Some(&listing.family) {
                    assert!(!self.families.contains(&listing.family), "one block");
                    self.families.push(listing.family);
                }
            }
        }
    }

    #[test]
    fn listings_are_what_they_say() {
        let mut checked = Checked::default();
        checked.check::<mnk::Mnk>();
        checked.check::<connect::Connect>();
        checked.check::<ultimate::Ultimate>();
        checked.check::<heaps::Heaps>();
        checked.check::<go::Go>();
        assert_eq!((checked.names.len(), checked.families.len()), (23, 5));
        assert_eq!(checked.specs.len(), 22);
    }
}
