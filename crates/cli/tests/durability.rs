//! Nothing that was found is lost: not to `kill -9`, to a full disk, to something in the way, nor to another run.
//!
//! `WORSTCASE_KILLS=10 WORSTCASE_KILL_SECONDS=120 cargo test -p worstcase --test durability` kills a search of two minutes.

mod support;

use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value as Json;
use support::Scratch;

const FIND: &str =
    "worstcase find examples/quicksort_ninther.c --learn-paths 3000 --random 20 --sizes 20,40,60,80,100,120";

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn costs(scratch: &Scratch, folder: &str) -> Vec<(u64, i64)> {
    let Ok(bytes) = std::fs::read(scratch.0.join(folder).join("result.json")) else { return Vec::new() };
    let result: Json = serde_json::from_slice(&bytes).expect("what is saved is whole");
    let rows = result["sizes"].as_array().unwrap().iter();
    rows.filter_map(|row| Some((row["n"].as_u64()?, row["cost"].as_i64()?))).collect()
}

/// Whether everything in `before` is in `after`, at the same cost or a greater one.
fn is_kept(before: &[(u64, i64)], after: &[(u64, i64)]) -> bool {
    before.iter().all(|(n, cost)| after.iter().any(|(m, more)| n == m && more >= cost))
}

/// A command that goes on while others are run.
fn begun(scratch: &Scratch, line: &str) -> Child {
    let mut command = scratch.command(&format!("exec {line}"));
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn what_is_found_is_saved_at_once() {
    let scratch = Scratch::new("saved");
    let find = format!("{FIND} --learn-time 3 --size-time 5 --out kept");
    let mut child = begun(&scratch, &format!("{find} --max-time 40"));
    let saved = loop {
        let now = costs(&scratch, "kept");
        if !now.is_empty() {
            break now;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended, and nothing was saved");
        std::thread::sleep(Duration::from_millis(20));
    };
    let _ = child.kill();
    let _ = child.wait();
    assert!(saved.iter().all(|(n, _)| *n < 120), "not only when all is over: {saved:?}");
    scratch.shell(&format!("{find} --max-time 1 --resume"));
    let resumed = costs(&scratch, "kept");
    assert!(is_kept(&saved, &resumed), "{saved:?} became {resumed:?}");
}

#[test]
fn nothing_saved_is_lost_when_it_is_killed() {
    let scratch = Scratch::new("killed");
    let (kills, seconds) = (number("WORSTCASE_KILLS", 3), number("WORSTCASE_KILL_SECONDS", 9));
    let (size_time, learn_time) = (seconds as f64 / 6.0, seconds as f64 / 6.0);
    let find = format!("{FIND} --size-time {size_time} --learn-time {learn_time} --out kept");
    let mut saved = Vec::new();
    let mut moment = 0x9e37_79b9u64;
    for kill in 0..kills {
        moment = moment.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let wait = Duration::from_millis(300 + (moment >> 33) % (seconds * 1000));
        let resume = if kill == 0 { "" } else { "--resume" };
        let mut child = begun(&scratch, &format!("{find} {resume}"));
        std::thread::sleep(wait);
        // On Unix this is SIGKILL.
        let _ = child.kill();
        let _ = child.wait();
        let now = costs(&scratch, "kept");
        println!("killed after {wait:?}: {} sizes saved", now.len());
        assert!(is_kept(&saved, &now), "killed after {wait:?}: {saved:?} became {now:?}");
        saved = now;
    }
    let output = scratch.shell(&format!("{find} --resume"));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let last = costs(&scratch, "kept");
    assert!(is_kept(&saved, &last), "{saved:?} became {last:?}");
    let left = std::fs::read_dir(scratch.0.join("kept")).unwrap().flatten();
    let partial = left.filter(|entry| entry.file_name().to_string_lossy().starts_with(".partial"));
    assert_eq!(partial.count(), 0, "what was half written is gone");
}

const QUICK: &str =
    "worstcase find examples/sorted_list.c --learn-paths 100 --learn-time 900 --random 10 --sizes 6";

#[test]
fn a_full_disk_does_not_cost_the_result() {
    let scratch = Scratch::new("full");
    for room in ["4k", "24k"] {
        // In a mount namespace of its own, so that it needs no rights and leaves nothing behind.
        let full =
            format!("mkdir -p small; mount -t tmpfs -o size={room} tmpfs small && {QUICK} --out small/here");
        let output = scratch.shell(&format!("unshare --user --map-root-user --mount sh -c '{full}'"));
        let (said, complaint) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("cost(n) = n"), "{said}{complaint}");
        assert!(complaint.contains("No space left on device"), "{said}{complaint}");
        assert!(!said.contains("wrote"), "{said}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn something_in_the_way_is_told_at_once() {
    let scratch = Scratch::new("in_the_way");
    for way in ["touch here", "mkdir -p here; touch here/inputs", "mkdir -p here/.worstcase"] {
        let output = scratch.shell(&format!("rm -rf here; {way}; {QUICK} --out here"));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.starts_with("error: here/"), "{way}: {complaint}");
        assert_eq!(output.status.code(), Some(2), "{way}");
    }
    // A folder where a file is to be: the result is there all the same.
    let output = scratch.shell(&format!("rm -rf here; mkdir -p here/report.html; {QUICK} --out here"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("cost(n) = n"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("here/report.html"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn two_runs_at_once_do_not_meet() {
    let scratch = Scratch::new("at_once");
    let output = scratch
        .shell(&format!("{QUICK},300 > one & {QUICK},300 > two & wait; cat one two | grep wrote | sort"));
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        said,
        "wrote     worstcase-out/sorted_list-2/report.html, and the inputs\n\
         wrote     worstcase-out/sorted_list/report.html, and the inputs\n"
    );
    // Somebody else has the folder.
    let output = scratch.shell(&format!("mkdir same; flock same/.worstcase {QUICK} --out same"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.starts_with("error: same: another worstcase is writing there"), "{complaint}");
    assert_eq!(output.status.code(), Some(2));
}
