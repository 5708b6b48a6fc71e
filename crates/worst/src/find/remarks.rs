//! What a reader has to know before trusting the rest, in sentences: the same ones in every format.

use worstcase_explore::Tally;
use worstcase_machine::process::{Entry, Given};

use super::{FindError, Finder};
use crate::finding::{How, SizeFound, Trapping};
use crate::study::Studied;

impl Finder<'_> {
    /// All remarks, about the search as a whole first.
    pub(super) fn remarks(&self, studied: &Studied) -> Vec<String> {
        let mut remarks = Vec::new();
        if studied.learned.is_empty() {
            remarks.push(nothing_learned(&studied.unfinished.clone().unwrap_or_default()));
        }
        let cut_short = self.attendant.cut_short();
        let limited: Vec<&str> = ["learning", "choosing"]
            .into_iter()
            .filter(|&one| cut_short.iter().any(|it| it == one))
            .collect();
        if !limited.is_empty() {
            let what = limited.join(" and ");
            let took = if limited.len() == 1 { "it had" } else { "they had" };
            remarks
                .push(format!("{what} took all the time {took}; --learn-time gives more, and may find more"));
        }
        if let Some(reason) = &self.finding.unfinished {
            remarks.push(format!("{reason}: this is what was found until then"));
        }
        for row in self.known.values().filter(|row| self.options.sizes.contains(&row.n)) {
            remarks.extend(not_by_rule(row));
        }
        if let Some(Trapping { n, trap, input }) = &self.finding.traps {
            remarks.push(format!("an input of size {n} traps ({trap}): {}", input.text()));
        }
        for row in self.known.values() {
            remarks.extend(not_ended(row));
            remarks.extend(self.fallen(row));
        }
        remarks
    }

    /// Why less is known at a size than at a smaller one.
    fn fallen(&self, row: &SizeFound) -> Option<String> {
        let wanted = self.options.sizes.contains(&row.n);
        let smaller =
            self.greater_before(row).filter(|_| wanted && row.cost.is_some() && row.note().is_none())?;
        let (n, cost, before, more) = (row.n, row.cost?, smaller.n, smaller.cost?);
        Some(match row.is_exact() {
            true => format!("at n = {n} the worst case is exactly {cost}, less than {more} at n = {before}"),
            false => format!(
                "at n = {n} less was found ({cost}) than at n = {before} ({more}), although the search went on; \
                 there may well be more"
            ),
        })
    }

    /// What a program reads that is not symbolic, if it takes no symbolic input: then there is nothing to search for.
    pub(super) fn reads_what_is_not_symbolic(&self) -> Result<Option<String>, FindError> {
        let asks = |row: &SizeFound| !row.input.is_empty() || row.also_endless.is_some();
        if self.known.values().any(asks) || self.known.values().all(|row| row.cost.is_none()) {
            return Ok(None);
        }
        let subject = (self.search.subject)(self.options.sizes.first().copied().unwrap_or(1));
        let given = Given::random(self.search.seed);
        let reads = self.stage("looking at standard input", self.options.learn_seconds, |rows| {
            Ok(subject.reads_stdin(given, rows.watch)?)
        })?;
        if reads {
            let command = &self.options.symbolic_stdin;
            return Ok(Some(format!(
                "it reads standard input, which was empty; make it symbolic with: {command}"
            )));
        }
        Ok(Some(match subject.entry {
            Entry::Command(_) => "it asks for none, and does not read standard input; its arguments are those after --".into(),
            _ => "it asks for none; worstcase.h has functions that do, and --call gives a function its arguments".into(),
        }))
    }
}

/// Why nothing could be learned.
fn nothing_learned(tally: &Tally) -> String {
    let reason = if tally.stopped {
        "it has too many paths, or there was too little time (--learn-paths, --learn-time and --max-time allow more)"
    } else if tally.cut_off > 0 {
        "a path was cut off by a limit (worstcase paths --size 1 says which)"
    } else if tally.paths == 0 {
        "no path comes to its end there"
    } else {
        "not all of its paths could be followed (worstcase paths --size 1 says why)"
    };
    format!("not even size 1 could be explored completely: {reason}")
}

/// Who found a cost, if it was not the rule.
fn not_by_rule(row: &SizeFound) -> Option<String> {
    let how = match row.how {
        How::Chance => "a random input",
        How::Climbing => "changing inputs at random",
        How::Walking => "a search by paths that looks ahead",
        How::Stretching => "stretching the input of a smaller size",
        _ => return None,
    };
    Some(match row.guided_paths {
        None | Some(0) => {
            format!("at n = {} the rule's path was not followed to its end; {how} gave this", row.n)
        }
        Some(_) => format!("at n = {} {how} found more than the rule's path", row.n),
    })
}

/// Inputs that were not seen to end.
fn not_ended(row: &SizeFound) -> Option<String> {
    let n = row.n;
    match (&row.stopped_by, &row.also_endless, row.cost) {
        (Some(limit), _, Some(cost)) => {
            Some(format!("at n = {n} the input did not end: {limit}; it had cost {cost} until then"))
        }
        (_, Some(endless), _) => Some(format!(
            "at n = {n} another input did not end: {}; it is {}",
            endless.stopped_by,
            endless.input.text()
        )),
        _ => None,
    }
}
