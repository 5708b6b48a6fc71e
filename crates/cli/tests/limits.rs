//! Nothing runs away: whatever the program does, and whatever Z3 makes of it, a search ends when its time is up.
//!
//! No test asserts a time. What does not end is killed after a minute, which is then its exit code.

mod support;

use support::Scratch;

/// The exit code and the output of a search that has a few seconds.
fn ended(scratch: &Scratch, command: &str) -> (Option<i32>, String) {
    let output = scratch.shell(&format!("timeout -s KILL 60 worstcase {command}"));
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn a_question_that_z3_does_not_come_back_from_is_given_up() {
    let scratch = Scratch::new("limits_z3");
    for solver in ["chain", "z3"] {
        let paths = "paths programs/hostile/transform.c --max-time 3 --search-memory 256";
        let (code, text) = ended(&scratch, &format!("{paths} --solver {solver}"));
        assert_eq!(code, Some(1), "{text}");
        // On a fast machine Z3 has used up its memory before the time is up.
        let limits = ["the time was up (--max-time)", "too hard for the solver"];
        assert!(limits.iter().any(|limit| text.contains(limit)), "{text}");
    }
}

#[test]
fn ctrl_c_is_heard_while_z3_works() {
    let scratch = Scratch::new("limits_interrupt");
    // With the chain, Z3 gets a question whose clauses alone take minutes. What does not listen is killed.
    let told = "timeout --preserve-status -s INT -k 50 4 worstcase paths programs/hostile/transform.c";
    // Clang takes a while on a busy machine, and is not what is to be interrupted.
    scratch.shell("worstcase paths programs/hostile/transform.c --max-time 0");
    for solver in ["chain", "z3"] {
        let output = scratch.shell(&format!("{told} --solver {solver}"));
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(text.contains("interrupted"), "{solver}: {text}");
        assert_eq!(output.status.code(), Some(1), "{solver}");
    }
}

#[test]
fn operations_on_much_memory_look_at_the_clock() {
    let scratch = Scratch::new("limits_memory");
    for command in ["paths", "find"] {
        for program in ["fills", "grows"] {
            let (code, text) =
                ended(&scratch, &format!("{command} programs/hostile/{program}.wat --max-time 3"));
            assert!(matches!(code, Some(0 | 1)), "{command} {program}: {code:?} {text}");
        }
    }
}

#[test]
fn as_many_threads_as_there_can_be() {
    let scratch = Scratch::new("limits_threads");
    for threads in ["0", "257", "100000", "18446744073709551615"] {
        let (code, text) = ended(&scratch, &format!("paths examples/heap.c --size 2 --threads {threads}"));
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("--threads"), "{text}");
    }
    let (code, text) = ended(&scratch, "paths examples/heap.c --size 2 --threads 256");
    assert_eq!(code, Some(0), "{text}");
}
