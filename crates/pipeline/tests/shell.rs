//! Pipelines of `examples/tools` give what the system's own shell and tools give: the same bytes, and the same exit code of the
//! last command.

mod support;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::pipeline_with;
use worstcase_pipeline::run::{PipelineRun, RunSettings, run};

const TOOLS: &str = "../../examples/tools";

const FRUIT: &str = "pear 10\napple 7\nfig\nplum 12\nApple 7\n\nquince 1234567890\npear 10\n";
const RECORDS: &str = "ann:x:1000:staff\nbob:x:1001:wheel\neve::1002:staff\n";
const FILES: [(&str, &str); 2] = [("fruit", FRUIT), ("records", RECORDS)];

/// Pipelines of which the shell makes the same; all read the fruit.
const LINEAR: &[&str] = &[
    "cat",
    "grep -E '[0-9]{2}' | sort",
    "grep -E \"[0-9]{10}\" | sort",
    "sort -u | uniq -c | sort -n -r",
    "cut -d ' ' -f 2 | sort -n | tr 0-9 a-j",
    "tr A-Z a-z | sort | uniq -c",
    "tr -d '\\n'|wc -c",
    "cat fruit records | wc -l",
    "cat < records | cut -d: -f4 | sort -u",
    "grep -v pear | head -n 2",
    "head -n 3 | tr '[:lower:]' '[:upper:]'",
    "grep nothing | wc -l",
    "wc -l | grep nothing",
    "sort | grep -c 'pear'\\ 10",
    "grep -i APPLE fruit | cut -c 1-3",
    "cut -d ' ' -f 1 | sort -u | head -n 1 | xargs -I{} grep -c {} fruit",
    "cut -d: -f1 records | xargs -I{} grep {} records",
    "cut -d: -f1 records | xargs -I{} grep {}: fruit records",
    "cut -d: -f1 records | xargs cat fruit -",
    "cut -d ' ' -f 1 | xargs -n 2 grep -c -e",
    "cat nowhere | wc -l",
    "xargs cat < nothing",
    "tr ' ' '\\n' | grep -E '^[a-z]+$' | sort -r | uniq | head -n 2",
    "tee copy | wc -c",
    "grep \"it's\" | cat",
    "cut -d ' ' -f 2 | tr -d 0 | sort -k 1 -n -u",
];

/// Splits, as we have them and as bash needs them: each branch writes to a file, the last one to `rest`.
const SPLITS: &[(&str, &str)] = &[
    ("sort | tee >(uniq -c) | wc -l", "sort | tee >( (uniq -c) > 0; :) | wc -l > rest"),
    (
        "cat | tee >(grep -c p) >(cut -c 1 | sort -u) | tr a-z A-Z",
        "cat | tee >( (grep -c p) > 0; :) >( (cut -c 1 | sort -u) > 1; :) | tr a-z A-Z > rest",
    ),
    ("tee >(wc -c)", "tee >( (wc -c) > 0; :) | cat > rest"),
    ("tee >(tee >(wc -l) | sort) | wc -w", "tee >( (tee >( (wc -l) > 0; :) | sort) > 1; :) | wc -w > rest"),
];

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("worstcase-shell-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in FILES.iter().chain(&[("nothing", "")]) {
            std::fs::write(folder.join(name), text).unwrap();
        }
        Folder(folder)
    }

    /// What bash gives, and its exit code.
    fn bash(&self, text: &str) -> (Vec<u8>, Option<i32>) {
        let mut bash = Command::new("bash");
        bash.args(["-c", text]).current_dir(&self.0).env("LC_ALL", "C");
        let mut child =
            bash.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        // Who does not read closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(FRUIT.as_bytes());
        let output = child.wait_with_output().unwrap();
        (output.stdout, output.status.code())
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn ours(text: &str) -> PipelineRun {
    let files = [FILES[0], FILES[1], ("nothing", "")];
    run(&pipeline_with(TOOLS, text, &files), FRUIT.as_bytes(), &RunSettings::default())
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn linear_pipelines_agree_with_the_shell() {
    assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(TOOLS).is_dir());
    let folder = Folder::new("linear");
    for text in LINEAR {
        let run = ours(text);
        let (expected, code) = folder.bash(text);
        assert_eq!(shown(&run.output()), shown(&expected), "{text}");
        let last = run.components.last().unwrap();
        assert_eq!(last.end.code().map(|code| code as i32), code, "{text}: {:?}", last.end);
    }
}

#[test]
fn splits_agree_with_the_shell() {
    let folder = Folder::new("splits");
    for (text, bash) in SPLITS {
        let run = ours(text);
        folder.bash(bash);
        let mut names: Vec<String> = (0..run.outputs.len() - 1).map(|i| i.to_string()).collect();
        names.push("rest".into());
        for (output, name) in run.outputs.iter().zip(names) {
            assert_eq!(shown(&output.bytes), shown(&folder.read(&name)), "{text}: {name}");
        }
    }
}
