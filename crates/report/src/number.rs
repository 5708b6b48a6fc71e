//! Numbers as people read them.

/// A narrow space that no line breaks at.
const GAP: char = '\u{202f}';

/// An integer, in groups of three digits from six digits on.
pub fn integer(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let sign = if value < 0 { "−" } else { "" };
    if digits.len() < 6 {
        return format!("{sign}{digits}");
    }
    let mut text = sign.to_string();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(GAP);
        }
        text.push(digit);
    }
    text
}

/// A count, likewise.
pub fn count(value: u64) -> String {
    integer(value.try_into().unwrap_or(i64::MAX))
}

/// A mean, with one digit behind the point.
pub fn mean(value: f64) -> String {
    if !value.is_finite() || value.abs() >= 1e12 {
        return short(value);
    }
    let rounded = format!("{:.1}", value.abs());
    let (whole, rest) = rounded.split_once('.').unwrap_or((&rounded, "0"));
    let sign = if value < 0.0 && rounded != "0.0" { "−" } else { "" };
    format!("{sign}{}.{rest}", integer(whole.parse().unwrap_or(i64::MAX)))
}

/// A number in little room: integers in full as long as they have up to ten digits.
pub fn short(value: f64) -> String {
    if value.is_nan() {
        return "not a number".into();
    }
    let sign = if value < 0.0 { "−" } else { "" };
    let size = value.abs();
    if size.is_infinite() {
        format!("{sign}∞")
    } else if size == 0.0 {
        "0".into()
    } else if size < 1e10 && size.fract() == 0.0 {
        format!("{sign}{size}")
    } else if (1e-3..1e6).contains(&size) {
        format!("{sign}{}", trimmed(&format!("{size:.3}")))
    } else {
        power(value)
    }
}

/// Numbers beside an axis, all in the same way.
pub fn ticks(ticks: &[f64], logarithmic: bool) -> Vec<String> {
    let greatest = ticks.iter().fold(0.0, |greatest: f64, tick| greatest.max(tick.abs()));
    let unit = greatest.log10().floor() as i32;
    let label = |&tick: &f64| {
        if greatest < 1e7 || tick == 0.0 || logarithmic && tick.abs() < 1000.0 {
            if tick.fract() == 0.0 { integer(tick as i64) } else { short(tick) }
        } else if logarithmic {
            power(tick)
        } else {
            let sign = if tick < 0.0 { "−" } else { "" };
            let digits = format!("{:.2}", tick.abs() / 10f64.powi(unit));
            format!("{sign}{}×10{}", trimmed(&digits), raised(&unit.to_string()))
        }
    };
    ticks.iter().map(label).collect()
}

/// How many times one number is the other; none if that says nothing.
pub fn times(value: f64, other: f64) -> Option<String> {
    let ratio = value / other;
    if other <= 0.0 || !ratio.is_finite() || ratio < 0.0 {
        None
    } else if ratio < 10.0 {
        Some(format!("{ratio:.1}"))
    } else if ratio < 1e6 {
        Some(integer(ratio.round() as i64))
    } else {
        Some(power(ratio))
    }
}

/// A time in seconds.
pub fn seconds(value: f64) -> String {
    match value {
        _ if !value.is_finite() || value < 0.0 => "–".into(),
        _ if value < 0.005 => "0.00".into(),
        _ if value < 10.0 => format!("{value:.2}"),
        _ => format!("{value:.0}"),
    }
}

/// A number as digits times a power of ten: `2×10¹⁸`.
fn power(value: f64) -> String {
    let text = format!("{:.2e}", value.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let sign = if value < 0.0 { "−" } else { "" };
    let raised = raised(exponent);
    match trimmed(digits) {
        "1" => format!("{sign}10{raised}"),
        digits => format!("{sign}{digits}×10{raised}"),
    }
}

/// Digits as an exponent.
fn raised(exponent: &str) -> String {
    let digit = |digit: char| match digit.to_digit(10) {
        Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
        None => '⁻',
    };
    exponent.chars().map(digit).collect()
}

/// A decimal without zeros at its end.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_grouped_when_they_are_long() {
        assert_eq!(integer(0), "0");
        assert_eq!(integer(10198), "10198");
        assert_eq!(integer(500_499), "500\u{202f}499");
        assert_eq!(integer(i64::MIN), "−9\u{202f}223\u{202f}372\u{202f}036\u{202f}854\u{202f}775\u{202f}808");
    }

    #[test]
    fn means_have_one_digit_behind_the_point() {
        assert_eq!(mean(5254.94), "5254.9");
        assert_eq!(mean(-0.01), "0.0");
        assert_eq!(mean(1_234_567.0), "1\u{202f}234\u{202f}567.0");
        assert_eq!(mean(f64::NAN), "not a number");
    }

    #[test]
    fn short_numbers_fit() {
        assert_eq!(short(-2_147_483_648.0), "−2147483648");
        assert_eq!(short(9.223e18), "9.22×10¹⁸");
        assert_eq!(short(1e-9), "10⁻⁹");
        assert_eq!(short(0.5), "0.5");
        assert_eq!(short(f64::NEG_INFINITY), "−∞");
    }

    #[test]
    fn ticks_of_an_axis_are_alike() {
        assert_eq!(ticks(&[0.0, 5e11, 1e12, 1.5e12], false), ["0", "0.5×10¹²", "1×10¹²", "1.5×10¹²"]);
        assert_eq!(ticks(&[1.0, 1e4, 1e8], true), ["1", "10⁴", "10⁸"]);
        assert_eq!(ticks(&[-200.0, 0.0, 200_000.0], false), ["−200", "0", "200\u{202f}000"]);
        assert!(ticks(&[], false).is_empty());
    }

    #[test]
    fn ratios_that_say_nothing_are_left_out() {
        assert_eq!(times(10198.0, 5254.9).as_deref(), Some("1.9"));
        assert_eq!(times(1e18, 1.0).as_deref(), Some("10¹⁸"));
        assert_eq!(times(1.0, 0.0), None);
    }
}
