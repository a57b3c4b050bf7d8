//! Pixels.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// More pixels are refused.
pub const PIXELS_MAX: u64 = 80_000_000;

/// What a pixel takes: four bytes, and as many while it is written.
const PIXEL_BYTES: u64 = 9;

/// A page of A4 is so many pixels wide, at 300 an inch.
const PAGE_PIXELS: f32 = 2_480.0;
/// Pixels for a unit of length, at least: a square of a board has ten units.
const SCALE_MIN: f32 = 1.5;
/// Pixels for a unit of length, at most, if nobody asks for more.
const SCALE_MAX: f32 = 6.0;

/// A picture with too many pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// Its width in pixels.
    pub width: u64,
    /// Its height in pixels.
    pub height: u64,
    /// How many it may have.
    pub pixels_max: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "expected a picture of at most {:.1} million pixels, found {} by {}",
            self.pixels_max as f64 / 1e6,
            self.width,
            self.height
        )
    }
}

impl std::error::Error for TooLarge {}

/// A picture of this crate as PNG, with `scale` pixels for each unit of length, or as many as make it
/// as wide as a printed page; an error if that is more than [`PIXELS_MAX`] in all, or takes more than
/// `bytes_max`, where there is a limit.
///
/// # Panics
///
/// If `svg` is not what this crate writes.
pub fn png(svg: &str, scale: Option<f32>, bytes_max: Option<u64>) -> Result<Vec<u8>, TooLarge> {
    let tree = Tree::from_str(svg, &Options::default()).expect("pictures of ours are sound SVG");
    let page = (PAGE_PIXELS / tree.size().width()).clamp(SCALE_MIN, SCALE_MAX);
    let scale = scale.unwrap_or(page);
    let pixels = |length: f32| (f64::from(length) * f64::from(scale)).ceil().max(1.0) as u64;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let pixels_max = bytes_max.map_or(PIXELS_MAX, |bytes| PIXELS_MAX.min(bytes / PIXEL_BYTES));
    let too_large = TooLarge {
        width,
        height,
        pixels_max,
    };
    if width.saturating_mul(height) > pixels_max {
        return Err(too_large);
    }
    let side = |pixels: u64| u32::try_from(pixels).map_err(|_| too_large);
    let mut pixmap = Pixmap::new(side(width)?, side(height)?).ok_or(too_large)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    Ok(pixmap.encode_png().expect("pixels in memory are sound"))
}
