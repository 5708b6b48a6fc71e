//! How bounds grow, in words and colours. A colour never says anything alone: the class stands beside it.

use std::fmt::Write;

use worstcase_bounds::expr::Class;
use worstcase_bounds::result::Bound;

/// A class as one writes it: `O(n² log n)`.
pub fn html(class: Class) -> String {
    let Class::Polynomial { degree, logs } = class else { return "O(exp)".into() };
    let power = |base: &str, exponent: u32, argument: &str| match exponent {
        0 => None,
        1 => Some(format!("{base}{argument}")),
        _ => Some(format!("{base}<sup>{exponent}</sup>{argument}")),
    };
    let parts: Vec<String> =
        [power("n", degree, ""), power("log", logs, "&#160;n")].into_iter().flatten().collect();
    format!("O({})", if parts.is_empty() { "1".into() } else { parts.join("&#160;") })
}

/// What classes are told apart by colour; what is unknown is the worst of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shade {
    Constant,
    Logarithmic,
    Linear,
    Linearithmic,
    Quadratic,
    Higher,
    Exponential,
    Unknown,
}

impl Shade {
    const ALL: [Shade; 8] = [
        Shade::Constant,
        Shade::Logarithmic,
        Shade::Linear,
        Shade::Linearithmic,
        Shade::Quadratic,
        Shade::Higher,
        Shade::Exponential,
        Shade::Unknown,
    ];

    /// The shade of a bound, or of there being none.
    pub fn of(bound: Option<&Bound>) -> Shade {
        match bound.map(|bound| bound.class) {
            None => Shade::Unknown,
            Some(Class::Exponential) => Shade::Exponential,
            Some(Class::Polynomial { degree, logs }) => match (degree, logs) {
                (0, 0) => Shade::Constant,
                (0, _) => Shade::Logarithmic,
                (1, 0) => Shade::Linear,
                (1, _) => Shade::Linearithmic,
                (2, 0) => Shade::Quadratic,
                _ => Shade::Higher,
            },
        }
    }

    /// Its name in the style.
    pub fn style(self) -> &'static str {
        match self {
            Shade::Constant => "constant",
            Shade::Logarithmic => "logarithmic",
            Shade::Linear => "linear",
            Shade::Linearithmic => "linearithmic",
            Shade::Quadratic => "quadratic",
            Shade::Higher => "higher",
            Shade::Exponential => "exponential",
            Shade::Unknown => "unknown",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Shade::Constant => "1",
            Shade::Logarithmic => "log&#160;n",
            Shade::Linear => "n",
            Shade::Linearithmic => "n&#160;log&#160;n",
            Shade::Quadratic => "n<sup>2</sup>",
            Shade::Higher => "higher powers",
            Shade::Exponential => "exponential",
            Shade::Unknown => "unknown: no bound was found",
        }
    }
}

/// What the colours mean.
pub fn legend() -> String {
    let mut html = String::from("<ul class=\"legend\" aria-label=\"Colours\">");
    for shade in Shade::ALL {
        write!(
            html,
            "<li><span class=\"swatch {}\"></span><span>{}</span></li>",
            shade.style(),
            shade.label()
        )
        .unwrap();
    }
    html + "</ul>"
}

/// The class of a bound as a small label.
pub fn tag(bound: Option<&Bound>) -> String {
    let class = bound.map_or("unknown".into(), |bound| html(bound.class));
    format!("<span class=\"tag {}\">{class}</span>", Shade::of(bound).style())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;

    fn bound(degree: u32, logs: u32) -> Bound {
        Bound { text: String::new(), class: Class::Polynomial { degree, logs } }
    }

    #[test]
    fn classes_are_typeset() {
        let html = |degree, logs| super::html(bound(degree, logs).class);
        assert_eq!(html(0, 0), "O(1)");
        assert_eq!(html(0, 1), "O(log&#160;n)");
        assert_eq!(html(1, 2), "O(n&#160;log<sup>2</sup>&#160;n)");
        assert_eq!(html(3, 0), "O(n<sup>3</sup>)");
        assert_eq!(super::html(Class::Exponential), "O(exp)");
    }

    #[test]
    fn shades_grow_with_classes() {
        let classes = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (9, 0)];
        let shades: Vec<Shade> = classes.iter().map(|&(d, l)| Shade::of(Some(&bound(d, l)))).collect();
        assert!(shades.is_sorted());
        assert_eq!((shades[0], shades[5], shades[6]), (Shade::Constant, Shade::Higher, Shade::Higher));
        assert_eq!(Shade::of(None), Shade::Unknown);
    }

    #[test]
    fn every_shade_has_its_style() {
        let style = include_str!("bounds.css");
        well_formed(&legend());
        for shade in Shade::ALL {
            assert!(style.contains(&format!(".{} {{", shade.style())), "{shade:?}");
        }
    }

    type Palette<'a> = Vec<(&'a str, [f64; 3])>;

    /// The colours of the light, the dark and the printed page.
    fn palettes(style: &str) -> Vec<Palette<'_>> {
        let blocks = style.split(":root {").skip(1).filter_map(|rest| rest.split('}').next());
        blocks.map(palette).collect()
    }

    fn palette(block: &str) -> Palette<'_> {
        let colour = |hex: &str| {
            let digits = if hex.len() == 3 { [0, 0, 1, 1, 2, 2] } else { [0, 1, 2, 3, 4, 5] };
            let digit = |at: usize| char::from(hex.as_bytes()[digits[at]]).to_digit(16).unwrap();
            [0, 2, 4].map(|at| f64::from(16 * digit(at) + digit(at + 1)))
        };
        let variables = block.split(';').filter_map(|one| one.trim().split_once(": #"));
        variables.map(|(name, hex)| (name, colour(hex))).collect()
    }

    /// WCAG 2's contrast ratio.
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let luminance = |colour: [f64; 3]| {
            let [red, green, blue] = colour.map(|part| match part / 255.0 {
                low if low <= 0.04045 => low / 12.92,
                high => ((high + 0.055) / 1.055).powf(2.4),
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_can_be_read_on_every_colour() {
        let (common, own) = (palettes(include_str!("../style.css")), palettes(include_str!("bounds.css")));
        assert_eq!((common.len(), own.len()), (3, 3));
        for (common, own) in common.iter().zip(&own) {
            let named = |name: &str| common.iter().find(|(known, _)| *known == name).unwrap().1;
            let (tints, bars): (Vec<_>, Vec<_>) =
                own.iter().copied().partition(|(name, _)| name.ends_with("-tint"));
            assert_eq!((tints.len(), bars.len()), (8, 8));
            for (name, tint) in tints {
                assert!(contrast(named("--ink"), tint) >= 7.0, "{name}");
                assert!(contrast(named("--quiet"), tint) >= 4.5, "{name}");
            }
            for (name, bar) in bars {
                assert!(contrast(named("--paper"), bar) >= 3.0, "{name}");
            }
        }
    }
}
