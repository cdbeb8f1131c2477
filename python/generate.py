"""Writes `sakiyomi/api` and `sakiyomi/aio`: a typed function for every operation.

The source is `ui/openapi.json`, the description of the operations from which the types of the
pages are made too; `make api` writes both. A test fails when the modules are old.

    python generate.py [FOLDER]    FOLDER is that of the package, `sakiyomi` beside this file
"""

import json
import keyword
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
WIDTH = 100
REFERENCE = "#/components/schemas/"
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
GENERATED = "# Made from the description of the operations by `make api`: change nothing here."
Schema = dict[str, Any]


class Operation(NamedTuple):
    """An operation: its name, its sentence, its input and its answer."""

    name: str
    about: str
    input: Schema
    output: Schema
    is_quick: bool

    @property
    def area(self) -> str:
        """Return the part of the name before the slash."""
        return self.name.split("/")[0]

    @property
    def function(self) -> str:
        """Return the name of its function."""
        return identifier(self.name.split("/", 1)[1])


def identifier(name: str) -> str:
    """Return a name as Python can say it."""
    name = re.sub(r"\W", "_", name)
    return name + "_" if keyword.iskeyword(name) else name


def camel(name: str) -> str:
    """Return a name in the form of a type's."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[\W_]+", name))


def read(description: Schema) -> tuple[list[Operation], dict[str, Schema]]:
    """Return the operations of a description of the API, and the types that they name."""

    def content(body: Schema) -> Schema:
        schema: Schema = body["content"]["application/json"]["schema"]
        return schema

    operations = []
    for path, methods in description["paths"].items():
        post = methods.get("post")
        if post:
            name = path.removeprefix("/api/")
            answer = content(post["responses"]["200"])
            is_quick = "202" not in post["responses"]
            asked = content(post["requestBody"])
            operations.append(Operation(name, post["summary"], asked, answer, is_quick))
    return operations, description["components"]["schemas"]


def parts(schema: Any) -> Iterator[Schema]:
    """Yield the schemas directly inside a schema."""
    if not isinstance(schema, dict):
        return
    yield from schema.get("properties", {}).values()
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield schema[key]
    for key in ("anyOf", "oneOf", "prefixItems"):
        yield from schema.get(key, [])


def named(schema: Any) -> str | None:
    """Return the name of the type that a schema refers to."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    return reference.removeprefix(REFERENCE) if reference else None


class Types:
    """The types of inputs and answers as Python source."""

    def __init__(self, schemas: dict[str, Schema]) -> None:
        self.schemas = schemas
        self.asked: set[str] = set()
        """Types inside of inputs, which take any sequence where an answer has a list."""
        self.done: dict[str, str] = {}
        """The definitions so far, each after those it needs."""
        self.open: list[str] = []

    def reach(self, schema: Schema) -> None:
        """Note all types inside of an input."""
        name = named(schema)
        if name and name not in self.asked:
            self.asked.add(name)
            self.reach(self.schemas[name])
        for part in parts(schema):
            self.reach(part)

    def define(self, name: str) -> None:
        """Write the definition of a type, after those of the types in it."""
        if name not in self.done and name not in self.open:
            self.open.append(name)
            text = self.definition(name, self.schemas[name], name in self.asked)
            self.open.pop()
            self.done[name] = text

    def definition(self, name: str, schema: Schema, is_asked: bool) -> str:
        """Return the definition of a type."""
        if schema.get("type") == "object" and (schema.get("properties") or "$ref" in schema):
            return self.record(name, schema, is_asked)
        if schema.get("type") == "object" and schema.get("additionalProperties") is False:
            return self.record(name, schema, is_asked)
        about = self.about(schema)
        value = self.expression(name, schema, is_asked)
        return f"{name}: TypeAlias = {unfolded(value)}\n{docstring(about, '')}"

    def about(self, schema: Schema) -> str:
        """Return the words about a type, with those of its constants."""
        about: str = schema.get("description", "")
        constants = [one for one in schema.get("oneOf", []) if "const" in one]
        told = [f"* `{one['const']}`: {one['description']}" for one in constants
                if one.get("description")]
        return "\n\n".join([about, "\n".join(told)]) if told else about

    def record(self, name: str, schema: Schema, is_asked: bool) -> str:
        """Return the definition of a type with fields."""
        base = named(schema)
        if base:
            self.define(base)
        fields = schema.get("properties", {})
        required = schema.get("required", [])
        kinds = {}
        for field, part in fields.items():
            kind = self.expression(name + camel(field), part, is_asked)
            kinds[field] = kind if field in required else within("NotRequired", kind)
        if all(field == identifier(field) for field in fields):
            return self.class_of(name, schema, base, kinds)
        assert base is None, f"{name}: a field that is no name of Python's in a type with a base"
        entries = "".join(f'    "{field}": {kind},\n' for field, kind in kinds.items())
        words = [schema.get("description", "")]
        words += [f"* `{field}`: {flat(part)}" for field, part in fields.items()]
        about = docstring("\n\n".join([words[0], "\n".join(words[1:])]), "")
        return f'{name} = TypedDict("{name}", {{\n{entries}}})\n{about}'

    def class_of(self, name: str, schema: Schema, base: str | None, kinds: dict[str, str]) -> str:
        """Return the class of a type whose fields are names of Python's."""
        text = f"class {name}({base or 'TypedDict'}):\n"
        text += docstring(schema.get("description", name), "    ")
        for field, kind in kinds.items():
            text += f"\n    {field}: {kind}\n"
            text += docstring(schema["properties"][field].get("description", ""), "    ")
        return text

    def reference(self, name: str) -> str:
        """Return the name of a type, in quotes where it is not defined yet."""
        self.define(name)
        return name if name in self.done else f'"{name}"'

    def expression(self, place: str, schema: Any, is_asked: bool) -> str:
        """Return the type of a schema; one with fields is defined under the name `place`."""
        if not isinstance(schema, dict):
            return "Any"
        base = self.schemas.get(named(schema) or "", {})
        if "oneOf" in base and "properties" in schema:
            forms = [(place + variant(form), joined(form, schema)) for form in base["oneOf"]]
            return either([self.expression(*form, is_asked) for form in forms])
        if schema.get("type") == "object" and schema.get("properties"):
            self.done[place] = self.record(place, schema, is_asked)
            return place
        name = named(schema)
        if name:
            return self.reference(name)
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self.union(place, schema[key], is_asked)
        if "const" in schema:
            return f"Literal[{schema['const']!r}]".replace("'", '"')
        if "enum" in schema:
            return "Literal[" + ", ".join(f'"{word}"' for word in schema["enum"]) + "]"
        kinds = schema.get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        alternatives = [self.plain(place, kind, schema, is_asked) for kind in kinds]
        return either(alternatives) if alternatives else "Any"

    def plain(self, place: str, kind: str, schema: Schema, is_asked: bool) -> str:
        """Return the type of a schema by its kind."""
        if kind == "array":
            entries = [schema.get("items", {})]
            entries = schema.get("prefixItems", entries)
            inside = either([self.expression(place, entry, is_asked) for entry in entries])
            return within("Sequence" if is_asked else "list", inside)
        if kind == "object":
            values = self.expression(place, schema.get("additionalProperties", True), is_asked)
            return within("Mapping" if is_asked else "dict", f"str, {values}")
        return PLAIN[kind]

    def union(self, place: str, schemas: list[Schema], is_asked: bool) -> str:
        """Return the type of one of several schemas."""
        constants = [one["const"] for one in schemas if "const" in one]
        found = ["Literal[" + ", ".join(f'"{word}"' for word in constants) + "]"]
        found = found if constants else []
        for schema in schemas:
            if "const" not in schema:
                found.append(self.expression(place + variant(schema), schema, is_asked))
        return either(found)


def joined(form: Schema, more: Schema) -> Schema:
    """Return a schema with the fields of another as well, and its words."""
    fields = {**more["properties"], **form["properties"]}
    required = [*more.get("required", []), *form.get("required", [])]
    return {**form, **more, "properties": fields, "required": required, "$ref": None}


def variant(schema: Schema) -> str:
    """Return the name of one of several forms: that of its constant, or of its fields."""
    fields = schema.get("properties", {})
    tags = [part["const"] for part in fields.values() if "const" in part]
    return camel("-".join(tags or fields))


def either(kinds: list[str]) -> str:
    """Return a type that is one of several, quoted as a whole if a part of it is."""
    kinds = list(dict.fromkeys(kinds))
    joined = " | ".join(kind for kind in kinds if kind != "None")
    joined = " | ".join(filter(None, [joined, "None" if "None" in kinds else ""]))
    if len(kinds) > 1 and '"' in re.sub(r"Literal\[[^]]*\]", "", joined):
        return f'Union[{", ".join(kinds)}]'
    return joined


def within(container: str, kind: str) -> str:
    """Return a type inside a container."""
    return f"{container}[{kind}]"


def flat(schema: Schema) -> str:
    """Return the words about a field in one line."""
    return " ".join(schema.get("description", "").split())


def unfolded(kind: str) -> str:
    """Return a type over several lines if it is long."""
    if len(kind) < WIDTH - 30:
        return kind
    if kind.startswith("Literal[") and kind.endswith("]") and kind.count("[") == 1:
        words = kind.removeprefix("Literal[").removesuffix("]").split(", ")
        return "Literal[\n" + "".join(f"    {word},\n" for word in words) + "]"
    return "(\n    " + kind.replace(" | ", "\n    | ") + "\n)"


def plain_words(about: str) -> str:
    """Return words without the links and examples of Rust's documentation."""
    about = re.sub(r"```.*?```", "", about, flags=re.DOTALL)
    about = re.sub(r"\[([^]]+)\](\([\w:]+(\(\))?\))", r"\1", about)
    return re.sub(r"\[(`[^`]+`)\]", r"\1", about).replace("crate::", "")


def docstring(about: str, indent: str) -> str:
    """Return words as a docstring; nothing if there are none."""
    about = plain_words(about).replace("\\", "\\\\").replace('"""', "'''").strip()
    if not about:
        return ""
    lines: list[str] = []
    for paragraph in re.split(r"\n\s*\n", about):
        for block in re.split(r"\n(?=[*-] )", paragraph):
            hang = "  " if block[:2] in ("* ", "- ") else ""
            quote = "" if lines else '"""'
            lines += textwrap.wrap(
                quote + " ".join(block.split()), WIDTH - len(indent), subsequent_indent=hang,
                break_long_words=False, break_on_hyphens=False,
            )
        lines.append("")
    lines.pop()
    if len(lines) == 1 and len(indent + lines[0]) <= WIDTH - 3:
        return f'{indent}{lines[0]}"""\n'
    return "".join(f"{indent}{line}".rstrip() + "\n" for line in lines) + f'{indent}"""\n'


def types_module(operations: list[Operation], types: Types) -> str:
    """Return the module of all types."""
    for operation in operations:
        types.reach(operation.input)
    for operation in operations:
        for schema in (operation.input, operation.output):
            types.expression(camel(operation.name), schema, schema is operation.input)
    body = "\n\n".join(types.done.values())
    return f'''"""Types of the operations' inputs and answers: their JSON as typed dictionaries."""

{GENERATED}

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


{body}'''


OPTIONS = {
    "on_progress": ("OnProgress", "Called with the `Progress` when there is a new one."),
    "on_partial": (
        "OnPartial",
        "Called with the latest partial answer, in the form of the answer or of a part of it.",
    ),
    "cancel": ("Cancel", "A flag by which another thread can cancel the operation."),
    "timeout": ("float", "The seconds after which the operation is cancelled."),
}


class Functions:
    """The functions of an area as Python source."""

    def __init__(self, types: Types, is_async: bool) -> None:
        self.types = types
        self.is_async = is_async

    def kind(self, schema: Schema, is_asked: bool) -> str:
        """Return a type as the functions' modules name it."""
        kind = self.types.expression("", schema, is_asked)
        return re.sub(r'"?\b([A-Z]\w+)\b"?', self.qualified, kind)

    def qualified(self, found: re.Match[str]) -> str:
        """Return the name of a type with its module."""
        name = found[1]
        return f"types.{name}" if name in self.types.done else found[0]

    def module(self, area: str, operations: list[Operation]) -> str:
        """Return the module of an area."""
        body = "\n\n".join(self.function(one) for one in operations)
        names = {name for name in ("Any", "Literal") if re.search(rf"\b{name}\b", body)}
        typing = f"from typing import {', '.join(sorted(names))}\n" if names else ""
        names = {name for name in ("Mapping", "Sequence") if re.search(rf"\b{name}\[", body)}
        if names:
            typing = f"from collections.abc import {', '.join(sorted(names))}\n" + typing
        typing += "\n" if typing else ""
        ask = "ask_async" if self.is_async else "ask"
        asked = "OnPartial, OnProgress, " if "OnProgress" in body else ""
        about = f"Operations `{area}/...` as typed functions"
        about += f", to be awaited; as `sakiyomi.api.{area}`." if self.is_async else "."
        listed = "".join(f'    "{name}",\n' for name in sorted(one.function for one in operations))
        given = ", given as _given" if "_given(" in body else ""
        return f'''"""{about}"""

{GENERATED}

from __future__ import annotations

{typing}from sakiyomi._asking import Cancel, {asked}{ask} as _ask{given}
from sakiyomi.api import types

__all__ = [
{listed}]


{body}'''

    def function(self, operation: Operation) -> str:
        """Return the function of an operation."""
        name = named(operation.input)
        schema = self.types.schemas[name] if name else operation.input
        needed = schema.get("required", [])
        fields = schema.get("properties", {})
        fields = {field: fields[field] for field in sorted(fields, key=lambda f: f not in needed)}
        options = {
            key: option for key, option in OPTIONS.items()
            if not operation.is_quick or key in ("cancel", "timeout")
        }
        assert not set(fields) & set(OPTIONS), f"{operation.name} has a field of the options'"
        lines = []
        for field, part in fields.items():
            kind = self.kind(part, True)
            kind = kind if field in needed else f"{optional(kind)} = None"
            lines.append(f"    {identifier(field)}: {kind},\n")
        lines += [f"    {key}: {kind} | None = None,\n" for key, (kind, _) in options.items()]
        answer = self.kind(operation.output, False)
        prefix = "async def" if self.is_async else "def"
        head = f"{prefix} {operation.function}(\n    *,\n{''.join(lines)}) -> {answer}:\n"
        call = "await _ask" if self.is_async else "_ask"
        passed = "".join(f"        {key}={key},\n" for key in options)
        return (
            f"{head}{self.words(operation, fields, options)}"
            f"    answer: {answer} = {call}(\n"
            f'        "{operation.name}",\n{self.asked(fields, needed)}{passed}'
            "    )\n    return answer\n"
        )

    def asked(self, fields: Schema, needed: list[str]) -> str:
        """Return the input as an argument: what is needed, and what else is given."""
        dicts = []
        for chosen in (True, False):
            inside = [field for field in fields if (field in needed) == chosen]
            entries = ", ".join(f'"{field}": {identifier(field)}' for field in inside)
            text = f"{{{entries}}}"
            if len(entries) > WIDTH - 25:
                entries = entries.replace(", ", ",\n            ")
                text = f"{{\n            {entries},\n        }}"
            if inside:
                dicts.append(text if chosen else f"_given({text})")
        whole = " | ".join(dicts) or "{}"
        if len(whole) > WIDTH - 9 and len(dicts) == 2:
            whole = "\n        | ".join(dicts)
        return f"        {whole},\n"

    def words(self, operation: Operation, fields: Schema,
              options: dict[str, tuple[str, str]]) -> str:
        """Return the docstring of a function."""
        if self.is_async:
            about = f"{operation.about} See `sakiyomi.api.{operation.area}.{operation.function}`."
            return docstring(about, "    ")
        text = docstring(operation.about, "    ").removesuffix('"""\n').rstrip()
        text += "\n\n    Args:\n"
        told = {identifier(field): with_default(part) for field, part in fields.items()}
        told |= {key: about for key, (_, about) in options.items()}
        for name, about in told.items():
            about = plain_words(about).replace("\\", "\\\\")
            text += textwrap.fill(
                f"{name}: {about}".rstrip(": "), WIDTH, initial_indent=" " * 8,
                subsequent_indent=" " * 12, break_long_words=False, break_on_hyphens=False,
            )
            text += "\n"
        return text + '    """\n'


def optional(kind: str) -> str:
    """Return a type that may be none as well."""
    return kind if kind == "Any" or kind.endswith("| None") else f"{kind} | None"


def with_default(schema: Schema) -> str:
    """Return the words about a field, with its default if they do not say it."""
    about, default = flat(schema), schema.get("default")
    if default is None or isinstance(default, (dict, list)) or "default" in about:
        return about
    return f"{about} Default: {json.dumps(default)}."


def package(about: str, areas: list[str], own: str) -> str:
    """Return the first module of a package of areas."""
    names = sorted([*areas, *([own] if own else [])])
    name = "api" if own else "aio"
    imports = ", ".join(names)
    listed = ", ".join(f'"{one}"' for one in names)
    return (f'"""{about}"""\n\n{GENERATED}\n\nfrom sakiyomi.{name} import {imports}\n\n'
            f"__all__ = [{listed}]\n")


def generate(description: Schema) -> dict[str, str]:
    """Return the modules by path inside of the package."""
    operations, schemas = read(description)
    types = Types(schemas)
    modules = {"api/types.py": types_module(operations, types)}
    areas = list(dict.fromkeys(operation.area for operation in operations))
    modules["api/__init__.py"] = package(
        "Typed functions for every operation, a module for each area.", areas, "types")
    modules["aio/__init__.py"] = package(
        "Typed functions for every operation, to be awaited in an event loop.", areas, "")
    for area in areas:
        own = [operation for operation in operations if operation.area == area]
        for folder, is_async in (("api", False), ("aio", True)):
            modules[f"{folder}/{area}.py"] = Functions(types, is_async).module(area, own)
    return modules


def main(folder: Path) -> None:
    """Write the modules below a folder, and remove those of areas that are gone."""
    description = json.loads((HERE.parent / "ui/openapi.json").read_text(encoding="utf-8"))
    modules = generate(description)
    for name in ("api", "aio"):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for old in (folder / name).glob("*.py"):
            if f"{name}/{old.name}" not in modules:
                old.unlink()
    for path, text in modules.items():
        (folder / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "sakiyomi")
