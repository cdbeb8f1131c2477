//! OpenAPI description, generated from the operations.

use crate::tasks::{Started, TaskState};
use operations::{Fault, Lane, Operation, Operations};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Returns the description of all operations, as `OpenAPI` 3.1.
pub fn openapi(operations: &Operations, version: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut schemas = settings.into_generator();
    let paths = paths(operations.iter(), &mut schemas);
    let definitions = schemas.take_definitions(true);
    document(version, &paths, &definitions)
}

/// Returns the addresses of operations and tasks.
fn paths<'a>(
    operations: impl Iterator<Item = &'a Operation>,
    schemas: &mut SchemaGenerator,
) -> Map<String, Value> {
    let fault = schemas.subschema_for::<Fault>().to_value();
    let started = schemas.subschema_for::<Started>().to_value();
    let state = schemas.subschema_for::<TaskState>().to_value();
    let mut paths = Map::new();
    for operation in operations {
        let output = operation.output(schemas);
        let input = operation.input(schemas);
        let (status, words, answer) = match operation.lane {
            Lane::Quick => ("200", "The answer", output.clone()),
            Lane::Task | Lane::Long => (
                "202",
                "A task was started; its result has the form in `x-result`",
                started.clone(),
            ),
        };
        let mut post = json!({
            "operationId": operation.name.replace('/', "_"),
            "summary": operation.about.en,
            "x-summary-ja": operation.about.ja,
            "tags": [operation.name.split('/').next()],
            "requestBody": { "required": true, "content": content(&input) },
            "responses": { status: { "description": words, "content": content(&answer) }, "default": failure(&fault) },
        });
        if operation.lane != Lane::Quick {
            // Named in the responses so that readers of the description find the type of the
            // result.
            post["responses"]["200"] = json!({ "description": "Never sent here: the form of the task's result", "content": content(&output) });
            post["x-result"] = output;
        }
        paths.insert(format!("/api/{}", operation.name), json!({ "post": post }));
    }
    let id =
        json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } });
    let task = json!({
        "parameters": [id],
        "get": {
            "operationId": "task_state", "summary": "How far a task is, and its result when it is done", "tags": ["tasks"],
            "responses": { "200": { "description": "The state", "content": content(&state) }, "default": failure(&fault) },
        },
        "delete": {
            "operationId": "task_cancel", "summary": "Cancels a task", "tags": ["tasks"],
            "responses": { "204": { "description": "Cancelled, or done before" }, "default": failure(&fault) },
        },
    });
    paths.insert("/api/tasks/{id}".to_owned(), task);
    paths
}

fn content(schema: &Value) -> Value {
    json!({ "application/json": { "schema": schema } })
}

fn failure(fault: &Value) -> Value {
    json!({ "description": "What was wrong", "content": content(fault) })
}

/// Returns the whole document.
fn document(version: &str, paths: &Map<String, Value>, schemas: &Map<String, Value>) -> Value {
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Sakiyomi workbench", "version": version, "description": ABOUT },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

const ABOUT: &str = "Everything the pages of the workbench ask for. Quick operations answer at once. The others answer with the id of a task: \
ask for its state at /api/tasks/{id}, or open a WebSocket at /api/live, send {\"watch\": id} and be told every change of it. Requests with a body are JSON. \
When the workbench is open to a network, send its token as `Authorization: Bearer TOKEN`.";
