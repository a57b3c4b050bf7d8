//! What the classes look like. Dark signs on light grounds, which stay apart in black and white.
//! The first player is blue and the second one orange, as in the lab.

/// A rule on each line, as CSS.
pub(crate) const STYLE: &str = "
.t{fill:#111}
.b{stroke:#111;stroke-width:38}
.x,.o,.bx,.bo{fill:none;stroke-linecap:round}
.x{stroke:#0b3f70;stroke-width:1.5}
.o{stroke:#a13a00;stroke-width:1.5}
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
.first{fill:#b9daf3}
.second{fill:url(#hatch)}
.rule{fill:none;stroke:#bbb;stroke-width:.5}
.edge{fill:none;stroke:#888;stroke-width:.6}
.halo{fill:#fff;fill-opacity:.85}
";

/// The second player's background: stripes with their widths and colours, one on the other, in a square of
/// three units that is repeated, all of it turned by 45 degrees.
pub(crate) const HATCH: [(&str, &str); 2] = [("3", "#fdeee4"), (".8", "#e8ab84")];

/// What the last rule that names one of these classes, and this property, says of it.
pub(crate) fn property(classes: &str, name: &str) -> Option<&'static str> {
    let is_named = |class: &str| classes.split(' ').any(|named| class[1..] == *named);
    STYLE.lines().rev().find_map(|rule| {
        let (names, properties) = rule.trim_end_matches('}').split_once('{')?;
        let mut properties = properties.split(';').filter_map(|p| p.split_once(':'));
        let (_, value) = properties.find(|(property, _)| *property == name)?;
        names.split(',').any(is_named).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How bright a colour such as `#0b3f70` looks, from 0 to 1 (WCAG 2).
    fn brightness(colour: &str) -> f64 {
        let part = |i: usize| {
            let value = u8::from_str_radix(&colour[i..i + 2], 16).expect("two digits");
            let value = f64::from(value) / 255.0;
            match value <= 0.03928 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(dark: &str, light: &str) -> f64 {
        (brightness(light) + 0.05) / (brightness(dark) + 0.05)
    }

    #[test]
    fn players_have_the_colours_of_the_lab() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../unbeatable-lab/page/style.css"
        );
        let page = std::fs::read_to_string(path).expect("the lab has a style");
        for (class, variable) in [("x", "cross"), ("o", "ring")] {
            let colour = property(class, "stroke").expect("signs have a colour");
            assert!(
                page.contains(&format!("--{variable}: {colour};")),
                "{class} is {colour}"
            );
        }
    }

    #[test]
    fn signs_can_be_seen_on_every_ground() {
        let [(_, hatch), (_, stripe)] = HATCH;
        let first = property("first", "fill").expect("it is filled");
        for sign in ["x", "o"] {
            let sign = property(sign, "stroke").expect("signs have a colour");
            for ground in ["#ffffff", first, hatch] {
                assert!(contrast(sign, ground) >= 4.5, "{sign} on {ground}");
            }
            assert!(contrast(sign, stripe) >= 3.0, "{sign} on {stripe}");
        }
        // Without colours: filled is darker than white, and stripes are darker than what is between them.
        assert!(contrast(first, "#ffffff") >= 1.3);
        assert!(contrast(stripe, hatch) >= 1.5);
    }
}
