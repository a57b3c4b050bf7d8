//! What the classes look like. Dark signs on light grounds, which stay apart in black and white.

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
