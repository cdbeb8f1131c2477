//! Named operations with typed input and output.
//!
//! Reading and running are two steps: [`Operation::read`] turns JSON into the operation's own type
//! and refuses what does not fit, naming the place; the [`Request`] it returns waits in queues in
//! that bounded form and runs later. The schemas of both types come from the types themselves.

use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use arena::Text;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// The input of an operation that needs none.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The text of a file or a record.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileText {
    /// The text.
    pub text: String,
}

/// The duration class of an operation, which decides how it is scheduled and answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// At most some hundred milliseconds: the answer is the response.
    Quick,
    /// Seconds to minutes: runs as a task with progress and a result.
    Task,
    /// Hours: experiments and tournaments, one at a time.
    Long,
}

/// The input of an operation.
pub trait Input: DeserializeOwned + JsonSchema + Send + 'static {}
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Input for T {}

/// The output of an operation.
pub trait Output: Serialize + JsonSchema {}
impl<T: Serialize + JsonSchema> Output for T {}

type Read = Box<dyn Fn(Value) -> Result<Request, Fault> + Send + Sync>;
type Describe = fn(&mut SchemaGenerator) -> Schema;

/// A named operation.
pub struct Operation {
    /// The name, such as `curling/advise`; also the address below `/api/`.
    pub name: &'static str,
    /// A sentence about the operation.
    pub about: Text,
    /// The duration class.
    pub lane: Lane,
    read: Read,
    input: Describe,
    output: Describe,
}

type Run = Box<dyn FnOnce(&TaskHandle) -> Result<Value, Fault> + Send>;

/// An input that fits its operation, ready to run.
pub struct Request(Run);

impl Request {
    /// Runs the operation.
    ///
    /// # Errors
    /// If the operation fails or is cancelled, or the input breaks the rules of the game.
    pub fn run(self, task: &TaskHandle) -> Result<Value, Fault> {
        (self.0)(task)
    }

    /// Runs the operation for an edge that outlives its requests: a panic is an internal error.
    ///
    /// # Errors
    /// As [`Request::run`], and with [`FaultCode::InternalError`] if the operation panics.
    pub fn run_caught(self, task: &TaskHandle) -> Result<Value, Fault> {
        Fault::caught(|| self.run(task))
    }
}

impl Operation {
    /// Creates an operation that is answered at once.
    pub fn quick<I: Input, O: Output>(
        name: &'static str,
        about: impl Into<Text>,
        run: impl Fn(I, &TaskHandle) -> Result<O, Fault> + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, about.into(), Lane::Quick, run)
    }

    /// Creates an operation that takes seconds to minutes and reports progress.
    pub fn task<I: Input, O: Output>(
        name: &'static str,
        about: impl Into<Text>,
        run: impl Fn(I, &TaskHandle) -> Result<O, Fault> + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, about.into(), Lane::Task, run)
    }

    /// Creates an operation that may take hours.
    pub fn long<I: Input, O: Output>(
        name: &'static str,
        about: impl Into<Text>,
        run: impl Fn(I, &TaskHandle) -> Result<O, Fault> + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, about.into(), Lane::Long, run)
    }

    fn new<I: Input, O: Output>(
        name: &'static str,
        about: Text,
        lane: Lane,
        run: impl Fn(I, &TaskHandle) -> Result<O, Fault> + Send + Sync + 'static,
    ) -> Self {
        let run = Arc::new(run);
        let read = move |input: Value| {
            let input = typed::<I>(input)?;
            let run = Arc::clone(&run);
            Ok(Request(Box::new(move |task| {
                serde_json::to_value(run(input, task)?).map_err(Fault::failed)
            })))
        };
        Operation {
            name,
            about,
            lane,
            read: Box::new(read),
            input: |schemas| schemas.subschema_for::<I>(),
            output: |schemas| schemas.subschema_for::<O>(),
        }
    }

    /// Reads an input into the operation's own type.
    ///
    /// # Errors
    /// If the input does not fit the type, with the place.
    pub fn read(&self, input: Value) -> Result<Request, Fault> {
        (self.read)(input)
    }

    /// Reads an input and runs the operation.
    ///
    /// # Errors
    /// As [`Operation::read`] and [`Request::run`].
    pub fn run(&self, input: Value, task: &TaskHandle) -> Result<Value, Fault> {
        self.read(input)?.run(task)
    }

    /// Returns the schema of the input; the generator collects the definitions.
    pub fn input(&self, schemas: &mut SchemaGenerator) -> Value {
        (self.input)(schemas).to_value()
    }

    /// Returns the schema of the output.
    pub fn output(&self, schemas: &mut SchemaGenerator) -> Value {
        (self.output)(schemas).to_value()
    }

    /// Returns the self-contained JSON schema (draft 2020-12) of input and output.
    pub fn schema(&self) -> Value {
        let settings = schemars::generate::SchemaSettings::draft2020_12();
        let mut schemas = settings.into_generator();
        let (input, output) = (self.input(&mut schemas), self.output(&mut schemas));
        let definitions = schemas.take_definitions(true);
        serde_json::json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "type": "object",
            "properties": { "input": input, "output": output },
            "$defs": definitions,
        })
    }
}

/// Reads a value as a type; errors name the place.
fn typed<I: DeserializeOwned>(input: Value) -> Result<I, Fault> {
    serde_path_to_error::deserialize(input).map_err(|error| {
        match error.path().to_string().as_str() {
            "." => Fault::wrong(error.inner()),
            place => Fault::wrong_at(place, error.inner()),
        }
        .explained(FaultCode::InvalidInput)
    })
}

/// A list of operations with distinct names.
#[derive(Default)]
pub struct Operations(Vec<Operation>);

impl Operations {
    /// Returns the list with more operations appended.
    ///
    /// # Panics
    /// If a name is taken: two operations of one name are a bug.
    #[must_use]
    pub fn with(mut self, more: impl IntoIterator<Item = Operation>) -> Self {
        for operation in more {
            assert!(
                self.find(operation.name).is_none(),
                "two operations are called {}",
                operation.name
            );
            self.0.push(operation);
        }
        self
    }

    /// Returns the operation of a name.
    pub fn find(&self, name: &str) -> Option<&Operation> {
        self.0.iter().find(|operation| operation.name == name)
    }

    /// Returns the operation of a name.
    ///
    /// # Errors
    /// If there is no such operation, with the names of its area.
    pub fn named(&self, name: &str) -> Result<&Operation, Fault> {
        self.find(name).ok_or_else(|| {
            let area = name.split('/').next().unwrap_or(name);
            let names = self.iter().map(|operation| operation.name);
            let near = names.filter(|known| known.split('/').next() == Some(area));
            let near: Vec<_> = near.collect();
            let hint = if near.is_empty() {
                "`operations` lists them".to_owned()
            } else {
                format!("known: {}", near.join(", "))
            };
            Fault::missing(format!("unknown operation `{name}` ({hint})"))
                .code(FaultCode::UnknownOperation)
                .value("name", name)
        })
    }

    /// Iterates over all operations in order.
    pub fn iter(&self) -> impl Iterator<Item = &Operation> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Host;
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn every_operation_has_a_sentence_in_both_languages_and_a_schema() {
        let all = crate::all(&Host::default());
        let mut sentences = BTreeSet::new();
        for operation in all.iter() {
            let Text { en, ja } = operation.about;
            assert!(
                en.ends_with('.') && ja.ends_with('。'),
                "{}",
                operation.name
            );
            assert!(en.is_ascii() && !ja.is_ascii(), "{}", operation.name);
            assert!(sentences.insert(en), "{}", operation.name);
            let schema = operation.schema();
            assert!(schema["properties"]["input"].is_object(), "{schema}");
            assert!(schema["properties"]["output"].is_object(), "{schema}");
        }
        assert!(sentences.len() > 40);
    }

    #[test]
    fn a_wrong_input_is_refused_before_anything_runs() {
        let all = crate::all(&Host::default());
        for operation in all.iter() {
            let Err(fault) = operation.read(json!({ "no such field": 1 })) else {
                panic!("{} reads anything", operation.name);
            };
            assert_eq!(fault.kind, crate::FaultKind::Wrong, "{}", operation.name);
        }
    }

    #[test]
    fn a_panic_of_an_operation_is_an_internal_error_with_its_words() {
        let run = |_: Nothing, _: &TaskHandle| -> Result<u32, Fault> { panic!("no such stone") };
        let careless = Operation::quick("test/careless", ("Panics.", "パニックします。"), run);
        let request = careless.read(json!({})).unwrap();
        let fault = request.run_caught(&TaskHandle::idle()).unwrap_err();
        assert_eq!(fault.kind, crate::FaultKind::Failed);
        assert_eq!(fault.code, Some(FaultCode::InternalError));
        assert_eq!(fault.values["why"], "panicked: no such stone");
    }

    #[test]
    fn an_unknown_operation_is_refused_with_those_of_its_area() {
        let all = crate::all(&Host::default());
        assert_eq!(all.named("blokus/perft").unwrap().name, "blokus/perft");
        let refused = |name: &str| all.named(name).err().unwrap().message;
        assert!(refused("blokus/pert").contains("(known: blokus/"));
        assert!(!refused("blokus/pert").contains("curling/"));
        assert!(refused("chess/best").contains("`operations` lists them"));
    }

    /// The parts of a schema that JSON can tell from another: names and types, not words.
    fn shape(schema: &Value) -> Value {
        let words = ["description", "title", "default", "required"];
        match schema {
            Value::Object(fields) => {
                let kept = fields
                    .iter()
                    .filter(|(key, _)| !words.contains(&key.as_str()));
                kept.map(|(key, value)| (key.clone(), shape(value)))
                    .collect()
            }
            Value::Array(entries) => entries.iter().map(shape).collect(),
            other => other.clone(),
        }
    }

    #[test]
    fn no_two_types_of_the_api_are_the_same() {
        let settings = schemars::generate::SchemaSettings::draft2020_12();
        let mut schemas = settings.into_generator();
        for operation in crate::all(&Host::default()).iter() {
            operation.input(&mut schemas);
            operation.output(&mut schemas);
        }
        let mut shapes = std::collections::HashMap::new();
        for (name, schema) in schemas.take_definitions(true) {
            if let Some(same) = shapes.insert(shape(&schema).to_string(), name.clone()) {
                panic!("{name} and {same} are one type: keep one of them");
            }
        }
        assert!(shapes.len() > 150);
    }
}
