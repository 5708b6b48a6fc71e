use super::*;

fn shape(text: &[&str]) -> StdinShape {
    // A digit is so many inputs of any byte, a letter is itself.
    let part = |text: &&str| match text.parse() {
        Ok(count) => StdinPart::Inputs { count, range: None },
        Err(_) => StdinPart::Fixed(text.as_bytes().to_vec()),
    };
    StdinShape::Parts(Arc::new(text.iter().map(part).collect()))
}

fn found(text: &[&str], is_lines: bool) -> Option<Vec<Vec<usize>>> {
    let pieces = pieces(&bytes(&shape(text)), is_lines)?;
    Some(pieces.iter().map(|piece| piece.iter().map(|byte| byte.at).collect()).collect())
}

#[test]
fn pieces_end_where_fixed_bytes_say_so() {
    assert_eq!(found(&["2", "\n", "3", "\n"], true).unwrap(), [vec![0, 1], vec![3, 4, 5]]);
    // A line loses blanks at its beginning; within, words end at them.
    assert_eq!(found(&["  ", "1", " ", "1", "\n\n"], true).unwrap(), [vec![2, 3, 4]]);
    assert_eq!(found(&["  ", "1", " ", "1", "\n\n"], false).unwrap(), [vec![2], vec![4]]);
    assert_eq!(found(&["\n"], true).unwrap(), Vec::<Vec<usize>>::new());
    // What quotes do depends on what is between them.
    assert_eq!(found(&["2", "'", "2"], true), None);
}

#[test]
fn arguments_are_made_as_the_run_makes_them() {
    let all = bytes(&shape(&["2", "\n"]));
    let piece = pieces(&all, true).unwrap().remove(0);
    let run = OneRun::replaced(&["-e".into(), "<{}:{}>".into()], "{}", &piece);
    let input = |count| StdinPart::Inputs { count, range: Some((1, 255)) };
    let fixed = |text: &str| StdinPart::Fixed(text.as_bytes().to_vec());
    let second = vec![fixed("<"), input(2), fixed(":"), input(2), fixed(">")];
    assert_eq!(run.arguments, [vec![fixed("-e")], second]);
    assert_eq!(run.inputs, [0, 1, 0, 1]);
    assert_eq!(run.places, [(0, true), (1, false)]);
    assert_eq!(run.fitted(&[7, 8, 0]), [7, 8, 1, 7]);
}

#[test]
fn plain_bytes_are_those_that_end_and_quote_nothing() {
    let mut terms = Terms::new();
    let byte = terms.input(0, 8);
    for is_lines in [false, true] {
        for is_first in [false, true] {
            let fact = is_plain(&mut terms, byte, is_lines, is_first);
            for value in 0..=u8::MAX {
                let piece = if is_first { vec![value] } else { vec![b'x', value] };
                let mut reader = crate::run::ItemReader::new(is_lines);
                reader.feed(&[&piece[..], b"x\n"].concat());
                reader.end();
                let whole = [&piece[..], b"x"].concat();
                // An argument ends at a zero.
                let is_whole = reader.next() == crate::run::Item::Argument(whole) && value != 0;
                let plain = terms.eval(fact, &|_| value.into()) == 1;
                assert_eq!(plain, is_whole, "{value} {is_lines} {is_first}");
            }
        }
    }
}
