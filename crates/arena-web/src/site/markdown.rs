//! The rule pages as HTML. They are ours, and in the program; nobody else's Markdown is ever shown.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use skirmish_games::GAMES;

/// A rule page.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its text.
    pub html: String,
    /// Its headings: anchor and text.
    pub contents: Vec<(String, String)>,
}

static RULES: LazyLock<BTreeMap<&'static str, Rules>> =
    LazyLock::new(|| GAMES.iter().map(|entry| (entry.info.name, made(entry.info.rules))).collect());

/// The rules of a game.
pub fn rules(game: &str) -> Option<&'static Rules> {
    RULES.get(game)
}

fn made(text: &str) -> Rules {
    let mut contents = Vec::new();
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    for at in 0..events.len() {
        let Event::Start(Tag::Heading { level, .. }) = &events[at] else { continue };
        let level = *level;
        let words: String = events[at..]
            .iter()
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
                _ => None,
            })
            .collect();
        let anchor = anchor(&words);
        if level == HeadingLevel::H2 {
            contents.push((anchor.clone(), words));
        }
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(CowStr::from(anchor));
        }
    }
    let mut made = String::new();
    html::push_html(&mut made, events.into_iter());
    // A wide table scrolls by itself, not the whole page.
    let html = made.replace("<table>", "<div class=\"wide\"><table>").replace("</table>", "</table></div>");
    Rules { html, contents }
}

fn anchor(words: &str) -> String {
    let letters = words.to_lowercase();
    let parts = letters.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_anchors_and_tables_scroll() {
        let rules = made("# Tug\n\n## Score and `end`\n\n| a |\n|---|\n| 1 |\n");
        assert_eq!(rules.contents, [("score-and-end".to_owned(), "Score and end".to_owned())]);
        assert!(rules.html.contains("<h2 id=\"score-and-end\">"), "{}", rules.html);
        assert!(rules.html.contains("<div class=\"wide\"><table>"), "{}", rules.html);
    }

    #[test]
    fn every_game_has_its_rules() {
        assert!(
            GAMES.iter().all(|entry| rules(entry.info.name).is_some_and(|rules| !rules.contents.is_empty()))
        );
    }
}
