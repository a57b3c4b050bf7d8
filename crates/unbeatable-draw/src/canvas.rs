//! A picture as SVG, written by hand, and as a list of what is painted for PNG.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::letters::{glyph, width};
use crate::style::{HATCH, STYLE};

/// How far a Bézier curve's inner points are from its ends, in radii, where it is a quarter of a circle.
pub(crate) const QUARTER: f32 = 0.552_285;

/// The side of a square, and how wide a hexagon is.
pub(crate) const CELL: f32 = 10.0;

/// Where something goes: its origin, and how much larger it is there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Placement {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) scale: f32,
}

/// Something that is painted: SVG's path data, a class of the style sheet, and where it goes.
pub(crate) struct PaintedShape {
    pub(crate) class: &'static str,
    pub(crate) d: Cow<'static, str>,
    pub(crate) place: Placement,
}

/// What sheets and graphs are drawn on. Lengths are in units; a square of a board has ten.
#[derive(Default)]
pub struct Canvas {
    title: String,
    size: [f32; 2],
    body: String,
    letters: BTreeSet<char>,
    /// Shapes that are drawn often, with their numbers.
    shared: BTreeMap<String, usize>,
    /// What is painted on white ground, in its order.
    pub(crate) marks: Vec<PaintedShape>,
    /// Where the groups that are open have their origins.
    groups: Vec<Placement>,
}

/// A length, not longer than it must be.
pub(crate) fn num(length: f32) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".into(),
        text => text.into(),
    }
}

/// A length as SVG has it.
fn rounded(length: f32) -> f32 {
    num(length).parse().expect("lengths are written as numbers")
}

/// A text that may stand between tags and quotes. Control characters, which XML does not allow, are
/// left out.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// The path data of a box of this size at the origin, with round corners.
fn round_box([width, height]: [f32; 2], radius: f32) -> String {
    let near = radius * (1.0 - QUARTER);
    let (far_x, far_y) = (width - near, height - near);
    let (right, bottom) = (width - radius, height - radius);
    format!(
        "M{radius} 0H{right}C{far_x} 0 {width} {near} {width} {radius}\
         V{bottom}C{width} {far_y} {far_x} {height} {right} {height}\
         H{radius}C{near} {height} 0 {far_y} 0 {bottom}\
         V{radius}C0 {near} {near} 0 {radius} 0z"
    )
}

impl Canvas {
    /// A place in the innermost group that is open, and how much larger things are there.
    fn place(&self, x: f32, y: f32, scale: f32) -> Placement {
        let whole = Placement {
            x: 0.0,
            y: 0.0,
            scale: 1.0,
        };
        let group = self.groups.last().copied().unwrap_or(whole);
        Placement {
            x: group.scale * rounded(x) + group.x,
            y: group.scale * rounded(y) + group.y,
            scale: group.scale * scale,
        }
    }

    fn mark(&mut self, class: &'static str, d: impl Into<Cow<'static, str>>, x: f32) {
        self.marks.push(PaintedShape {
            class,
            d: d.into(),
            place: self.place(x, 0.0, 1.0),
        });
    }

    /// A reference to the one shape, because it is likely to be drawn again.
    fn shared(&mut self, svg: String) {
        let next = self.shared.len();
        let id = *self.shared.entry(svg).or_insert(next);
        self.body += &format!("<use href=\"#s{id}\"/>");
    }

    /// A group whose origin is there; `close` ends it.
    pub(crate) fn open_at(&mut self, x: f32, y: f32) {
        self.groups.push(self.place(x, y, 1.0));
        self.body += &format!("<g transform=\"translate({} {})\">", num(x), num(y));
    }

    /// A group that is so much larger; `close` ends it.
    pub(crate) fn open_scaled(&mut self, scale: f32) {
        self.groups.push(self.place(0.0, 0.0, scale));
        self.body += &format!("<g transform=\"scale({scale:.3})\">");
    }

    /// Ends a group.
    pub(crate) fn close(&mut self) {
        self.groups.pop();
        self.body += "</g>\n";
    }

    /// A path with a class of the style sheet.
    pub(crate) fn path(&mut self, class: &'static str, d: String) {
        if !d.is_empty() {
            self.body += &format!("<path class=\"{class}\" d=\"{d}\"/>");
            self.mark(class, d, 0.0);
        }
    }

    /// A path that is likely to be drawn again.
    pub(crate) fn shared_path(&mut self, class: &'static str, d: String) {
        if !d.is_empty() {
            self.shared(format!("<path class=\"{class}\" d=\"{d}\"/>"));
            self.mark(class, d, 0.0);
        }
    }

    /// A box at the origin with round corners.
    pub(crate) fn frame(&mut self, class: &'static str, [width, height]: [f32; 2]) {
        self.mark(class, round_box([width, height].map(rounded), 1.5), 0.0);
        let (width, height) = (num(width), num(height));
        self.shared(format!(
            "<rect class=\"{class}\" width=\"{width}\" height=\"{height}\" rx=\"1.5\"/>"
        ));
    }

    /// A box that hides most of what is below it: left, top, width and height.
    pub(crate) fn halo(&mut self, area: [f32; 4]) {
        let [x, y, width, height] = area.map(num);
        self.mark("halo", format!("M{x} {y}h{width}v{height}h-{width}z"), 0.0);
        self.body += &format!(
            "<rect class=\"halo\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    /// A line of text whose base line begins there.
    pub(crate) fn text(&mut self, text: &str, [x, y]: [f32; 2], size: f32, is_bold: bool) {
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        let class = if is_bold { "t b" } else { "t" };
        self.groups.push(self.place(x, y, rounded(size) / 1000.0));
        let (x, y, scale) = (num(x), num(y), format!("{:.5}", size / 1000.0));
        // Outlines are not text to a screen reader, so the text is told as well.
        let label = escaped(text);
        self.body += &format!(
            "<g class=\"{class}\" role=\"img\" aria-label=\"{label}\" \
             transform=\"translate({x} {y}) scale({scale})\">"
        );
        let mut at = 0;
        for letter in text.chars() {
            let (letter, advance, outline) = glyph(letter);
            if !outline.is_empty() {
                self.letters.insert(letter);
                let id = u32::from(letter);
                let _ = match at {
                    0 => write!(self.body, "<use href=\"#u{id:x}\"/>"),
                    _ => write!(self.body, "<use href=\"#u{id:x}\" x=\"{at}\"/>"),
                };
                self.mark(class, outline, at as f32);
            }
            at += u32::from(advance);
        }
        self.close();
    }

    /// A line of text whose base line has its middle there.
    pub(crate) fn centred(&mut self, text: &str, [x, y]: [f32; 2], size: f32) {
        let left = x - width(text.trim_end(), size) / 2.0;
        self.text(text, [left, y], size, false);
    }

    /// The whole picture.
    pub(crate) fn finish(self, size: [f32; 2], title: &str) -> Canvas {
        let title = escaped(title);
        Canvas {
            title,
            size,
            ..self
        }
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let [width, height] = self.size.map(num);
        let mut defs = String::new();
        for letter in &self.letters {
            let (_, _, outline) = glyph(*letter);
            let id = u32::from(*letter);
            let _ = writeln!(defs, "<path id=\"u{id:x}\" d=\"{outline}\"/>");
        }
        for (svg, id) in &self.shared {
            let _ = writeln!(defs, "<g id=\"s{id}\">{svg}</g>");
        }
        let stripe =
            |(width, colour)| format!("<rect width=\"{width}\" height=\"3\" fill=\"{colour}\"/>");
        let (title, stripes, body) = (&self.title, HATCH.map(stripe).concat(), &self.body);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<defs>\n\
             <pattern id=\"hatch\" width=\"3\" height=\"3\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\">{stripes}</pattern>\n{defs}</defs>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
        )
    }

    /// Its width and height, as SVG has them.
    pub(crate) fn size(&self) -> [f32; 2] {
        self.size.map(rounded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        for (length, text) in [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (10.25, "10.25")] {
            assert_eq!(num(length), text);
        }
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(
            escaped("a<b & \"c\">\u{7}\n"),
            "a&lt;b &amp; &quot;c&quot;&gt;  "
        );
    }
}
