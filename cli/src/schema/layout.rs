//! The layout of a schema's text: its tokens in their order, each field and variant on a line of
//! its own. Comments stay where they are, and so does one empty line between two lines.

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    /// A name, a keyword or a number.
    Word(&'t str),
    /// A text, bytes or a character, in quotation marks.
    Quoted(&'t str),
    /// `..` and `..=`, or a mark.
    Mark(&'t str),
    /// To the end of the line.
    LineComment(&'t str),
    BlockComment(&'t str),
}

/// A token, and the line feeds before it.
struct Spaced<'t> {
    token: Token<'t>,
    feeds: usize,
}

/// The text laid out; of a text that is no schema what its tokens are.
pub fn laid_out(text: &str) -> String {
    let tokens = with_commas(tokens(text));
    let mut out = Layout::default();
    for (number, spaced) in tokens.iter().enumerate() {
        let next = tokens.get(number + 1).map(|next| next.token);
        out.put(spaced, next);
    }
    out.text.truncate(out.text.trim_end().len());
    out.text.push('\n');
    out.text
}

/// The last of a kind has a comma, as the others have.
fn with_commas(tokens: Vec<Spaced<'_>>) -> Vec<Spaced<'_>> {
    let mut all: Vec<Spaced<'_>> = Vec::with_capacity(tokens.len());
    for spaced in tokens {
        if spaced.token == Token::Mark("}") {
            let is_comment = |token| matches!(token, Token::LineComment(_) | Token::BlockComment(_));
            let last = all.iter().rposition(|before| !is_comment(before.token));
            let ends = |token| matches!(token, Token::Mark("," | "{"));
            if let Some(last) = last.filter(|last| all.get(*last).is_some_and(|before| !ends(before.token))) {
                all.insert(last + 1, Spaced { token: Token::Mark(","), feeds: 0 });
            }
        }
        all.push(spaced);
    }
    all
}

fn tokens(text: &str) -> Vec<Spaced<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        let start = rest.trim_start();
        let skipped = rest.get(..rest.len() - start.len()).unwrap_or_default();
        let Some(first) = start.chars().next() else { return tokens };
        let (token, len) = token(start, first);
        tokens.push(Spaced { token, feeds: skipped.matches('\n').count() });
        rest = start.get(len..).unwrap_or_default();
    }
}

fn token(start: &str, first: char) -> (Token<'_>, usize) {
    let upto = |len: usize| start.get(..len).unwrap_or(start);
    if start.starts_with("//") {
        let len = start.find('\n').unwrap_or(start.len());
        return (Token::LineComment(upto(len).trim_end()), len);
    }
    if start.starts_with("/*") {
        let len = start.find("*/").map_or(start.len(), |at| at + 2);
        return (Token::BlockComment(upto(len)), len);
    }
    let is_bytes = start.starts_with("b\"");
    if is_bytes || first == '"' || first == '\'' {
        let len = quoted_len(start.get(usize::from(is_bytes)..).unwrap_or_default()) + usize::from(is_bytes);
        return (Token::Quoted(upto(len)), len);
    }
    for range in ["..=", ".."] {
        if start.starts_with(range) {
            return (Token::Mark(upto(range.len())), range.len());
        }
    }
    let len = word_len(start);
    if len > 0 {
        return (Token::Word(upto(len)), len);
    }
    (Token::Mark(upto(first.len_utf8())), first.len_utf8())
}

/// The bytes of a text with its quotation marks.
fn quoted_len(text: &str) -> usize {
    let mark = text.chars().next().unwrap_or('"');
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The bytes of a name or a number: with its sign, a point between digits, and an exponent's sign.
fn word_len(text: &str) -> usize {
    let mut before = None;
    for (at, c) in text.char_indices() {
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        let is_digit_next = rest.starts_with(|next: char| next.is_ascii_digit());
        let is_number = text.trim_start_matches('-').starts_with(|first: char| first.is_ascii_digit());
        let belongs = c == '_'
            || c.is_alphanumeric()
            || (c == '-' && (at == 0 || (is_number && matches!(before, Some('e' | 'E')))))
            || (c == '.' && is_number && is_digit_next && before.is_some_and(|before| before.is_ascii_digit()));
        if !belongs {
            return at;
        }
        before = Some(c);
    }
    text.len()
}

/// The text so far.
#[derive(Default)]
struct Layout {
    text: String,
    /// Braces that are open.
    depth: usize,
    /// Brackets of another kind that are open: what is in them stays on its line.
    inner: usize,
    last: Option<Last>,
    /// Whether nothing is on the line yet.
    is_fresh: bool,
}

/// What came last, as far as it says whether a space follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Word,
    /// After which nothing is spaced: `(`, `<`, `[`, `..`, `.`.
    Tight,
    /// After which there is a space: `:`, `,`, `=`, `}`, a comment.
    Loose,
    /// `)`, `>`, `]`, `?`.
    Closing,
}

impl Layout {
    fn put(&mut self, spaced: &Spaced<'_>, next: Option<Token<'_>>) {
        let is_comment = matches!(spaced.token, Token::LineComment(_) | Token::BlockComment(_));
        // A comment behind something stays on its line.
        if is_comment && spaced.feeds == 0 && self.is_fresh && !self.text.is_empty() && self.depth_just_closed() {
            self.text.truncate(self.text.trim_end().len());
            self.text.push(' ');
            self.is_fresh = false;
        }
        if self.is_fresh && spaced.feeds > 1 && !self.text.ends_with("{\n") && spaced.token != Token::Mark("}") {
            self.text.push('\n');
        }
        match spaced.token {
            Token::LineComment(text) => {
                self.start(true);
                self.text.push_str(text);
                self.feed();
            }
            Token::BlockComment(text) => {
                self.start(true);
                self.text.push_str(text);
                self.last = Some(Last::Loose);
                // One that stood alone on its lines still does.
                if self.depth == 0 && self.inner == 0 && self.line_is(text) {
                    self.feed();
                }
            }
            Token::Word(text) | Token::Quoted(text) => {
                self.start(!matches!(self.last, None | Some(Last::Tight)));
                self.text.push_str(text);
                self.last = Some(Last::Word);
            }
            Token::Mark(mark) => self.mark(mark, next),
        }
    }

    /// Whether the line before this one can take a comment.
    fn depth_just_closed(&self) -> bool {
        self.text.ends_with('\n') && !self.text.ends_with("\n\n")
    }

    fn line_is(&self, text: &str) -> bool {
        let start = self.text.len().saturating_sub(text.len());
        self.text.get(..start).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
    }

    fn mark(&mut self, mark: &str, next: Option<Token<'_>>) {
        match mark {
            "{" => {
                self.start(true);
                self.text.push('{');
                self.depth += 1;
                if next == Some(Token::Mark("}")) {
                    self.last = Some(Last::Tight);
                } else {
                    self.feed();
                }
            }
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                if self.last != Some(Last::Tight) {
                    if !self.is_fresh {
                        self.feed();
                    }
                    self.start(false);
                }
                self.text.push('}');
                self.feed();
            }
            "," => {
                // A comma behind a comment belongs before it.
                self.start(false);
                self.text.push(',');
                self.last = Some(Last::Loose);
                if self.depth > 0 && self.inner == 0 {
                    self.feed();
                }
            }
            ";" => {
                self.start(false);
                self.text.push(';');
                self.feed();
            }
            "(" | "<" | "[" => {
                self.start(false);
                self.text.push_str(mark);
                self.inner += 1;
                self.last = Some(Last::Tight);
            }
            ")" | ">" | "]" => {
                self.start(false);
                self.text.push_str(mark);
                self.inner = self.inner.saturating_sub(1);
                self.last = Some(Last::Closing);
            }
            ".." | "..=" | "." => {
                // `in ..=5` has a space, `in 1..=5` none.
                let is_open = self.text.ends_with("in");
                self.start(is_open);
                self.text.push_str(mark);
                self.last = Some(if mark == ".." { Last::Loose } else { Last::Tight });
            }
            ":" => {
                self.start(false);
                self.text.push(':');
                self.last = Some(Last::Loose);
            }
            "?" => {
                self.start(false);
                self.text.push('?');
                self.last = Some(Last::Closing);
            }
            _ => {
                self.start(true);
                self.text.push_str(mark);
                self.last = Some(Last::Loose);
            }
        }
    }

    /// Begins a line, or puts a space.
    fn start(&mut self, is_spaced: bool) {
        if self.is_fresh || self.text.is_empty() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.is_fresh = false;
        } else if is_spaced && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    fn feed(&mut self) {
        self.text.push('\n');
        self.is_fresh = true;
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::laid_out;
    use vellum::Schema;

    fn keeps(text: &str) -> String {
        let formatted = laid_out(text);
        assert_eq!(Schema::parse(&formatted).unwrap(), Schema::parse(text).unwrap(), "{formatted}");
        assert_eq!(laid_out(&formatted), formatted, "a second time");
        formatted
    }

    #[test]
    fn fields_stand_on_lines_of_their_own() {
        let text = "struct  User key(name,age desc){name:string?,age:u16 in 1..=5=1,t:tuple<u8,list< u8? >>,}root User width 2;";
        let wanted = "struct User key(name, age desc) {\n    name: string?,\n    age: u16 in 1..=5 = 1,\n    t: tuple<u8, list<u8?>>,\n}\nroot User width 2;\n";
        assert_eq!(keeps(text), wanted);
    }

    #[test]
    fn the_crates_own_text_is_formatted() {
        for text in [
            "enum E:u16{a=3,b}open union U{none,x:u8,y:E?}struct S{e:E=b,f:f32=-1.5e-3,c:char='x',s:string max 5 lowercase=\"a\\\"b\",b:bytes=b\"\\x00\",u:U,m:map<string,array<u8,4>>,d:decimal(2)=1.50 since 2,n:u32 in 5.. since 2=7 since 3}root S;",
            "struct P { d: date in ..=9, t: timestamp(us) } root list<P>;",
        ] {
            let Ok(schema) = Schema::parse(text) else { continue };
            assert_eq!(keeps(&schema.to_string()), schema.to_string());
        }
        let text = "enum E:u16{a=3,b}open union U{none,x:u8,y:E?}struct S{e:E=b,f:f32=-1.5,c:char='x',s:string max 5 lowercase=\"a\",b:bytes=b\"\\x00\",u:U,m:map<string,bytes[4]>,d:decimal(2)=1.50 since 2}root S;";
        assert_eq!(keeps(text), Schema::parse(text).unwrap().to_string());
        let text = "struct P { d: u16 in ..=9, t: timestamp(us), f: i32 in -5..=5=-1, g: u8 in 5.. = 7 } root list<P>;";
        assert_eq!(keeps(text), Schema::parse(text).unwrap().to_string());
    }

    #[test]
    fn comments_and_empty_lines_stay() {
        let text = "// head\n\n/* block */\n/// A user.\nstruct User { // of us\n  /// The name.\n  name: string, // given\n\n\n  age: u16 // in years\n}\n\n\nroot User; // end\n";
        let wanted = "// head\n\n/* block */\n/// A user.\nstruct User { // of us\n    /// The name.\n    name: string, // given\n\n    age: u16, // in years\n}\n\nroot User; // end\n";
        assert_eq!(keeps(text), wanted);
    }
}
