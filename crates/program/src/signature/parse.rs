//! Reading signatures, by recursive descent. Every complaint points at the word that it is about.

use std::str::FromStr;

use super::tokens::{Kind, Token, Wrong, tokens};
use super::types::{QUALIFIERS, SPECIFIERS, c_name, of_name, of_specifiers};
use super::{Asked, Factor, InputKind, Length, Number, Parameter, Signature, constant_bits};

/// Why a text is no signature, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}\n{}", pointed(.text, *.column))]
pub struct SignatureError {
    /// What is wrong.
    pub problem: Problem,
    /// The text.
    pub text: String,
    /// Where in it, in characters from 0.
    pub column: usize,
}

/// What is wrong with a signature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Another word was to be there.
    #[error("expected {expected}, not {found}")]
    Expected {
        /// What would be right.
        expected: &'static str,
        /// The word that is there.
        found: String,
    },
    /// A character, or what looks like a number, that means nothing.
    #[error("cannot read `{0}`")]
    Unreadable(String),
    /// A type that cannot be made of inputs.
    #[error(
        "`{0}` is no type that inputs can have: those are bool, char, short, int, long and long long, signed or \
         unsigned, float, double, int8_t to uint64_t, size_t and the like"
    )]
    UnknownType(String),
    /// A pointer or an array without a length.
    #[error("say how many elements there are, as in `{0}[n]`; for a null pointer, write just 0")]
    NoLength(String),
    /// Pointers to pointers.
    #[error("pointers cannot be made of inputs; write a function that takes something simpler and calls it")]
    Pointers,
    /// Something other than a plain integer is called `n`.
    #[error("`n` is the size, an integer that --size gives; call this parameter otherwise")]
    NotSize,
    /// A constant is no value of its type.
    #[error("{value} is not a value of {ty}")]
    Constant {
        /// The constant.
        value: String,
        /// The type, in C's words.
        ty: &'static str,
    },
    /// A range is empty or reaches beyond the type.
    #[error("{low}..{high} is no range of {ty}; both ends belong to it")]
    Range {
        /// Its lower end.
        low: String,
        /// Its upper end.
        high: String,
        /// The type, in C's words.
        ty: &'static str,
    },
}

/// A text with a mark below one of its characters.
fn pointed(text: &str, column: usize) -> String {
    // On one line, or else the mark would be below the last of several.
    let text: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    format!("  {text}\n  {:>1$}", "^", column + 1)
}

impl FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Signature, SignatureError> {
        let read = tokens(text).and_then(|tokens| Parser { tokens, next: 0 }.signature());
        read.map_err(|Wrong { at, problem }| SignatureError {
            problem,
            text: text.to_string(),
            column: text[..at].chars().count(),
        })
    }
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        // The end comes again and again.
        self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> Token<'a> {
        let token = self.peek();
        self.next += 1;
        token
    }

    /// Whether this comes next; then it is taken.
    fn skip(&mut self, text: &str) -> bool {
        let found = self.peek().text == text;
        self.next += usize::from(found);
        found
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, Wrong> {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end".to_string(),
            _ => format!("`{}`", token.text),
        };
        Err(Wrong { at: token.at, problem: Problem::Expected { expected, found } })
    }

    fn signature(mut self) -> Result<Signature, Wrong> {
        let function = self.function()?;
        let mut parameters = Vec::new();
        let nothing = self.peek().text == "void" && self.tokens[self.next + 1].text == ")";
        self.next += usize::from(nothing);
        if !self.skip(")") {
            loop {
                parameters.push(self.parameter()?);
                if !self.skip(",") {
                    break;
                }
            }
            if !self.skip(")") {
                return self.expected("`,` or `)`");
            }
        }
        self.skip(";");
        if self.peek().kind != Kind::End {
            return self.expected("nothing after the `)`");
        }
        Ok(Signature { function, parameters })
    }

    /// The last word before the parameters; what a function returns does not matter.
    fn function(&mut self) -> Result<String, Wrong> {
        let mut name = None;
        loop {
            let token = self.peek();
            match (token.kind, token.text, name) {
                (Kind::Word, word, _) => name = Some(word),
                (_, "*" | "&", _) => name = None,
                (_, "(", Some(name)) => {
                    self.take();
                    return Ok(name.to_string());
                }
                _ => return self.expected("a name and parameters, as in `sort(int a[n], int n)`"),
            }
            self.take();
        }
    }

    fn parameter(&mut self) -> Result<Parameter, Wrong> {
        if let Some(value) = self.constant()? {
            return Ok(Parameter::Constant { name: None, kind: None, value });
        }
        let kind = self.kind()?;
        let pointer = self.pointer();
        let named = self.name();
        let name = named.map(|token| token.text.to_string());
        let at = named.map_or(self.peek().at, |token| token.at);
        let lengths = self.lengths(kind, name.as_deref())?;
        match pointer {
            Some(at) if lengths.is_empty() => return Err(no_length(at, kind, name.as_deref())),
            Some(at) => return Err(Wrong { at, problem: Problem::Pointers }),
            None => {}
        }
        let range = self.range(kind)?;
        let value = if lengths.is_empty() && range.is_none() { self.default_value(kind)? } else { None };
        if name.as_deref() == Some("n") {
            let plain = lengths.is_empty() && range.is_none() && value.is_none() && kind.range().is_some();
            return if plain {
                Ok(Parameter::Size(kind))
            } else {
                Err(Wrong { at, problem: Problem::NotSize })
            };
        }
        let asked = Asked { range, ..Asked::any(kind) };
        Ok(match value {
            Some(value) => Parameter::Constant { name, kind: Some(kind), value },
            None if lengths.is_empty() => Parameter::Input { name, asked },
            // A text fills characters byte by byte, whether C takes them for signed or not.
            None => Parameter::Array { name, element: Asked { object: kind.bytes() == 1, ..asked }, lengths },
        })
    }

    fn skip_qualifiers(&mut self) {
        while QUALIFIERS.contains(&self.peek().text) {
            self.take();
        }
    }

    /// The type of a number, or of what a pointer points to.
    fn kind(&mut self) -> Result<InputKind, Wrong> {
        self.skip_qualifiers();
        let first = self.peek();
        if first.kind != Kind::Word {
            return self.expected("a parameter, as in `int k`, `int a[n]` or `5`");
        }
        let mut specifiers = Vec::new();
        while SPECIFIERS.contains(&self.peek().text) {
            specifiers.push(self.take().text);
            self.skip_qualifiers();
        }
        let kind = match specifiers.as_slice() {
            [] => of_name(self.take().text),
            // Nothing is known of what it points to but that it has bytes.
            ["void"] if self.peek().text == "*" => Some(InputKind::U8),
            specifiers => of_specifiers(specifiers),
        };
        let words = if specifiers.is_empty() { first.text.to_string() } else { specifiers.join(" ") };
        kind.ok_or(Wrong { at: first.at, problem: Problem::UnknownType(words) })
    }

    /// Where a pointer or reference is declared, if one is.
    fn pointer(&mut self) -> Option<usize> {
        self.skip_qualifiers();
        let at = self.peek().at;
        let mut found = false;
        while self.skip("*") || self.skip("&") {
            found = true;
            self.skip_qualifiers();
        }
        found.then_some(at)
    }

    /// A parameter may be called `in`; before a number it begins a range.
    fn name(&mut self) -> Option<Token<'a>> {
        let token = self.peek();
        let range = token.text == "in" && {
            let next = self.tokens[self.next + 1];
            matches!(next.kind, Kind::Number(_)) || next.text == "-"
        };
        (token.kind == Kind::Word && !range).then(|| self.take())
    }

    fn lengths(&mut self, kind: InputKind, name: Option<&str>) -> Result<Vec<Length>, Wrong> {
        let mut lengths = Vec::new();
        loop {
            let at = self.peek().at;
            if !self.skip("[") {
                return Ok(lengths);
            }
            self.skip_qualifiers();
            if self.peek().text == "]" {
                return Err(no_length(at, kind, name));
            }
            let mut sum = vec![self.product()?];
            while self.skip("+") {
                sum.push(self.product()?);
            }
            if !self.skip("]") {
                return self.expected("`]`, `+` or `*`");
            }
            lengths.push(Length(sum));
        }
    }

    fn product(&mut self) -> Result<Vec<Factor>, Wrong> {
        let mut factors = Vec::new();
        loop {
            let token = self.peek();
            factors.push(match (token.kind, token.text) {
                (Kind::Word, "n") => Factor::Size,
                (Kind::Number(Number::Integer(value)), _) => {
                    // No number has a sign of its own, and none has more than 64 bits.
                    Factor::Number(u64::try_from(value).unwrap_or(u64::MAX))
                }
                _ => return self.expected("n or a number (lengths are sums and products of these)"),
            });
            self.take();
            if !self.skip("*") {
                return Ok(factors);
            }
        }
    }

    /// A number with its sign, if one comes next.
    fn constant(&mut self) -> Result<Option<Number>, Wrong> {
        let negative = self.skip("-");
        let token = self.peek();
        let value = match (token.kind, token.text) {
            (Kind::Number(value), _) => value,
            (_, "true") => Number::Integer(1),
            (_, "false") => Number::Integer(0),
            _ if negative => return self.expected("a number"),
            _ => return Ok(None),
        };
        self.take();
        Ok(Some(match value {
            Number::Integer(value) if negative => Number::Integer(-value),
            Number::Float(value) if negative => Number::Float(-value),
            value => value,
        }))
    }

    fn default_value(&mut self, kind: InputKind) -> Result<Option<Number>, Wrong> {
        if !self.skip("=") {
            return Ok(None);
        }
        let at = self.peek().at;
        let Some(value) = self.constant()? else { return self.expected("a number") };
        if constant_bits(Some(kind), value, kind.ty()).is_none() {
            let problem = Problem::Constant { value: value.to_string(), ty: c_name(kind) };
            return Err(Wrong { at, problem });
        }
        Ok(Some(value))
    }

    fn range(&mut self, kind: InputKind) -> Result<Option<(i64, i64)>, Wrong> {
        if !self.skip("in") {
            return Ok(None);
        }
        let at = self.peek().at;
        let Some(low) = self.constant()? else { return self.expected("a range, as in 0..9") };
        if !self.skip("..") {
            return self.expected("`..`");
        }
        let Some(high) = self.constant()? else { return self.expected("a number") };
        let end = |number| match (number, kind.range()) {
            (Number::Integer(value), Some((least, most))) if least <= value && value <= most => {
                i64::try_from(value).ok()
            }
            _ => None,
        };
        match (end(low), end(high)) {
            (Some(low), Some(high)) if low <= high => Ok(Some((low, high))),
            _ => {
                let (low, high) = (low.to_string(), high.to_string());
                Err(Wrong { at, problem: Problem::Range { low, high, ty: c_name(kind) } })
            }
        }
    }
}

fn no_length(at: usize, kind: InputKind, name: Option<&str>) -> Wrong {
    Wrong { at, problem: Problem::NoLength(format!("{} {}", c_name(kind), name.unwrap_or("a"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is understood, or what is wrong and with what.
    fn check(text: &str, expected: &str) {
        let shown = match text.parse::<Signature>() {
            Ok(signature) => signature.to_string(),
            Err(error) => {
                let rest: String = text.chars().skip(error.column).collect();
                format!("{} @ {rest}", error.problem)
            }
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn what_a_function_returns_does_not_matter() {
        check("sort(int a[n], int n)", "sort(int a[n], int n)");
        check("  void sort ( int a [ n ] ,int n ) ; ", "sort(int a[n], int n)");
        check("static const char *find(char s[n])", "find(char s[n])");
        check("unsigned long long f()", "f()");
        check("int f(void)", "f()");
        check("std::size_t ns::inner::f(int)", "ns::inner::f(int)");
    }

    #[test]
    fn types_have_their_width_on_wasm32() {
        check("f(char a, signed char b, unsigned char c)", "f(char a, char b, unsigned char c)");
        check("f(short a, unsigned short int b)", "f(short a, unsigned short b)");
        check("f(int a, unsigned b, unsigned int c)", "f(int a, unsigned b, unsigned c)");
        check("f(long a, unsigned long b, long int c)", "f(int a, unsigned b, int c)");
        check("f(long long a, long unsigned long b)", "f(long long a, unsigned long long b)");
        check(
            "f(int8_t a, uint16_t b, int32_t c, uint64_t)",
            "f(char a, unsigned short b, int c, unsigned long long)",
        );
        check("f(size_t a, ssize_t b, uintptr_t c)", "f(unsigned a, int b, unsigned c)");
        check("f(bool a, _Bool b, float c, double d)", "f(bool a, bool b, float c, double d)");
        check("f(const volatile int a, int const b)", "f(int a, int b)");
    }

    #[test]
    fn arrays_have_lengths() {
        check("f(int w[n][n])", "f(int w[n][n])");
        check("f(int a[ 2 * n + 1 ], char [n*n+n])", "f(int a[2*n+1], char[n*n+n])");
        check("f(const int a[static restrict 0x10])", "f(int a[16])");
        check("f(char in[n], int out[n])", "f(char in[n], int out[n])");
        let no_length =
            |a| format!("say how many elements there are, as in `{a}[n]`; for a null pointer, write just 0");
        check("f(int *p, int n)", &format!("{} @ *p, int n)", no_length("int p")));
        check("f(const char *const restrict)", &format!("{} @ *const restrict)", no_length("char a")));
        check("f(void *p)", &format!("{} @ *p)", no_length("unsigned char p")));
        check("f(long &k)", &format!("{} @ &k)", no_length("int k")));
        check("f(int a[])", &format!("{} @ [])", no_length("int a")));
        check("f(int a[n][])", &format!("{} @ [])", no_length("int a")));
        let pointers =
            "pointers cannot be made of inputs; write a function that takes something simpler and calls it";
        check("f(char *lines[n])", &format!("{pointers} @ *lines[n])"));
    }

    #[test]
    fn lengths_are_made_of_n_and_numbers() {
        let expected = "n or a number (lengths are sums and products of these)";
        check("f(int a[m], int m)", &format!("expected {expected}, not `m` @ m], int m)"));
        check("f(int a[-1])", &format!("expected {expected}, not `-` @ -1])"));
        check("f(int a[1.5])", &format!("expected {expected}, not `1.5` @ 1.5])"));
        check("f(int a[2*(n+1)])", &format!("expected {expected}, not `(` @ (n+1)])"));
        check("f(int a[n+])", &format!("expected {expected}, not `]` @ ])"));
        check("f(int a[n-1])", "expected `]`, `+` or `*`, not `-` @ -1])");
        check("f(int a[n", "expected `]`, `+` or `*`, not the end @ ");
    }

    #[test]
    fn constants_need_no_type() {
        check("f(5, -3, 'x', 0x1f, 7u, 10UL)", "f(5, -3, 120, 31, 7, 10)");
        check("f('\\n', '\\0', '\\'', '\\\\', ' ', true)", "f(10, 0, 39, 92, 32, 1)");
        check("f(1.5, -2.5e-3, 1.5f, 1e3)", "f(1.5, -0.0025, 1.5, 1000.0)");
        check("f(int k = -5, char c='a', bool b = true)", "f(int k = -5, char c = 97, bool b = 1)");
        check(
            "f(double x = 1, unsigned long long = 18446744073709551615)",
            "f(double x = 1, unsigned long long = 18446744073709551615)",
        );
        check("f(unsigned char c = 256)", "256 is not a value of unsigned char @ 256)");
        check("f(int k = 0.5)", "0.5 is not a value of int @ 0.5)");
        check("f(unsigned k = -1)", "-1 is not a value of unsigned @ -1)");
        check("f(int k = )", "expected a number, not `)` @ )");
        check("f(int k = -)", "expected a number, not `)` @ )");
        check("f(99999999999999999999)", "cannot read `99999999999999999999` @ 99999999999999999999)");
    }

    #[test]
    fn ranges_include_both_ends() {
        check("f(int k in 0..100)", "f(int k in 0..100)");
        check("f(int in -5..-1, int in)", "f(int in -5..-1, int in)");
        check("f(char s[n] in 'a'..'c')", "f(char s[n] in 97..99)");
        check("f(int in in 1..2)", "f(int in in 1..2)");
        let no_range = |range, ty| format!("{range} is no range of {ty}; both ends belong to it @ {range})");
        check("f(int k in 5..4)", &no_range("5..4", "int"));
        check("f(unsigned char k in 0..256)", &no_range("0..256", "unsigned char"));
        check("f(double x in 0..1)", &no_range("0..1", "double"));
        check(
            "f(uint64_t x in 0..18446744073709551615)",
            &no_range("0..18446744073709551615", "unsigned long long"),
        );
        check("f(int k in 5)", "expected `..`, not `)` @ )");
        check("f(int k in x)", "expected a range, as in 0..9, not `x` @ x)");
        check("f(int k in 0..)", "expected a number, not `)` @ )");
    }

    #[test]
    fn the_size_is_called_n() {
        check("f(size_t n, long long n, uint8_t n)", "f(unsigned n, long long n, unsigned char n)");
        let not_size = "`n` is the size, an integer that --size gives; call this parameter otherwise";
        check("f(int n = 5)", &format!("{not_size} @ n = 5)"));
        check("f(int n[n])", &format!("{not_size} @ n[n])"));
        check("f(float n)", &format!("{not_size} @ n)"));
        check("f(int n in 0..3)", &format!("{not_size} @ n in 0..3)"));
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let expected = "expected a name and parameters, as in `sort(int a[n], int n)`";
        check("", &format!("{expected}, not the end @ "));
        check("sort", &format!("{expected}, not the end @ "));
        check("(int n)", &format!("{expected}, not `(` @ (int n)"));
        check("int *(int n)", &format!("{expected}, not `(` @ (int n)"));
        check("f(int a[n], int n", "expected `,` or `)`, not the end @ ");
        check("f(int a b)", "expected `,` or `)`, not `b` @ b)");
        check("f(int) g", "expected nothing after the `)`, not `g` @ g");
        check("f(int (*compare)(int, int))", "expected `,` or `)`, not `(` @ (*compare)(int, int))");
        check("f(int,)", "expected a parameter, as in `int k`, `int a[n]` or `5`, not `)` @ )");
        check("f(…)", "cannot read `…` @ …)");
        check("f(12abc)", "cannot read `12abc` @ 12abc)");
        check("f(1.2.3)", "cannot read `1.2.3` @ 1.2.3)");
        check("f('ab')", "cannot read `'ab'` @ 'ab')");
        check("f(')", "cannot read `')` @ ')");
        check("f('", "cannot read `'` @ '");
        check("f('ab", "cannot read `'ab` @ 'ab");
        check("f(''", "cannot read `''` @ ''");
        check("f('é')", "cannot read `'é'` @ 'é')");
        check("f(a::)", "cannot read `:` @ ::)");
        let types = "those are bool, char, short, int, long and long long, signed or unsigned, float, double, \
                     int8_t to uint64_t, size_t and the like";
        for (text, ty) in [
            ("f(node list)", "node"),
            ("f(long double x)", "long double"),
            ("f(void v)", "void"),
            ("f(n)", "n"),
        ] {
            check(text, &format!("`{ty}` is no type that inputs can have: {types} @ {}", &text[2..]));
        }
    }

    #[test]
    fn the_mark_is_below_the_word() {
        let error = "f(double x,\n\tint *p)".parse::<Signature>().unwrap_err().to_string();
        assert_eq!(error.split_once('\n').unwrap().1, "  f(double x,  int *p)\n                   ^");
        let error = "sört(int n)".parse::<Signature>().unwrap_err().to_string();
        assert_eq!(error, "cannot read `ö`\n  sört(int n)\n   ^");
    }

    #[test]
    fn no_text_makes_it_panic() {
        let pieces = [
            "f(", "int ", "a", "n", "[", "]", "'", "\\", "..", ".", "-", "=", "in ", "0", "e", "é", ")", ",",
            "*", "::",
        ];
        let mut state = 1u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..8 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                text += pieces[(state >> 33) as usize % pieces.len()];
            }
            let _ = text.parse::<Signature>().map_err(|error| error.to_string());
            let _ = format!("f({text}").parse::<Signature>().map_err(|error| error.to_string());
        }
    }
}
