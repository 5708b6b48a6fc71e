//! Findings for tests.

use worstcase_worst::{Finding, SizeFound, Status};

use crate::Page;

/// A size with a cost.
pub fn size(n: u32, cost: i64, status: Status) -> SizeFound {
    SizeFound { n, cost: Some(cost), status, ..SizeFound::default() }
}

/// A finding with sizes.
pub fn finding(sizes: Vec<SizeFound>) -> Finding {
    Finding { sizes, ..Finding::default() }
}

/// A page of a finding, without anything around it.
pub fn page(finding: &Finding) -> Page<'_> {
    Page { finding, command: "", sources: &[] }
}
