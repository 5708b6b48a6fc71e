//! Who calls whom, and why a function has no bound although all of its loops have.

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::host::HostFunction;
use worstcase_program::{FuncIdx, Program};

use crate::analyse::Analysis;
use crate::result::{FunctionBounds, plain};

/// Who calls whom.
pub struct Calls {
    /// Of each function those that it calls, in code order; `None` where a pointer decides.
    callees: BTreeMap<FuncIdx, Vec<Option<FuncIdx>>>,
}

impl Calls {
    pub fn of(program: &Program) -> Self {
        let mut callees: BTreeMap<FuncIdx, Vec<Option<FuncIdx>>> = BTreeMap::new();
        for call in &program.calls {
            callees.entry(call.caller).or_default().push(call.callee);
        }
        Calls { callees }
    }

    fn called_by(&self, function: FuncIdx) -> &[Option<FuncIdx>] {
        self.callees.get(&function).map_or(&[], Vec::as_slice)
    }

    /// Whether calls lead from one function to another.
    fn leads(&self, from: FuncIdx, to: FuncIdx) -> bool {
        let mut seen = BTreeSet::new();
        let mut left = vec![from];
        while let Some(function) = left.pop() {
            for &callee in self.called_by(function).iter().flatten() {
                if callee == to {
                    return true;
                }
                if seen.insert(callee) {
                    left.push(callee);
                }
            }
        }
        false
    }

    /// What it is about a function's calls that leaves it without a bound.
    pub fn why(&self, program: &Program, analysis: &Analysis<'_>, bounds: &FunctionBounds) -> Option<String> {
        let function = bounds.function;
        let loops_have_bounds = bounds.loops.iter().all(|one| !one.bounds.is_empty());
        if bounds.bound.is_some() || !loops_have_bounds {
            return None;
        }
        let name = |function| plain(&program.function_name(function)).to_string();
        let called = self.called_by(function);
        if called.contains(&Some(function)) {
            return Some("it calls itself".into());
        }
        let callees = || called.iter().copied().flatten();
        if let Some(callee) = callees().find(|&callee| self.leads(callee, function)) {
            return Some(format!("it calls itself by way of {}", name(callee)));
        }
        let is_skipped =
            |callee: &FuncIdx| program.body(*callee).is_some() && analysis.known(*callee).is_none();
        if let Some(callee) = callees().find(is_skipped) {
            return Some(format!("it calls {} of a library, which was not looked into", name(callee)));
        }
        let has_none = |callee: &FuncIdx| analysis.known(*callee).is_some_and(|known| known.bound.is_none());
        if let Some(callee) = callees().find(has_none) {
            return Some(format!("it calls {}, which has no bound", name(callee)));
        }
        if called.contains(&None) {
            return Some("it calls through a pointer".into());
        }
        let is_unknown = |callee: &FuncIdx| {
            let import = program.import(*callee).filter(|_| program.body(*callee).is_none());
            import.is_some_and(|import| {
                HostFunction::named(&import.module, &import.name) == HostFunction::Unknown
            })
        };
        if let Some(callee) = callees().find(is_unknown) {
            return Some(format!(
                "it calls {}, which is not part of the program and may call back",
                name(callee)
            ));
        }
        let defined = callees().find(|callee| analysis.known(*callee).is_some());
        defined.map(|callee| format!("how often or with what it calls {} was not found out", name(callee)))
    }
}
