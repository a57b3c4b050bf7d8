//! Letters as outlines.

use crate::glyphs::GLYPHS;

/// What a letter without an outline looks like: an empty box.
const MISSING: (char, u16, &str) = ('\u{fffd}', 600, "M50 0V-700H550V0ZM110 -60H490V-640H110Z");

/// A letter, its width in thousandths of its size, and its outline.
pub(crate) fn glyph(letter: char) -> (char, u16, &'static str) {
    match GLYPHS.binary_search_by_key(&letter, |(known, _, _)| *known) {
        Ok(at) => GLYPHS[at],
        Err(_) => MISSING,
    }
}

/// How wide a line of letters of this size is.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let thousandths: f32 = text.chars().map(|c| f32::from(glyph(c).1)).sum();
    thousandths * size / 1000.0
}

/// The longest beginning of a text that fits, with an ellipsis where it is not all.
pub(crate) fn fitted(text: &str, size: f32, width_max: f32) -> String {
    if width(text, size) <= width_max {
        return text.into();
    }
    let mut shown: String = text.into();
    while !shown.is_empty() && width(&shown, size) + width("…", size) > width_max {
        shown.pop();
    }
    shown.push('…');
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_found() {
        assert!(GLYPHS.is_sorted_by_key(|(letter, _, _)| *letter));
        for letter in "aZ09 è…⊕×&<".chars() {
            assert_eq!(glyph(letter).0, letter);
        }
        assert_eq!(glyph('語').0, '\u{fffd}');
        assert_eq!(width("", 10.0), 0.0);
        assert!(width("ww", 10.0) > width("ii", 10.0));
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(fitted("short", 10.0, 100.0), "short");
        let cut = fitted(&"long ".repeat(20), 10.0, 100.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0) <= 100.0);
    }
}
