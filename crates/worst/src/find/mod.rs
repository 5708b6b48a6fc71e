//! The whole search for the worst case, in stages: learn at small sizes, choose a rule, follow it at the sizes that are
//! wanted, look for what the rule does not know, and say how the cost grows and what the inputs look like.
//!
//! What is found at a size is kept only if it is better than what was known there, whoever found it, so that nothing is
//! lost; and it is saved at once.

mod ascend;
mod attend;
mod earlier;
mod pattern;
mod remarks;
mod rows;

use std::collections::BTreeMap;

pub use attend::FindingKeeper;
use pattern::Confirmed;
pub use rows::Random;
use rows::{Rows, milliseconds};
use worstcase_explore::{RunEnd, StartError, Watch, attended};

use crate::choose::{Choice, Rival};
use crate::finding::{
    About, Challenged, Finding, Generator, How, InputList, LearnedSizes, SizeFound, Trapping,
};
use crate::growth::{Growth, Point, Standing, wanted_sizes};
use crate::search::{Learned, Search};
use crate::strategy::Strategy;
use crate::study::{Extent, Studied};

/// What is searched for, and how far.
#[derive(Clone, Debug)]
pub struct Options {
    /// The sizes that are wanted.
    pub sizes: Vec<u32>,
    /// How far learning may go.
    pub extent: Extent,
    /// How long learning may take, and every other stage that is not about one size.
    pub learn_seconds: f64,
    /// How long each wanted size may take.
    pub size_seconds: f64,
    /// How much work goes into climbing: 1 is a few seconds at each size, and more where that gains.
    pub effort: f64,
    /// What costs are compared with.
    pub random: Random,
    /// How many instructions a run may take where there is only one.
    pub long_steps: u64,
    /// Whether sizes that an earlier run has searched to the end are not searched again.
    pub resume: bool,
    /// The command that makes standard input symbolic, for people who forgot.
    pub symbolic_stdin: String,
}

/// Why there is no finding.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// The program cannot be run.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Something that cannot be was seen: a defect of ours.
    #[error("{0}")]
    Broken(String),
}

/// How long a proof may take.
const PROOF_SECONDS: f64 = 5.0;

/// So many sizes above the learned ones are looked at in any case, for a formula.
const NEXT: u32 = 6;

/// And these, if they take little.
const LARGER: [u32; 4] = [16, 20, 24, 32];

/// How many other strategies that cost as much are looked at for a pattern, and up to which size.
const MOST_OTHERS: usize = 12;
const MOST_LIKE: u32 = 100;

/// The greatest size that is searched only to test a formula, and how often sizes for that are asked for.
const FAR_TESTED: u32 = 300;
const FAR_TESTS: [u32; 6] = [48, 64, 100, 128, 200, 300];
const MOST_TESTS: u32 = 3;

/// Beyond so many decisions on a path, or this size, a pattern is tried first.
const FAR_DECISIONS: f64 = 2e6;
const FAR_SIZE: u32 = 2000;

impl Search<'_> {
    /// Searches for the worst case. What an earlier run has found of the same program is taken up.
    pub fn find(
        &self,
        about: About,
        options: &Options,
        earlier: Option<&Finding>,
        attendant: &dyn FindingKeeper,
    ) -> Result<Finding, FindError> {
        // Until there is something newer, what an earlier run has said is what is saved.
        let earlier_said = earlier.cloned().unwrap_or_default();
        let finding = Finding { about, unfinished: Some("it still runs".into()), ..earlier_said };
        let (known, unread) = (BTreeMap::new(), Vec::new());
        let mut finder =
            Finder { search: self, options, attendant, finding, known, unread, slow: false, far: None };
        finder.find(earlier)?;
        Ok(finder.finding)
    }
}

/// A search that is under way.
struct Finder<'a> {
    search: &'a Search<'a>,
    options: &'a Options,
    attendant: &'a dyn FindingKeeper,
    /// All that is known so far but the sizes.
    finding: Finding,
    /// The best that is known at each size.
    known: BTreeMap<u32, SizeFound>,
    /// What an earlier run has found and there was no time to run again: it is kept, but not reported.
    unread: Vec<SizeFound>,
    /// Whether small sizes took too long already.
    slow: bool,
    /// Where a pattern was run to confirm it: too large for a row, but a formula has to meet it.
    far: Option<Point>,
}

impl Finder<'_> {
    fn find(&mut self, earlier: Option<&Finding>) -> Result<(), FindError> {
        if let Some(earlier) = earlier {
            self.take_up(earlier)?;
        }
        let done = self.done_earlier();
        let studied = self.learn()?;
        let choice = self.choose(&studied.learned)?;
        let far = self.search_sizes(&studied.learned, &choice, &done)?;
        self.search_where_formulas_are_tested(&choice)?;
        let growth = self.growth();
        let confirmed = self.look_for_pattern(&choice, &growth)?;
        self.finding.pattern = confirmed.as_ref().map(Confirmed::found);
        self.far = confirmed.as_ref().map(Confirmed::point);
        for size in far {
            self.search_far(size, &choice, confirmed.as_ref())?;
        }
        self.search_on_where_costs_fall()?;
        self.finding.growth = self.growth().claim();
        self.prove()?;
        self.last_resort()?;
        self.finding.no_input = self.reads_what_is_not_symbolic()?;
        self.finding.unfinished = self.attendant.ended();
        self.finding.remarks = self.remarks(&studied);
        self.save();
        Ok(())
    }

    /// Does a stage of the search.
    fn stage<T: Send>(
        &self,
        doing: &str,
        seconds: f64,
        work: impl FnOnce(&Rows<'_>) -> Result<T, FindError> + Send,
    ) -> Result<T, FindError> {
        let (search, options, attendant) = (self.search, self.options, self.attendant);
        attended(attendant, doing, Some(seconds), |watch: &Watch| {
            work(&Rows { search, options, attendant, watch })
        })
    }

    /// Takes what was found at a size, if it is better than what is known there.
    fn offer(&mut self, found: SizeFound) -> Result<(), FindError> {
        let n = found.n;
        let better = match self.known.remove(&n) {
            None => found,
            Some(known) => better(known, found)?,
        };
        self.known.insert(n, better);
        Ok(())
    }

    /// Brings the finding up to date, and saves it.
    fn save(&mut self) {
        self.summarise();
        let mut saved = self.finding.clone();
        let unread =
            self.unread.iter().filter(|row| self.known.get(&row.n).is_none_or(|known| known.cost < row.cost));
        for row in unread {
            saved.sizes.retain(|known| known.n != row.n);
            saved.sizes.push(row.clone());
        }
        saved.sizes.sort_by_key(|row| row.n);
        self.attendant.save(&saved);
    }

    fn summarise(&mut self) {
        for row in self.known.values_mut().filter(|row| row.made.is_none() && !row.input.is_empty()) {
            row.made = (self.search.subject)(row.n).shown_made(&row.input);
        }
        self.finding.sizes = self.known.values().cloned().collect();
        let greatest = self.finding.sizes.iter().filter(|size| size.is_exact()).map(|size| size.n).max();
        let mut shown: Vec<u32> = self.options.sizes.iter().copied().chain(greatest).collect();
        shown.sort_unstable();
        shown.dedup();
        self.finding.shown = shown;
    }

    /// Explores small sizes completely.
    fn learn(&mut self) -> Result<Studied, FindError> {
        let begun = self.attendant.seconds();
        let (extent, wanted) = (self.options.extent, &self.options.sizes);
        let studied = self.stage("learning", self.options.learn_seconds, |rows| {
            Ok(rows.search.study(extent, wanted, rows.watch)?)
        })?;
        let learned = &studied.learned;
        self.finding.learned = LearnedSizes {
            sizes: learned.iter().map(|known| known.size).collect(),
            paths: learned.iter().map(|known| known.tally.paths).sum(),
            seconds: milliseconds(self.attendant.seconds() - begun),
            ..LearnedSizes::default()
        };
        let exact = self.stage("checking", self.options.learn_seconds, |rows| {
            learned.iter().map(|known| rows.exact(known)).collect::<Result<Vec<SizeFound>, _>>()
        })?;
        for row in exact {
            self.offer(row)?;
        }
        self.finding.traps = self.trapping(&studied.learned)?;
        self.save();
        Ok(studied)
    }

    /// The first input that traps, run to confirm it, unless what is shown does anyway.
    fn trapping(&self, learned: &[Learned]) -> Result<Option<Trapping>, FindError> {
        let Some((n, (_, input))) =
            learned.iter().find_map(|known| Some((known.size, known.trapped.as_ref()?)))
        else {
            return Ok(None);
        };
        let (_, end) = (self.search.subject)(n).replay(input)?;
        let RunEnd::Trapped(trap) = end else {
            return Err(FindError::Broken(format!("a path of size {n} traps, but its input does not")));
        };
        Ok(Some(Trapping { n, trap: trap.to_string(), input: InputList(input.clone()) }))
    }

    /// Chooses the rule to follow. What challenged it is found, too.
    fn choose(&mut self, learned: &[Learned]) -> Result<Choice, FindError> {
        let wanted = &self.options.sizes;
        let choice = self.stage("choosing", self.options.learn_seconds, |rows| {
            Ok(rows.search.choose(learned, wanted, rows.watch)?)
        })?;
        let program = (self.search.subject)(1).program;
        self.finding.generator = Generator::of(&program, &choice);
        let facts = &mut self.finding.learned;
        facts.checked_sizes = choice.checked.clone();
        facts.missed_sizes = choice.missed.clone();
        facts.all_followed = choice.all_followed;
        let challenged = choice.challenges.iter().map(|challenge| Challenged {
            n: challenge.size,
            cost: challenge.cost,
            best: challenge.best.as_ref().map(|best| best.cost),
        });
        self.finding.challenges = challenged.collect();
        let challenged = self.stage("comparing", self.options.learn_seconds, |rows| {
            let mut found = Vec::new();
            for challenge in &choice.challenges {
                let Some(Rival { how, input, .. }) = &challenge.best else { continue };
                let row = SizeFound::nothing(challenge.size, "not reached");
                let subject = (rows.search.subject)(challenge.size);
                // It has been run before, so that it takes no time.
                let rows = Rows { watch: &Watch::default(), ..*rows };
                found.push(rows.offered(row, &subject, *how, input.clone())?);
            }
            Ok(found)
        })?;
        for row in challenged {
            self.offer(row)?;
        }
        self.save();
        Ok(choice)
    }

    /// Searches the wanted sizes, and a few that nobody asked for. Those that are far are left, and returned.
    fn search_sizes(
        &mut self,
        learned: &[Learned],
        choice: &Choice,
        done: &[u32],
    ) -> Result<Vec<u32>, FindError> {
        let greatest = learned.last().map_or(0, |known| known.size);
        self.search_next(greatest, choice)?;
        let mut wanted: Vec<u32> = self.options.sizes.clone();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|size| learned.iter().all(|known| known.size != *size) && !done.contains(size));
        let (mut far, mut ascending) = (Vec::new(), self.ascending());
        for size in wanted {
            if size > FAR_SIZE || self.expected_decisions(size) > FAR_DECISIONS {
                far.push(size);
                continue;
            }
            // What takes too long at one size takes longer at the next.
            let gave_up = |row: &SizeFound| row.reason.as_deref() == Some("not reached");
            let hopeless = self.slow || !choice.is_feasible || self.known.values().any(gave_up);
            let smaller = self.smaller(size);
            let row = self.stage(&format!("following n = {size}"), self.options.size_seconds, |rows| {
                if hopeless {
                    rows.by_chance(size, &smaller)
                } else {
                    rows.along(size, &choice.strategy, &smaller)
                }
            })?;
            self.offer(row)?;
            self.save();
            self.climb(&mut ascending, size)?;
        }
        Ok(far)
    }

    /// A few sizes above the learned ones, as long as they take little.
    fn search_next(&mut self, greatest: u32, choice: &Choice) -> Result<(), FindError> {
        if !choice.is_feasible {
            return Ok(());
        }
        let larger = LARGER.into_iter().filter(|&size| size > greatest + NEXT);
        let sizes: Vec<u32> = (greatest + 1..=greatest + NEXT).chain(larger).collect();
        let (rows, slow) = self.stage("trying", self.options.learn_seconds, |rows| {
            let mut found = Vec::new();
            for &size in sizes.iter().filter(|size| !rows.options.sizes.contains(size)) {
                found.extend(rows.extra(size, &choice.strategy)?);
                if rows.watch.is_stopped() {
                    break;
                }
            }
            Ok((found, rows.watch.is_stopped()))
        })?;
        self.slow = slow;
        for row in rows {
            self.offer(row)?;
        }
        self.save();
        Ok(())
    }

    /// A size that no search reaches: by the pattern, if there is one.
    fn search_far(
        &mut self,
        size: u32,
        choice: &Choice,
        confirmed: Option<&Confirmed>,
    ) -> Result<(), FindError> {
        let smaller = self.smaller(size);
        let slow = self.slow || !choice.is_feasible;
        let row = self.stage(&format!("running n = {size}"), self.options.size_seconds, |rows| {
            match confirmed.map(|confirmed| rows.by_pattern(confirmed, size)).transpose()?.flatten() {
                Some(row) => Ok(row),
                None if slow => rows.by_chance(size, &smaller),
                None => rows.along(size, &choice.strategy, &smaller),
            }
        })?;
        self.offer(row)?;
        self.save();
        Ok(())
    }

    /// A cost below that of a smaller size is a reason to go on searching.
    fn search_on_where_costs_fall(&mut self) -> Result<(), FindError> {
        for size in self.options.sizes.clone() {
            let Some(row) = self.known.get(&size).cloned() else { continue };
            if row.is_exact() || row.cost.is_none() || self.greater_before(&row).is_none() {
                continue;
            }
            let smaller = self.smaller(size);
            let doing = format!("searching on at n = {size}");
            let row =
                self.stage(&doing, self.options.size_seconds, |rows| rows.searched_on(row, &smaller))?;
            self.offer(row)?;
            self.save();
        }
        Ok(())
    }

    /// Asks for the other side of the growth, if there is something to prove and time for it.
    fn prove(&mut self) -> Result<(), FindError> {
        if self.finding.growth.class.is_none() || self.attendant.ended().is_some() {
            return Ok(());
        }
        let upper = self.stage("proving", PROOF_SECONDS, |rows| Ok(rows.attendant.prove(rows.watch)))?;
        if let Some(upper) = upper {
            self.finding.growth = std::mem::take(&mut self.finding.growth).with_upper(upper);
        }
        Ok(())
    }

    /// Sizes for which there was no time get at least what a moment gives.
    fn last_resort(&mut self) -> Result<(), FindError> {
        for size in self.options.sizes.clone() {
            if self.known.get(&size).is_some_and(|row| row.cost.is_some()) {
                continue;
            }
            let smaller = self.smaller(size);
            let row = self
                .stage("looking once more", self.options.size_seconds, |rows| rows.at_once(size, &smaller))?;
            self.offer(row)?;
        }
        Ok(())
    }

    /// A smaller size at which more was found.
    fn greater_before(&self, row: &SizeFound) -> Option<&SizeFound> {
        let before = self.known.range(..row.n).map(|(_, smaller)| smaller);
        before.filter(|smaller| smaller.cost > row.cost).max_by_key(|smaller| smaller.cost)
    }

    fn smaller(&self, size: u32) -> Vec<SizeFound> {
        self.known.range(..size).map(|(_, row)| row.clone()).collect()
    }

    /// How many decisions a path of a size will have, judging by those of smaller sizes.
    fn expected_decisions(&self, size: u32) -> f64 {
        let guided = |row: &&SizeFound| row.guided_paths.is_some_and(|paths| paths > 0);
        let mut along = self.known.values().filter(guided).rev();
        let (Some(last), Some(before)) = (along.next(), along.next()) else { return 0.0 };
        let (more, fewer) = (last.depth.max(1) as f64, before.depth.max(1) as f64);
        let power = (more / fewer).ln() / (f64::from(last.n) / f64::from(before.n)).ln();
        more * (f64::from(size) / f64::from(last.n)).powf(power.clamp(0.0, 20.0))
    }

    /// Sizes that nobody asked for, but that would confirm or refute a formula.
    fn search_where_formulas_are_tested(&mut self, choice: &Choice) -> Result<(), FindError> {
        for _ in 0..MOST_TESTS {
            let mut sizes = wanted_sizes(&self.points());
            sizes.retain(|size| *size <= FAR_TESTED && !self.known.contains_key(size));
            if sizes.is_empty() || self.slow || !choice.is_feasible {
                break;
            }
            let found = self.stage("testing a formula", self.options.learn_seconds, |rows| {
                let mut found = Vec::new();
                for size in sizes {
                    found.extend(rows.extra(size, &choice.strategy)?);
                }
                Ok(found)
            })?;
            if found.is_empty() {
                break;
            }
            for row in found {
                self.offer(row)?;
            }
            self.save();
        }
        self.test_formula_far(choice)
    }

    /// Follows the rule at larger sizes, as long as they take little, to see whether a formula still holds: where values
    /// or memory end, growth does.
    fn test_formula_far(&mut self, choice: &Choice) -> Result<(), FindError> {
        if self.slow || !choice.is_feasible || self.growth().formula().is_none() {
            return Ok(());
        }
        let sizes = FAR_TESTS.into_iter().filter(|size| !self.known.contains_key(size));
        let sizes: Vec<u32> = sizes.collect();
        let found = self.stage("testing a formula far", self.options.learn_seconds, |rows| {
            let mut found = Vec::new();
            for size in sizes {
                match rows.extra(size, &choice.strategy)? {
                    Some(row) if !rows.watch.is_stopped() => found.push(row),
                    // What takes too long at one size takes longer at the next.
                    _ => break,
                }
            }
            Ok(found)
        })?;
        for row in found {
            self.offer(row)?;
        }
        self.save();
        Ok(())
    }

    fn growth(&self) -> Growth {
        Growth::of(&self.points())
    }

    /// What is known at each size, for a formula.
    fn points(&self) -> Vec<Point> {
        // A run that trapped was cut short.
        let whole = self.known.values().filter(|row| row.is_exact() || row.trapped.is_none());
        let points = whole.filter_map(|row| {
            let standing = match row.how {
                How::Paths => Standing::Exact,
                How::Rule | How::Pattern if row.stopped_by.is_none() => Standing::Reached,
                _ => Standing::Climbed,
            };
            Some(Point { size: row.n, cost: row.cost?, standing })
        });
        points.chain(self.far).collect()
    }

    /// Looks for a rule that makes inputs of every size. Where it makes costlier ones than were found, they are taken.
    fn look_for_pattern(&mut self, choice: &Choice, growth: &Growth) -> Result<Option<Confirmed>, FindError> {
        let known: Vec<SizeFound> = self.known.values().cloned().collect();
        let slow = self.slow;
        let (confirmed, better) =
            self.stage("looking for a pattern", self.options.learn_seconds, |rows| {
                let mut confirmed = rows.pattern(&known, &known, growth)?;
                // Of several worst cases, maybe another one has a pattern.
                let others = choice.free.iter().take(MOST_OTHERS).map(|&key| choice.strategy.turned(key));
                for other in std::iter::once(choice.strategy.clone()).chain(others) {
                    if confirmed.is_some() || slow || !choice.is_feasible || rows.watch.is_stopped() {
                        break;
                    }
                    confirmed = rows.pattern(&as_costly(rows, &known, &other)?, &known, growth)?;
                }
                let mut better = Vec::new();
                if let Some(confirmed) = &confirmed {
                    for row in known.iter().filter(|row| !row.is_exact() && row.cost.is_some()) {
                        let made = rows.by_pattern(confirmed, row.n)?;
                        better.extend(made.filter(|made| made.cost > row.cost));
                    }
                }
                Ok((confirmed, better))
            })?;
        for row in better {
            self.offer(row)?;
        }
        self.save();
        Ok(confirmed)
    }
}

/// The sizes that were found, but with the inputs of another strategy, as far as they cost as much.
fn as_costly(rows: &Rows<'_>, known: &[SizeFound], strategy: &Strategy) -> Result<Vec<SizeFound>, FindError> {
    let mut like = Vec::new();
    for row in known.iter().filter(|row| row.n <= MOST_LIKE) {
        like.extend(rows.extra(row.n, strategy)?.filter(|other| other.cost >= row.cost));
    }
    Ok(like)
}

/// The better of two findings at one size, with what the other knows besides.
fn better(known: SizeFound, found: SizeFound) -> Result<SizeFound, FindError> {
    let exact = [&known, &found].into_iter().find(|row| row.is_exact());
    if let Some(exact) = exact
        && known.cost.max(found.cost) > exact.cost
    {
        return Err(FindError::Broken(format!(
            "all paths of size {} were found to cost at most {:?}, but an input costs {:?}",
            exact.n,
            exact.cost.unwrap_or_default(),
            known.cost.max(found.cost).unwrap_or_default()
        )));
    }
    // Of equal costs, what was found by a rule says more than what was found by chance, and now more than earlier.
    let worth = |row: &SizeFound| (row.cost, row.is_exact(), row.how, !row.earlier);
    let (best, other) = if worth(&found) > worth(&known) { (found, known) } else { (known, found) };
    let explored = if best.paths == 0 && best.depth == 0 { &other } else { &best };
    Ok(SizeFound {
        guided_paths: explored.guided_paths,
        paths: explored.paths,
        depth: explored.depth,
        questions: explored.questions,
        solver_calls: explored.solver_calls,
        seconds: explored.seconds,
        memory_mb: explored.memory_mb,
        random_mean: best.random_mean.or(other.random_mean),
        random_most: best.random_most.max(other.random_most),
        also_endless: best.also_endless.or(other.also_endless),
        reason: best.cost.is_none().then_some(best.reason).flatten(),
        ..best
    })
}
