import { expect, test } from "vitest";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { phone, useBench } from "./bench";

const bench = useBench();

test("the sample is replayed: by keys, by its swings, by the slider", async () => {
  const page = await bench.page("/curling/replay");
  const position = page.getByLabel(/^Position/);
  await position.waitFor();
  const swings = page.getByRole("list", { name: "Biggest swings" });
  await swings.getByRole("button").first().waitFor();
  await page.getByLabel("Estimating every position").waitFor({ state: "detached" });
  await swings.getByRole("button").nth(1).click();
  expect(await swings.getByRole("button").nth(1).getAttribute("aria-current")).toBe("true");
  const at = Number(await position.inputValue());
  expect(at).toBeGreaterThan(0);
  await page.keyboard.press("ArrowLeft");
  expect(Number(await position.inputValue())).toBe(at - 1);
  await page.keyboard.press("End");
  await page.getByText(/wins$/).waitFor();
  await page.keyboard.press("Home");
  await page.getByText("Before the first stone").waitFor();
  await swings.getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  await bench.picture(page, "curling-replay");
  await bench.check(page);
  await page.reload();
  await position.waitFor();
  expect(Number(await position.inputValue())).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Replay the shot" }).click();
  // A whole match is over; from an earlier position it can be played on.
  await page.getByLabel(/^Position/).fill("20");
  const lying = await page.locator("[data-stone]").count();
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await page.waitForURL("**/curling");
  await page.locator("[data-stone]").first().waitFor();
  expect(await page.locator("svg.house [data-stone]").count()).toBe(lying);
  await page.goBack();
  await page.getByText("Position 20 / 48").waitFor();
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.getByText("Your turn: stone 5").waitFor();
  await page.getByText(/its random error is the same again/).waitFor();
  await page.getByText("you", { exact: true }).waitFor();
  const small = await bench.page("/curling/replay", { size: phone, language: "ja", dark: true });
  const listed = small.getByRole("list", { name: "勝率の大きな変動" }).getByRole("button");
  await listed.first().waitFor();
  await small.getByLabel("各局面の勝率を計算中").waitFor({ state: "detached" });
  await listed.first().click();
  await small.waitForTimeout(300);
  const sheet = (await small.getByRole("group", { name: /シート/ }).boundingBox())!;
  expect(sheet.y).toBeGreaterThanOrEqual(-1);
  expect(sheet.y).toBeLessThan(phone.height / 2);
  await bench.picture(small, "curling-replay-phone");
  await bench.check(small);
});

test("a game: two shots against a fast opponent, taken back, reloaded, asked about", async () => {
  const page = await bench.page("/curling/play");
  await page.getByLabel("Opponent").selectOption("sample");
  await page.getByLabel("Seconds per shot").selectOption("0.1");
  await bench.picture(page, "curling-play-setup");
  await bench.check(page);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText("Your turn: stone 1").waitFor();
  await page.getByLabel(/^x /).fill("0.4");
  await page.getByText("draw to the right four-foot").waitFor();
  // A suggestion takes the place of what was aimed at, and can be left.
  await page.getByText("Suggest shots").first().click();
  await page.getByLabel("Adviser").first().selectOption("greedy");
  await page.getByRole("button", { name: "Suggest shots" }).click();
  await page.getByRole("button", { name: /Made/ }).first().click({ timeout: 30_000 });
  await page.getByText("Suggestion 1 will be thrown").waitFor();
  await page.getByRole("button", { name: "Back to my own aim" }).click();
  await page.getByText("draw to the right four-foot").first().waitFor();
  await page.getByRole("button", { name: "Throw" }).click();
  await page.getByText("Your turn: stone 3").waitFor({ timeout: 30_000 });
  const stone = () => page.locator("[data-stone='0-1']").getAttribute("aria-label");
  await page.getByRole("button", { name: "Previous shot" }).click();
  const first = await stone();
  await page.getByRole("button", { name: "Back to the game" }).click();
  // By the pointer this time: the middle of the house.
  const sheet = (await page.getByRole("group", { name: /^The sheet in end 1/ }).boundingBox())!;
  await page.mouse.click(sheet.x + sheet.width / 2, sheet.y + sheet.height * 0.3);
  await page.getByRole("radio", { name: "normal" }).check();
  await page.getByText("If thrown perfectly").waitFor();
  await bench.picture(page, "curling-play");
  await bench.check(page);
  await page.getByRole("button", { name: "Throw" }).click();
  await page.getByText("Your turn: stone 5").waitFor({ timeout: 30_000 });
  await page.reload();
  await page.getByText("Your turn: stone 5").waitFor();
  expect(Number(await page.getByLabel(/^Position/).inputValue())).toBe(4);
  // Taken back to the beginning, the same shot falls as before.
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("Your turn: stone 3").waitFor();
  await page.getByText(/its random error is the same again/).waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("Your turn: stone 1").waitFor();
  await page.getByRole("radio", { name: "draw" }).check();
  await page.getByLabel(/^x /).fill("0.4");
  await page.getByLabel(/^y /).fill("0");
  await page.getByText("draw to the right four-foot").waitFor();
  await page.getByRole("button", { name: "Throw" }).click();
  await page.getByText("Your turn: stone 3").waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Previous shot" }).click();
  expect(await stone()).toBe(first);
  await page.getByLabel("Adviser").last().selectOption("greedy");
  await page.getByRole("button", { name: "Ask Greedy about this shot" }).click();
  await page.getByText(/^Each shot was tried/).waitFor({ timeout: 60_000 });
  await page.getByText(/^Greedy would have thrown/).waitFor();
  await bench.picture(page, "curling-why-not");
  await bench.check(page);
  await page.getByRole("button", { name: "Concede" }).click();
  await page.getByRole("button", { name: "Really concede?" }).click();
  await page.getByText("The game is over").waitFor();
});

test("a game on a phone, and mixed doubles with its placement", async () => {
  const page = await bench.page("/curling/play", { size: phone, language: "ja", dark: true });
  await page.getByLabel("種目").selectOption("mixed-doubles");
  await page.getByLabel("ルールとアイス").selectOption("dc4");
  await page.getByLabel("相手").selectOption("draw");
  await page.getByLabel("あなた").selectOption("1");
  await page.getByRole("button", { name: "開始" }).click();
  await page.getByRole("button", { name: "ハウスに置いて後攻" }).click();
  await page.getByText("あなたの番: 第2投").waitFor({ timeout: 30_000 });
  await page.getByText("狙いどおりなら").waitFor();
  await bench.picture(page, "curling-play-phone");
  await bench.check(page);
});

test("a record is followed while it grows", async () => {
  const page = await bench.page("/curling/live");
  await page.getByText(/^No records in/).waitFor();
  const sample = await page.request.post(`${bench.address}/api/curling/sample-record`, { data: {} });
  const lines = ((await sample.json()) as { text: string }).text.split(/(?<=\n)/);
  mkdirSync(bench.records, { recursive: true });
  const file = join(bench.records, "001-cup.jsonl");
  writeFileSync(file, lines.slice(0, 4).join(""));
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: /001-cup/ }).click();
  const position = page.getByLabel(/^Position/);
  await position.waitFor();
  expect(await position.inputValue()).toBe("3");
  await bench.picture(page, "curling-live");
  await bench.check(page);
  appendFileSync(file, lines.slice(4, 6).join(""));
  await page.getByText("Position 5 / 5").waitFor();
  // Half a line is no shot yet.
  appendFileSync(file, lines[6]!.slice(0, 50));
  await page.reload();
  await page.getByText("Position 5 / 5").waitFor();
  appendFileSync(file, lines[6]!.slice(50) + lines.slice(7).join(""));
  await page.getByText("Position 48 / 48").waitFor();
  await page.getByText(/wins$/).waitFor();
});

test("two players play a match that is watched, and can be stopped", async () => {
  const page = await bench.page("/curling/live");
  await page.getByRole("combobox", { name: /^Blue/ }).selectOption("sample");
  await page.getByRole("combobox", { name: /^Orange/ }).selectOption("draw");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.getByText(/wins$|tied$/).waitFor({ timeout: 60_000 });
  await page.getByRole("combobox", { name: /^Blue/ }).selectOption("ayumu");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.getByText(/^Position [2-9]/).waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page.getByText("The match: cancelled").waitFor();
  await bench.check(page);
});

test("what is no log is refused with its line, and what was shown stays", async () => {
  const page = await bench.page("/curling/replay");
  await page.getByLabel(/^Position/).waitFor();
  const upload = async (name: string, text: string) => {
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a log …" }).click();
    await (await chosen).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  };
  await upload("letter.txt", "Dear curler,");
  await page.getByRole("alert").getByText("line 1").waitFor();
  await upload("broken.jsonl", '{"sakiyomi":"digital-curling match","version":7}\n');
  await page
    .getByRole("alert")
    .getByText(/version 7/)
    .waitFor();
  await upload("bytes.dcl", "\0\u0001\uffff".repeat(1000));
  await page
    .getByRole("alert")
    .getByText(/bytes\.dcl/)
    .waitFor();
  await page.getByText("or paste one").first().click();
  await page.getByRole("textbox", { name: "or paste one" }).fill("[GameInfo]\nFirst=alpha\nSecond=beta\n");
  await page.getByRole("button", { name: "Read" }).click();
  await page.getByRole("heading", { name: "alpha – beta" }).waitFor();
  // The browser reports every refusal on its console; there is nothing else.
  expect(bench.troubles.every((words) => words.includes("status of 400"))).toBe(true);
  bench.troubles = [];
  await bench.check(page);
});

test("a throw outlives its view, another tab sees it, and a game under way is not given up unasked", async () => {
  const page = await bench.page("/curling/play");
  await page.getByLabel("Opponent").selectOption("draw");
  await page.getByLabel("Random seed").fill("");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText("Your turn: stone 1").waitFor();
  expect(await page.getByText("Random seed 0.").count()).toBe(0);
  const other = await page.context().newPage();
  await other.goto(`${bench.address}/curling/play`);
  await other.getByText("Your turn: stone 1").waitFor();
  await page.bringToFront();
  await page.route("**/game-act", async (route) => {
    await new Promise((done) => setTimeout(done, 1000));
    await route.continue();
  });
  await page.getByText("If thrown perfectly").waitFor();
  await page.getByRole("button", { name: "Throw" }).click();
  await page.getByRole("link", { name: "Replay", exact: true }).click();
  await page.getByLabel(/^Position/).waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.getByText("Your turn: stone 3").waitFor({ timeout: 30_000 });
  await other.getByText("Your turn: stone 3").waitFor({ timeout: 30_000 });
  await page.getByRole("link", { name: "Replay", exact: true }).click();
  await page.getByLabel(/^Position/).fill("20");
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.getByRole("button", { name: "Discard the game in progress under Play?" }).waitFor();
  await page.getByRole("button", { name: "Keep it" }).click();
  // Playing on ends with the view.
  await page.getByRole("button", { name: "Autoplay", exact: true }).click();
  await page.getByText("Position 21 / 48").waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.getByText("Your turn: stone 3").waitFor();
  const at = () => page.evaluate(() => Number(localStorage.getItem("sakiyomi.curling.replay.at")));
  const left = await at();
  await page.waitForTimeout(2000);
  expect(await at()).toBe(left);
  await bench.check(page);
});

test("an opponent that is stopped can go on", async () => {
  const page = await bench.page("/curling/play");
  await page.getByLabel("Opponent").selectOption("ayumu");
  await page.getByLabel("Seconds per shot").selectOption("30");
  await page.getByRole("combobox", { name: /^You/ }).selectOption("1");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText("Ayumu is thinking").first().waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Ayumu has been stopped").waitFor();
  await page.getByRole("button", { name: "Let it continue" }).click();
  await page.getByText("Ayumu is thinking").first().waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await bench.check(page);
});

test("a record that cannot be read can be left", async () => {
  mkdirSync(bench.records, { recursive: true });
  writeFileSync(join(bench.records, "002-letter.jsonl"), "Dear curler,\n");
  const page = await bench.page("/curling/live");
  await page.getByRole("button", { name: /002-letter/ }).click();
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Stop watching" }).click();
  await page.getByText(/^Choose a match on the server/).waitFor();
  bench.troubles = [];
});
