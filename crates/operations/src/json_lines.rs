//! JSON lines: an object in, the same object out with the answer added.
//!
//! Programs drive the simulator, the solver and the counting of features this way: they write one
//! object a line and read one object a line. [`Responder`] answers a line, [`Object`] reads the
//! fields that belong to the question and passes all others on as they were written. Reading and
//! writing the stream itself (blocks, threads, error lines) is the caller's.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Input bytes that a responder is handed at a time, unless it asks for fewer.
const BLOCK: usize = 4 << 20;

/// The answers to JSON lines.
pub trait Responder: Sync {
    /// Writes the answer to a line, without the end of line. `index` counts lines from 0. Output
    /// written before an error is dropped.
    ///
    /// # Errors
    /// If the line cannot be answered: what is wrong, with the field.
    fn answer(&self, index: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String>;

    /// Answers several lines, each with its index; a batch may be faster than one by one.
    fn answer_all(&self, lines: &[(u64, &str)]) -> Vec<Result<Vec<u8>, String>> {
        let one = |&(index, line): &(u64, &str)| {
            let mut out = Vec::with_capacity(2 * line.len());
            self.answer(index, line, &mut out).map(|()| out)
        };
        lines.iter().map(one).collect()
    }

    /// Input bytes to answer at a time; slow responders ask for few, so that answers come out as
    /// they are found.
    fn block(&self) -> usize {
        BLOCK
    }
}

/// The fields of a line in their order, each with its JSON text.
#[derive(Debug)]
pub struct Object<'a> {
    fields: Vec<(Cow<'a, str>, &'a str)>,
}

/// A field to write: its name and its JSON text.
pub type Field<'n> = (&'n str, Vec<u8>);

impl<'a> Object<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is not a JSON object.
    pub fn read(line: &'a str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => "not a JSON object".to_owned(),
            _ => format!("not JSON: {}", plain(&error)),
        })
    }

    /// Returns the JSON text of a field, if the object has it.
    ///
    /// # Errors
    /// If the field is there twice.
    pub fn get(&self, name: &str) -> Result<Option<&'a str>, String> {
        let mut found = self.fields.iter().filter(|(key, _)| key == name);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => Err(format!("`{name}` is there twice")),
            (field, _) => Ok(field.map(|(_, text)| *text)),
        }
    }

    /// Returns the JSON text of a required field.
    ///
    /// # Errors
    /// If the field is missing or there twice.
    pub fn need(&self, name: &str) -> Result<&'a str, String> {
        self.get(name)?
            .ok_or_else(|| format!("`{name}` is missing"))
    }

    /// Writes the object with new fields, each in place of the field of that name or at the end.
    pub fn write(&self, new: &[Field<'_>], out: &mut Vec<u8>) {
        let mut between = b'{';
        let mut put = |name: &str, value: &[u8]| {
            out.push(between);
            write_name(name, out);
            out.push(b':');
            out.extend_from_slice(value);
            between = b',';
        };
        for (key, text) in &self.fields {
            let replacement = new.iter().find(|(name, _)| name == key);
            put(key, replacement.map_or(text.as_bytes(), |(_, new)| new));
        }
        for (name, value) in new {
            if !self.fields.iter().any(|(key, _)| key == name) {
                put(name, value);
            }
        }
        if between == b'{' {
            out.push(b'{');
        }
        out.push(b'}');
    }
}

fn write_name(name: &str, out: &mut Vec<u8>) {
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if name.bytes().all(plain) {
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.push(b'"');
    } else {
        // Writing to memory does not fail.
        let _ = serde_json::to_writer(out, name);
    }
}

/// Returns the message of a JSON error without the line number, which is always 1.
pub fn plain(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column", " at column")
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Object<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object<'de>, M::Error> {
                let mut fields = Vec::with_capacity(10);
                while let Some(Key(key)) = map.next_key()? {
                    fields.push((key, map.next_value::<&RawValue>()?.get()));
                }
                Ok(Object { fields })
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// A name, borrowed unless it has escapes in it.
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl<'de> Visitor<'de> for Name {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }
            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(name)))
            }
            fn visit_str<E>(self, name: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(name.to_owned())))
            }
        }
        deserializer.deserialize_str(Name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(line: &str, new: &[Field<'_>]) -> String {
        let mut out = Vec::new();
        Object::read(line).unwrap().write(new, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_is_not_ours_is_passed_on_as_it_was_written() {
        let line = r#"{"kind":"a, \"b\"","n":1.50e0 , "\u0022q":[ 1,{"x":null}]}"#;
        assert_eq!(
            written(line, &[]),
            r#"{"kind":"a, \"b\"","n":1.50e0,"\"q":[ 1,{"x":null}]}"#
        );
        assert_eq!(written("{}", &[]), "{}");
    }

    #[test]
    fn a_new_field_takes_the_place_of_the_old_one() {
        let new = [("result", b"7".to_vec()), ("foul", b"true".to_vec())];
        assert_eq!(
            written(r#"{"a":1,"result":[1,2],"b":2}"#, &new),
            r#"{"a":1,"result":7,"b":2,"foul":true}"#
        );
        assert_eq!(written("{}", &new), r#"{"result":7,"foul":true}"#);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, words) in [
            ("[1]", "not a JSON object"),
            ("{\"a\":}", "not JSON: expected value at column 6"),
            ("{\"a\":NaN}", "not JSON"),
            ("{\"a\":1} x", "not JSON: trailing characters"),
            ("{", "not JSON"),
        ] {
            let error = Object::read(line).unwrap_err();
            assert!(error.contains(words), "{line}: {error}");
        }
        let object = Object::read(r#"{"a":1,"a":2}"#).unwrap();
        assert_eq!(object.get("a").unwrap_err(), "`a` is there twice");
        assert_eq!(object.need("b").unwrap_err(), "`b` is missing");
    }
}
