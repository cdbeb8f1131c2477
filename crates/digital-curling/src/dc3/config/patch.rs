//! A JSON Patch (RFC 6902), as far as configuration files have use for it: `add`, `replace` and
//! `remove`.
//!
//! Servers use it to tell clients less than they know, as the seeds of the dice. `test`, `copy` and
//! `move` are refused by name.

use serde_json::Value;

/// Applies a patch.
///
/// # Errors
/// Says which operation cannot be done, and why. What came before it is done.
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
        text.ok_or_else(|| format!("it needs `{key}`, a text"))
    };
    let value = || {
        let value = operation.get("value");
        value.cloned().ok_or("it needs a `value`".to_owned())
    };
    let (op, path) = (text("op")?, text("path")?);
    let missing = || format!("there is nothing at `{path}`");
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

/// The thing that holds what a path leads to, and the last step of the path.
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
    let (holder, step) =
        parent(target, path).ok_or_else(|| format!("there is nothing to add `{path}` to"))?;
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
                place.ok_or_else(|| format!("`{path}` is beyond the list"))?,
                value,
            );
            Ok(())
        }
        _ => Err(format!(
            "what should hold `{path}` is no object and no list"
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
            (json!([{"op": "add"}]), "operation 0: it needs `path`"),
            (json!([{"op": "add", "path": "/x"}]), "it needs a `value`"),
            (
                json!([{"op": "remove", "path": "/a/7"}]),
                "there is nothing at `/a/7`",
            ),
            (
                json!([{"op": "replace", "path": "/x/y", "value": 1}]),
                "nothing at `/x/y`",
            ),
            (
                json!([{"op": "add", "path": "/a/3", "value": 1}]),
                "`/a/3` is beyond the list",
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
