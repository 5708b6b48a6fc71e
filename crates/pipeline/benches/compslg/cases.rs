//! The paper's pipelines, on our tools.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use worstcase_explore::{StdinPart, StdinShape, Template};
use worstcase_machine::process::Amount;
use worstcase_machine::wasi::{TreeShape, WasiConfig};
use worstcase_pipeline::{Pipeline, ResolveError, Script, Tools};
use worstcase_program::compile::{CompileOptions, default_cache_dir};
use worstcase_program::{Program, load};

/// A pipeline, and what it reads.
#[derive(Clone)]
pub struct Case {
    pub text: &'static str,
    /// How many lines, or of a page or a folder how many kilobytes.
    pub lines: u32,
    pub stdin: StdinShape,
    /// The folder that is input, if one is.
    pub tree: Option<TreeShape>,
    /// Concrete files.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// A number of ten digits, as in the paper.
pub const GREP: &str = "grep -E '[0-9]{10}'";
pub const GREP_SORT: &str = "grep -E '[0-9]{10}' | sort";
pub const GREP_SORT_ZIP: &str = "grep -E '[0-9]{10}' | sort | zip";
/// The paper's Artifact 4; what it reads stands for `secure.log`.
pub const SECURE: &str = "cat | grep -i user | cut -d : -f 5 | xargs -I{} grep {} passwd";

/// The paper's Artifacts 1 to 3, on a folder.
pub const BACKUP: &str = "find dir -type f -size +10k | grep -v '[.]zip$' | zip -@";
pub const MAIL: &str = "find dir -name mbox | tee >(zip -q -@) | xargs cat | grep -oE '[[:alnum:]+._-]+@[[:alnum:].-]+' | sort -u";
pub const BOOKS: &str =
    "find dir -name '*.txt' | xargs cat | grep -oE '[0-9]{3}[ -]?[0-9]{4}' | xargs -I{} grep {} book";

/// What the folder is called in these.
pub const FOLDER: &str = "dir";

/// The paper's Artifact 5: a page is validated, styled, and made the content of a text document.
pub const WEB: &str = "valid dtd | style xsl | odf";

impl Case {
    pub fn lines_of_ten(text: &'static str, lines: u32) -> Case {
        Case { text, lines, stdin: printable(lines, 10), tree: None, files: Vec::new() }
    }

    /// Lines of 100 bytes with their newlines, as a log has.
    pub fn secure(lines: u32) -> Case {
        Case {
            text: SECURE,
            lines,
            stdin: printable(lines, 99),
            tree: None,
            files: vec![("passwd", passwd())],
        }
    }

    /// A folder with at most so many files and directories, and so many kilobytes in all.
    pub fn folder(text: &'static str, entries: u32, kilobytes: u32) -> Case {
        let shape = TreeShape::new(Amount::Number(entries), Amount::Number(1024 * kilobytes));
        let tree = Some(TreeShape { folder: FOLDER.into(), ..shape });
        let files = vec![("book", book())];
        Case { text, lines: kilobytes, stdin: StdinShape::Parts(Arc::default()), tree, files }
    }

    /// A page of so many kilobytes at most, with six kinds of tags, of each at most 160.
    pub fn web(kilobytes: u32) -> Case {
        let read = |name: &str| {
            let path = tools().join("../pipelines").join(name);
            std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let template = String::from_utf8(read("page.txt")).expect("it is text");
        // The longest paragraphs grow with the page, so that its tags can fill it.
        let limit = format!("limit: {}]]", 1024 * kilobytes);
        let template = template.replace("limit: 143360]]", &limit);
        let template = template.replace("0..700 of", &format!("0..{} of", 5 * kilobytes));
        let template = Template::parse(template.as_bytes()).expect("it is a template");
        Case {
            text: WEB,
            lines: kilobytes,
            stdin: StdinShape::Template(Arc::new(template)),
            tree: None,
            files: vec![("dtd", read("page.dtd")), ("xsl", read("page.xsl"))],
        }
    }

    /// How many bytes are input, if that is known.
    pub fn size(&self) -> u32 {
        match &self.stdin {
            StdinShape::Parts(parts) => parts.iter().map(StdinPart::inputs).sum(),
            _ => 0,
        }
    }

    pub fn world(&self) -> WasiConfig<u8> {
        let files = self.files.iter().map(|(name, text)| (name.to_string(), text.clone())).collect();
        WasiConfig { files, ..WasiConfig::default() }
    }

    pub fn pipeline(&self) -> Pipeline {
        let tools = Tools { folders: vec![tools()], ..Tools::default() };
        let script = Script::parse(self.text).expect("it is a pipeline");
        let pipeline = script.resolve(&tools, self.world(), |files| Ok::<_, ResolveError>(program(files)));
        pipeline.unwrap_or_else(|error| panic!("{}: {error}", self.text))
    }
}

/// A telephone book of forty lines.
fn book() -> Vec<u8> {
    (0..40).map(|number| format!("555 {:04} person {number}\n", 37 * number)).collect::<String>().into_bytes()
}

/// So many lines of so many printable bytes.
fn printable(lines: u32, columns: u32) -> StdinShape {
    let line =
        [StdinPart::Inputs { count: columns, range: Some((b' ', b'~')) }, StdinPart::Fixed(b"\n".to_vec())];
    StdinShape::Parts(Arc::new(line.iter().cycle().take(2 * lines as usize).cloned().collect()))
}

/// Where the tools are.
pub fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tools")
}

/// The program that sources make.
pub fn program(files: &[PathBuf]) -> Arc<Program> {
    let options = CompileOptions { cache: default_cache_dir(), ..CompileOptions::default() };
    Arc::new(load(files, &options).unwrap_or_else(|error| panic!("{files:?}: {error}")).program)
}

/// Forty accounts, as a machine has them.
fn passwd() -> Vec<u8> {
    const NAMES: [&str; 10] =
        ["root", "daemon", "bin", "mail", "news", "proxy", "backup", "nobody", "postfix", "sshd"];
    let account = |number: usize| {
        let name = NAMES[number % NAMES.len()];
        let id = 100 * number;
        format!("{name}{number}:x:{id}:{id}:{name} account:/home/{name}{number}:/bin/sh\n")
    };
    (0..40).map(account).collect::<String>().into_bytes()
}
