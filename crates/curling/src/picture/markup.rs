//! SVG writer: elements, numbers and text, always well-formed.
//!
//! Every element goes through [`Markup`], which escapes each value, and every number goes through
//! [`number`], which writes the same digits on every machine.

/// An SVG file being written, one element a line.
#[derive(Default)]
pub(super) struct Markup {
    text: String,
}

/// An attribute: its name and its value.
pub(super) type Attribute<'a> = (&'a str, String);

impl Markup {
    /// Writes an element without content.
    pub(super) fn leaf(&mut self, tag: &str, attributes: &[Attribute<'_>]) {
        self.start(tag, attributes);
        self.text.push_str("/>\n");
    }

    /// Writes an element with text.
    pub(super) fn words(&mut self, tag: &str, attributes: &[Attribute<'_>], words: &str) {
        self.start(tag, attributes);
        self.text.push('>');
        self.text.push_str(&escape(words));
        self.close(tag);
    }

    /// Opens an element with children.
    pub(super) fn open(&mut self, tag: &str, attributes: &[Attribute<'_>]) {
        self.start(tag, attributes);
        self.text.push_str(">\n");
    }

    /// Embeds a picture written before.
    pub(super) fn inside(&mut self, picture: &str) {
        self.text.push_str(picture);
    }

    /// Closes an element.
    pub(super) fn close(&mut self, tag: &str) {
        self.text.push_str("</");
        self.text.push_str(tag);
        self.text.push_str(">\n");
    }

    /// Returns the file.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn start(&mut self, tag: &str, attributes: &[Attribute<'_>]) {
        self.text.push('<');
        self.text.push_str(tag);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            self.text.push_str(&escape(value));
            self.text.push('"');
        }
    }
}

/// Formats a number with at most three decimals and no trailing zeros. Values that are not finite
/// should have been omitted before; they become zero here, so that the file stays readable in any
/// case.
pub(super) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let digits = format!("{value:.3}");
    match digits.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

/// Formats a number to a tenth, for the many points of paths: a tenth of a millimetre is finer than
/// any printer.
pub(super) fn tenth(value: f64) -> String {
    number((value * 10.0).round() / 10.0)
}

/// Escapes the special characters of XML, and removes those that XML forbids.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars().filter(|&character| allowed(character)) {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns whether XML 1.0 allows a character (section 2.2 of the recommendation).
fn allowed(character: char) -> bool {
    !matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_short_and_never_odd() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (-0.0001, "0"),
            (100.0, "100"),
            (1.5, "1.5"),
            (-2375.0004, "-2375"),
            (0.1234, "0.123"),
            (f64::NAN, "0"),
            (f64::NEG_INFINITY, "0"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!(tenth(12.3456), "12.3");
    }

    #[test]
    fn what_xml_forbids_is_left_out() {
        assert_eq!(escape("a\0b\u{1b}[31m\u{ffff}c\td"), "ab[31mc\td");
        assert_eq!(escape("</text>&'\""), "&lt;/text&gt;&amp;&#39;&quot;");
    }

    proptest! {
        #[test]
        fn numbers_are_near_what_they_stand_for(value in -1e6..1e6_f64) {
            let written: f64 = number(value).parse().unwrap();
            prop_assert!((written - value).abs() <= 0.0005 + 1e-9);
        }
    }
}
