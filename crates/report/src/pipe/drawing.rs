//! The pipeline as boxes and arrows: from the left to the right, branches below one another.
//!
//! It has its natural size and is scrolled where there is less room: boxes that shrink cannot be read.

use std::fmt::Write;

use worstcase_pipeline::Flow;
use worstcase_pipeline::compose::PipelineSuite;

use super::bars::colour;
use super::{name, share};
use crate::escape::{clip, text};

/// A box, and the room to the next one.
const BOX: f64 = 168.0;
const TALL: f64 = 56.0;
const GAP: f64 = 34.0;
/// From one branch to the next.
const ROW: f64 = 78.0;
/// The width of where a stream begins, ends, or is split.
const END: f64 = 58.0;
/// So many characters of a command fit into a box.
const COMMAND: usize = 22;

/// The whole pipeline.
pub fn drawing(suite: &PipelineSuite) -> String {
    let mut drawing = Drawing { suite, svg: String::new(), width: 0.0 };
    let rows = leaves(&suite.flow);
    let middle = middle(&suite.flow, 0.0);
    let begin = suite.flow.input.as_deref().unwrap_or("input");
    drawing.stream_end(0.0, middle, begin);
    drawing.flow(&suite.flow, END, 0.0, middle);
    let (width, height) = (drawing.width + 2.0, ROW * rows as f64);
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The pipeline\">\
         <svg class=\"flow\" role=\"img\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\
         <title>What reads what</title>\
         <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">\
         <path class=\"head\" d=\"M0 0L8 4L0 8Z\"/></marker></defs>{}</svg></div>",
        drawing.svg
    )
}

/// How many outputs a part has, each of which takes a row.
fn leaves(flow: &Flow) -> usize {
    flow.branches.iter().map(leaves).sum::<usize>().max(1)
}

/// The height of a part whose first row is at `top`: between its first and its last branch.
fn middle(flow: &Flow, top: f64) -> f64 {
    let mut row = top;
    let mut middles = Vec::new();
    for branch in &flow.branches {
        middles.push(middle(branch, row));
        row += ROW * leaves(branch) as f64;
    }
    match (middles.first(), middles.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => top + ROW / 2.0,
    }
}

struct Drawing<'a> {
    suite: &'a PipelineSuite,
    svg: String,
    width: f64,
}

impl Drawing<'_> {
    /// Draws a part that begins at `x`, with `top` as its first row, and whose components are at the height `y`.
    fn flow(&mut self, flow: &Flow, x: f64, top: f64, y: f64) {
        let mut x = x;
        for component in &flow.components {
            self.arrow(x, y, x + GAP, y);
            x += GAP;
            self.component(component.0, x, y);
            x += BOX;
        }
        if flow.branches.is_empty() {
            self.arrow(x, y, x + GAP, y);
            return self.stream_end(x + GAP, y, "output");
        }
        self.arrow(x, y, x + GAP, y);
        x += GAP;
        self.stream_end(x, y, "tee");
        let mut row = top;
        for branch in &flow.branches {
            let there = middle(branch, row);
            if there != y {
                let turn = x + END + GAP * 0.45;
                write!(
                    self.svg,
                    "<path class=\"wire\" d=\"M{:.1} {y:.1}H{turn:.1}V{there:.1}H{:.1}\"/>",
                    x + END,
                    x + END + GAP * 0.6
                )
                .unwrap();
            } else {
                self.wire(x + END, y, x + END + GAP * 0.6);
            }
            self.flow(branch, x + END + GAP * 0.6, row, there);
            row += ROW * leaves(branch) as f64;
        }
    }

    fn wire(&mut self, x: f64, y: f64, to: f64) {
        write!(self.svg, "<path class=\"wire\" d=\"M{x:.1} {y:.1}H{to:.1}\"/>").unwrap();
    }

    fn arrow(&mut self, x: f64, y: f64, to: f64, to_y: f64) {
        write!(
            self.svg,
            "<path class=\"wire\" marker-end=\"url(#head)\" d=\"M{x:.1} {y:.1}L{:.1} {to_y:.1}\"/>",
            to - 1.0
        )
        .unwrap();
    }

    fn stream_end(&mut self, x: f64, y: f64, label: &str) {
        self.width = self.width.max(x + END);
        write!(
            self.svg,
            "<rect class=\"end\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"28\" rx=\"14\"/>\
             <text class=\"across name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 1.0,
            y - 14.0,
            END - 2.0,
            x + END / 2.0,
            y + 4.0,
            text(&clip(label, 8))
        )
        .unwrap();
    }

    fn component(&mut self, number: usize, x: f64, y: f64) {
        let Some(component) = self.suite.components.get(number) else { return };
        let top = y - TALL / 2.0;
        self.width = self.width.max(x + BOX);
        let title = super::command(component);
        write!(self.svg, "<g><title>{}</title>", text(&clip(&title, 300))).unwrap();
        if component.xargs.is_some() {
            // Sheets upon each other: a process for each line.
            for step in [8.0, 4.0] {
                write!(
                    self.svg,
                    "<rect class=\"box\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{TALL}\" rx=\"6\"/>",
                    x + step,
                    top - step,
                    BOX - 8.0
                )
                .unwrap();
            }
        }
        let wide = if component.xargs.is_some() { BOX - 8.0 } else { BOX };
        write!(
            self.svg,
            "<rect class=\"box\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{TALL}\" rx=\"6\"/>\
             <rect class=\"{}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"7\" height=\"{TALL}\" rx=\"3\"/>\
             <text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            colour(number),
            x + 14.0,
            top + 17.0,
            text(&clip(&format!("{} {}", number + 1, component.name), COMMAND))
        )
        .unwrap();
        let mut below = Vec::new();
        below.extend(component.xargs.as_ref().map(|xargs| format!("by {}", clip(xargs, COMMAND - 3))));
        if let Some(first) = self.suite.tests.first()
            && let Some(&cost) = first.per_component.get(number)
        {
            below.push(format!("{:.0} % of {}", 100.0 * share(cost, first), name(0)));
        }
        for (line, said) in below.iter().enumerate() {
            write!(
                self.svg,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 14.0,
                top + 33.0 + 15.0 * line as f64,
                text(said)
            )
            .unwrap();
        }
        self.svg += "</g>";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use worstcase_pipeline::ComponentIdx;
    use worstcase_pipeline::compose::ComponentSummaries;

    fn line(components: &[usize], branches: Vec<Flow>) -> Flow {
        Flow { components: components.iter().map(|&i| ComponentIdx(i)).collect(), branches, input: None }
    }

    fn drawn(flow: Flow, components: usize) -> String {
        let component = |i| ComponentSummaries {
            name: format!("c{i} <x>"),
            xargs: (i == 1).then(|| "xargs -I '{}'".into()),
            ..ComponentSummaries::default()
        };
        let components = (0..components).map(component).collect();
        let html = drawing(&PipelineSuite { flow, components, ..PipelineSuite::default() });
        well_formed(&html);
        html
    }

    #[test]
    fn each_component_is_a_box_and_each_output_an_end() {
        let linear = drawn(line(&[0, 1, 2], vec![]), 3);
        assert_eq!(linear.matches("class=\"part").count(), 3);
        assert_eq!((linear.matches(">output<").count(), linear.matches(">tee<").count()), (1, 0));
        assert_eq!(linear.matches("marker-end").count(), 4);
        // A sheet for each of three processes.
        assert_eq!(linear.matches("class=\"box\"").count(), 3 + 2);
        let inner = line(&[1], vec![line(&[2], vec![]), line(&[], vec![])]);
        let split = drawn(line(&[0], vec![inner, line(&[3], vec![])]), 4);
        assert_eq!(split.matches("class=\"part").count(), 4);
        assert_eq!((split.matches(">output<").count(), split.matches(">tee<").count()), (3, 2));
        assert!(split.contains(&format!("height=\"{:.0}\"", 3.0 * ROW)), "{split}");
        // What reads nothing but what the pipeline reads.
        assert_eq!(
            drawn(line(&[], vec![line(&[0], vec![]), line(&[], vec![])]), 1).matches(">tee<").count(),
            1
        );
    }
}
