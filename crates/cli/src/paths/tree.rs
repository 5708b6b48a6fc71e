//! Paths one by one: as a list, and as the computation tree (as in figure 2 of WISE's paper).

use std::fmt::Write;

use worstcase_explore::{Decision, End, Path, Reply, Summary, Trail, Visitor, shown};
use worstcase_machine::process::Costs;
use worstcase_program::Program;
use worstcase_term::Terms;

/// The most characters of a condition that are shown.
const CONDITION: usize = 80;

/// A visitor that sums up all paths and, if they are to be shown, keeps them.
pub struct Forest<'a> {
    summary: Summary<'a>,
    program: &'a Program,
    cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    /// What the inputs are called, as far as they have names.
    names: &'a [String],
    shows: bool,
    paths: Vec<Leaf>,
}

/// The paths that were kept.
pub struct Kept {
    paths: Vec<Leaf>,
}

/// A path and all that is shown of it.
struct Leaf {
    trail: Trail,
    choices: Vec<Choice>,
    cost: i64,
    end: Option<String>,
    input: String,
}

/// A decision that could have been another.
#[derive(Clone, PartialEq, Eq)]
struct Choice {
    place: String,
    /// What was asked.
    question: String,
    /// What was answered.
    answer: String,
    /// What that says about the inputs.
    fact: String,
}

impl<'a> Forest<'a> {
    pub fn new(
        summary: Summary<'a>,
        program: &'a Program,
        cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
        names: &'a [String],
        shows: bool,
    ) -> Self {
        Forest { summary, program, cost, names, shows, paths: Vec::new() }
    }

    /// The summary, and the paths in the order of their decisions.
    pub fn split(mut self) -> (Summary<'a>, Kept) {
        self.paths.sort_by(|a, b| b.trail.cmp(&a.trail));
        (self.summary, Kept { paths: self.paths })
    }

    fn choice(&self, terms: &Terms, decision: &Decision) -> Choice {
        let place = decision.at.and_then(|pc| {
            let offset = self.program.origins[pc as usize].offset;
            Some(self.program.location(offset)?.to_string())
        });
        let name =
            |input: u32| self.names.get(input as usize).cloned().unwrap_or_else(|| format!("x{input}"));
        let show = |term| terms.display(term).named(&name).limit(CONDITION).to_string();
        let (question, answer) = match decision.reply {
            Reply::Truth(holds) => (show(decision.term), if holds { "yes" } else { "no" }.to_string()),
            Reply::Value(value) | Reply::Fixed(value, _) => {
                (format!("{} = ?", show(decision.term)), value.to_string())
            }
            Reply::Places(_) => (show(decision.term), "anywhere".to_string()),
            Reply::Known(_) => (show(decision.term), "known".to_string()),
        };
        let fact = decision.fact.map(show).unwrap_or_default();
        Choice { place: place.unwrap_or_default(), question, answer, fact }
    }
}

impl Visitor for Forest<'_> {
    fn visit(&mut self, path: &mut Path<'_>) {
        self.summary.visit(path);
        if self.shows {
            let input = shown(&path.natural_input());
            let open = path.decisions.iter().filter(|decision| decision.open);
            self.paths.push(Leaf {
                trail: path.trail(),
                choices: open.map(|decision| self.choice(path.terms(), decision)).collect(),
                cost: (self.cost)(&path.costs),
                end: match path.end {
                    End::Returned => None,
                    End::Exited(code) => Some(format!("exited with code {code}")),
                    End::Failed => Some("failed".into()),
                    End::Trapped(trap) => Some(format!("trapped: {trap}")),
                    End::CutOff(_) => Some("cut off".into()),
                },
                input,
            });
        }
    }

    fn merge(&mut self, other: Self) {
        self.summary.merge(other.summary);
        self.paths.extend(other.paths);
    }
}

impl Leaf {
    fn text(&self) -> String {
        let end = self.end.as_ref().map(|end| format!("  {end}")).unwrap_or_default();
        format!("cost {}  input {}{end}", self.cost, self.input)
    }
}

impl Kept {
    /// One line for each path.
    pub fn list(&self) -> String {
        let width = |of: fn(&Leaf) -> usize| self.paths.iter().map(of).max().unwrap_or(0);
        let (costs, inputs) =
            (width(|leaf| leaf.cost.to_string().len()), width(|leaf| leaf.input.chars().count()));
        let mut text = String::new();
        for leaf in &self.paths {
            let facts: Vec<&str> = leaf.choices.iter().map(|choice| choice.fact.as_str()).collect();
            let condition = if facts.is_empty() { "any input".to_string() } else { facts.join(" && ") };
            let end = leaf.end.as_ref().map(|end| format!("  ({end})")).unwrap_or_default();
            let _ = writeln!(text, "{:>costs$}  {:<inputs$}  {condition}{end}", leaf.cost, leaf.input);
        }
        text
    }

    /// The tree, indented.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // What is left to write: paths with their first so many decisions in common, and what stands before them.
        let mut open = vec![(0..self.paths.len(), 0, String::new(), String::new())];
        while let Some((range, depth, lead, indent)) = open.pop() {
            let Some(first) = self.paths.get(range.start).filter(|_| !range.is_empty()) else { continue };
            let Some(choice) = first.choices.get(depth) else {
                let _ = writeln!(text, "{lead}{}", first.text());
                continue;
            };
            let _ = writeln!(text, "{lead}{}  {}", choice.place, choice.question);
            let groups = self.groups(range, depth);
            let last = groups.len() - 1;
            for (i, group) in groups.into_iter().enumerate().rev() {
                let (corner, below) = if i == last { ("└─", "  ") } else { ("├─", "│ ") };
                let answer = &self.paths[group.start].choices[depth].answer;
                let lead = format!("{indent}{corner} {answer}: ");
                open.push((group, depth + 1, lead, format!("{indent}{below} ")));
            }
        }
        text
    }

    /// The tree for Graphviz.
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph paths {\n  node [shape=box, fontname=monospace];\n");
        let mut open = vec![(0..self.paths.len(), 0, None)];
        let mut nodes = 0;
        while let Some((range, depth, from)) = open.pop() {
            let Some(first) = self.paths.get(range.start).filter(|_| !range.is_empty()) else { continue };
            let node = nodes;
            nodes += 1;
            let label = match first.choices.get(depth) {
                Some(choice) => format!("{}\\n{}", quoted(&choice.place), quoted(&choice.question)),
                None => quoted(&first.text()),
            };
            let shape = if first.choices.len() > depth { "" } else { ", shape=plain" };
            let _ = writeln!(text, "  n{node} [label=\"{label}\"{shape}];");
            if let Some((parent, answer)) = from {
                let _ = writeln!(text, "  n{parent} -> n{node} [label=\"{}\"];", quoted(answer));
            }
            if first.choices.len() > depth {
                for group in self.groups(range, depth).into_iter().rev() {
                    let answer = self.paths[group.start].choices[depth].answer.as_str();
                    open.push((group, depth + 1, Some((node, answer))));
                }
            }
        }
        text + "}\n"
    }

    /// Paths that agree up to a depth, by what they answer there.
    fn groups(&self, range: std::ops::Range<usize>, depth: usize) -> Vec<std::ops::Range<usize>> {
        let mut groups: Vec<std::ops::Range<usize>> = Vec::new();
        for at in range {
            let answer = |at: usize| self.paths[at].choices.get(depth).map(|choice| &choice.answer);
            match groups.last_mut() {
                Some(group) if answer(group.start) == answer(at) => group.end = at + 1,
                _ => groups.push(at..at + 1),
            }
        }
        groups
    }
}

/// Text between quotation marks of Graphviz.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
