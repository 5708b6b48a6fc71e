//! All sizes as a table.

use std::fmt::Write;

use crate::chart::thinned;
use crate::escape::{clip, link, text};
use crate::{Page, number, words};
use worstcase_worst::{SizeFound, Status};

/// So many sizes are listed.
const ROWS: usize = 400;

/// A table of all sizes; columns that would be empty are left out.
pub fn sizes(report: &Page<'_>, sizes: &[&SizeFound]) -> String {
    let kept = thinned(sizes, ROWS);
    let memory = kept.iter().any(|size| size.memory_mb.is_some());
    let random = kept.iter().any(|size| size.random_mean.is_some());
    let mut html = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All sizes\"><table><thead><tr>",
    );
    write!(
        html,
        "<th>n</th><th>{}</th><th class=\"words\">worth</th>",
        text(&clip(&report.finding.about.cost_name, 30))
    )
    .unwrap();
    if random {
        html += "<th>random mean</th><th>random most</th><th>times mean</th>";
    }
    html +=
        "<th class=\"words\">how</th><th>paths</th><th>questions</th><th>solver calls</th><th>seconds</th>";
    if memory {
        html += "<th>memory, MB</th>";
    }
    html += "<th class=\"words\">input</th></tr></thead><tbody>";
    for size in &kept {
        html += &row(size, random, memory);
    }
    html += "</tbody></table></div>";
    if kept.len() < sizes.len() {
        write!(html, "<p class=\"aside\">{} of {} sizes are listed.</p>", kept.len(), sizes.len()).unwrap();
    }
    html
}

/// What a cost is worth, in words that stand out.
pub fn worth(status: Status) -> &'static str {
    match status {
        Status::Exact => "<span class=\"worth exact\">exact</span>",
        Status::AtLeast => "<span class=\"worth least\">at least</span>",
        Status::NotEnded => "<span class=\"worth least\">at least, did not end</span>",
        Status::Nothing => "<span class=\"worth missing\">nothing found</span>",
    }
}

fn row(size: &SizeFound, random: bool, memory: bool) -> String {
    let or_dash = |cell: Option<String>| cell.unwrap_or("–".into());
    let mut html = format!("<tr><th>{}</th>", size.n);
    let mut cell = |cell: String| write!(html, "<td>{cell}</td>").unwrap();
    let in_words = |cell: String| format!("<div class=\"words\">{cell}</div>");
    // For people who search the page for the digits.
    cell(or_dash(size.cost.map(|cost| format!("<data value=\"{cost}\">{}</data>", number::integer(cost)))));
    cell(in_words(worth(size.status).to_string()));
    if random {
        cell(or_dash(size.random_mean.map(number::mean)));
        cell(or_dash(size.random_most.map(number::integer)));
        cell(or_dash(
            size.cost.zip(size.random_mean).and_then(|(cost, mean)| number::times(cost as f64, mean)),
        ));
    }
    let mut how = text(&clip(&words::how(size), 120)).to_string();
    if let (Some(cost), Some(most)) = (size.cost, size.random_most)
        && most > cost
    {
        how += " <span class=\"warning\">a random input is worse</span>";
    }
    cell(in_words(how));
    cell(number::count(size.paths));
    cell(number::count(size.questions));
    cell(number::count(size.solver_calls));
    cell(number::seconds(size.seconds));
    if memory {
        cell(or_dash(size.memory_mb.map(number::mean)));
    }
    let mut input = format!("<code>{}</code>", text(&clip(&size.input_text(), 22)));
    if let Some(note) = size.note() {
        input = format!("<span class=\"warning\">{}</span> {input}", text(&clip(&note, 80)));
    }
    if let Some(link) = size.file().as_deref().and_then(link) {
        write!(input, " <a href=\"{link}\">file</a>").unwrap();
    }
    cell(in_words(input));
    html + "</tr>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use crate::testing::{page, size};
    use worstcase_worst::Finding;

    fn table(rows: &[SizeFound]) -> String {
        let html = sizes(&page(&Finding::default()), &rows.iter().collect::<Vec<_>>());
        well_formed(&html);
        html
    }

    #[test]
    fn every_row_has_all_columns() {
        let plain = SizeFound { n: 1, ..SizeFound::default() };
        let full = SizeFound { random_mean: Some(1.0), memory_mb: Some(2.0), ..plain.clone() };
        for rows in [&[plain.clone()][..], &[plain, full]] {
            let html = table(rows);
            let columns = html.split("</thead>").next().unwrap().matches("<th").count() - 1;
            for row in html.split("<tr>").skip(2) {
                assert_eq!(row.matches("<td").count() + 1, columns);
            }
        }
    }

    #[test]
    fn a_cost_that_a_random_input_beats_says_so() {
        let size = SizeFound { random_most: Some(6), ..size(1, 5, Status::AtLeast) };
        assert!(table(std::slice::from_ref(&size)).contains("a random input is worse"));
        assert!(!table(&[SizeFound { random_most: Some(5), ..size }]).contains("a random input is worse"));
    }
}
