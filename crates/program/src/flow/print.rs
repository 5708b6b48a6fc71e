//! A flowgraph as text: a line for each block and each loop. `{:#}` also lists the operators, with their
//! offsets.
//!
//! `b3/1 l0: branch c2 0 b4, 1 b7 (1: 3 to 0)` is block 3, entered with one operand on the stack, in loop 0;
//! it ends with conditional 2, which leads to block 4 if it is false, else to block 7, moving one operand
//! from slot 3 to 0.

use std::fmt;

use super::{Edge, End, Flow};

impl fmt::Display for Flow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in self.blocks() {
            let block = &self[index];
            write!(f, "{index}/{}", block.height)?;
            if let Some(l) = self.innermost_loop(index) {
                write!(f, " l{}", l.index.0)?;
            }
            match block.end {
                End::Goto => write!(f, ": goto")?,
                End::Branch(c) => write!(f, ": branch c{}", c.0)?,
                End::Table(c) => write!(f, ": table c{}", c.0)?,
                End::Return => write!(f, ": return")?,
                End::Trap => write!(f, ": trap")?,
            }
            let choices = self.successors(index).len() > 1;
            for edge in self.successors(index) {
                write!(f, "{}", if edge.choice == 0 { " " } else { ", " })?;
                if choices {
                    write!(f, "{} ", edge.choice)?;
                }
                target(f, edge)?;
            }
            writeln!(f)?;
            if f.alternate() {
                for (operator, offset) in self.operators(index) {
                    writeln!(f, "    {offset:#x} {operator:?}")?;
                }
            }
        }
        for l in self.loops() {
            write!(f, "l{}", l.index.0)?;
            if let Some(parent) = l.parent {
                write!(f, " in l{}", parent.0)?;
            }
            write!(f, ": header {}, back from", l.header)?;
            for edge in self.back_edges(l) {
                write!(f, " {}", edge.source)?;
            }
            write!(f, ", exits")?;
            for edge in self.exits(l) {
                write!(f, " {}-{}", edge.source, edge.target)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn target(f: &mut fmt::Formatter<'_>, edge: &Edge) -> fmt::Result {
    write!(f, "{}", edge.target)?;
    if edge.carried > 0 && edge.from_slot != edge.to_slot {
        write!(f, " ({}: {} to {})", edge.carried, edge.from_slot, edge.to_slot)?;
    }
    Ok(())
}
