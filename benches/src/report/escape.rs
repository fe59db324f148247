//! Text that must not be taken for markup.

/// For the content of an HTML element, or of an attribute in double quotes.
pub fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// For a paragraph or the cell of a table: no tags, no end of the cell. Emphasis stays possible on
/// purpose.
pub fn markdown(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|")
}

/// A name for files and anchors: lower case, digits, and single dashes for everything else.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(html("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
        assert_eq!(markdown("a|b <c>"), "a\\|b &lt;c>");
    }

    #[test]
    fn slugs_have_no_signs_but_single_dashes() {
        assert_eq!(slug("update_one · list[0].name longer"), "update-one-list-0-name-longer");
        assert_eq!(slug("u64 × 10,000 ..."), "u64-10-000");
    }
}
