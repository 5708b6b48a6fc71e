//! Inputs that are the best known at something: at the cost, or at how often a side of a conditional is taken.
//!
//! Whoever changes one input, and keeps what costs more, is stuck where no small change costs more. To take a side more often
//! than ever before may cost nothing yet, and be on the way to what does: the seventeenth key with the same hash needs sixteen
//! others. So every side has a champion, and all champions are changed (PerfFuzz: Lemieux, Padhye, Sen and Song, ISSTA 2018).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use worstcase_explore::{Input, Many, StartError, Watch};
use worstcase_machine::SplitMix;

use crate::draft::Costed;
use crate::improve::{BEGINNING, Means, OneRun, Runs, together};
use crate::moves::{Made, Moves, Words};
use crate::mutate;

/// So many populations are changed side by side, and put together so many times: which thread has which makes no difference.
const ISLANDS: usize = 4;
const EPOCHS: u64 = 4;

/// The costliest input is changed in one of so many runs; else any champion is.
const FAVOURED: u64 = 3;

/// An island needs so many runs in an epoch to be worth it.
const WORTHWHILE: u64 = 50;

/// An input, and what its run was like.
#[derive(Clone)]
struct Member {
    costed: Costed,
    sides: Vec<u32>,
}

impl Member {
    /// How much memory it takes.
    fn bytes(&self) -> usize {
        size_of_val(&self.costed.input[..]) + size_of_val(&self.sides[..])
    }
}

/// The best known inputs.
#[derive(Clone, Default)]
struct Archive {
    /// The most memory that they may take together, in bytes.
    room: usize,
    members: Vec<Member>,
    /// How many sides each of them is the champion of. Who is of none gives its place to the next.
    wins: Vec<usize>,
    /// The champion of each side, and how often it takes that.
    champions: Vec<Option<(u32, usize)>>,
    /// The costliest.
    costliest: Option<usize>,
}

impl Archive {
    /// Keeps a run if it takes a side more often than any other, or as often and costs more. Says whether it does.
    fn offer(&mut self, member: &Member) -> bool {
        self.champions.resize(member.sides.len(), None);
        let rank = member.costed.rank();
        let wins = |(side, &count): (usize, &u32)| {
            let is_better = match self.champions[side] {
                None => true,
                Some((most, champion)) => {
                    count > most || count == most && rank > self.members[champion].costed.rank()
                }
            };
            (count > 0 && is_better).then_some(side)
        };
        let won: Vec<usize> = member.sides.iter().enumerate().filter_map(wins).collect();
        let is_costliest = self.costliest.is_none_or(|most| rank > self.members[most].costed.rank());
        if won.is_empty() && !is_costliest {
            return false;
        }
        let place = self.place_for(member);
        if place == self.members.len() {
            self.members.push(member.clone());
            self.wins.push(0);
        } else {
            self.members[place] = member.clone();
            self.wins[place] = 0;
        }
        for side in won {
            if let Some((_, champion)) = self.champions[side].replace((member.sides[side], place)) {
                self.wins[champion] -= 1;
            }
            self.wins[place] += 1;
        }
        if is_costliest {
            self.costliest = Some(place);
        }
        true
    }

    /// Where a new one goes: in place of one that is the best at nothing any more, else behind all. Where there is no room, one that is
    /// the best at the least has to go, and its sides are for whoever comes.
    fn place_for(&mut self, member: &Member) -> usize {
        let least = (0..self.members.len())
            .filter(|&place| self.costliest != Some(place))
            .min_by_key(|&place| self.wins[place]);
        let Some(least) = least else { return self.members.len() };
        let has_room = (self.members.len() + 1) * member.bytes() <= self.room;
        if self.wins[least] > 0 && has_room {
            return self.members.len();
        }
        for champion in &mut self.champions {
            *champion = champion.filter(|(_, place)| *place != least);
        }
        least
    }

    /// An input that is worth a change.
    fn pick(&self, random: &mut SplitMix) -> Option<&Costed> {
        let any = random.below(self.members.len().max(1) as u64) as usize;
        let place = if random.below(FAVOURED) == 0 { self.costliest? } else { any };
        Some(&self.members.get(place)?.costed)
    }
}

/// Changes inputs, and what becomes of them, for so many instructions. With words, moves learn what gains: that leads to one costly
/// input, and away from others. Returns all champions, and how many instructions it took.
pub(crate) fn champions(
    runs: &Runs<'_>,
    beginnings: &[&[Input]],
    words: Option<&Words>,
    means: &Means,
    watch: &Watch,
) -> Result<(Vec<Costed>, u64), StartError> {
    // All islands have one at the same time, and there is the one that they begin with.
    let mut archive = Archive { room: means.memory / (ISLANDS + 1), ..Archive::default() };
    let mut spent = 0;
    let mut many = runs.many(true, means.instructions, watch);
    for input in beginnings {
        if watch.is_stopped() {
            break;
        }
        spent += try_all(runs, &mut many, &[input.to_vec()], &mut archive, watch)?.0;
    }
    drop(many);
    let once = spent / beginnings.len().max(1) as u64;
    let each = means.instructions.saturating_sub(spent) / EPOCHS / ISLANDS as u64;
    if each < WORTHWHILE * once.max(1) {
        return Ok((Vec::new(), spent));
    }
    for epoch in 0..EPOCHS {
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Result<(Archive, u64), StartError>>> =
            (0..ISLANDS).map(|_| Mutex::new(Ok(Default::default()))).collect();
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(result) = results.get(number) else { return };
                let seed = SplitMix(means.seed ^ (epoch << 8 | number as u64)).next_bits();
                let moves = words.map(Moves::new);
                let island = Island { runs, moves, random: SplitMix(seed), watch };
                let made = island.changed(archive.clone(), each);
                *result.lock().unwrap_or_else(PoisonError::into_inner) = made;
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..means.threads.min(ISLANDS) {
                scope.spawn(work);
            }
            work();
        });
        for result in results {
            let (made, took) = result.into_inner().unwrap_or_else(PoisonError::into_inner)?;
            for member in &made.members {
                archive.offer(member);
            }
            spent += took;
        }
    }
    Ok((archive.members.into_iter().map(|member| member.costed).collect(), spent))
}

/// Runs inputs, and offers them. Returns how many instructions that took, and of each whether it was kept.
fn try_all(
    runs: &Runs<'_>,
    many: &mut Many<'_>,
    inputs: &[Vec<Input>],
    archive: &mut Archive,
    watch: &Watch,
) -> Result<(u64, Vec<bool>), StartError> {
    let (mut spent, mut kept) = (0, Vec::new());
    for OneRun { costed, executed, sides } in runs.run_many(many, inputs, watch)? {
        spent += executed + BEGINNING;
        kept.push(costed.is_some_and(|costed| {
            watch.worst.fetch_max(costed.cost, Ordering::Relaxed);
            archive.offer(&Member { costed, sides })
        }));
    }
    Ok((spent, kept))
}

/// One population that is changed.
struct Island<'i> {
    runs: &'i Runs<'i>,
    /// Moves that learn; if there are none, all kinds of changes are made alike.
    moves: Option<Moves<'i>>,
    random: SplitMix,
    watch: &'i Watch,
}

impl Island<'_> {
    /// What becomes of an archive in so many instructions, and how many it took.
    fn changed(mut self, mut archive: Archive, instructions: u64) -> Result<(Archive, u64), StartError> {
        let (mut spent, mut runs) = (0, 0);
        let mut many = self.runs.many(true, instructions, self.watch);
        while spent < instructions && !self.watch.is_stopped() {
            let count = together(instructions - spent, spent / u64::max(runs, 1));
            let (mut inputs, mut made) = (Vec::new(), Vec::new());
            for _ in 0..count {
                let Some(now) = archive.pick(&mut self.random) else { break };
                let others = archive.pick(&mut self.random).map(|other| &other.input[..]);
                let others = others.as_slice();
                let (input, by) = match &self.moves {
                    Some(moves) => moves.changed(&now.input, others, &mut self.random),
                    None => (mutate::changed(&now.input, others, &mut self.random), Made::default()),
                };
                inputs.push(input);
                made.push(by);
            }
            if inputs.is_empty() {
                break;
            }
            runs += count;
            let (took, kept) = try_all(self.runs, &mut many, &inputs, &mut archive, self.watch)?;
            spent += took;
            for (by, kept) in made.into_iter().zip(kept) {
                if let Some(moves) = &mut self.moves {
                    moves.learn(by, kept);
                }
            }
            self.watch.paths.fetch_add(count, Ordering::Relaxed);
        }
        Ok((archive, spent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(cost: i64, sides: &[u32]) -> Member {
        let costed = Costed { input: Vec::new(), cost, tie: 0, executed: 0 };
        Member { costed, sides: sides.to_vec() }
    }

    fn costs(archive: &Archive) -> Vec<i64> {
        archive.members.iter().map(|member| member.costed.cost).collect()
    }

    #[test]
    fn who_is_the_best_at_something_stays() {
        let mut archive = Archive { room: 1000, ..Archive::default() };
        archive.offer(&member(10, &[1, 5]));
        // Cheaper, but it takes the first side more often.
        archive.offer(&member(3, &[2, 0]));
        assert_eq!(costs(&archive), [10, 3]);
        // The best at nothing.
        archive.offer(&member(9, &[1, 4]));
        assert_eq!(costs(&archive), [10, 3]);
        // As often and costlier: it takes the place of whoever is the best at nothing any more, once there is one.
        archive.offer(&member(11, &[2, 5]));
        assert_eq!(costs(&archive), [10, 3, 11]);
        archive.offer(&member(4, &[9, 0]));
        assert_eq!(costs(&archive), [4, 3, 11]);
    }

    #[test]
    fn the_costliest_stays_even_if_it_takes_no_side_most_often() {
        let mut archive = Archive { room: 1000, ..Archive::default() };
        archive.offer(&member(10, &[5]));
        archive.offer(&member(12, &[4]));
        archive.offer(&member(11, &[6]));
        assert_eq!(costs(&archive), [10, 12, 11]);
        archive.offer(&member(1, &[7]));
        assert_eq!(costs(&archive), [1, 12, 11]);
    }

    #[test]
    fn where_there_is_no_room_who_is_the_best_at_the_least_goes() {
        // Room for two of three sides, of four bytes each.
        let mut archive = Archive { room: 24, ..Archive::default() };
        archive.offer(&member(10, &[1, 0, 0]));
        archive.offer(&member(5, &[2, 2, 0]));
        archive.offer(&member(3, &[0, 0, 1]));
        assert_eq!(costs(&archive), [10, 3]);
        // Nobody is the champion of what only the one that went has done.
        archive.offer(&member(2, &[1, 1, 2]));
        assert_eq!((costs(&archive), &archive.wins[..]), (vec![10, 2], &[0, 3][..]));
    }
}
