//! Heaps of stones, a row each.

use ratatui::style::Style;
use unbeatable_workbench::core::diagram::Heap;

use super::pen::Pen;
use crate::style::mark_of_sign;

/// What is shown of heaps.
pub(super) struct ScreenHeaps<'d> {
    pub(super) heaps: &'d [Heap],
    /// Which stones of which heap are chosen.
    pub(super) chosen: Option<(usize, [usize; 2])>,
    /// What it is worth to take the stones from one on to the end of its heap.
    pub(super) hints: Vec<((usize, usize), Option<i8>)>,
}

/// Columns for the size of a heap.
const LABEL: usize = 6;

impl ScreenHeaps<'_> {
    /// How many columns and rows of the screen they take, with so many columns for each stone; 0 if
    /// stones are not drawn, only counted.
    pub(super) fn extent(&self, pitch: usize) -> [usize; 2] {
        let most = self.heaps.iter().map(|heap| heap.stones).max().unwrap_or(0);
        let width = match pitch {
            0 => 18,
            _ => most.saturating_mul(pitch).saturating_add(1),
        };
        [LABEL + width, self.heaps.len().max(1)]
    }

    pub(super) fn paint(&self, pitch: usize, pen: &mut Pen) {
        if self.heaps.is_empty() {
            let dim = pen.dim();
            pen.put(1, 0, "no stones are left", dim);
        }
        for (i, heap) in self.heaps.iter().enumerate() {
            let chosen = self
                .chosen
                .filter(|(at, _)| *at == i)
                .map(|(_, taken)| taken);
            let label = match chosen {
                Some(_) => pen.title(),
                None => pen.dim(),
            };
            let arrow = if chosen.is_some() { '>' } else { ' ' };
            pen.put(0, i, &format!("{arrow}{:>3}", heap.stones), label);
            match pitch {
                0 => self.paint_count(i, chosen, pen),
                _ => self.paint_stones(i, heap.stones, chosen, pitch, pen),
            }
        }
    }

    fn paint_count(&self, i: usize, chosen: Option<[usize; 2]>, pen: &mut Pen) {
        if let Some([from, to]) = chosen {
            let style = pen.chosen();
            pen.put(LABEL, i, &format!("take [{}]", to - from), style);
        }
    }

    fn paint_stones(
        &self,
        i: usize,
        stones: usize,
        chosen: Option<[usize; 2]>,
        pitch: usize,
        pen: &mut Pen,
    ) {
        let x = |stone: usize| LABEL + stone * pitch;
        for stone in 0..stones {
            let is_taken = chosen.is_some_and(|[from, to]| (from..to).contains(&stone));
            let hint = self.hints.iter().find(|(at, _)| *at == (i, stone));
            let (sign, style) = match (hint, is_taken) {
                (Some((_, sign)), false) => (mark_of_sign(*sign), pen.of_sign(*sign)),
                (Some((_, sign)), true) => (mark_of_sign(*sign), pen.chosen()),
                (None, true) => ('●', pen.chosen()),
                (None, false) => ('●', Style::new()),
            };
            pen.put(x(stone), i, &sign.to_string(), style);
        }
        if let (Some([from, to]), 2) = (chosen, pitch) {
            let style = pen.chosen();
            match from == to {
                true => pen.put(x(from) - 1, i, "|", style),
                false => {
                    for between in from + 1..to {
                        pen.put(x(between) - 1, i, " ", style);
                    }
                    pen.put(x(from) - 1, i, "[", style);
                    pen.put(x(to) - 1, i, "]", style);
                }
            }
        }
    }
}
