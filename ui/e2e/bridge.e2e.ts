import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phone, useBench } from "./bench";

const bench = useBench();

const deal = "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852";
const pbn = `[Event "Club evening"]
[Board "4"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "${deal}"]
[Declarer "S"]
[Contract "3NT"]
[Auction "S"]
1NT Pass 3NT Pass
Pass Pass
[Play "W"]
S5 S3 SQ SA
- - - C6
+

[Event "Club evening"]
[Board "5"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74"]
`;

async function open(path: string, options: Parameters<typeof bench.page>[1] = {}): Promise<Page> {
  const page = await bench.page(path, options);
  await page.getByRole("navigation", { name: /Bridge views|ブリッジの画面/ }).waitFor();
  return page;
}

test("a newcomer sees a deal, steps through it with keys, and the numbers on the cards", async () => {
  const page = await open("/bridge");
  await page.getByRole("region", { name: "The table" }).waitFor();
  await page.getByText("16 / 60").waitFor();
  const west = page.getByRole("group", { name: "West" });
  await west.getByRole("button", { name: "♣A, 4" }).waitFor();
  await bench.check(page);
  await page.keyboard.press("Home");
  await page.getByText("0 / 60").waitFor();
  await page.getByText("South to call").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("1 / 60").waitFor();
  await page.keyboard.press("End");
  await page.getByText("1 down, 9 tricks", { exact: false }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.getByText("56 / 60").waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy a link" }).click();
  await page.getByText("The link is copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(link.slice(bench.address.length));
  await other.getByText("56 / 60").waitFor();
  await page.getByRole("button", { name: "Play this deal" }).waitFor();
  await page.getByRole("button", { name: "Count tricks" }).click();
  await page.getByRole("cell", { name: "10" }).first().waitFor({ timeout: 60_000 });
});

test("a pasted PBN is stepped through, asked about, and shows what the others believe; a reload loses nothing", async () => {
  const page = await open("/bridge");
  await page.getByLabel("PBN or LIN text").fill(pbn);
  await page.getByRole("button", { name: "Read the text" }).click();
  await page.getByText("2 boards read.").waitFor();
  await page.getByText("6 / 11").waitFor();
  await page.keyboard.press("End");
  await page.getByText("11 / 11").waitFor();
  await page.getByText("West to play").waitFor();

  // Long enough for a machine that has other things to do.
  await page.getByLabel("Seconds").fill("9");
  await page.getByLabel("Deals imagined per player").fill("2");
  await page.getByRole("button", { name: "Ask for a card" }).click();
  await page.getByText("Choice:", { exact: false }).waitFor({ timeout: 40_000 });
  const rows = page.locator("tr", { has: page.getByRole("rowheader", { name: "♣8" }) });
  expect(await rows.count()).toBe(1);
  expect(await rows.locator("td.number").allTextContents()).toEqual([
    expect.stringMatching(/-?\d+.*%/),
    expect.stringMatching(/-?\d+.*%/),
  ]);

  await page.getByLabel("When").selectOption("C8");
  await page.getByRole("button", { name: "South", exact: true }).click();
  await page.getByText("West shows an even number of clubs: played the 8").waitFor();
  await page.getByTitle("♣J with West", { exact: false }).waitFor();
  expect(await page.locator(".diagram").count()).toBeGreaterThanOrEqual(4);
  await bench.check(page);
  await bench.picture(page, "bridge-ask");

  await page.reload();
  await page.getByText("11 / 11").waitFor();
  await page.getByText("Choice:", { exact: false }).waitFor();
  await page.getByText("West shows an even number of clubs: played the 8").waitFor();

  // Another card than nothing that follows: a variation, and back.
  await page.getByRole("group", { name: "West" }).getByRole("button", { name: /^♣2/ }).click();
  await page.getByText("You are in a variation.").waitFor();
  await page.getByText("12 / 12").waitFor();
  await page.getByRole("button", { name: "Back to the record" }).click();
  await page.getByText("11 / 11").waitFor();
  await page.getByLabel("Boards of this file").selectOption({ index: 1 });
  await page.getByText("0 / 0").waitFor();
  await page.getByLabel("Visible hands").selectOption("E");
  await page.getByRole("group", { name: "North" }).getByLabel("hidden").waitFor();
});

test("what cannot be read is told with line and column", async () => {
  const page = await open("/bridge");
  const text = page.getByLabel("PBN or LIN text");
  await text.fill('[Board "1"]\n[Deal "N:AKQ.x.. - - -"]');
  await page.getByRole("button", { name: "Read the text" }).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/line 2, column \d+/);
  // The refused request is in the console of the browser, as it should be.
  bench.troubles = bench.troubles.filter((trouble) => !trouble.includes("400"));
  // One slip does not cost the board.
  await text.fill(pbn.replace("S5 S3 SQ SA", "S5 S3 H6 SA"));
  await page.getByRole("button", { name: "Read the text" }).click();
  await page.getByText(/^line 12, column \d+:$/).waitFor();
  await page.getByText("6 / 8").waitFor();
  await bench.check(page);
});

test("a deal is bid and played against the players, taken back, and goes on after a reload", async () => {
  const page = await open("/bridge/play");
  await page.getByLabel("Other three players").selectOption("low");
  await page.getByLabel("Your cards").selectOption("game");
  await page.getByRole("button", { name: "Deal and start" }).click();
  await page.getByText("Your call").waitFor();
  await bench.check(page);
  await bench.picture(page, "bridge-bid");
  // Three notrump by keyboard, or whatever is the first bid above it.
  await page.keyboard.press("3");
  await page.getByText("level 3 …").waitFor();
  await page.keyboard.press("n");
  const bids = page.getByRole("group", { name: "Bidding box" });
  const south = page.getByRole("group", { name: "South", exact: true });
  await page.getByText(/Your turn|Your call/).waitFor();
  for (let calls = 0; (await bids.isVisible()) && calls < 8; calls++) {
    await page.keyboard.press("p");
    await page.waitForTimeout(700);
  }
  await page.getByText("Your turn").waitFor({ timeout: 20_000 });
  const playable = page.locator("button.card");
  const before = await south.locator("[data-card]").count();
  await playable.first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("Your turn").waitFor({ timeout: 20_000 });
  await page.reload();
  await page.getByText("Your turn").waitFor({ timeout: 20_000 });
  await bench.picture(page, "bridge-play");
  await bench.check(page);
  await playable.first().click();
  await page.getByText("Your turn").waitFor({ timeout: 20_000 });
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("Your turn").waitFor({ timeout: 20_000 });
  expect(await south.locator("[data-card]").count()).toBe(before);
  // A claim of no trick is always accepted; it can be taken back too.
  await page.getByLabel("Total tricks for your side").fill("0");
  await page.getByLabel("Total tricks for your side").press("Tab");
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  await page.getByText("the rest was claimed", { exact: false }).waitFor({ timeout: 40_000 });
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("Your turn").waitFor();
  await page.getByRole("button", { name: "Let the players finish" }).click();
  await page.getByText("Double dummy this contract takes", { exact: false }).waitFor({ timeout: 60_000 });
  await bench.check(page);
  await bench.picture(page, "bridge-result");
  await page.getByRole("button", { name: "Analyse under Boards" }).click();
  await page
    .getByText(/\d+ \/ \d+/)
    .first()
    .waitFor();
});

test("a problem is answered, explained and remembered", async () => {
  const page = await open("/bridge/problems");
  await page.getByRole("heading", { name: "Mislead the declarer" }).waitFor();
  await page.getByText("East to play: which card?").waitFor();
  // Hands that the deciding player does not see are hidden.
  await page.getByRole("group", { name: "South", exact: true }).getByLabel("hidden").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("what the other players will believe", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Another hint" }).click();
  await page.getByText("The tempting card is ♣K", { exact: false }).waitFor();
  await bench.picture(page, "bridge-problem");
  await bench.check(page);
  await page.getByRole("group", { name: "East" }).getByRole("button", { name: "♣2" }).click();
  await page.getByText("♣2: Right!").waitFor();
  await page.getByText("(with 2 hints)").waitFor();
  await page.getByText("he repeats the finesse", { exact: false }).waitFor();
  await page.getByText("1 of 68 solved").waitFor();
  await page.reload();
  await page.getByText("♣2: Right!").waitFor();
  await bench.check(page);
  await page.getByRole("button", { name: "Next problem" }).first().click();
  await page.getByRole("heading", { name: "Do not leave partner a guess" }).waitFor();
  await page.getByRole("group", { name: "West" }).getByRole("button", { name: "♦5" }).click();
  await page.getByText("That is the tempting card.", { exact: false }).waitFor();
  await bench.picture(page, "bridge-solved");
});

test("everything is there in Japanese, dark and on a phone", async () => {
  const page = await open("/bridge", { size: phone, language: "ja", dark: true });
  await page.getByText("16 / 60").waitFor();
  await page.getByRole("group", { name: "西" }).getByRole("button", { name: "♣A, 4" }).waitFor();
  await page.getByRole("button", { name: "推論を見る" }).click();
  await page.getByText("見えないカードのありか", { exact: false }).waitFor();
  await bench.check(page);
  await bench.picture(page, "bridge-phone-ja-dark");
  const problems = await open("/bridge/problems", { size: phone, language: "ja" });
  await problems.getByRole("heading", { name: "ディクレアラーを惑わす" }).waitFor();
  await problems.getByRole("button", { name: "♣2" }).click();
  await problems.getByText("もう一度フィネスする", { exact: false }).waitFor();
  await bench.check(problems);
  await bench.picture(problems, "bridge-problem-phone-ja");
  const play = await open("/bridge/play", { size: phone });
  await play.getByLabel("Other three players").selectOption("low");
  await play.getByRole("button", { name: "Deal and start" }).click();
  await play.getByText("Your call").waitFor();
  await bench.check(play);
  await bench.picture(play, "bridge-bid-phone");
  const dark = await open("/bridge", { dark: true, language: "ja" });
  await dark.getByRole("group", { name: "西" }).getByRole("button", { name: "♣A, 4" }).waitFor();
  await bench.check(dark);
  await bench.picture(dark, "bridge-dark-ja");
});
