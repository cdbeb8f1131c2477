//! JSON Patch (RFC 6902) as far as configuration files need it: `add`, `replace` and `remove`.
//!
//! Servers use it to hide settings from clients, such as the seeds of the dice. `test`, `copy` and
//! `move` are refused by name.

use serde_json::Value;

/// Applies a patch.
///
/// # Errors
/// Names the operation that fails. Earlier operations stay applied.
pub fn apply(target: &mut Value, patch: &Value) -> Result<(), String> {
    let operations = patch
        .as_array()
        .ok_or("a patch is a list of operations: write [{\"op\": ..., \"path\": ...}]")?;
    for (index, operation) in operations.iter().enumerate() {
        apply_one(target, operation).map_err(|why| format!("operation {index}: {why}"))?;
    }
    Ok(())
}

fn apply_one(target: &mut Value, operation: &Value) -> Result<(), String> {
    let text = |key: &str| {
        let text = operation.get(key).and_then(Value::as_str);
        text.ok_or_else(|| format!("missing `{key}`, a string"))
    };
    let value = || {
        let value = operation.get("value");
        value.cloned().ok_or("missing `value`".to_owned())
    };
    let (op, path) = (text("op")?, text("path")?);
    let missing = || format!("no value at `{path}`");
    match op {
        "replace" => {
            *target.pointer_mut(path).ok_or_else(missing)? = value()?;
            Ok(())
        }
        "add" => add(target, path, value()?),
        "remove" => remove(target, path).ok_or_else(missing),
        other => Err(format!(
            "`{other}` is not supported: write add, replace or remove"
        )),
    }
}

/// The parent of a path, and the last step of the path.
fn parent<'a>(target: &'a mut Value, path: &str) -> Option<(&'a mut Value, String)> {
    let (holder, step) = path.rsplit_once('/')?;
    let step = step.replace("~1", "/").replace("~0", "~");
    Some((target.pointer_mut(holder)?, step))
}

fn add(target: &mut Value, path: &str, value: Value) -> Result<(), String> {
    if path.is_empty() {
        *target = value;
        return Ok(());
    }
    let (holder, step) = parent(target, path).ok_or_else(|| format!("no parent of `{path}`"))?;
    match holder {
        Value::Object(object) => {
            object.insert(step, value);
            Ok(())
        }
        Value::Array(list) => {
            let end = list.len();
            let place = if step == "-" {
                Some(end)
            } else {
                step.parse().ok()
            };
            let place = place.filter(|&place: &usize| place <= end);
            list.insert(
                place.ok_or_else(|| format!("`{path}` is beyond the end of the list"))?,
                value,
            );
            Ok(())
        }
        _ => Err(format!(
            "the parent of `{path}` is neither an object nor a list"
        )),
    }
}

fn remove(target: &mut Value, path: &str) -> Option<()> {
    let (holder, step) = parent(target, path)?;
    match holder {
        Value::Object(object) => object.remove(&step).map(drop),
        Value::Array(list) => {
            let place: usize = step.parse().ok()?;
            (place < list.len()).then(|| drop(list.remove(place)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn patched(patch: &Value) -> Result<Value, String> {
        let mut target = json!({"a": [{"seed": 1}, {"seed": 2}], "b/c": 3});
        apply(&mut target, patch).map(|()| target)
    }

    #[test]
    fn seeds_can_be_hidden() {
        let patch = json!([
            {"op": "remove", "path": "/a/0/seed"},
            {"op": "replace", "path": "/a/1/seed", "value": null},
            {"op": "add", "path": "/a/-", "value": 5},
            {"op": "add", "path": "/b~1c", "value": 4},
        ]);
        let expected = json!({"a": [{}, {"seed": null}, 5], "b/c": 4});
        assert_eq!(patched(&patch), Ok(expected));
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        for (patch, words) in [
            (json!({}), "a patch is a list"),
            (json!([{"op": "add"}]), "operation 0: missing `path`"),
            (json!([{"op": "add", "path": "/x"}]), "missing `value`"),
            (
                json!([{"op": "remove", "path": "/a/7"}]),
                "no value at `/a/7`",
            ),
            (
                json!([{"op": "replace", "path": "/x/y", "value": 1}]),
                "no value at `/x/y`",
            ),
            (
                json!([{"op": "add", "path": "/a/3", "value": 1}]),
                "`/a/3` is beyond the end of the list",
            ),
            (
                json!([{"op": "move", "path": "/a", "from": "/b"}]),
                "`move` is not supported",
            ),
        ] {
            let error = patched(&patch).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
