//! Same program, flags and seed: the same bytes out, wherever and however often it is compiled and run.

mod support;

use support::Scratch;

const COMMANDS: [&str; 7] = [
    "worstcase run examples/quicksort.c --size 100 --random 42 --json",
    "worstcase run examples/hash_table.c --size 20 --random 42 --profile",
    "worstcase run examples/red_black_tree.c --size 10 --random 42 --trace",
    "worstcase run programs/vector.cc --size 20 --random 42 --json --profile",
    // Clocks, random numbers, the order of directories, and what was written before an error.
    "worstcase run programs/world.c --dir data=programs/data --profile",
    "worstcase run programs/bad/import.c",
    "worstcase run programs/warns.c --size 1 --cflags -Wall --opt 2",
];

#[test]
fn the_same_command_gives_the_same_bytes() {
    let (here, there) = (Scratch::new("here"), Scratch::new("there"));
    for command in COMMANDS {
        let first = here.shell(command);
        assert!(!first.stdout.is_empty(), "{command}: {}", String::from_utf8_lossy(&first.stderr));
        assert!(first == here.shell(command), "the second time, from the cache: {command}");
        assert!(first == there.shell(command), "in another directory, compiled anew: {command}");
    }
}
