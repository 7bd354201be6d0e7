//! A bot in Rust: one file, the standard library alone.

use std::io::{self, BufRead, Write};

/// JSON, as far as it is needed: a value is the text from its first character to its last.
mod json {
    /// The end of the value that the text begins with, whatever it holds.
    fn end(text: &str) -> usize {
        let bytes = text.as_bytes();
        let (mut at, mut depth) = (0, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'"' => {
                    at += 1;
                    while at < bytes.len() && bytes[at] != b'"' {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                }
                b'{' | b'[' => {
                    depth += 1;
                    at += 1;
                }
                b'}' | b']' => {
                    depth -= 1;
                    at += 1;
                }
                b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' => at += 1,
                _ => {
                    // a number, true, false, null
                    let rest = &text[at..];
                    at += rest.find(|c| "{}[],:\" \t\r\n".contains(c)).unwrap_or(rest.len());
                }
            }
            if depth <= 0 {
                break;
            }
        }
        at.min(bytes.len())
    }

    /// The values in a list, or the keys and values of an object in turn.
    pub fn items(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        let Some(mut rest) = text.trim().strip_prefix(['{', '[']).map(str::trim_start) else {
            return found;
        };
        while !rest.is_empty() && !rest.starts_with(['}', ']']) {
            let (item, behind) = rest.split_at(end(rest));
            found.push(item);
            rest = behind.trim_start();
            rest = rest.strip_prefix([',', ':']).unwrap_or(rest).trim_start();
        }
        found
    }

    /// The value of a key of an object; None if it is absent or null.
    pub fn member<'a>(object: &[&'a str], key: &str) -> Option<&'a str> {
        let pair = object.chunks_exact(2).find(|pair| text(pair[0]) == key)?;
        (pair[1] != "null").then_some(pair[1])
    }

    /// What stands between the quotes of a string.
    pub fn text(value: &str) -> &str {
        value.trim_matches('"')
    }
}

/// Where the rank of a card such as `3b` stands, from weak to strong; both decks fit in.
fn strength(card: &str) -> usize {
    "45678JQKA239T".find(&card[..1]).unwrap_or(0)
}

fn suit(card: &str) -> &str {
    &card[1..]
}

/// One game of this bot; a new one is made for each.
struct Bot {
    /// The reverse games: fewest points win.
    avoid: bool,
    luck: u64,
}

impl Bot {
    /// Get ready: the message has the variant, its rules, the seat, the players, the seed and the clock.
    fn new(game: &[&str]) -> Bot {
        let rules = json::items(json::member(game, "rules").unwrap_or("{}"));
        let seed: u64 = json::member(game, "seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        Bot { avoid: json::member(&rules, "ace_of_bastoni").is_some(), luck: seed % 2147483646 + 1 }
    }

    /// One of `legal`.
    fn choose<'a>(&mut self, act: &[&'a str]) -> &'a str {
        let texts = |key| json::member(act, key).map(json::items).unwrap_or_default();
        let legal: Vec<&str> = texts("legal").into_iter().map(json::text).collect();
        // a card is a rank and a suit, a word is longer
        let cards: Vec<&str> = legal.iter().copied().filter(|action| action.len() == 2).collect();
        match json::member(act, "decision").map(json::text).unwrap_or_default() {
            "play" => {
                let trick: Vec<&str> = texts("trick").into_iter().map(|played| json::text(json::items(played)[1])).collect();
                if trick.is_empty() { self.lead(&cards) } else { self.follow(&cards, &trick) }
            }
            // words: declare all there is, else the first, which is never the bold one
            "declare" => legal[legal.len() - 1],
            _ if cards.is_empty() => legal[0],
            "call" => cards[cards.len() - 1],
            _ => self.spare(&cards),
        }
    }

    /// Any suit: the strongest card of it, or where points are bad the weakest.
    fn lead<'a>(&mut self, cards: &[&'a str]) -> &'a str {
        let chosen = suit(cards[self.chance(cards.len())]);
        let mut mine = cards.iter().copied().filter(|card| suit(card) == chosen);
        if self.avoid { mine.next() } else { mine.next_back() }.unwrap_or(cards[0])
    }

    /// Win as cheaply as can be, else give the weakest; or where points are bad, the strongest that does not win.
    fn follow<'a>(&self, cards: &[&'a str], trick: &[&str]) -> &'a str {
        let led = suit(trick[0]);
        let best = trick.iter().filter(|card| suit(card) == led).map(|card| strength(card)).max().unwrap_or(0);
        let (winning, losing): (Vec<&str>, Vec<&str>) =
            cards.iter().partition(|card| suit(card) == led && strength(card) > best);
        if !winning.is_empty() && !(self.avoid && !losing.is_empty()) { winning[0] } else { self.spare(&losing) }
    }

    /// The card to be rid of.
    fn spare<'a>(&self, cards: &[&'a str]) -> &'a str {
        let mut found = cards[0];
        for card in &cards[1..] {
            let better = if self.avoid { strength(card) > strength(found) } else { strength(card) < strength(found) };
            if better {
                found = card;
            }
        }
        found
    }

    /// A number below `count`, always the same for the same seed.
    fn chance(&mut self, count: usize) -> usize {
        self.luck = self.luck * 48271 % 2147483647;
        self.luck as usize % count
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot { avoid: false, luck: 1 };
    let mut input = io::stdin().lock();
    let mut output = io::stdout();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line).into_owned();
        line.clear();
        let message = json::items(&text);
        let kind = json::member(&message, "type").map(json::text).unwrap_or_default();
        match kind {
            "quit" => break,
            "game" => bot = Bot::new(&message),
            _ => {}
        }
        let Some(id) = json::member(&message, "id") else { continue };
        let more = match kind {
            "hello" => String::from(",\"name\":\"sample\",\"version\":\"1\""),
            "act" => format!(",\"action\":\"{}\"", bot.choose(&message)),
            _ => String::new(),
        };
        writeln!(output, "{{\"id\":{id}{more}}}")?;
        output.flush()?; // or the answer waits in a buffer
    }
    Ok(())
}
