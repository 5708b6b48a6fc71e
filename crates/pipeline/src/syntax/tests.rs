//! Trees and texts are held against each other, and words against what the system's own shell makes of them.

use std::process::Command as Host;

use worstcase_machine::SplitMix;

use super::*;

/// The tree in a form that shows what is inside of what.
fn shape(text: &str) -> String {
    parse(text).map_or_else(|error| error.to_string(), |chain| outline(&chain))
}

fn outline(chain: &Chain) -> String {
    let words = |words: &[Word]| words.iter().map(|word| format!("<{}>", word.text)).collect::<String>();
    let mut parts: Vec<String> = chain.input.iter().map(|file| format!("file {}", file.text)).collect();
    for command in &chain.commands {
        parts.push(match command {
            Command::Simple(all) => words(all),
            Command::Xargs(Xargs { items: Items::Lines { replace }, command }) => {
                format!("each {} {}", replace.text, words(command))
            }
            Command::Xargs(Xargs { items: Items::Words { most }, command }) => {
                format!("words {most:?} {}", words(command))
            }
            Command::Split(split) => {
                let rest = split.rest.as_deref().map_or("-".into(), outline);
                let branches: Vec<String> = split.branches.iter().map(outline).chain([rest]).collect();
                format!("split({})", branches.join("; "))
            }
        });
    }
    parts.join(" | ")
}

#[test]
fn pipelines_are_read() {
    let cases = [
        ("sort", "<sort>"),
        ("grep -E '[0-9]{10}' | sort", "<grep><-E><[0-9]{10}> | <sort>"),
        (r#"a "b c"'d'\ e '' "" "\"\$\x" "#, r#"<a><b cd e><><><"$\x>"#),
        ("a <f|b", "file f | <a> | <b>"),
        ("a 1 < f 2", "file f | <a><1><2>"),
        ("a | tee >(b) >(c x | d) | e | f", "<a> | split(<b>; <c><x> | <d>; <e> | <f>)"),
        ("tee >(b)", "split(<b>; -)"),
        ("a | tee >(b | tee >(c) | d)", "<a> | split(<b> | split(<c>; <d>); -)"),
        ("tee file", "<tee><file>"),
        ("a | xargs -I{} grep {} book", "<a> | each {} <grep><{}><book>"),
        ("xargs -I foo grep foo", "each foo <grep><foo>"),
        ("xargs -ifoo grep foo", "each foo <grep><foo>"),
        ("xargs -i grep {}", "each {} <grep><{}>"),
        ("xargs -n 3 wc -l", "words Some(3) <wc><-l>"),
        ("xargs -- -odd", "words None <-odd>"),
        ("xargs cat", "words None <cat>"),
        ("a |\n  b \\\n c\n", "<a> | <b><c>"),
        ("a x# b~c d=e {} a{1}b", "<a><x#><b~c><d=e><{}><a{1}b>"),
        ("grep \"[0-9]$\" | grep a$ | grep $", "<grep><[0-9]$> | <grep><a$> | <grep><$>"),
        ("'if' a", "<if><a>"),
    ];
    for (text, expected) in cases {
        assert_eq!(shape(text), expected, "{text}");
    }
}

#[test]
fn everything_else_is_refused_by_name_and_place() {
    let cases = [
        ("a && b", 3, "`&&`"),
        ("a || b", 3, "`||`"),
        ("a ; b", 3, "`;`"),
        ("a & b", 3, "`&`"),
        ("a |& b", 3, "`|&`"),
        ("a > f", 3, "`>`"),
        ("a >> f", 3, "`>>`"),
        ("a 2> f", 3, "`2>`"),
        ("a 2>&1 | b", 3, "`2>`"),
        ("a >& f", 3, "`>&`"),
        ("a &> f", 3, "`&>`"),
        ("a $HOME", 3, "`$HOME`"),
        ("a \"x $1\"", 6, "`$1`"),
        ("a $(b)", 3, "`$(`"),
        ("a $((1))", 3, "`$((`"),
        ("a \"${b}\"", 4, "`${`"),
        ("a `b`", 3, "backquotes"),
        ("a \"`b`\"", 4, "backquotes"),
        ("a $'b'", 3, "`$'`"),
        ("a *.c", 3, "`*` without quotes"),
        ("a b?", 4, "`?` without quotes"),
        ("a [0-9]", 3, "`[` without quotes"),
        ("a ~/b", 3, "`~`"),
        ("a {b,c}", 3, "brace expansion"),
        ("a {1..3}", 3, "brace expansion"),
        ("a {'b c',d}", 3, "brace expansion"),
        ("a x{b\\\n,d}", 4, "brace expansion"),
        ("a $\\\nHOME", 3, "`$HOME`"),
        ("a << E", 3, "here-document"),
        ("a <<< b", 3, "`<<<`"),
        ("a <(b)", 3, "`<(`"),
        ("(a)", 1, "`(`"),
        ("a )", 3, "`)` closes nothing"),
        ("{ a }", 1, "`{`"),
        ("! a", 1, "`!`"),
        ("# a", 1, "a comment"),
        ("a # b", 3, "a comment"),
        ("A=b c", 1, "`A=`"),
        ("a | B_1='x y' c", 5, "`B_1=`"),
        ("if a", 1, "`if`"),
        ("a | while b", 5, "`while`"),
        ("time a", 1, "`time`"),
        ("a 'b", 3, "single quotation mark"),
        ("a b\"c d", 4, "double quotation mark"),
        ("a \"b\\", 3, "double quotation mark"),
        ("a \\", 3, "a backslash"),
        ("", 1, "a command is missing"),
        ("   ", 1, "a command is missing"),
        ("a |", 4, "a command is missing"),
        ("| a", 1, "a command is missing"),
        ("a | | b", 5, "a command is missing"),
        ("tee >()", 7, "a command is missing"),
        ("tee >(a", 5, "not closed"),
        ("a >(b)", 3, "not of `a`"),
        (">(b)", 1, "branch of `tee`"),
        ("tee -a >(b)", 5, "no options"),
        ("tee f >(b)", 5, "no files"),
        ("a | b < f", 7, "only the first"),
        ("tee >(a < f)", 9, "only the first"),
        ("a < f < g", 7, "twice"),
        ("a <", 4, "the name of a file is missing"),
        ("xargs", 1, "the command to be run"),
        ("xargs -0 a", 7, "`-0`"),
        ("xargs -n x a", 10, "not `x`"),
        ("xargs -n 0 a", 10, "not `0`"),
        ("xargs -I", 7, "-I needs"),
        ("xargs xargs a", 7, "cannot run xargs"),
        ("a \0", 3, "NUL"),
        ("a b \u{e4}\u{1f600} \u{a0}* c", 9, "`*`"),
    ];
    for (text, column, words) in cases {
        let error = parse(text).expect_err(text);
        assert_eq!(line_and_column(text, error.offset).1, column, "{text}: {error}");
        assert!(error.message.contains(words), "{text}: {error}");
    }
    let deep = "tee >(".repeat(100_000);
    assert!(parse(&deep).unwrap_err().message.contains("64 times"));
}

#[test]
fn a_caret_is_below_the_place() {
    let error = parse("grep x |\n\tsort && b").unwrap_err().to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert!(lines[0].starts_with("line 2, column 7: `&&`"), "{error}");
    assert_eq!(&lines[1..], ["  \tsort && b", "  \t     ^"]);
    let error = parse("grep x\nsort").unwrap_err();
    assert_eq!(line_and_column(&error.text, error.offset), (1, 7));
}

#[test]
fn one_command_is_one() {
    assert!(matches!(command("grep -v 'a|b'"), Ok(Command::Simple(words)) if words.len() == 3));
    assert!(matches!(command("xargs -n 2 cat"), Ok(Command::Xargs(_))));
    for (text, at) in [("a | b", 2), ("a < f", 4), ("tee >(a)", 4)] {
        assert_eq!(command(text).unwrap_err().offset, at, "{text}");
    }
}

struct Random(SplitMix);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0.next_bits() % n
    }

    fn word(&mut self) -> Word {
        const CHARS: [char; 24] = [
            'a', 'b', '\'', '"', '\\', ' ', '\t', '\n', '|', '<', '>', '(', ')', '{', '}', ',', '$', '*',
            '~', '#', '=', '-', '\u{e4}', ';',
        ];
        let len = self.below(6);
        Word::new((0..len).map(|_| CHARS[self.below(24) as usize]).collect::<String>())
    }

    fn words(&mut self) -> Vec<Word> {
        let mut words: Vec<Word> = (0..=self.below(4)).map(|_| self.word()).collect();
        if self.below(4) == 0 {
            words[0] = Word::new(["if", "!", "{", "tee", "A=b", "{}"][self.below(6) as usize]);
        }
        words
    }

    fn chain(&mut self, depth: u64, input: bool) -> Chain {
        let input = (input && self.below(3) == 0).then(|| self.word());
        let mut commands: Vec<Command> = (0..=self.below(2)).map(|_| self.command()).collect();
        if depth > 0 && self.below(2) == 0 {
            let branches = (0..=self.below(2)).map(|_| self.chain(depth - 1, false)).collect();
            let rest = (self.below(2) == 0).then(|| Box::new(self.chain(depth - 1, false)));
            commands.push(Command::Split(Split { branches, rest }));
        }
        Chain { input, commands }
    }

    fn command(&mut self) -> Command {
        let items = match self.below(6) {
            0 => Items::Lines { replace: Word::new(["{}", "a b", "-x"][self.below(3) as usize]) },
            1 => Items::Words { most: Some(1 + self.below(5) as u32) },
            2 => Items::Words { most: None },
            _ => return Command::Simple(self.words()),
        };
        Command::Xargs(Xargs { items, command: self.words() })
    }
}

#[test]
fn what_is_printed_is_read_as_the_same() {
    let mut random = Random(SplitMix(1));
    for _ in 0..5000 {
        let chain = random.chain(2, true);
        let text = chain.to_string();
        assert_eq!(parse(&text).as_ref(), Ok(&chain), "{text}");
    }
}

#[test]
fn any_text_is_read_or_refused() {
    const PARTS: [&str; 24] = [
        "a", "'", "\"", "\\", " ", "\n", "|", "<", ">(", ")", "tee ", "xargs ", "-I", "{}", "{", ",", "$",
        "*", "~", "#", "=", "\u{e4}", "if ", "\0",
    ];
    let mut random = Random(SplitMix(2));
    for _ in 0..20_000 {
        let len = random.below(12);
        let text: String = (0..len).map(|_| PARTS[random.below(24) as usize]).collect();
        match parse(&text) {
            Ok(chain) => assert_eq!(parse(&chain.to_string()).as_ref(), Ok(&chain), "{text}"),
            Err(error) => assert!(error.offset <= text.len() && !error.to_string().is_empty()),
        }
    }
}

/// Words are what the system's shell makes of the same text: an independent reading of POSIX's quotes.
#[test]
fn words_are_those_of_the_shell() {
    const PARTS: [&str; 12] = ["a", "b", "'", "\"", "\\", " ", "\\\n", "$", "{}", "=", "\u{e4}", "\t"];
    let mut random = Random(SplitMix(3));
    let (mut script, mut expected) = (String::new(), String::new());
    while expected.len() < 20_000 {
        let len = 1 + random.below(8);
        let text: String = (0..len).map(|_| PARTS[random.below(12) as usize]).collect();
        let Ok(chain) = parse(&format!("printf '<%s>' {text}")) else { continue };
        let [Command::Simple(words)] = &chain.commands[..] else { panic!("it is one command: {text}") };
        script += &format!("printf '<%s>' {text}\necho\n");
        // With no arguments, `printf` still prints its format once.
        let arguments: String = words[2..].iter().map(|word| format!("<{}>", word.text)).collect();
        expected += if arguments.is_empty() { "<>" } else { &arguments };
        expected += "\n";
    }
    for shell in ["sh", "bash"] {
        let output = Host::new(shell).args(["-c", &script]).env("LC_ALL", "C").output().expect("a shell");
        let (got, wanted) = (String::from_utf8_lossy(&output.stdout), &expected);
        let differ = got.lines().zip(wanted.lines()).find(|(got, wanted)| got != wanted);
        assert!(got == *wanted, "{shell}: {differ:?}");
    }
}
