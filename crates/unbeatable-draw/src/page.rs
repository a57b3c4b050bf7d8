//! What sheets and graphs have in common: title, subtitle and legend.

use crate::canvas::Canvas;
use crate::letters;
use crate::shapes::{Sample, Sheet};
use crate::tile::{SAMPLE, draw_sample};

/// The empty border of a page.
pub(crate) const MARGIN: f32 = 12.0;

/// How wide labels of this size are, with the gap beside them.
pub(crate) fn labels_width<'a>(labels: impl Iterator<Item = &'a String>, size: f32) -> f32 {
    let lines = labels.flat_map(|label| label.lines());
    let widths = lines.map(|line| letters::width(line, size) + size * 1.5);
    widths.fold(0.0, f32::max)
}

/// What stands above the boards.
pub(crate) struct PageHead<'a> {
    pub(crate) title: &'a str,
    pub(crate) subtitle: &'a str,
    pub(crate) legend: &'a [(Sample, String)],
}

impl<'a> From<&'a Sheet> for PageHead<'a> {
    fn from(sheet: &'a Sheet) -> Self {
        PageHead {
            title: &sheet.title,
            subtitle: &sheet.subtitle,
            legend: &sheet.legend,
        }
    }
}

impl PageHead<'_> {
    /// Draws the head on a page this wide with labels of this size, or only measures it; returns
    /// where the boards begin.
    pub(crate) fn draw(&self, canvas: Option<&mut Canvas>, width: f32, size: f32) -> f32 {
        let mut unused = Canvas::default();
        let canvas = canvas.unwrap_or(&mut unused);
        let room = width - 2.0 * MARGIN;
        let mut y = MARGIN;
        for (text, times, is_bold) in [(self.title, 1.7, true), (self.subtitle, 1.0, false)] {
            if text.is_empty() {
                continue;
            }
            // A long title is written smaller, down to the labels' size; one that is longer still is
            // cut.
            let wanted = size * times;
            let fitting = wanted * room / letters::width(text, wanted).max(1.0);
            let text_size = wanted.min(fitting.max(size * 0.8));
            let text = letters::fitted(text, text_size, room);
            y += text_size;
            canvas.text(&text, [MARGIN, y], text_size, is_bold);
            y += size * 0.6;
        }
        if !self.legend.is_empty() {
            y = self.draw_legend(canvas, width, size, y + size * 0.3);
        }
        y + size * 0.8
    }

    /// Draws the legend below `top`, in as many lines as it needs; returns where it ends.
    fn draw_legend(&self, canvas: &mut Canvas, width: f32, size: f32, top: f32) -> f32 {
        let sample_size = size * 1.3;
        let (mut x, mut y) = (MARGIN, top);
        for (sample, text) in self.legend {
            let entry_width = sample_size + size * 0.5 + letters::width(text, size);
            if x > MARGIN && x + entry_width > width - MARGIN {
                (x, y) = (MARGIN, y + sample_size * 1.35);
            }
            canvas.open_at(x, y);
            canvas.open_scaled(sample_size / SAMPLE);
            draw_sample(canvas, *sample);
            canvas.close();
            let at = [sample_size + size * 0.5, sample_size * 0.78];
            canvas.text(text, at, size, false);
            canvas.close();
            x += entry_width + size * 1.6;
        }
        y + sample_size
    }
}
