use worstcase_machine::SplitMix;

use super::*;

const SIZES: [u32; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 30, 100];

fn all(sizes: &[u32], make: impl Fn(u32) -> Vec<i64>) -> Vec<(u32, Vec<i64>)> {
    sizes.iter().map(|&n| (n, make(n))).collect()
}

/// The best rule is as expected, and gives the right input at a size that it has not seen.
fn check_inputs(make: impl Fn(u32) -> Vec<i64>, expected: &str) {
    let inputs = all(&SIZES, &make);
    let Some(pattern) = Pattern::of(&inputs) else { panic!("no pattern, not: {expected}") };
    assert_eq!(format!("{pattern} from {}", pattern.from()), expected);
    for n in [57, 64] {
        assert_eq!(pattern.input(n), Some(make(n)), "{pattern} at {n}");
    }
    assert_sound(&inputs);
}

fn check(value: impl Fn(i64, i64) -> i64, expected: &str) {
    check_inputs(|n| (0..n.into()).map(|i| value(i, n.into())).collect(), expected);
}

/// What is said to follow a rule is what the rule gives.
fn assert_sound(inputs: &[(u32, Vec<i64>)]) {
    for pattern in Pattern::candidates(inputs) {
        let follows = |(n, input): &&(u32, Vec<i64>)| {
            let given = pattern.input(*n).unwrap_or_default();
            let same = |order: fn(&[i64]) -> Vec<i64>| order(&given) == order(input);
            *n >= pattern.from() && (same(permutation::ranks) || same(permutation::order))
        };
        let followed = inputs.iter().filter(follows).count();
        assert!(followed >= pattern.followed(), "{pattern} is followed {followed} times");
        assert!(pattern.explained() > pattern.parameters(), "{pattern}");
        assert!(!pattern.made_from().is_empty(), "{pattern}");
        for (n, input) in inputs.iter().filter(follows) {
            assert_eq!(pattern.count(*n), Some(input.len()), "{pattern} at {n}");
        }
    }
}

#[test]
fn linear_rules_are_found() {
    check(|i, _| i + 1, "input[i] = i + 1 from 1");
    check(|i, n| n - i, "input[i] = n - i from 1");
    check(|_, _| 0, "input[i] = 0 from 1");
    check(|i, n| 2 * n - 3 * i - 1, "input[i] = 2*n - 3*i - 1 from 1");
    check(|i, n| if n < 4 { i * 7 % 3 } else { n - i }, "input[i] = n - i from 4");
    check(|i, _| i * i, "input[i] = i^2 from 1");
}

#[test]
fn rules_for_cells_are_found() {
    let zigzag = |i: i64, n: i64| if i % 2 == 0 { i / 2 + 1 } else { n - (i - 1) / 2 };
    check(zigzag, "input[i] = i/2 + 1 for even i, n - (i - 1)/2 for odd i from 1");
    check(|i, _| i % 3, "input[i] = 0 for i % 3 = 0, 1 for i % 3 = 1, 2 for i % 3 = 2 from 1");
    check(|i, n| if i == 0 { n } else { i }, "input[0] = n; input[i] = i elsewhere from 1");
    check(|i, n| if i == n - 1 { 98 } else { 97 }, "input[i] = 97 elsewhere; input[last] = 98 from 1");
    let organ = |i: i64, n: i64| if i < n / 2 { i } else { n - i };
    check(organ, "input[i] = i for the first half, n - i for the second half (with the middle) from 1");
    let shifted = |i: i64, n: i64| if i < n / 2 { n / 2 - i } else { n - i + n / 2 };
    check(
        shifted,
        "input[i] = floor(n/2) - i for the first half, n + floor(n/2) - i for the second half (with the middle) from 1",
    );
    check(|i, n| if n % 2 == 0 { i } else { n - i }, "input[i] = i for even n, n - i for odd n from 1");
}

#[test]
fn other_lengths_are_found() {
    let values = |length: fn(u32) -> u32, value: fn(i64, i64) -> i64| {
        move |n: u32| (0..length(n).into()).map(|i| value(i, n.into())).collect::<Vec<i64>>()
    };
    let key = values(|n| n + 1, |i, n| if i == n { -1 } else { i });
    check_inputs(key, "input[i] = i elsewhere; input[last] = -1 (n + 1 values) from 1");
    let pairs = values(|n| 2 * n, |i, n| if i % 2 == 0 { i / 2 } else { n });
    check_inputs(pairs, "input[i] = i/2 for even i, n for odd i (2*n values) from 1");
    let square = values(|n| n * n, |i, n| i64::from(i / n < i % n));
    check_inputs(square, "input[row, column] = 1 for row < column, 0 otherwise (n^2 values) from 1");
    let products = values(|n| n * n, |i, n| 3 * (i / n) - i % n + n);
    check_inputs(products, "input[row, column] = 3*row + n - column (n^2 values) from 1");
    let ones = values(|n| n * n, |_, _| 1);
    check_inputs(ones, "input[i] = 1 (n^2 values) from 1");
    let graph = |n: u32| {
        let edges =
            (0..n).flat_map(move |row| (0..n).filter(move |column| *column != row).map(move |c| (row, c)));
        edges.map(|(row, column)| i64::from(row < column)).collect()
    };
    let text = "input[row, column] = 1 for row < column, 0 for row > column (n^2 - n values) from 2";
    check_inputs(graph, text);
}

#[test]
fn words_are_found() {
    let text = |n: u32| -> Vec<i64> {
        let repeated = b"abc".iter().cycle().take(n as usize);
        b"xy".iter().chain(repeated).chain(b"zz").map(|&byte| byte.into()).collect()
    };
    let pattern = Pattern::of(&all(&SIZES, text)).unwrap();
    assert_eq!(pattern.input(57), Some(text(57)));
    assert_eq!(pattern.from(), 1);
}

#[test]
fn ranks_are_used_where_values_vary() {
    let scaled = |n: u32| (0..n).map(|i| i64::from(n - i) * 10 + i64::from(i * n % 3)).collect();
    let inputs = all(&SIZES, scaled);
    let pattern = Pattern::of(&inputs).unwrap();
    assert_eq!(pattern.to_string(), "input[i] = n - i");
    assert_sound(&inputs);
}

#[test]
fn several_worst_cases_give_several_rules() {
    let either = |n: u32| -> Vec<i64> {
        let n = i64::from(n);
        if n < 8 { (0..n).map(|i| n - i).collect() } else { (1..=n).collect() }
    };
    let inputs = all(&SIZES, either);
    let found: Vec<String> = Pattern::candidates(&inputs).iter().map(Pattern::to_string).collect();
    assert!(found.contains(&"input[i] = n - i".to_string()), "{found:?}");
    assert!(found.contains(&"input[i] = i + 1".to_string()), "{found:?}");
    assert_sound(&inputs);
}

/// The worst case of mergesort, with what it does below a length given.
fn merge(n: usize, least: usize) -> Vec<i64> {
    if n < least {
        return (0..n as i64).map(|i| n as i64 - i).collect();
    }
    let (left, right) = (merge(n / 2, least), merge(n - n / 2, least));
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for rank in (1..=n as i64).rev() {
        let right_turn = (n as i64 - rank) % 2 == 0 && high.len() < right.len() || low.len() == left.len();
        if right_turn { high.push(rank) } else { low.push(rank) }
    }
    low.reverse();
    high.reverse();
    let lefts = left.iter().map(|&rank| low[rank as usize - 1]);
    lefts.chain(right.iter().map(|&rank| high[rank as usize - 1])).collect()
}

#[test]
fn recursive_permutations_are_found() {
    let turns = "the first floor(n/2) places and the rest are each ordered by this rule; the greatest value is on the \
                 right, and the others in turn on the left and the right";
    check_inputs(|n| merge(n as usize, 2), &format!("{turns} from 2"));
    check_inputs(|n| merge(n as usize, 7), &format!("{turns}; fewer than 7 values are as found from 7"));
    let inputs = all(&SIZES, |n| merge(n as usize, 2));
    let pattern = Pattern::of(&inputs).unwrap();
    let large = pattern.input(1_000_000).unwrap();
    assert_eq!(large.len(), 1_000_000);
    assert_eq!(large, merge(1_000_000, 2));
}

#[test]
fn worst_cases_of_merging_are_guessed() {
    // The greatest two in different halves, everything else by chance.
    let inputs = all(&SIZES[..12], |n| {
        let mut input: Vec<i64> = (0..n.into()).map(|i| i * 7 % 13).collect();
        let half = n as usize / 2;
        if half > 0 {
            input[half - 1] = 98;
            input[n as usize - 1] = 99;
        }
        input
    });
    let guesses = Pattern::guesses(&inputs);
    assert!(guesses.iter().any(|guess| guess.input(50) == Some(merge(50, 2))));
}

/// Ranks after inserting at places and swapping, the plain way.
fn grow(n: u32, step: usize, change: impl Fn(&mut Vec<i64>, usize)) -> Vec<i64> {
    let mut input: Vec<i64> = (1..=(n as usize % step + step) as i64).collect();
    input.truncate(n as usize);
    while input.len() < n as usize {
        let length = input.len() + step;
        change(&mut input, length);
    }
    input
}

#[test]
fn growing_permutations_are_found() {
    let last_to_middle = |n| {
        grow(n, 1, |input, length| {
            input.push(length as i64);
            input.swap(length - 1, length / 2);
        })
    };
    let expected = "from [1] on, n values are those of n-1 with a new greatest value put in at n-1, then n-1 and \
                    floor(n/2) swapped from 1";
    check_inputs(last_to_middle, expected);
    let two = |n| {
        grow(n, 2, |input, length| {
            input.iter_mut().for_each(|rank| *rank += 1);
            input.insert(0, 1);
            input.insert(length / 2, length as i64);
            input.swap(1, length - 1);
            input.swap(length / 2, length - 2);
        })
    };
    let inputs = all(&SIZES, two);
    let pattern = Pattern::of(&inputs).unwrap();
    assert_eq!(pattern.input(57), Some(two(57)), "{pattern}");
    assert_eq!(pattern.input(3000), Some(two(3000)), "{pattern}");
    assert_sound(&inputs);
    assert_eq!(pattern.input(1_000_000).map(|input| input.len()), Some(1_000_000));
}

/// What a partition into three parts with the median of three as its pivot takes away is put back.
#[test]
fn growing_orders_with_equal_values_are_found() {
    let two = |n| {
        grow(n, 2, |input, length| {
            input.iter_mut().for_each(|rank| *rank += 1);
            input.splice(..0, [1, 1]);
            input.swap(0, length - 2);
            input.swap(1, length - 1);
            input.swap(length - 2, length / 2);
        })
    };
    let inputs = all(&SIZES, two);
    let pattern = Pattern::of(&inputs).unwrap();
    let expected = "a new least value put in at 0 and another least value put in at 1";
    assert!(pattern.to_string().contains(expected), "{pattern}");
    assert_eq!(pattern.input(3000), Some(two(3000)), "{pattern}");
    assert_sound(&inputs);
}

#[test]
fn noise_has_no_pattern() {
    let mut noise = SplitMix(3);
    for limit in [2, 100, u64::MAX] {
        let inputs: Vec<(u32, Vec<i64>)> =
            SIZES.iter().map(|&n| (n, (0..n).map(|_| noise.below(limit) as i64).collect())).collect();
        let found: Vec<String> = Pattern::candidates(&inputs).iter().map(Pattern::to_string).collect();
        assert_eq!(found, Vec::<String>::new());
    }
    assert_eq!(Pattern::of(&[]), None);
    assert_eq!(Pattern::of(&all(&SIZES, |_| Vec::new())), None);
    assert_sound(&all(&SIZES, |n| vec![i64::MIN, i64::MAX, n.into()]));
}

#[test]
fn random_rules_are_recovered() {
    let mut noise = SplitMix(5);
    for round in 0..60 {
        let [a, b, c, d, e, f] = [0; 6].map(|_| noise.below(9) as i64 - 4);
        let (first, odd) = (noise.below(3) as i64, noise.below(4) as i64);
        let value = |i: i64, n: i64| match round % 6 {
            0 => a * i + b * n + c,
            1 if i % 2 == 0 => a * i / 2 + b * n + c,
            1 => d * (i - 1) / 2 + e * n + f,
            2 if i < first => d * n + e,
            2 => a * i + b * n + c,
            3 if i < n / 2 => a * i + b * n + c,
            3 => d * i + e * n + f,
            4 if i >= n - first => d * n + e - i + n,
            4 => a * i + b * n + c,
            _ if n % 2 == 0 => a * i + b * n + c,
            _ => d * i + e * n + f,
        };
        let make = |n: u32| -> Vec<i64> { (0..n.into()).map(|i| value(i, n.into())).collect() };
        let given = |n: u32| if i64::from(n) <= odd { vec![7; n as usize] } else { make(n) };
        let inputs = all(&SIZES, given);
        let pattern = Pattern::of(&inputs).unwrap_or_else(|| panic!("round {round}: {inputs:?}"));
        assert_eq!(pattern.input(57), Some(make(57)), "round {round}: {pattern} from {}", pattern.from());
        assert_sound(&inputs);
    }
}

/// n numbers and n/2 more: some polynomial goes through three of these lengths.
#[test]
fn the_number_of_values_is_confirmed() {
    let more = |n: u32| (0..i64::from(n + n / 2)).map(|i| i + 1).collect::<Vec<i64>>();
    let counts = |sizes: &[u32]| {
        let found = Pattern::candidates(&all(sizes, more));
        found.iter().map(|pattern| (pattern.to_string(), pattern.count(20))).collect::<Vec<_>>()
    };
    assert_eq!(counts(&[4, 5, 6]), []);
    assert_eq!(counts(&[4, 5, 6, 7]), []);
    for (text, count) in counts(&SIZES) {
        assert_eq!(count, Some(30), "{text}");
    }
    let pattern = Pattern::of(&all(&SIZES, more)).unwrap();
    assert_eq!(pattern.to_string(), "input[i] = i + 1 (floor(3*n/2) values)");
    // A length that no formula has says nothing about other sizes.
    let by_third = |n: u32| (0..i64::from(n + n / 3)).collect::<Vec<i64>>();
    assert_eq!(Pattern::of(&all(&SIZES, by_third)), None);
}

/// As many numbers to choose as there are to explain.
#[test]
fn no_rule_with_as_many_parameters_as_values() {
    // One value each: a rule for even sizes and one for odd ones would say two numbers of each.
    let few = |sizes: std::ops::RangeInclusive<u32>| {
        sizes.map(|n| (n, vec![i64::from(n * n % 7)])).collect::<Vec<_>>()
    };
    for last in 3..8 {
        for pattern in Pattern::candidates(&few(1..=last)) {
            assert!(pattern.explained() > pattern.parameters(), "{pattern}");
        }
    }
    assert_eq!(Pattern::of(&few(1..=3)), None);
    assert_eq!(Pattern::of(&all(&[1, 2, 3], |n| (0..n.into()).collect())), None);
}

/// A size that a rule was made from is no check of it.
#[test]
fn rules_know_what_they_were_made_from() {
    let pattern = Pattern::of(&all(&SIZES, |n| (0..n.into()).map(|i| i + 1).collect())).unwrap();
    assert_eq!(pattern.made_from(), SIZES);
    let either = |n: u32| -> Vec<i64> {
        let n = i64::from(n);
        if n < 8 { (0..n).map(|i| n - i).collect() } else { (1..=n).collect() }
    };
    let found = Pattern::candidates(&all(&SIZES, either));
    let falling = found.iter().find(|pattern| pattern.to_string() == "input[i] = n - i").unwrap();
    assert!(falling.made_from().len() < falling.followed() && falling.made_from().iter().all(|n| *n < 8));
    let guesses = Pattern::guesses(&all(&SIZES[..12], |n| merge(n as usize, 2)));
    assert!(guesses.iter().all(|guess| guess.made_from() == &SIZES[..12] && guess.explained() == 0));
}
