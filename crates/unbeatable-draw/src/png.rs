//! Pixels.

use std::fmt;
use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, Paint, Pattern, Pixmap, Rect, Shader, SpreadMode,
    Stroke, StrokeDash, Transform,
};

use crate::canvas::{Canvas, PaintedShape, Placement};
use crate::outline::outline;
use crate::style::{HATCH, property};

/// More pixels are refused.
pub const PIXELS_MAX: u64 = 80_000_000;

/// What a pixel takes, at most: four bytes while it is painted, and the rest in the file.
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

/// The canvas as PNG, with `scale` pixels for each unit of length, or as many as make it as wide as a
/// printed page; an error if that is more than [`PIXELS_MAX`] in all, or takes more than `bytes_max`,
/// where there is a limit.
pub fn png(
    canvas: &Canvas,
    scale: Option<f32>,
    bytes_max: Option<u64>,
) -> Result<Vec<u8>, TooLarge> {
    let size = canvas.size();
    let page = (PAGE_PIXELS / size[0]).clamp(SCALE_MIN, SCALE_MAX);
    let scale = scale.unwrap_or(page);
    let pixels = |length: f32| (f64::from(length) * f64::from(scale)).ceil().max(1.0) as u64;
    let [width, height] = size.map(pixels);
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
    pixmap.fill(Color::WHITE);
    for mark in &canvas.marks {
        paint(&mut pixmap, mark, scale);
    }
    Ok(encoded(&pixmap))
}

/// The file: eight bits each for red, green and blue. Without filters, which suit photographs, most
/// pictures of ours are smaller.
fn encoded(pixmap: &Pixmap) -> Vec<u8> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in pixmap.pixels().chunks(width as usize) {
        let colours = row.iter().flat_map(|p| [p.red(), p.green(), p.blue()]);
        let row: Vec<u8> = std::iter::once(0).chain(colours).collect();
        rows.write_all(&row).expect("a list takes all bytes");
    }
    let rows = rows.finish().expect("a list takes all bytes");
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, content) in [
        (b"IHDR", [&sides[..], &[8, 2, 0, 0, 0]].concat()),
        (b"IDAT", rows),
        (b"IEND", vec![]),
    ] {
        let length = u32::try_from(content.len()).expect("pictures have at most 80 million pixels");
        let mut sum = Crc::new();
        sum.update(kind);
        sum.update(&content);
        file.extend(length.to_be_bytes());
        file.extend(kind);
        file.extend(content);
        file.extend(sum.sum().to_be_bytes());
    }
    file
}

/// Fills a path, then draws its border.
fn paint(pixmap: &mut Pixmap, mark: &PaintedShape, scale: f32) {
    let Some(path) = outline(&mark.d) else {
        return;
    };
    let property = |name| property(mark.class, name);
    let Placement { x, y, scale: own } = mark.place;
    let transform = Transform::from_row(own, 0.0, 0.0, own, x, y).post_scale(scale, scale);
    let mut paint = Paint::default();
    let tile;
    let fill = match property("fill") {
        Some("url(#hatch)") => {
            let turned = Transform::from_rotate(45.0);
            let (scale, _) = transform.pre_concat(turned).get_scale();
            tile = hatch(scale);
            let turned = turned.pre_scale(1.0 / scale, 1.0 / scale);
            let (repeat, quality) = (SpreadMode::Repeat, FilterQuality::Bicubic);
            Some(Pattern::new(tile.as_ref(), repeat, quality, 1.0, turned))
        }
        colour => solid(colour, property("fill-opacity")),
    };
    if let Some(shader) = fill {
        paint.shader = shader;
        pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
    }
    if let Some(shader) = solid(property("stroke"), None) {
        paint.shader = shader;
        let dashes = property("stroke-dasharray").map(|text| text.split(' ').map(number));
        let pen = Stroke {
            width: property("stroke-width").map_or(1.0, number),
            line_cap: property("stroke-linecap").map_or(LineCap::Butt, |_| LineCap::Round),
            dash: dashes.and_then(|dashes| StrokeDash::new(dashes.collect(), 0.0)),
            ..Stroke::default()
        };
        pixmap.stroke_path(&path, &paint, &pen, transform, None);
    }
}

fn number(text: &str) -> f32 {
    text.parse().expect("a number")
}

/// What is repeated where a shape is hatched.
fn hatch(scale: f32) -> Pixmap {
    let pixels = (3.0 * scale).round().max(1.0) as u32;
    let mut tile = Pixmap::new(pixels, pixels).expect("it is smaller than the picture");
    for (width, colour) in HATCH {
        let stripe = Rect::from_xywh(0.0, 0.0, number(width), 3.0).expect("it has an area");
        let paint = Paint {
            shader: solid(Some(colour), None).expect("it is a colour"),
            ..Paint::default()
        };
        tile.fill_rect(stripe, &paint, Transform::from_scale(scale, scale), None);
    }
    tile
}

/// A colour of the style sheet, `#rgb` or `#rrggbb`, unless it is `none`.
fn solid(colour: Option<&str>, opacity: Option<&str>) -> Option<Shader<'static>> {
    let digits = colour?.strip_prefix('#')?;
    let each = digits.len() / 3;
    let part = |i: usize| {
        let digits = digits[each * i..][..each].repeat(3 - each);
        u8::from_str_radix(&digits, 16).expect("a colour has digits")
    };
    let mut color = Color::from_rgba8(part(0), part(1), part(2), 255);
    color.apply_opacity(opacity.map_or(1.0, number));
    Some(Shader::SolidColor(color))
}
