//! `call` and `operations`: every operation from the command line, JSON in and JSON out.
//!
//! Scripts call the operations of the workbench's pages here, with the same input, output and
//! schema.

use crate::cli::{Call, Common, Folders, ListOperations};
use crate::client::{refused, task_with};
use crate::exit::{FAILED, INTERRUPTED, USAGE, usage};
use crate::interrupt;
use crate::registry::Registry;
use crate::show;
use operations::{
    Fault, FaultKind, Host, Lane, Operation, Operations, TaskHandle, TaskUpdate, Trust,
};
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// Returns the operations of a binary with the folders of a command, for the owner of the machine.
fn offered(registry: &Registry, folders: &Folders) -> Operations {
    operations::all(&Host {
        trust: Trust::Owner,
        ..folders.apply(&registry.host)
    })
}

fn find<'a>(operations: &'a Operations, name: &str) -> anyhow::Result<&'a Operation> {
    operations.named(name).map_err(refused)
}

/// Runs `operations`: lists the operations, or describes one.
pub(crate) fn list(
    asked: &ListOperations,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let operations = offered(registry, &Folders::default());
    let chosen: Vec<&Operation> = match &asked.name {
        Some(name) => vec![find(&operations, name)?],
        None => operations.iter().collect(),
    };
    if asked.schema {
        let schemas = chosen.iter().map(|o| (o.name.to_owned(), o.schema()));
        return print(&match &asked.name {
            Some(_) => chosen[0].schema(),
            None => Value::Object(schemas.collect()),
        });
    }
    if common.json {
        return print(&chosen.iter().map(|operation| summary(operation)).collect());
    }
    for operation in &chosen {
        let text = match &asked.name {
            Some(_) => details(operation),
            None => format!("{:<22} {}\n", operation.name, operation.about.en),
        };
        show::print(&text)?;
    }
    if asked.name.is_none() && !common.quiet {
        show::note("`operations NAME` shows one of them, `--schema` its input and output");
    }
    Ok(ExitCode::SUCCESS)
}

fn print(value: &Value) -> anyhow::Result<ExitCode> {
    show::print(&(serde_json::to_string_pretty(value)? + "\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn summary(operation: &Operation) -> Value {
    json!({ "name": operation.name, "about": operation.about, "lane": operation.lane })
}

fn details(operation: &Operation) -> String {
    let lane = match operation.lane {
        Lane::Quick => "quick: answers at once",
        Lane::Task => "task: seconds to minutes, reports progress",
        Lane::Long => "long: as long as it takes, reports progress",
    };
    let fields = |part: &str| fields(&operation.schema(), part);
    format!(
        "{}\n  {}\n  {}\n  {lane}\n\ninput\n{}\noutput\n{}",
        operation.name,
        operation.about.en,
        operation.about.ja,
        fields("input"),
        fields("output"),
    )
}

/// Returns the fields of an input or output, one line each.
fn fields(schema: &Value, part: &str) -> String {
    let mut object = &schema["properties"][part];
    if let Some(reference) = object["$ref"].as_str() {
        object = schema.pointer(&reference[1..]).unwrap_or(object);
    }
    let Some(properties) = object["properties"].as_object() else {
        return "  see --schema\n".to_owned();
    };
    let required = object["required"].as_array();
    let is_required =
        |name: &str| required.is_some_and(|all| all.iter().any(|one| one.as_str() == Some(name)));
    let line = |(name, field): (&String, &Value)| {
        let about = field["description"].as_str().unwrap_or_default();
        let about = about.lines().next().unwrap_or_default();
        let optional = if part == "output" || is_required(name) {
            ""
        } else {
            " (optional)"
        };
        format!("  {name:<16} {about}{optional}\n")
    };
    if properties.is_empty() {
        return "  none: {}\n".to_owned();
    }
    properties.iter().map(line).collect()
}

/// Runs `call`: one operation.
pub(crate) fn run(asked: &Call, common: &Common, registry: &Registry) -> anyhow::Result<ExitCode> {
    let operations = offered(registry, &asked.folders);
    let operation = find(&operations, &asked.name)?;
    let input = input(asked)?;
    let request = match operation.read(input) {
        Ok(request) => request,
        Err(fault) => return Ok(refuse(&fault, asked.stream)),
    };
    let latest = Arc::new(Mutex::new(None));
    let watch = watch(asked.stream, common.quiet, Arc::clone(&latest));
    let result = request.run(&watch);
    drop(watch);
    let cancelled = interrupt::cancel().is_cancelled();
    let best = || latest.lock().unwrap_or_else(PoisonError::into_inner).take();
    match result {
        Ok(result) => answer(&result, asked.stream, cancelled),
        Err(fault) if fault.kind == FaultKind::Cancelled => {
            if let Some(partial) = best() {
                return answer(&partial, asked.stream, true);
            }
            refuse(&fault, asked.stream);
            Ok(INTERRUPTED.into())
        }
        Err(fault) => Ok(refuse(&fault, asked.stream)),
    }
}

/// Reads the input: the argument, or standard input.
fn input(asked: &Call) -> anyhow::Result<Value> {
    let text = match &asked.input {
        Some(text) => text.clone(),
        None if std::io::stdin().is_terminal() => {
            return Err(usage(format!(
                "`{}` reads its input as JSON from standard input or from the argument after the name",
                asked.name
            )));
        }
        None => crate::input::standard()?,
    };
    serde_json::from_str(&text).map_err(|error| usage(format!("the input is not JSON: {error}")))
}

/// Returns a task handle with progress on standard error, or with all updates as JSON lines on
/// standard output. The latest partial answer is kept, as the answer after an interrupt.
fn watch(stream: bool, quiet: bool, latest: Arc<Mutex<Option<Value>>>) -> TaskHandle {
    let keep = move |partial: &Value| {
        *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(partial.clone());
    };
    if !stream {
        return task_with(quiet, keep);
    }
    TaskHandle::new(interrupt::cancel(), move |news| match news {
        TaskUpdate::Progress(progress) => line(&json!({ "progress": progress })),
        TaskUpdate::Partial(partial) => {
            line(&json!({ "partial": &partial }));
            keep(&partial);
        }
    })
}

/// Prints a line of a stream; a closed pipe ends the program.
fn line(value: &Value) {
    let _ = show::print_json(value);
}

fn answer(result: &Value, stream: bool, cancelled: bool) -> anyhow::Result<ExitCode> {
    if stream {
        line(&json!({ "result": result, "interrupted": cancelled }));
    } else {
        show::print_json(result)?;
    }
    Ok(if cancelled {
        INTERRUPTED.into()
    } else {
        ExitCode::SUCCESS
    })
}

fn refuse(fault: &Fault, stream: bool) -> ExitCode {
    if stream {
        line(&json!({ "fault": fault }));
    } else {
        show::error(fault);
    }
    match fault.kind {
        FaultKind::Wrong | FaultKind::Forbidden | FaultKind::Missing => USAGE.into(),
        FaultKind::TooMuch | FaultKind::Cancelled | FaultKind::Failed => FAILED.into(),
    }
}
