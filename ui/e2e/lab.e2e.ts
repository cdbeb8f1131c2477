import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phone, useBench } from "./bench";

const bench = useBench();

const QUICK = "blokus-first-look";
const count = async (page: Page) => {
  const text = (await page.locator(".count").first().innerText()).replaceAll(/[,\s]/g, "");
  return text.split("/").map(Number) as [number, number];
};

/** Waits until the run shown has come further than `least`. */
async function further(page: Page, least: number): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const [done] = await count(page);
    if (done > least) return done;
    await page.waitForTimeout(50);
  }
  throw new Error(`the run has not come further than ${least}`);
}

test("the experiments are listed in both languages, light and dark, on both sizes", async () => {
  const page = await bench.page("/lab");
  await page.getByRole("link", { name: "Does deeper search help when shots are uncertain?" }).waitFor();
  await page.getByText("Experiments that come with the program").waitFor();
  await bench.check(page);
  await bench.picture(page, "lab-list");
  const small = await bench.page("/lab", { size: phone, language: "ja", dark: true });
  await small.getByRole("link", { name: "ショットがぶれるとき、深く読むことは役立つか" }).waitFor();
  await bench.check(small);
  await bench.picture(small, "lab-list-phone-ja-dark");
});

test("an experiment is started, followed through a reload and on another page, stopped, and resumed to its end", async () => {
  const page = await bench.page(`/lab/${QUICK}`);
  // The full one lasts long enough to be looked at.
  await page.getByRole("button", { name: /^Full/ }).click();
  await page.getByRole("button", { name: "Start" }).click();
  const first = await further(page, 5);
  await bench.picture(page, "lab-running");

  await page.reload();
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await further(page, first);
  // The report grows with the run.
  const told = () => page.getByText(/^So far from/).innerText();
  const before = await told();
  for (let tries = 0; tries < 100 && (await told()) === before; tries++) await page.waitForTimeout(100);
  expect(await told()).not.toBe(before);
  const other = await bench.page("/lab");
  await other.getByRole("region", { name: "Running" }).getByRole("link").waitFor();
  await bench.check(other);
  await bench.picture(other, "lab-list-running");

  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  const [kept, total] = await count(page);
  expect(kept).toBeGreaterThan(first);
  expect(kept).toBeLessThan(total);
  await page.getByText(`So far from ${kept.toLocaleString("en")} of`).waitFor();

  await page.getByRole("button", { name: "Resume" }).click();
  expect(await further(page, kept)).toBeGreaterThan(kept);
  // Any page may stop it: finished work is kept.
  await other.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  expect((await count(page))[0]).toBeGreaterThan(kept);

  await page.getByRole("button", { name: /^Short/ }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("✓ Complete", { exact: true }).waitFor({ timeout: 40_000 });
  const [done, all] = await count(page);
  expect([done, all]).toEqual([240, 240]);
  await page.getByRole("cell", { name: "60", exact: true }).first().waitFor();
  expect(await page.getByRole("img", { name: /^best of all/ }).count()).toBe(1);
  await bench.check(page);
  await bench.picture(page, "lab-experiment");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Markdown" }).click();
  expect((await download).suggestedFilename()).toBe(`${QUICK}-short.md`);
});

test("the paper's table stands beside ours", async () => {
  const page = await bench.page("/lab/curling-paper", { language: "ja" });
  await page.getByRole("cell", { name: "82.3 ± 3.7" }).waitFor();
  expect(await page.getByRole("img", { name: /深さ2、不確かさあり.*論文 0.823/ }).count()).toBe(1);
  await bench.check(page);
  await bench.picture(page, "lab-paper-ja");
  const small = await bench.page("/lab/curling-win-table", { size: phone, dark: true });
  await small.getByRole("button", { name: "Start" }).waitFor();
  await bench.check(small);
  await bench.picture(small, "lab-experiment-phone-dark");
  const nowhere = await bench.page("/lab/outside");
  await nowhere.getByText("Experiment not found.").waitFor();
});

test("a small tournament is played and kept", async () => {
  const page = await bench.page("/lab/tournament");
  await page.getByLabel("Games per pairing").fill("4");
  await page.getByRole("button", { name: "Start the tournament" }).click();
  await page.getByText("12 of 12 games").first().waitFor({ timeout: 30_000 });
  const cross = page.getByRole("region", { name: "Cross table", exact: true });
  expect(await cross.getByRole("row").count()).toBe(4);
  expect(await cross.innerText()).toMatch(/\d – \d – \d/);
  await bench.check(page);
  await bench.picture(page, "lab-tournament");
  await page.reload();
  await page.getByText("12 of 12 games").first().waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).waitFor();

  // One that lasts is followed through a reload and stopped.
  await page.getByLabel("Games per pairing").fill("2000");
  await page.getByRole("button", { name: "Start the tournament" }).click();
  await page.getByText(/[\d,]+ of 6,000 games/).waitFor();
  await page.reload();
  await page.getByText(/[\d,]+ of 6,000 games/).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("Stopped: the table shows").waitFor();
  expect(await page.getByRole("button", { name: "Show", exact: true }).count()).toBe(2);
  await page.getByRole("button", { name: "Remove", exact: true }).first().click();
  await page.reload();
  await page.getByText("12 of 12 games").first().waitFor();
  expect(await page.getByRole("button", { name: "Show", exact: true }).count()).toBe(1);
});

test("programs and files are refused with a clear word", async () => {
  const page = await bench.page("/lab/tournament");
  await page.getByLabel("Settings of player 1").fill("weights=/etc/passwd");
  await page.getByText("a page may not open files").waitFor();
  await page.getByRole("button", { name: "Start the tournament" }).click();
  await page.getByRole("alert").getByText("a page may not open files").waitFor();
  const fault = await page.evaluate(async () => {
    const asked = { game: "blokus", player: "program:/bin/true" };
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/lab/check", { method: "POST", headers, body: JSON.stringify(asked) });
    return { status: answer.status, ...((await answer.json()) as { message: string }) };
  });
  expect(fault.status).toBe(403);
  expect(fault.message).toContain("starts a program on this machine");
  // The browser logs such answers by itself.
  bench.troubles = bench.troubles.filter((trouble) => !trouble.includes("403"));
  await bench.check(page);
  const small = await bench.page("/lab/tournament", { size: phone, language: "ja", dark: true });
  await small.getByRole("button", { name: "大会を始める" }).waitFor();
  await bench.check(small);
  await bench.picture(small, "lab-tournament-phone-ja-dark");
});

test("learned weights are shown as maps", async () => {
  const page = await bench.page("/lab/training");
  const map = page.getByRole("application", { name: /^Covered squares\. e10/ });
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("application", { name: /^Dead squares\. f10/ }).waitFor();
  await bench.check(page);
  await bench.picture(page, "lab-training");
  await page.getByLabel(/^Weights/).selectOption("strong");
  await page.getByLabel("Stage of the game").waitFor();
  const small = await bench.page("/lab/training", { size: phone, language: "ja", dark: true });
  await small.getByRole("application").first().waitFor();
  await bench.check(small);
  await bench.picture(small, "lab-training-phone-ja-dark");
});
