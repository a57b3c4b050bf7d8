//! The symmetries of a game as a group that acts on sets of marks.
//!
//! A mark belongs to a class: all its images. A set of marks gives every class a lane of as many bits
//! as there are symmetries; bit `g` stands for the mark that symmetry `g` makes of the class's first
//! mark. (A symmetric mark is made by several; then it has all their bits.) So to map a set by a
//! symmetry is to permute the bits within its lanes, and no mark has to be computed.
//!
//! ```text
//!   word of 64 bits, lanes of 16 (a square board with colours to exchange):
//!   bit   63 .. 48   47 .. 32   31 .. 16   15 .. 0
//!   class  4w + 3     4w + 2     4w + 1      4w
//! ```

use std::cmp::Reverse;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Mark, Trace};

/// One of the symmetries; 0 changes nothing.
pub(super) type Frame = u8;

/// Games with more symmetries are searched without.
const FRAMES_MAX: usize = 16;

/// So many positions, met by random play, tell the symmetries apart,
const SAMPLES: usize = 200;

/// and so many of them, those with most images, tell what two of them do together.
const TELLING_SAMPLES: usize = 8;

/// How the symmetries of one game compose, and how they act on lanes.
pub(super) struct Frames {
    /// Which of the game's images are meant: those that differ from all before.
    images: Vec<usize>,
    /// `then[f][g]`: first `f`, then `g`.
    then: Vec<Vec<Frame>>,
    back: Vec<Frame>,
    /// `permuted[f][half][byte]`: 16 bits are permuted byte by byte.
    permuted: Vec<[[u16; 256]; 2]>,
    /// log2 of a lane's width.
    lane_log2: u32,
}

impl Frames {
    pub(super) fn new<G: Game>(game: &G, uses_symmetry: bool) -> Self {
        let mut all: Vec<Vec<G::Position>> = sample(game)
            .iter()
            .map(|pos| game.images(pos).collect())
            .collect();
        let mut images: Vec<usize> = vec![0];
        for i in 1..all[0].len() {
            let is_new = |&j: &usize| all.iter().any(|of| of[i] != of[j]);
            if images.iter().all(is_new) {
                images.push(i);
            }
        }
        if images.len() > FRAMES_MAX || !uses_symmetry {
            images.truncate(1);
        }
        all.sort_by_cached_key(|of| Reverse(distinct(of)));
        all.truncate(TELLING_SAMPLES);
        let count = images.len();
        let composed = |f: usize, g: usize| {
            let does_both = |k: &usize| {
                all.iter().all(|of| {
                    let both = game.images(&of[images[f]]).nth(images[g]);
                    both == Some(of[images[*k]])
                })
            };
            (0..count)
                .find(does_both)
                .expect("the symmetries of a game are a group") as Frame
        };
        let then: Vec<Vec<Frame>> = (0..count)
            .map(|f| (0..count).map(|g| composed(f, g)).collect())
            .collect();
        let back = then
            .iter()
            .map(|row| {
                let back = row.iter().position(|&both| both == 0);
                back.expect("every symmetry has its reverse") as Frame
            })
            .collect();
        let lane_log2 = count.next_power_of_two().trailing_zeros();
        let mut frames = Frames {
            images,
            then,
            back,
            permuted: vec![],
            lane_log2,
        };
        frames.permuted = (0..count).map(|g| frames.permutation(g)).collect();
        frames
    }

    fn permutation(&self, g: usize) -> [[u16; 256]; 2] {
        let lane = 1usize << self.lane_log2;
        let moved = |bit: usize| {
            let (first, f) = (bit / lane * lane, bit % lane);
            // Lanes may have bits that stand for nothing.
            let to = self.then.get(f).map_or(f, |row| row[g].into());
            1u16 << (first + to)
        };
        [0, 8].map(|first| {
            std::array::from_fn(|byte| {
                let bits = (0..8).filter(|bit| byte >> bit & 1 == 1);
                bits.fold(0, |to, bit| to | moved(first + bit))
            })
        })
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn count(&self) -> Frame {
        self.images.len() as Frame
    }

    /// First `f`, then `g`.
    #[inline]
    pub(super) fn then(&self, f: Frame, g: Frame) -> Frame {
        self.then[usize::from(f)][usize::from(g)]
    }

    /// A symmetry that makes `to` of `from`.
    #[inline]
    pub(super) fn between<G: Game>(&self, game: &G, from: &G::Position, to: &G::Position) -> Frame {
        if from == to {
            return 0;
        }
        let mut at = 0;
        for (i, image) in game.images(from).enumerate() {
            if self.images.get(at) == Some(&i) {
                if image == *to {
                    return at as Frame;
                }
                at += 1;
            }
        }
        panic!("a canonical form is an image")
    }

    /// The image of a position.
    pub(super) fn image<G: Game>(&self, game: &G, pos: &G::Position, f: Frame) -> G::Position {
        let image = game.images(pos).nth(self.images[usize::from(f)]);
        image.expect("a frame is one of the images")
    }

    /// The form of a position under which it is looked up.
    #[inline]
    pub(super) fn canonical<G: Game>(&self, game: &G, pos: &G::Position) -> G::Position {
        match self.images.len() {
            1 => *pos,
            _ => game.canonical(pos),
        }
    }

    /// The bits of one word of a set, mapped by `f`.
    #[inline]
    pub(super) fn map(&self, bits: u64, f: Frame) -> u64 {
        if f == 0 {
            return bits;
        }
        let [low, high] = &self.permuted[usize::from(f)];
        let part = |shift: u32| {
            let part = bits >> shift;
            u64::from(low[(part & 0xff) as usize] | high[(part >> 8 & 0xff) as usize]) << shift
        };
        part(0) | part(16) | part(32) | part(48)
    }

    /// The least mark among a position's images, and the lane of the position's own mark.
    #[inline]
    pub(super) fn class_of<G: Game>(&self, game: &G, pos: &G::Position) -> (Mark, u16) {
        let (mut least, mut lane, mut at) = (Mark::MAX, 0u16, 0);
        for (i, image) in game.images(pos).enumerate() {
            if self.images.get(at) != Some(&i) {
                continue;
            }
            let mark = mark(game, &image).expect("only what leaves a mark has a class");
            if mark < least {
                (least, lane) = (mark, 0);
            }
            if mark == least {
                lane |= 1 << self.back[at];
            }
            at += 1;
        }
        (least, lane)
    }

    /// Where the lane of a class is: a word, and how far its bits are shifted there.
    #[inline]
    pub(super) fn place(&self, class: u32) -> (u32, u32) {
        let classes_log2 = 6 - self.lane_log2;
        let shift = (class & ((1 << classes_log2) - 1)) << self.lane_log2;
        (class >> classes_log2, shift)
    }

    /// The marks of one word of a set, class by class.
    pub(super) fn marks(&self, (index, bits): (u32, u64)) -> impl Iterator<Item = Single> {
        let classes_log2 = 6 - self.lane_log2;
        let width = 1 << self.lane_log2;
        let classes = (0..1u32 << classes_log2).map(move |i| Single {
            class: index << classes_log2 | i,
            lane: (bits >> (i * width) & ((1 << width) - 1)) as u16,
        });
        classes.filter(|mark| !mark.is_none())
    }
}

/// One mark: its class, and its lane there; without a lane it is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Single {
    pub(super) class: u32,
    pub(super) lane: u16,
}

impl Single {
    pub(super) const NONE: Self = Single { class: 0, lane: 0 };

    pub(super) fn is_none(self) -> bool {
        self.lane == 0
    }

    /// Its word in a set, with its bits there.
    #[inline]
    pub(super) fn word(self, frames: &Frames) -> (u32, u64) {
        let (index, shift) = frames.place(self.class);
        (index, u64::from(self.lane) << shift)
    }

    /// The mark's image.
    #[inline]
    pub(super) fn mapped(self, frames: &Frames, frame: Frame) -> Self {
        let (_, shift) = frames.place(self.class);
        let bits = frames.map(u64::from(self.lane) << shift, frame);
        Single {
            lane: (bits >> shift) as u16,
            ..self
        }
    }
}

/// How many different positions there are.
fn distinct<P: Eq>(positions: &[P]) -> usize {
    let is_first = |(i, pos): &(usize, &P)| !positions[..*i].contains(pos);
    positions.iter().enumerate().filter(is_first).count()
}

/// The mark that a position leaves when a move leads to it, or else as the first of a line.
#[inline]
fn mark<G: Game>(game: &G, pos: &G::Position) -> Option<Mark> {
    let mark = |trace| match trace {
        Trace::Once(mark) | Trace::Leaves(mark) => Some(mark),
        Trace::Nothing => None,
    };
    mark(game.trace(pos)).or_else(|| mark(game.first_trace(pos)))
}

/// Positions met by random play, histories aside; the start first.
fn sample<G: Game>(game: &G) -> Vec<G::Position> {
    let mut random = Random::new(0);
    let mut samples = vec![game.start()];
    let mut pos = game.start();
    while samples.len() < SAMPLES {
        if game.outcome(&pos).is_some() {
            pos = game.start();
        }
        let moves: Vec<G::Move> = game.moves(&pos).collect();
        if moves.is_empty() {
            break;
        }
        pos = game.play(&pos, moves[random.below(moves.len() as u64) as usize]);
        samples.push(pos);
    }
    samples
}
