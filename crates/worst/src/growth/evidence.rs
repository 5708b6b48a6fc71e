//! Whether costs are evidence enough for a formula.
//!
//! Three confirmations are convincing if the costs could have been anything. They are not if the costs hardly vary: some
//! sum of two logarithms goes through most sequences of ten numbers that rise by 0 or 1. So what a formula explains is
//! measured in bits, by how far each cost is from where a straight line would have put it, and weighed against the
//! number of formulas that were tried. Polynomials come first and are few, so they need to be confirmed only.

/// How many sizes that were not used for it have to confirm a formula.
pub(crate) const CONFIRM: usize = 3;

/// How many of the smallest sizes may be left out without further ado.
const LEAVE_OUT: usize = 3;

/// How many may be left out if the others say enough: `if (n < 7)` is a common special case.
const LEAVE_OUT_MORE: usize = 10;

/// So many bits more than the choices account for have to be explained.
const MARGIN: usize = 5;

/// What a choice is worth in bits.
const CHOICE: usize = 2;

/// How many sizes a formula may leave out, if it has so many unknowns and there are so many sizes.
pub(crate) fn left_out_at_most(unknowns: usize, points: usize) -> Option<usize> {
    Some(points.checked_sub(unknowns + CONFIRM)?.min(LEAVE_OUT_MORE))
}

/// Whether a formula may leave out as many sizes as it does: where these are many, the others have to be as many, one
/// more has to confirm it, and they have to differ or to be more by far.
pub(crate) fn may_leave_out(points: &[(u32, i128)], left_out: usize, unknowns: usize) -> bool {
    let rest = points.len() - left_out;
    let differ = distinct(&points[left_out..]) >= unknowns + CONFIRM;
    let many = rest >= left_out && rest > unknowns + CONFIRM;
    left_out <= LEAVE_OUT || many && (differ || rest > left_out + unknowns + CONFIRM)
}

/// Whether the costs from a place on are evidence for a formula with so many unknowns, to which so many choices led.
pub(crate) fn is_evident(points: &[(u32, i128)], left_out: usize, unknowns: usize, choices: usize) -> bool {
    let rest = points.len() - left_out;
    let explained = quarter_bits(points, left_out) * rest.saturating_sub(unknowns) / rest.max(1);
    explained >= 4 * (MARGIN + CHOICE * choices)
}

/// How much the costs from a place on surprise someone who expects a straight line, in quarters of a bit.
fn quarter_bits(points: &[(u32, i128)], left_out: usize) -> usize {
    let surprise = |three: &[(u32, i128)]| -> Option<usize> {
        let [(a, before), (b, last), (c, cost)] = *three else { return None };
        let slope = last.checked_sub(before)? / i128::from(b - a);
        let expected = last.checked_add(slope.checked_mul(i128::from(c - b))?)?;
        let bits = (128 - cost.checked_sub(expected)?.unsigned_abs().leading_zeros()) as usize;
        // Even a cost on the line, and more so one far away, might have been elsewhere.
        Some((4 * bits).max(if c - b > 1 { 4 } else { 1 }))
    };
    let three = points.windows(3).skip(left_out.saturating_sub(2));
    three.map(|three| surprise(three).unwrap_or(0)).sum()
}

/// How many different costs there are.
pub(crate) fn distinct(points: &[(u32, i128)]) -> usize {
    let mut costs: Vec<i128> = points.iter().map(|&(_, cost)| cost).collect();
    costs.sort_unstable();
    costs.dedup();
    costs.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_lines_say_little() {
        let line: Vec<(u32, i128)> = (1..12).map(|n| (n, i128::from(n) * 1000)).collect();
        assert_eq!(quarter_bits(&line, 0), 9);
        let square: Vec<(u32, i128)> = (1..12).map(|n| (n, i128::from(n) * i128::from(n))).collect();
        assert_eq!(quarter_bits(&square, 0), 9 * 8);
        assert!(is_evident(&square, 0, 3, 2) && !is_evident(&line, 0, 3, 0));
    }
}
