// Makes TypeScript types from the description of the API: `node scripts/schema.mjs openapi.json
// src/lib/schema.ts`. Every named schema becomes a type, and `Operations` gives the input and
// output of each operation.
import { readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv.slice(2);
const api = JSON.parse(readFileSync(from, "utf8"));

const name = (reference) => reference.split("/").pop();
const key = (word) => (/^[A-Za-z_$][\w$]*$/.test(word) ? word : JSON.stringify(word));

function comment(schema, indent) {
    const words = schema?.description?.replace(/\s*\n\s*/g, " ").replaceAll("*/", "* /");
    return words ? `${indent}/** ${words} */\n` : "";
}

function object(schema, indent) {
    const inner = indent + "  ";
    const needed = new Set(schema.required ?? []);
    const fields = Object.entries(schema.properties ?? {}).map(
        ([field, part]) =>
            `${comment(part, inner)}${inner}${key(field)}${needed.has(field) ? "" : "?"}: ${type(part, inner)};`,
    );
    const rest = schema.additionalProperties;
    if (rest && typeof rest === "object") fields.push(`${inner}[key: string]: ${type(rest, inner)};`);
    if (fields.length === 0) return rest === false ? "Record<string, never>" : "Record<string, unknown>";
    return `{\n${fields.join("\n")}\n${indent}}`;
}

function array(schema, indent) {
    if (schema.prefixItems) return `[${schema.prefixItems.map((item) => type(item, indent)).join(", ")}]`;
    const item = schema.items === undefined ? "unknown" : type(schema.items, indent);
    return `(${item})[]`;
}

function plain(kind, schema, indent) {
    switch (kind) {
        case "string":
        case "boolean":
        case "null":
            return kind;
        case "number":
        case "integer":
            return "number";
        case "array":
            return array(schema, indent);
        case "object":
            return object(schema, indent);
        default:
            throw new Error(`a type this script does not know: ${kind}`);
    }
}

function type(schema, indent = "") {
    if (schema === true) return "unknown";
    if (schema === false) return "never";
    if (schema.$ref) return name(schema.$ref);
    if ("const" in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    const either = schema.oneOf ?? schema.anyOf;
    if (either) {
        const choice = either.map((one) => type(one, indent)).join(" | ");
        return schema.properties ? `${object(schema, indent)} & (${choice})` : choice;
    }
    if (schema.allOf) return schema.allOf.map((one) => type(one, indent)).join(" & ");
    if (schema.type === undefined) return schema.properties ? object(schema, indent) : "unknown";
    const kinds = Array.isArray(schema.type) ? schema.type : [schema.type];
    return kinds.map((kind) => plain(kind, schema, indent)).join(" | ");
}

const lines = ["// Made from openapi.json by `make api`. Do not edit.", ""];
for (const [title, schema] of Object.entries(api.components.schemas)) {
    lines.push(`${comment(schema, "")}export type ${title} = ${type(schema)};`, "");
}
lines.push(
    "/** What may be asked, with the form of question and answer. */",
    "export interface Operations {",
);
for (const [path, { post }] of Object.entries(api.paths)) {
    if (!post) continue;
    const json = (content) => content.content["application/json"].schema;
    const output = post["x-result"] ?? json(post.responses["200"]);
    lines.push(`  /** ${post.summary} */`);
    lines.push(`  ${JSON.stringify(path.replace("/api/", ""))}: {`);
    lines.push(
        `    input: ${type(json(post.requestBody), "    ")};`,
        `    output: ${type(output, "    ")};`,
        "  };",
    );
}
lines.push("}", "");
writeFileSync(to, lines.join("\n"));
