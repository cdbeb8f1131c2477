import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { phone, useBench } from "./bench";

const organiser = execFileSync(process.env.SAKIYOMI_BIN!, ["curling", "password", "organiser"], {
  input: "secret\n",
  encoding: "utf8",
}).trim();

// One player takes its time, so that there is a match to watch; the others are quick. A name is
// shown as it is, whatever it looks like.
const bench = useBench({
  args: ["curling", "cup", "cup.toml", "--stay"],
  files: {
    "cup.toml": `
title = "Small Cup"
data = "data"
organiser = '${organiser}'
cores = 1

[[division]]
name = "doubles"
format = "swiss"
rounds = 1
repetitions = 1
conditions = { platform = "dc2", rules = "dc2-mixed-doubles", ends = 1 }

[[division]]
name = "standard"
conditions = { platform = "gat", ends = 2, time = "90s" }

[[entrant]]
name = "draw"
player = "draw"
division = ["standard", "doubles"]

[[entrant]]
name = "Sample <b>"
player = "sample"
division = ["standard", "doubles"]

[[entrant]]
name = "氷上の歩"
player = "ayumu"
division = "standard"
`,
  },
});

test("a contest is followed: live sheets, clocks that run, tables, both languages and themes", async () => {
  const page = await bench.page("/");
  await page.waitForURL("**/cup");
  await page.getByRole("heading", { level: 1, name: /Small Cup/ }).waitFor();
  const card = page.getByRole("article").filter({ hasText: "氷上の歩" });
  await card.getByRole("timer").first().waitFor();
  await card.locator("[data-stone]").first().waitFor();
  const clocks = () => card.getByRole("timer").allTextContents();
  const before = await clocks();
  await page.waitForFunction(
    (old) =>
      [...document.querySelectorAll("article [role=timer]")].map((one) => one.textContent).join() !== old,
    before.join(),
  );
  await bench.check(page);
  await bench.picture(page, "cup");
  expect(await page.getByRole("link", { name: "Curling" }).count()).toBe(0);
  const small = await bench.page("/cup", { size: { width: 360, height: 740 }, language: "ja", dark: true });
  await small.getByRole("heading", { name: "順位表" }).first().waitFor();
  await bench.check(small);
  await bench.picture(small, "cup-phone");
  const large = await bench.page("/cup", { size: { width: 3840, height: 2160 } });
  await large.getByRole("heading", { name: "Cross table" }).first().waitFor();
  await bench.check(large);
  await bench.picture(large, "cup-4k");
});

test("a match is watched, with the last shot on the sheet and in words", async () => {
  const page = await bench.page("/cup");
  await page
    .getByRole("article")
    .getByRole("link", { name: /氷上の歩/ })
    .click();
  await page.waitForURL("**/cup/match/*");
  await page
    .getByText(/to throw$/)
    .first()
    .waitFor();
  await page.getByRole("group", { name: /The sheet of/ }).waitFor();
  await page.locator("svg polyline").first().waitFor();
  await page.getByText(/^(draw|Sample <b>|氷上の歩): \w/).waitFor();
  await bench.check(page);
  await bench.picture(page, "cup-live");
  await page.goBack();
  await page.getByRole("heading", { name: "Standings" }).first().waitFor();
});

test("the organiser pauses, forfeits and replays after a confirmation", async () => {
  const page = await bench.page("/cup/organiser");
  await page.getByLabel("Organiser’s password").fill("guess");
  await page.keyboard.press("Enter");
  await page.getByText("That is not the organiser’s password.").waitFor();
  expect(bench.troubles.every((words) => words.includes("status of 401"))).toBe(true);
  bench.troubles = [];
  await page.getByLabel("Organiser’s password").fill("secret");
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader", { name: "氷上の歩" }).waitFor();
  await page.getByRole("button", { name: "Pause the contest" }).click();
  await page.getByRole("button", { name: "Resume the contest" }).waitFor();
  await page
    .getByRole("button", { name: /^Forfeit/ })
    .first()
    .click();
  await page.getByRole("group", { name: "Which entrant" }).getByRole("button").first().click();
  await bench.check(page);
  await bench.picture(page, "cup-organiser");
  await page.getByRole("button", { name: /forfeits$/ }).click();
  // The contest is paused: nothing else has begun.
  await page.getByText("There are no such matches.").waitFor();
  await page.getByLabel("Show").selectOption("finished");
  await page.getByText(/wins: .+ (retired|forfeited)/).waitFor();
  await page
    .getByRole("button", { name: /^Play again/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Play it again" }).click();
  await page.getByText("This match does not count: it is played again.").waitFor();
  await page.getByRole("button", { name: "Resume the contest" }).click();
  await page.getByRole("button", { name: "Pause the contest" }).waitFor();
  await bench.check(page);
  // A reload forgets the password.
  await page.reload();
  await page.getByLabel("Organiser’s password").waitFor();
});

test("a match that is over is replayed, and its logs are downloaded", async () => {
  const page = await bench.page("/cup");
  const results = page
    .getByRole("group", { name: "Results" })
    .getByRole("link", { name: /draw – Sample|Sample <b> – draw/ });
  await results.first().click({ timeout: 90_000 });
  const position = page.getByLabel(/^Position/);
  await position.waitFor();
  const last = Number(await position.inputValue());
  expect(last).toBeGreaterThan(5);
  // Names are the entrants', not those of players.
  await page.getByRole("rowheader", { name: /^● draw|^◉ draw|^draw/ }).waitFor();
  await page.keyboard.press("ArrowLeft");
  expect(Number(await position.inputValue())).toBe(last - 1);
  await page.locator("svg polyline").first().waitFor();
  await bench.check(page);
  await bench.picture(page, "cup-replay");
  for (const [name, begins] of [
    ["Record (.jsonl)", '{"sakiyomi"'],
    ["Log (.dcl)", "[GameInfo]"],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8").slice(0, begins.length)).toBe(begins);
  }
  const small = await bench.page(new URL(page.url()).pathname, { size: phone, language: "ja" });
  await small.getByRole("link", { name: "試合記録（.jsonl）" }).waitFor();
  await bench.check(small);
  await bench.picture(small, "cup-replay-phone");
});

test("a server that was killed is told of, and found again by itself", async () => {
  const page = await bench.page("/cup");
  await page.getByRole("heading", { name: "Standings" }).first().waitFor();
  bench.kill();
  await page.getByText(/has not answered since/).waitFor();
  // What was known is still shown.
  await page.getByRole("heading", { name: "Standings" }).first().waitFor();
  await bench.revive();
  await page.getByText(/has not answered since/).waitFor({ state: "detached" });
  expect(bench.troubles.every((words) => /ERR_|Failed to (fetch|load)/.test(words))).toBe(true);
  bench.troubles = [];
  await page.getByRole("article").first().waitFor();
  await bench.check(page);
});

test("addresses that do not exist say so", async () => {
  const page = await bench.page("/cup/nonsense");
  await page.getByText("Page not found.").waitFor();
  await page.getByRole("link", { name: "Back to the contest" }).click();
  await page.getByRole("heading", { name: /Small Cup/ }).waitFor();
  await bench.check(page);
  await page.goto(`${bench.address}/cup/match/00000000-0000-0000-0000-000000000000`);
  await page.getByText("There is no such match in this contest.").waitFor();
  expect(bench.troubles.every((words) => words.includes("status of 404"))).toBe(true);
  bench.troubles = [];
});
