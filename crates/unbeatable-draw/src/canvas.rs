//! SVG, written by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::letters::{glyph, width};

/// Where the given point of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// A picture in the making. Lengths are in units; a square of a board has ten.
#[derive(Default)]
pub(crate) struct Canvas {
    body: String,
    letters: BTreeSet<char>,
    /// Shapes that are drawn often, with their numbers.
    shared: BTreeMap<String, usize>,
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

/// A text that may stand between tags and quotes. Control characters, which XML does not allow, are
/// left out.
pub(crate) fn escaped(text: &str) -> String {
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

impl Canvas {
    /// Adds SVG as it stands.
    pub(crate) fn raw(&mut self, svg: &str) {
        self.body.push_str(svg);
    }

    /// Adds SVG that is likely to be added again: a reference to the one shape.
    pub(crate) fn shared(&mut self, svg: String) {
        let next = self.shared.len();
        let id = *self.shared.entry(svg).or_insert(next);
        self.raw(&format!("<use href=\"#s{id}\"/>"));
    }

    /// A group whose origin is there; `close` ends it.
    pub(crate) fn open_at(&mut self, x: f32, y: f32) {
        let (x, y) = (num(x), num(y));
        self.raw(&format!("<g transform=\"translate({x} {y})\">"));
    }

    /// Ends a group.
    pub(crate) fn close(&mut self) {
        self.raw("</g>\n");
    }

    /// A path with a class of the style sheet.
    pub(crate) fn path(&mut self, class: &str, d: &str) {
        if !d.is_empty() {
            self.raw(&format!("<path class=\"{class}\" d=\"{d}\"/>"));
        }
    }

    /// A line of text on the base line `y`.
    pub(crate) fn text(&mut self, text: &str, [x, y]: [f32; 2], size: f32, anchor: Anchor) {
        self.letters(text, [x, y], size, anchor, "t");
    }

    /// The same, in bold.
    pub(crate) fn bold(&mut self, text: &str, [x, y]: [f32; 2], size: f32, anchor: Anchor) {
        self.letters(text, [x, y], size, anchor, "t b");
    }

    fn letters(&mut self, text: &str, [x, y]: [f32; 2], size: f32, anchor: Anchor, class: &str) {
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        let x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width(text, size) / 2.0,
        };
        let (x, y, scale) = (num(x), num(y), format!("{:.5}", size / 1000.0));
        // Outlines are not text to a screen reader, so the text is told as well.
        let label = escaped(text);
        self.raw(&format!(
            "<g class=\"{class}\" role=\"img\" aria-label=\"{label}\" \
             transform=\"translate({x} {y}) scale({scale})\">"
        ));
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
            }
            at += u32::from(advance);
        }
        self.close();
    }

    /// The whole picture.
    pub(crate) fn finish(self, size: [f32; 2], title: &str) -> String {
        let [width, height] = size.map(num);
        let mut defs = String::new();
        for letter in self.letters {
            let (_, _, outline) = glyph(letter);
            let id = u32::from(letter);
            let _ = writeln!(defs, "<path id=\"u{id:x}\" d=\"{outline}\"/>");
        }
        for (svg, id) in self.shared {
            let _ = writeln!(defs, "<g id=\"s{id}\">{svg}</g>");
        }
        let (title, body) = (escaped(title), self.body);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<defs>\n{HATCH}{defs}</defs>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
        )
    }
}

/// What the classes look like. Dark signs on light grounds, which stay apart in black and white.
const STYLE: &str = "
.t{fill:#111}
.b{stroke:#111;stroke-width:38}
.x,.o,.bx,.bo{fill:none;stroke-linecap:round}
.x{stroke:#8f1d0c;stroke-width:1.5}
.o{stroke:#0b3f8a;stroke-width:1.5}
.bx,.bo{stroke:#000;stroke-width:2.1}
.black,.stone{fill:#222;stroke:#222;stroke-width:.6}
.white{fill:#fff;stroke:#222;stroke-width:.8}
.box{fill:#ffe27a;stroke:#000;stroke-width:.8}
.grid,.line{fill:none;stroke:#777;stroke-width:.5}
.thick{fill:none;stroke:#333;stroke-width:1}
.taken{fill:#ffe27a;stroke:#000;stroke-width:.9;stroke-dasharray:1.6 1.1}
.slash{fill:none;stroke:#000;stroke-width:1.1;stroke-linecap:round}
.frame{stroke:#aaa;stroke-width:.5}
.over{stroke:#222;stroke-width:1.5}
.plain{fill:#fff}
.first{fill:#f8cf9c}
.second{fill:url(#hatch)}
.rule{fill:none;stroke:#bbb;stroke-width:.5}
.edge{fill:none;stroke:#888;stroke-width:.6}
.halo{fill:#fff;fill-opacity:.85}
";

/// The second player's background.
const HATCH: &str = "<pattern id=\"hatch\" width=\"3\" height=\"3\" \
    patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect width=\"3\" height=\"3\" fill=\"#e6f0fb\"/>\
    <rect width=\".8\" height=\"3\" fill=\"#8fb4de\"/></pattern>\n";

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
