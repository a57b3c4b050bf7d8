//! What the classes look like. Dark signs on light grounds, which stay apart in black and white.

use tiny_skia::{LineCap, Stroke, StrokeDash};

/// A rule on each line, as CSS.
pub(crate) const STYLE: &str = "
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

/// The second player's background: stripes with their widths and colours, one on the other, in a square of
/// three units that is repeated, all of it turned by 45 degrees.
pub(crate) const HATCH: [(&str, &str); 2] = [("3", "#e6f0fb"), (".8", "#8fb4de")];

/// What a shape looks like: colours as in CSS, and the pen.
pub(crate) struct Look {
    pub(crate) fill: &'static str,
    pub(crate) fill_opacity: f32,
    pub(crate) stroke: &'static str,
    pub(crate) pen: Stroke,
}

impl Look {
    /// The look of what has these classes, by all rules that name one of them.
    pub(crate) fn new(classes: &str) -> Look {
        let mut look = Look {
            fill: "#000",
            fill_opacity: 1.0,
            stroke: "none",
            pen: Stroke::default(),
        };
        let is_named = |name: &str| classes.split(' ').any(|class| name[1..] == *class);
        for rule in STYLE.trim().lines() {
            let (names, properties) = rule.split_once('{').expect("each line is a rule");
            if names.split(',').any(is_named) {
                let properties = properties.trim_end_matches('}').split(';');
                properties.for_each(|property| look.set(property));
            }
        }
        look
    }

    fn set(&mut self, property: &'static str) {
        let number = |text: &str| text.parse::<f32>().expect("a number");
        let (name, value) = property.split_once(':').expect("a property has a value");
        match name {
            "fill" => self.fill = value,
            "fill-opacity" => self.fill_opacity = number(value),
            "stroke" => self.stroke = value,
            "stroke-width" => self.pen.width = number(value),
            "stroke-linecap" => self.pen.line_cap = LineCap::Round,
            "stroke-dasharray" => {
                self.pen.dash = StrokeDash::new(value.split(' ').map(number).collect(), 0.0);
            }
            other => unreachable!("no rule sets {other}"),
        }
    }
}
