//! The library of `worstcase pipe`: what is known is used again, what is not the same is not, and neither `kill -9` nor another
//! process damages it.

mod support;

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use support::Scratch;

const FLAGS: &str = "--tools examples/tools --lines 4x3 --tests 2 --effort 0.002 --random 0 --threads 1 --no-files --library lib";

fn pipe(pipeline: &str) -> String {
    format!("worstcase pipe '{pipeline}' {FLAGS}")
}

/// Makes tests, and says how many paths were computed and reused, of each component.
fn counts(scratch: &Scratch, line: &str) -> (Vec<(u64, u64)>, String) {
    let output = scratch.shell(&format!("{line} --json"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{line}: {said}{complaint}");
    let suite: Json = serde_json::from_str(&said).unwrap();
    let count = |component: &Json| {
        let count = |key: &str| component["summaries"][key].as_u64().unwrap();
        (count("computed"), count("reused"))
    };
    (suite["components"].as_array().unwrap().iter().map(count).collect(), suite["remarks"].to_string())
}

fn entries(scratch: &Scratch) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(scratch.0.join("lib")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

#[test]
fn only_what_is_the_same_is_used_again() {
    let scratch = Scratch::new("library");
    let (first, _) = counts(&scratch, &pipe("cat | sort"));
    assert!(first.iter().all(|&(computed, reused)| computed > 0 && reused == 0), "{first:?}");
    let (again, _) = counts(&scratch, &pipe("cat | sort"));
    assert!(again.iter().all(|&(computed, reused)| computed == 0 && reused > 0), "{again:?}");
    // Another pipeline, in which the same component reads the same.
    let (other, _) = counts(&scratch, &pipe("sort | wc -l"));
    assert!(other[0].0 == 0 && other[0].1 > 0 && other[1].0 > 0, "{other:?}");
    // Other arguments, another size, or a component that was changed.
    for line in [pipe("sort -r"), pipe("sort").replace("4x3", "5x3")] {
        let (other, _) = counts(&scratch, &line);
        assert!(other[0].0 > 0 && other[0].1 == 0, "{line}: {other:?}");
    }
    let changed = "cp -r examples/tools mine; sed -i 's/int main(.*{/& static volatile int x; x++;/' mine/sort.c; \
                   cmp -s mine/sort.c examples/tools/sort.c || echo changed";
    assert_eq!(String::from_utf8_lossy(&scratch.shell(changed).stdout), "changed\n");
    let (changed, _) = counts(&scratch, &pipe("cat | sort").replace("examples/tools", "mine"));
    assert!(changed[0].0 == 0 && changed[1].0 > 0 && changed[1].1 == 0, "{changed:?}");
}

#[test]
fn what_is_damaged_is_computed_again_and_told() {
    let scratch = Scratch::new("library_damaged");
    counts(&scratch, &pipe("cat"));
    for damage in ["echo x >> $entry/path-01.smt2", "rm $entry/path-01.smt2", ": > $entry/entry.json"] {
        assert!(scratch.shell(&format!("entry=$(echo lib/*); {damage}")).status.success(), "{damage}");
        let (mended, remarks) = counts(&scratch, &pipe("cat"));
        assert!(mended[0].0 > 0 && mended[0].1 == 0, "{damage}: {mended:?}");
        assert!(remarks.contains("is damaged, and was computed again"), "{damage}: {remarks}");
        let (again, remarks) = counts(&scratch, &pipe("cat"));
        assert!(again[0].0 == 0 && !remarks.contains("damaged"), "{damage}: {again:?} {remarks}");
    }
}

#[test]
fn nothing_is_damaged_when_it_is_killed() {
    let scratch = Scratch::new("library_killed");
    let line = pipe("sort | uniq");
    assert!(scratch.shell(&line.replace(" --library lib", "")).status.success(), "compiled before");
    let mut left = 0;
    for kill in 0..8 {
        let _ = std::fs::remove_dir_all(scratch.0.join("lib"));
        let mut command = scratch.command(&format!("exec {line}"));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        // As soon as there is something, or a little later: that is while it is written.
        while entries(&scratch).is_empty() && begun.elapsed() < Duration::from_secs(60) {
            std::hint::spin_loop();
        }
        std::thread::sleep(Duration::from_micros(200 * kill));
        let _ = child.kill();
        let _ = child.wait();
        let is_partial =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        left += entries(&scratch).iter().filter(|path| is_partial(path)).count();
        let listed = scratch.shell("worstcase pipe --list --library lib");
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        assert!(!listed.contains("damaged"), "{listed}");
        let (found, remarks) = counts(&scratch, &line);
        assert!(!remarks.contains("damaged"), "{remarks}");
        assert_eq!(found.len(), 2);
    }
    println!("{left} entries were half written");
}

#[test]
fn two_processes_share_a_library() {
    let scratch = Scratch::new("library_shared");
    let line = pipe("cat | sort");
    assert!(scratch.shell(&line.replace(" --library lib", "")).status.success(), "compiled before");
    let both = format!("{line} > one 2>&1 & {line} > two 2>&1; a=$?; wait $! && exit $a");
    assert_eq!(scratch.shell(&both).status.code(), Some(0));
    let read = |name: &str| std::fs::read_to_string(scratch.0.join(name)).unwrap();
    for said in [read("one"), read("two")] {
        assert!(
            said.starts_with("test ") && !said.contains("damaged") && !said.contains("library"),
            "{said}"
        );
    }
    let tests = |said: &str| said.lines().take(3).map(String::from).collect::<Vec<_>>();
    assert_eq!(tests(&read("one")), tests(&read("two")));
    let (again, _) = counts(&scratch, &line);
    assert!(again.iter().all(|&(computed, reused)| computed == 0 && reused > 0), "{again:?}");
    let partial = entries(&scratch).into_iter().filter(|path| path.to_string_lossy().contains("/."));
    assert_eq!(partial.count(), 0, "nothing is left");
}
