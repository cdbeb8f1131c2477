//! What may be asked of the workbench: named operations with typed input and output.
//!
//! Every page asks through these, and the `OpenAPI` description is made from them, so that neither can know something the
//! other does not. An operation is a plain function: no HTTP, no session, no state of its own; what a page is
//! working on lives in the page.

use crate::fault::Fault;
use crate::watch::Watch;
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// How long an operation takes, which decides how it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// At once: the answer is the response. At most some hundred milliseconds.
    Quick,
    /// Seconds to minutes: the response names a task, whose progress and result are told as they come.
    Task,
    /// As long as it takes, one at a time: experiments and tournaments.
    Long,
}

type Run = Box<dyn Fn(Value, &Watch) -> Result<Value, Fault> + Send + Sync>;
type Describe = fn(&mut SchemaGenerator) -> schemars::Schema;

/// One thing that may be asked.
pub struct Operation {
    /// Its name and address below `/api/`, such as `curling/advise`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// How long it takes.
    pub lane: Lane,
    run: Run,
    input: Describe,
    output: Describe,
}

impl Operation {
    /// An operation that is answered at once.
    pub fn quick<I, O>(
        name: &'static str,
        about: &'static str,
        run: impl Fn(I, &Watch) -> Result<O, Fault> + Send + Sync + 'static,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
    {
        Self::new(name, about, Lane::Quick, run)
    }

    /// An operation that takes seconds to minutes and tells how far it is.
    pub fn task<I, O>(
        name: &'static str,
        about: &'static str,
        run: impl Fn(I, &Watch) -> Result<O, Fault> + Send + Sync + 'static,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
    {
        Self::new(name, about, Lane::Task, run)
    }

    /// An operation that may take hours.
    pub fn long<I, O>(
        name: &'static str,
        about: &'static str,
        run: impl Fn(I, &Watch) -> Result<O, Fault> + Send + Sync + 'static,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
    {
        Self::new(name, about, Lane::Long, run)
    }

    fn new<I, O>(
        name: &'static str,
        about: &'static str,
        lane: Lane,
        run: impl Fn(I, &Watch) -> Result<O, Fault> + Send + Sync + 'static,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
    {
        let run = move |input: Value, watch: &Watch| {
            let input = read::<I>(input)?;
            let output = run(input, watch)?;
            serde_json::to_value(output).map_err(Fault::failed)
        };
        Operation {
            name,
            about,
            lane,
            run: Box::new(run),
            input: |schemas| schemas.subschema_for::<I>(),
            output: |schemas| schemas.subschema_for::<O>(),
        }
    }

    /// Does it.
    ///
    /// # Errors
    /// If the input is wrong or the operation fails or is cancelled.
    pub fn run(&self, input: Value, watch: &Watch) -> Result<Value, Fault> {
        (self.run)(input, watch)
    }
}

/// Reads an input; what is wrong is told with its place.
fn read<I: DeserializeOwned>(input: Value) -> Result<I, Fault> {
    serde_path_to_error::deserialize(input).map_err(|error| {
        match error.path().to_string().as_str() {
            "." => Fault::wrong(error.inner()),
            place => Fault::wrong_at(place, error.inner()),
        }
    })
}

/// All operations of a workbench.
#[derive(Default)]
pub struct Operations(Vec<Operation>);

impl Operations {
    /// The same with more operations.
    ///
    /// # Panics
    /// If a name is taken: two operations of one name are a mistake of ours.
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

    /// The operation of a name.
    pub fn find(&self, name: &str) -> Option<&Operation> {
        self.0.iter().find(|operation| operation.name == name)
    }

    /// All of them in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Operation> {
        self.0.iter()
    }

    /// The description of everything that may be asked, as `OpenAPI` 3.1.
    pub fn openapi(&self, version: &str) -> Value {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        let mut schemas = settings.into_generator();
        let paths = crate::openapi::paths(self.iter(), &mut schemas);
        let definitions = schemas.take_definitions(true);
        crate::openapi::document(version, &paths, &definitions)
    }
}

impl Operation {
    pub(crate) fn input(&self, schemas: &mut SchemaGenerator) -> Value {
        (self.input)(schemas).to_value()
    }

    pub(crate) fn output(&self, schemas: &mut SchemaGenerator) -> Value {
        (self.output)(schemas).to_value()
    }
}
