import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { translatedTexts } from "./reportText";

/** The sources of reports and the experiment files; lines broken inside a string are joined. */
function sources(): string {
  const folders = ["../crates", "../experiments"];
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const texts = names.filter((name) => /\.(rs|toml)$/.test(name)).map((name) => readFileSync(name, "utf8"));
  return texts.join("\n").replace(/\\\n\s*/g, "");
}

test("every translated text of a report is written by one", () => {
  const written = sources();
  const stale = translatedTexts().filter((text) => !written.includes(text));
  expect(stale).toEqual([]);
  expect(translatedTexts().length).toBeGreaterThan(150);
});
