//! Values as Python prints them: what `str` gives of the client's models.
//!
//! ```text
//! winner_team=None end_number=0 last_move=ShotInfoSchema(translational_velocity=2.4, …)
//! stone_coordinate=StoneCoordinateSchema(data={'team0': [CoordinateDataSchema(x=0.0, y=0.0), …]})
//! ```

use serde_json::{Map, Number, Value};

/// The deepest nesting that is read.
const DEEPEST: usize = 16;

/// The fields `name=value` of a model, separated by spaces.
pub(super) fn fields(text: &str) -> Result<Value, String> {
    let mut reader = Reader { text, at: 0 };
    let mut fields = Map::new();
    reader.skip_spaces();
    while !reader.rest().is_empty() {
        let name = reader.name()?.to_owned();
        reader.expect('=')?;
        fields.insert(name, reader.value(0)?);
        reader.skip_spaces();
    }
    Ok(Value::Object(fields))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn wrong<T>(&self, what: &str) -> Result<T, String> {
        let place: String = self.rest().chars().take(20).collect();
        Err(format!("expected {what} in the state before `{place}`"))
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn taken(&mut self, sign: char) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        if self.taken(sign) {
            return Ok(());
        }
        self.wrong(&format!("`{sign}`"))
    }

    fn name(&mut self) -> Result<&'a str, String> {
        let rest = self.rest();
        let part = |c: char| !(c.is_alphanumeric() || c == '_' || c == '.');
        let length = rest.find(part).unwrap_or(rest.len());
        if length == 0 {
            return self.wrong("a name");
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > DEEPEST {
            return self.wrong("less nesting");
        }
        self.skip_spaces();
        match self.rest().chars().next() {
            Some('[') => self.list('[', ']', depth),
            Some('(') => self.list('(', ')', depth),
            Some('{') => self.map(depth),
            Some('<') => self.member(depth),
            Some('\'' | '"') => self.string().map(Value::String),
            Some(sign) if sign == '-' || sign.is_ascii_digit() => self.number(),
            Some(_) => self.word(depth),
            None => self.wrong("a value"),
        }
    }

    fn list(&mut self, open: char, close: char, depth: usize) -> Result<Value, String> {
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.taken(close) {
            items.push(self.value(depth + 1)?);
            if !self.taken(',') {
                self.expect(close)?;
                break;
            }
        }
        Ok(Value::Array(items))
    }

    fn map(&mut self, depth: usize) -> Result<Value, String> {
        self.expect('{')?;
        let mut map = Map::new();
        while !self.taken('}') {
            self.skip_spaces();
            let key = self.string()?;
            self.expect(':')?;
            map.insert(key, self.value(depth + 1)?);
            if !self.taken(',') {
                self.expect('}')?;
                break;
            }
        }
        Ok(Value::Object(map))
    }

    /// A member of an enumeration, `<Name.member: value>`: its value.
    fn member(&mut self, depth: usize) -> Result<Value, String> {
        self.expect('<')?;
        self.name()?;
        self.expect(':')?;
        let value = self.value(depth + 1)?;
        self.expect('>')?;
        Ok(value)
    }

    /// `None`, `True`, `nan`, a model with its fields, or a call with one argument.
    fn word(&mut self, depth: usize) -> Result<Value, String> {
        let start = self.at;
        match self.name()? {
            "None" | "nan" | "inf" => Ok(Value::Null),
            "True" => Ok(Value::Bool(true)),
            "False" => Ok(Value::Bool(false)),
            _ if self.rest().starts_with('(') => self.model(depth),
            _ => {
                self.at = start;
                self.wrong("a value")
            }
        }
    }

    fn model(&mut self, depth: usize) -> Result<Value, String> {
        self.expect('(')?;
        let (mut fields, mut arguments) = (Map::new(), Vec::new());
        while !self.taken(')') {
            self.skip_spaces();
            let start = self.at;
            let named = self.name().ok().filter(|_| self.rest().starts_with('='));
            if let Some(name) = named {
                self.expect('=')?;
                fields.insert(name.to_owned(), self.value(depth + 1)?);
            } else {
                self.at = start;
                arguments.push(self.value(depth + 1)?);
            }
            if !self.taken(',') {
                self.expect(')')?;
                break;
            }
        }
        Ok(match (fields.is_empty(), arguments.len()) {
            (true, 1) => arguments.remove(0),
            (true, 2..) => Value::Array(arguments),
            _ => Value::Object(fields),
        })
    }

    fn number(&mut self) -> Result<Value, String> {
        let rest = self.rest();
        let part = |c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c));
        let length = rest.find(part).unwrap_or(rest.len());
        let text = &rest[..length];
        let number = if let Ok(whole) = text.parse::<i64>() {
            Value::Number(whole.into())
        } else {
            let Ok(real) = text.parse::<f64>() else {
                return self.wrong("a number");
            };
            Number::from_f64(real).map_or(Value::Null, Value::Number)
        };
        self.at += length;
        Ok(number)
    }

    fn string(&mut self) -> Result<String, String> {
        let mut signs = self.rest().char_indices();
        let Some((_, quote @ ('\'' | '"'))) = signs.next() else {
            return self.wrong("a text in quotes");
        };
        let mut text = String::new();
        while let Some((at, sign)) = signs.next() {
            if sign == quote {
                self.at += at + 1;
                return Ok(text);
            }
            if sign != '\\' {
                text.push(sign);
                continue;
            }
            let Some((_, escaped)) = signs.next() else {
                break;
            };
            let digits = match escaped {
                'n' => Ok('\n'),
                't' => Ok('\t'),
                'r' => Ok('\r'),
                'x' => Err(2),
                'u' => Err(4),
                'U' => Err(8),
                other => Ok(other),
            };
            text.push(match digits {
                Ok(sign) => sign,
                Err(digits) => {
                    let hex: String = signs.by_ref().take(digits).map(|(_, c)| c).collect();
                    let code = u32::from_str_radix(&hex, 16).ok();
                    code.and_then(char::from_u32).unwrap_or('\u{fffd}')
                }
            });
        }
        self.wrong("the end of a text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn models_lists_and_words_are_read() {
        let text = "a=None b=-1.5e-3 c='it\\'s \\u00e9' d=[1, True, nan] e=Point(x=0.0, y=2) \
                    f={'k': (1,), \"l\": []} g=<Team.team0: 'team0'> h=UUID('12') i=Empty()";
        let expected = json!({
            "a": null, "b": -0.0015, "c": "it's é", "d": [1, true, null],
            "e": {"x": 0.0, "y": 2}, "f": {"k": [1], "l": []}, "g": "team0", "h": "12", "i": {},
        });
        assert_eq!(fields(text).unwrap(), expected);
        assert_eq!(fields("  ").unwrap(), json!({}));
    }

    #[test]
    fn what_is_no_value_is_refused_with_its_place() {
        for text in [
            "a",
            "a=",
            "a=?",
            "a=[1",
            "a=[1 2]",
            "a={1: 2}",
            "a='",
            "a='\\",
            "a=Point(x=",
            "a=-",
            "a=word",
            "=1",
            "a=<b: 1",
            "a=1.2.3",
        ] {
            let why = fields(text).unwrap_err();
            assert!(why.starts_with("expected"), "{text}: {why}");
        }
        let deep = format!("a={}", "[".repeat(100_000));
        assert!(fields(&deep).unwrap_err().contains("nesting"));
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd_to_be_looked_at(text in "[a-z=\\[\\](){}'\",:<>\\\\0-9. é-]{0,60}") {
            let _ = fields(&text);
            let _ = fields(&format!("a={text}"));
        }
    }
}
