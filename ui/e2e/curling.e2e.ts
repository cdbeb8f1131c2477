import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phone, useBench } from "./bench";

const bench = useBench();

/** Where a stone is drawn, and how many pixels a metre is. */
async function stone(page: Page, key: string) {
  return page.locator(`svg.house [data-stone="${key}"] .granite`).evaluate((cap: SVGCircleElement) => {
    const box = cap.getBoundingClientRect();
    const metre = (cap.getScreenCTM()!.a * cap.r.baseVal.value) / 0.145;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, metre };
  });
}

const label = (page: Page, key: string) =>
  page.locator(`svg.house [data-stone="${key}"]`).getAttribute("aria-label");

async function begin(page: Page, preset: string): Promise<void> {
  await page.getByLabel("Example positions").selectOption(preset);
}

/** Opens a folded part of the page. */
async function unfold(page: Page, title: string): Promise<void> {
  const panel = page.locator("details.panel", {
    has: page.getByRole("heading", { name: title, exact: true }),
  });
  if ((await panel.getAttribute("open")) === null) await panel.locator("summary").click();
}

async function askFast(page: Page): Promise<void> {
  await page.getByLabel("Seconds each").fill("0.5");
  await page.getByLabel("Seconds each").blur();
  await page.getByRole("button", { name: "Ask the selected players" }).click();
}

test("a position is edited by drag and by keyboard, and a reload loses nothing", async () => {
  const page = await bench.page("/curling");
  await page.locator("svg.house").waitFor();
  await begin(page, "guard");
  await page.getByText("If the end finished now: Blue scores 1").waitFor();

  // The picture is to scale: a stone of 0.29 m, a house of 1.829 m radius.
  const house = (await page.locator("svg.house .outer").first().boundingBox())!;
  const guard = await stone(page, "0-1");
  expect(house.width / guard.metre).toBeCloseTo(2 * 1.829, 1);

  await page.mouse.move(guard.x, guard.y);
  await page.mouse.down();
  await page.mouse.move(guard.x + guard.metre / 2, guard.y - guard.metre, { steps: 5 });
  await page.mouse.up();
  expect(await label(page, "0-1")).toMatch(/x 0\.5[45] m, y -2\.(09|10|11) m/);

  // The same stone with the keys: it has the focus.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowUp");
  expect(await label(page, "0-1")).toMatch(/x 0\.5[34] m, y -(1\.99|2\.0[01]) m/);

  // Dragged off the sheet, a stone is gone.
  const other = await stone(page, "1-2");
  await page.mouse.move(other.x, other.y);
  await page.mouse.down();
  await page.mouse.move(other.x - 4 * other.metre, other.y, { steps: 5 });
  await page.mouse.up();
  expect(await page.locator('svg.house [data-stone="1-2"]').count()).toBe(0);

  // Added by a button, dragged from beside the sheet, deleted by a key.
  await page.getByRole("button", { name: "Add orange stone" }).click();
  expect(await page.locator("svg.house [data-stone]").count()).toBe(3);
  await page.locator("svg.house [data-stone]").last().focus();
  await page.keyboard.press("Delete");
  expect(await page.locator("svg.house [data-stone]").count()).toBe(2);
  const tray = (await page.getByRole("button", { name: "Add orange stone" }).boundingBox())!;
  const tee = (await page.locator("svg.house .inner").first().boundingBox())!;
  await page.mouse.move(tray.x + 20, tray.y + 15);
  await page.mouse.down();
  await page.mouse.move(tee.x + tee.width / 2, tee.y + tee.height * 1.6, { steps: 8 });
  await page.mouse.up();
  expect(await page.locator("svg.house [data-stone]").count()).toBe(3);

  // Cleared by mistake, and undone with a key.
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  expect(await page.locator("svg.house [data-stone]").count()).toBe(0);
  await page.keyboard.press("Control+z");
  expect(await page.locator("svg.house [data-stone]").count()).toBe(3);

  // An impossible position is reported.
  await page.getByLabel("Next shot").selectOption({ label: "1" });
  await page.getByText("has not been thrown").first().waitFor();
  const asking = page.getByRole("button", { name: "Ask the selected players" });
  await page.getByText("This position cannot be analysed").waitFor();
  expect(await asking.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => asking.isDisabled()).toBe(false);
  await page.getByLabel("Next shot").selectOption({ label: "7" });
  await page.getByLabel("End", { exact: true }).fill("3");
  await page.getByLabel("End", { exact: true }).blur();
  await page.getByLabel("Points of Orange in end 2").fill("2");
  await page.getByLabel("Points of Orange in end 2").blur();
  await bench.check(page);
  await bench.picture(page, "curling-edit");

  const before = await label(page, "0-1");
  await page.reload();
  await page.locator('svg.house [data-stone="0-1"]').waitFor();
  expect(await label(page, "0-1")).toBe(before);
  expect(await page.getByLabel("Points of Orange in end 2").inputValue()).toBe("2");
  expect(await page.getByLabel("End", { exact: true }).inputValue()).toBe("3");
});

test("players are asked, their shots thrown, maps shown, conditions varied", async () => {
  const page = await bench.page("/curling");
  await page.locator("svg.house").waitFor();
  await begin(page, "last");
  await page.getByRole("checkbox", { name: "KR-UCB" }).check();
  await askFast(page);
  await page.getByRole("button", { name: /^Jiritsu-kun 1:/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /^Greedy 1:/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /^KR-UCB 1:/ }).waitFor({ timeout: 60_000 });
  expect(await page.locator("svg.house polyline").count()).toBeGreaterThan(5);

  // Pointing at a candidate shows its cloud.
  const best = page.getByRole("button", { name: /^Jiritsu-kun 1:/ });
  await best.hover();
  await page.locator("svg.house .dots circle").first().waitFor();
  expect(await page.locator("svg.house .dots circle").count()).toBeGreaterThan(50);
  await bench.check(page);
  await bench.picture(page, "curling-candidates");

  // Thrown and watched: the stone comes to rest, and the throw is counted.
  await best.click();
  await page.getByText("Stones are moving").waitFor();
  await page.waitForTimeout(2600);
  await bench.picture(page, "curling-animation");
  await page.getByText("After the shot:").waitFor({ timeout: 20_000 });
  await page.getByText("Results: 1 throws").waitFor();
  await page.getByRole("button", { name: "Throw 100 times" }).click();
  await page.getByText("Results: 101 throws").waitFor();
  await bench.check(page);
  await bench.picture(page, "curling-throws");

  // Another candidate can be looked at after a throw, and the throw is still there then.
  await best.click();
  await page.getByText("After the shot:").waitFor({ timeout: 20_000 });
  expect(await page.locator("svg.house .stone[tabindex]").count()).toBe(0);
  await page.getByRole("button", { name: /^Greedy 1:/ }).hover();
  await page.locator("svg.house .mark").first().waitFor();
  await page.getByRole("heading", { name: "Candidate shots" }).hover();
  await expect.poll(() => page.locator("svg.house .mark").count()).toBe(0);

  // The map of values, for each turn, and the value under the pointer.
  await unfold(page, "Maps");
  await page.getByLabel("Show").selectOption("value");
  await page.locator("svg.house .heat path").first().waitFor();
  const tee = (await page.locator("svg.house .inner").first().boundingBox())!;
  await page.mouse.move(tee.x + tee.width / 2, tee.y + tee.height * 0.8);
  expect(await page.getByTestId("under").textContent()).toMatch(/Here: [\d.]+%/);
  const first = await page.locator("svg.house .heat path").last().getAttribute("d");
  await bench.picture(page, "curling-map");
  await page
    .getByRole("group", { name: "Turn" })
    .getByRole("button", { name: /counter/ })
    .click();
  await expect.poll(() => page.locator("svg.house .heat path").last().getAttribute("d")).not.toBe(first);
  for (const term of ["j", "t", "d"]) {
    await page.getByLabel("Show").selectOption(term);
    await page.locator("svg.house .heat path").first().waitFor();
  }
  await bench.check(page);

  // The answers survive a reload, and belong to their position.
  await page.reload();
  await page.getByRole("button", { name: /^Jiritsu-kun 1:/ }).waitFor();
  await page.getByLabel("Show").selectOption("none");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByText("for an earlier position").waitFor();
  expect(await page.locator("svg.house polyline").count()).toBe(0);
});

test("the choice changes with the weight a player can throw", async () => {
  const page = await bench.page("/curling");
  await page.locator("svg.house").waitFor();
  await begin(page, "thesis");
  await page.getByLabel("Seconds each").fill("0.5");
  await page.getByLabel("Seconds each").blur();
  await unfold(page, "What if …?");
  await page.getByRole("button", { name: "Compare" }).click();
  const rows = page.getByRole("table", { name: "What if …?" }).locator("tbody tr");
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(2);
  const told = await rows.locator("td:nth-child(3)").allTextContents();
  expect(told[0]).not.toBe(told[1]);
  const speeds = await rows.locator("td:nth-child(4)").allTextContents();
  expect(Number(speeds[1])).toBeGreaterThan(Number(speeds[0]));
  await bench.check(page);
  await bench.picture(page, "curling-whatif");
});

test("an analysis answers early, and stopping it keeps the best answer", async () => {
  const page = await bench.page("/curling");
  await page.locator("svg.house").waitFor();
  await page.getByRole("checkbox", { name: "Ayumu" }).check();
  for (const name of ["Jiritsu-kun", "Greedy"]) await page.getByRole("checkbox", { name }).uncheck();
  await page.getByLabel("Seconds each").fill("30");
  await page.getByLabel("Seconds each").blur();
  await page.getByRole("button", { name: "Ask the selected players" }).click();
  await page.getByText(/^A1$/).first().waitFor();
  await page.getByRole("progressbar", { name: "Ayumu" }).waitFor();
  await page.getByRole("button", { name: "Cancel all" }).click();
  await page.getByText("Ayumu: stopped; the best answer so far is shown").waitFor();
  await page.getByText(/^A1$/).first().waitFor();
});

test("a position is saved, opened and shared; mixed doubles has its placements", async () => {
  const page = await bench.page("/curling");
  await page.locator("svg.house").waitFor();
  await page.getByLabel(/^Rules/).selectOption("mixed-doubles");
  await page.getByText("Choose a placement").waitFor();
  await page.getByRole("button", { name: "Power play, left" }).click();
  expect(await page.locator("svg.house [data-stone]").count()).toBe(2);
  await page.getByText("Blue throws next").waitFor();
  await bench.check(page);
  await bench.picture(page, "curling-doubles");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  const file = await (await download).path();
  const saved = JSON.parse(readFileSync(file, "utf8"));
  expect(saved.game.stones).toHaveLength(2);

  await page.getByRole("button", { name: "Link" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  const friend = await bench.page(link.replace(bench.address, ""));
  await friend.getByText("Blue throws next").waitFor();
  expect(await friend.locator("svg.house [data-stone]").count()).toBe(2);

  // Opened where a position is shown already, and undone.
  await begin(friend, "guard");
  await friend.evaluate((to) => (location.hash = new URL(to).hash), link);
  await expect.poll(() => friend.locator("svg.house [data-stone]").count()).toBe(2);
  await friend.getByRole("button", { name: "Undo" }).click();
  expect(await friend.locator("svg.house [data-stone]").count()).toBe(3);

  await begin(page, "empty");
  expect(await page.locator("svg.house [data-stone]").count()).toBe(0);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open …" }).click();
  await (await chooser).setFiles(file);
  await expect.poll(() => page.locator("svg.house [data-stone]").count()).toBe(2);
  const second = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open …" }).click();
  await (await second).setFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{]") });
  await page.getByText("This file or link does not hold a curling position.").waitFor();
});

test("Japanese, dark and on a phone", async () => {
  const page = await bench.page("/curling", { size: phone, language: "ja", dark: true });
  await page.locator("svg.house").waitFor();
  await page.getByLabel("局面の例").selectOption("bury");
  await page.getByLabel("思考時間 (秒)").fill("0.5");
  await page.getByLabel("思考時間 (秒)").blur();
  await page.getByRole("button", { name: "選んだプレイヤーに尋ねる" }).click();
  await page.getByRole("button", { name: /^じりつくん 1:/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /^貪欲 1:/ }).waitFor({ timeout: 60_000 });
  await bench.check(page);
  await bench.picture(page, "curling-phone-ja-dark");
  // The shot is watched, wherever its name stood.
  await page.getByRole("button", { name: /^貪欲 1:/ }).click();
  await expect
    .poll(() => page.locator("svg.house").evaluate((sheet) => Math.round(sheet.getBoundingClientRect().top)))
    .toBeGreaterThanOrEqual(0);
  const wide = await bench.page("/curling", { language: "ja", dark: true });
  await wide.locator("svg.house").waitFor();
  await wide.getByLabel("表示").selectOption("t");
  await wide.locator("svg.house .heat path").first().waitFor();
  await bench.check(wide);
  await bench.picture(wide, "curling-ja-dark");
  const small = await bench.page("/curling", { size: phone });
  await small.locator("svg.house").waitFor();
  const guard = await stone(small, "0-1");
  const finger = await small.context().newCDPSession(small);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await touch("touchStart", guard.x, guard.y);
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch("touchMove", guard.x + guard.metre * part, guard.y - guard.metre * part);
  }
  await touch("touchEnd");
  expect(await label(small, "0-1")).toMatch(/x 1\.0[3-7] m, y -2\.(0[89]|1[0-2]) m/);
  await bench.check(small);
  await bench.picture(small, "curling-phone");
});
