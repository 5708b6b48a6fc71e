//! Agreement with another interpreter: on random modules, our machine and wasmi return and trap alike, and leave
//! the same memories, globals and tables behind.
//! Floats are compared by their bits, NaNs included.

mod random;

use random::{Datum, Ours, Theirs};
use worstcase_machine::Extern;

#[test]
fn random_modules_agree_with_wasmi() {
    let tally = random::compare(|program| program.bytes.clone(), same_state);
    // A run of one module, to look at a difference, may be small.
    if tally.modules >= 100 {
        assert!(tally.returned > 10 * tally.modules, "too few calls returned: {tally}");
        assert!(tally.trapped > 2 * tally.modules, "too few calls trapped: {tally}");
        assert!(tally.conditionals > 10 * tally.modules as u64, "too little was decided: {tally}");
        assert!(tally.abandoned < tally.returned / 2, "too many calls were abandoned: {tally}");
    }
}

/// Everything that a module can leave behind; all of it is exported.
fn same_state(ours: &mut Ours, theirs: &mut Theirs) -> Result<(), String> {
    let program = ours.machine.instance(ours.instance).program.clone();
    for name in program.exports.keys() {
        match ours.machine.export(ours.instance, name).expect("it is exported") {
            Extern::Func(_) => {}
            Extern::Memory(_) => {
                let got = ours.machine.memory(ours.instance).data();
                let expected = theirs.instance.get_memory(&theirs.store, name).ok_or("no memory")?;
                same_memory(got, expected.data(&theirs.store))?;
            }
            Extern::Global(address) => {
                let (ty, bits) = ours.machine.global(address);
                let got = ours.datum(ty.content, bits);
                let expected = theirs.instance.get_global(&theirs.store, name).ok_or("no global")?;
                same(&got, &theirs.datum(&expected.get(&theirs.store)), name)?;
            }
            Extern::Table(address) => {
                let (ty, elements) = ours.machine.table(address);
                let expected = theirs.instance.get_table(&theirs.store, name).ok_or("no table")?;
                if elements.len() as u64 != expected.size(&theirs.store) {
                    return Err(format!("table {name:?} has {} elements", elements.len()));
                }
                for (i, &bits) in elements.iter().enumerate() {
                    let element = expected.get(&theirs.store, i as u64).expect("the size was compared");
                    same(&ours.datum(ty.element, bits), &theirs.datum(&element), name)?;
                }
            }
        }
    }
    Ok(())
}

fn same(got: &Datum, expected: &Datum, name: &str) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{name:?} holds {got:x?}, but in wasmi {expected:x?}")) }
}

fn same_memory(got: &[u8], expected: &[u8]) -> Result<(), String> {
    if got.len() != expected.len() {
        return Err(format!("memory has {} bytes, but in wasmi {}", got.len(), expected.len()));
    }
    match got.iter().zip(expected).position(|(a, b)| a != b) {
        None => Ok(()),
        Some(at) => Err(format!("byte {at} is {}, but in wasmi {}", got[at], expected[at])),
    }
}
