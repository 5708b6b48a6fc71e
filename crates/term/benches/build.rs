//! What terms cost: nanoseconds per term built again, per term made and undone, per evaluation.
//!
//! `cargo bench -p worstcase-term`. The inputs change from one operation to the next; of seven rounds the fastest
//! counts, since what else goes on in the computer makes a round slower, never faster.

use std::hint::black_box;
use std::time::Instant;

use worstcase_term::{Evaluator, TermId, Terms};

const COUNT: usize = 1_000_000;
const INPUTS: u32 = 64;

fn main() {
    let mut terms = Terms::new();
    let inputs: Vec<TermId> = (0..INPUTS).map(|index| terms.input(index, 32)).collect();
    let bytes: Vec<TermId> = (0..INPUTS).map(|index| terms.input(INPUTS + index, 8)).collect();
    let pair = |i: usize| (inputs[i % 61], inputs[(i * 7 + 1) % 64]);

    measure("x < y, existing", |i| {
        let (x, y) = pair(i);
        terms.slt(x, y)
    });
    measure("x < 10, existing", |i| {
        let ten = terms.constant(32, 10);
        terms.slt(inputs[i % 64], ten)
    });
    measure("x < y through registers (and 1, eqz, eqz, != 0), existing", |i| {
        let (x, y) = pair(i);
        let mut value = terms.slt(x, y);
        value = terms.zext(value, 32);
        let one = terms.constant(32, 1);
        value = terms.and(value, one);
        for _ in 0..2 {
            value = terms.is_zero(value);
            value = terms.zext(value, 32);
        }
        terms.truth(value)
    });
    measure("signed char < 'a' (sign extension, comparison), existing", |i| {
        let wide = terms.sext(bytes[i % 64], 32);
        let letter = terms.constant(32, 97);
        terms.slt(wide, letter)
    });
    measure("four bytes stored and loaded, existing", |i| {
        let bytes: [TermId; 4] = std::array::from_fn(|byte| {
            let low = 8 * byte as u32;
            terms.extract(inputs[i % 64], low + 7, low)
        });
        let upper = terms.concat(bytes[3], bytes[2]);
        let lower = terms.concat(bytes[1], bytes[0]);
        terms.concat(upper, lower)
    });
    measure("mark, undo of nothing", |i| {
        let mark = terms.mark();
        terms.undo(mark);
        inputs[i % 64]
    });
    measure("mark, x + y < 10 made, undone", |i| {
        let mark = terms.mark();
        let (x, y) = (inputs[i % 64], bytes[(i * 7) % 64]);
        let y = terms.zext(y, 32);
        let sum = terms.add(x, y);
        let ten = terms.constant(32, 10);
        black_box(terms.slt(sum, ten));
        terms.undo(mark);
        x
    });
    evaluation(&mut terms, &inputs);
}

fn evaluation(terms: &mut Terms, inputs: &[TermId]) {
    let values: Vec<u64> = (0..u64::from(INPUTS) * 2).map(|i| i * 77 % 101).collect();
    let model = |index: u32| values[index as usize];
    let mut evaluator = Evaluator::new();
    let comparisons: Vec<TermId> = (0..64).map(|i| terms.slt(inputs[i], inputs[(i * 7 + 1) % 64])).collect();
    measure("eval x < y", |i| evaluator.eval(terms, comparisons[i % 64], &model));
    let sums: Vec<TermId> = (0..64)
        .map(|i| {
            let (x, y) =
                (terms.mul(inputs[i], inputs[(i + 3) % 64]), terms.add(inputs[i], inputs[(i + 1) % 64]));
            terms.slt(x, y)
        })
        .collect();
    measure("eval x * y < x + z", |i| evaluator.eval(terms, sums[i % 64], &model));
    let chain = (0..1000).fold(inputs[0], |sum, i| terms.add(sum, inputs[i % 64]));
    measure("eval of a sum of 1000 inputs, each", |i| match i % 1000 {
        0 => evaluator.eval(terms, chain, &model),
        _ => 0,
    });
}

fn measure<T>(what: &str, mut operation: impl FnMut(usize) -> T) {
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        for i in 0..COUNT {
            black_box(operation(black_box(i)));
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / COUNT as f64);
    }
    println!("{best:>8.1} ns  {what}");
}
