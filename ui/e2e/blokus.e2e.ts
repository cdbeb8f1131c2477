import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phone, useBench } from "./bench";

const bench = useBench();

/** After its last move the second player has no move left, the first still has. */
const passed =
  ";B[b10,c10,d10,e10,c11];W[j4,i5,j5,i6,i7];B[f11,f12,f13,g13,g14];W[j8,i9,j9,i10,j10];B[f8,g8,f9,g9,g10];W[h1,h2,i2,j2,i3];B[h12,i12,j12,k12,l12];W[l5,m5,l6,k7,l7];B[e4,e5,e6,d7,e7];W[m1,n1,n2,n3,n4];B[k9,l9,m9,m10,m11];W[g4,h4,f5,g5,f6];B[g1,g2,f3,g3];W[n6,n7,n8];B[c5,a6,b6,c6,b7];W[k1];B[d2,e2];W[l2,l3];B[b1,b2,a3,b3,c3];W[g11,h11,g12];B[h5,h6,h7];W[h13,i13,j13,k13,l13];B[a11];W[n10,n11,m12,n12,n13];B[b12,a13,b13,c13]";

async function openFile(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open …" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
}

const board = (page: Page) => page.getByRole("application");
const current = (page: Page) => page.locator(".move[aria-current]").innerText();

/** Opens a page on which the user plays both sides, by default. */
async function open(
  options: Parameters<typeof bench.page>[1] & { seats?: object } = {},
  seats: object = { black: 0, white: 0 },
): Promise<Page> {
  const page = await bench.page("/blokus", options);
  const all = { seconds: 0.2, pace: 0, paused: false, ...seats };
  await page.evaluate((all) => localStorage.setItem("sakiyomi.blokus.seats", JSON.stringify(all)), all);
  await page.reload();
  await board(page).waitFor();
  await page.getByRole("meter").waitFor();
  return page;
}

/** Places the piece that is taken by a key where it first fits. */
async function placeByKey(page: Page, key: string): Promise<void> {
  const before = await page.locator(".move").count();
  // Even a key that is pressed before the position is known counts.
  await page.keyboard.press(key);
  await page.locator(".ghost[data-legal=true]").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelectorAll(".move").length > before, before);
}

test("a whole move can be made with the keyboard alone", async () => {
  const page = await open();
  await board(page).focus();
  await page.keyboard.press("x");
  const ghost = page.locator(".ghost");
  await ghost.waitFor();
  expect(await ghost.getAttribute("data-legal")).toBe("true");
  // Away from the start square, with the reason in words; and back again.
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowDown");
  await page.getByText("The first piece must cover the marked start square. (e10)").first().waitFor();
  expect(await ghost.getAttribute("data-legal")).toBe("false");
  await page.keyboard.press("Enter");
  expect(await page.locator(".move").count()).toBe(1);
  await page.keyboard.press(".");
  await page.locator(".ghost[data-legal=true]").waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  await page.getByText("Orange to move").waitFor();
  expect(await current(page)).toContain("1. X");
  await page.getByText("84 squares left").waitFor();
  // A piece is also reached with Tab, and its button pressed with Enter.
  await page
    .getByRole("region", { name: "Pieces of Orange" })
    .getByRole("button", { name: "Piece W, 5" })
    .focus();
  await page.keyboard.press("Enter");
  await page.locator(".ghost[data-legal=true]").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Blue to move").waitFor();
  await bench.check(page);
});

test("a move is made with the mouse: pick, wheel, flip, click", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Piece L5, 5" }).first().click();
  const box = (await board(page).boundingBox())!;
  const cell = box.width / 15;
  const over = (column: number, row: number) =>
    page.mouse.move(box.x + (column + 1.4) * cell, box.y + (row + 0.6) * cell);
  await over(10, 2);
  await page.locator(".ghost[data-legal=false]").waitFor();
  await page.mouse.click(box.x + 11.4 * cell, box.y + 2.6 * cell);
  expect(await page.locator(".move").count()).toBe(1);
  await bench.picture(page, "blokus-illegal");
  await over(4, 4);
  const shape = () => page.locator(".ghost .edge").getAttribute("d");
  const first = await shape();
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(
    (first) => document.querySelector(".ghost .edge")?.getAttribute("d") !== first,
    first,
  );
  await page.locator(".ghost[data-legal=true]").waitFor();
  await page.mouse.click(box.x + 5.4 * cell, box.y + 4.6 * cell);
  await page.getByText("Orange to move").waitFor();
  expect(await current(page)).toContain("1. L5");
});

test("the computer replies, and nothing is lost by loading the page again", async () => {
  const page = await open({}, { black: 0, white: 10 });
  await board(page).focus();
  await placeByKey(page, "5");
  await page.locator(".move", { hasText: "2." }).waitFor({ timeout: 30_000 });
  await page.getByText("Blue to move").waitFor();
  await page.getByLabel("Comment on this position").fill("so far so good");
  await page.reload();
  await page.locator(".move", { hasText: "2." }).waitFor();
  expect(await page.getByLabel("Comment on this position").inputValue()).toBe("so far so good");
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("Blue to move").waitFor();
  expect(await current(page)).toBe("Start");
});

test("hints are shown on the board and played; another move makes a variation", async () => {
  const page = await open();
  await board(page).focus();
  await placeByKey(page, "5");
  await placeByKey(page, "5");
  const panel = page.locator("details", { hasText: "Show the best moves" });
  await panel.getByLabel("Thinking time").selectOption({ label: "1 s" });
  await page.getByRole("button", { name: "Show the best moves" }).click();
  const hints = page.getByRole("list", { name: "Hints" }).getByRole("button");
  await hints.first().waitFor({ timeout: 30_000 });
  await page.getByText("win probability. Every move was searched").waitFor();
  await expect.poll(() => page.getByRole("progressbar").count(), { timeout: 30_000 }).toBe(0);
  expect(await hints.count()).toBe(8);
  // Found again after a reload.
  await page.reload();
  await hints.nth(7).waitFor();
  await hints.first().hover();
  await page.locator(".hint .cell").first().waitFor();
  await bench.picture(page, "blokus-hints");
  await hints.first().click();
  await page.getByText("Orange to move").waitFor();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.getByText("Blue to move").waitFor();
  await board(page).focus();
  await page.keyboard.press("1");
  await page.locator(".ghost[data-legal=true]").waitFor();
  await page.keyboard.press("Enter");
  const variation = page.getByRole("group", { name: "Variation" });
  expect(await variation.innerText()).toContain("3. 1 ");
  await page.getByRole("button", { name: "Make main line" }).click();
  expect(await variation.innerText()).not.toContain("3. 1 ");
  await page.getByRole("button", { name: "Delete from here" }).click();
  expect(await variation.count()).toBe(0);
  await page.getByRole("button", { name: "Restore the previous game" }).click();
  await variation.waitFor();
  await bench.check(page);
});

test("a game is saved, opened and sent as a link; a broken file is refused with the place", async () => {
  const page = await open();
  await board(page).focus();
  for (const key of ["5", "5", "4", "4"]) await placeByKey(page, key);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  const file = await (await download).path();
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^\(;GM\[Blokus Duo\]CA\[UTF-8\]/);
  expect(text.match(/;[BW]\[/g)).toHaveLength(4);
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByLabel("The whole game is in this link:").inputValue();

  const other = await open();
  await openFile(other, "broken.blksgf", "(;GM[Blokus Duo]\n;B[a1])");
  await other.getByText("line 2, column 4:").waitFor();
  // The browser notes on its console that the file was refused.
  expect(bench.troubles.splice(0)).toEqual([expect.stringContaining("400")]);
  await openFile(other, "game.blksgf", text);
  await other.getByText("game.blksgf was opened.").waitFor();
  expect(await other.locator(".move").count()).toBe(5);
  await openFile(
    other,
    "forks.blksgf",
    "(;GM[Blokus Duo];B[e9,d10,e10,f10,e11];W[i4,h5,i5,j5,i6]C[symmetric so far](;B[g6,h6,f7,g7,f8]TE[1];W[f4,g4,e5,f5,e6])(;B[f8,g8,h8,h9,h10]))",
  );
  await other.getByRole("group", { name: "Variation" }).waitFor();
  const third = await bench.page(new URL(link).pathname + new URL(link).hash);
  await third.locator(".move", { hasText: "4." }).waitFor();
  expect(await third.locator(".move").count()).toBe(5);
});

test("who has no move left passes, and the other goes on alone", async () => {
  const page = await open();
  await openFile(page, "passed.blksgf", `(;GM[Blokus Duo]${passed})`);
  await page.getByText("Orange has no legal move and passes.").waitFor();
  await page.getByText("Blue to move").waitFor();
  await page.getByText("out of moves").waitFor();
  await page.locator(".hand.black button:not(:disabled, .nowhere)").first().click();
  await page.locator(".ghost[data-legal=true]").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".move[aria-current]", { hasText: "26." }).waitFor();
});

test("the computer playing itself can be paused", async () => {
  const page = await open({}, { black: 1, white: 1, pace: 0.5 });
  await page.locator(".move", { hasText: "2." }).waitFor({ timeout: 30_000 });
  await page.locator("details", { hasText: "Players" }).getByRole("button", { name: "Pause" }).click();
  const before = await page.locator(".move").count();
  await page.waitForTimeout(1500);
  expect(await page.locator(".move").count()).toBe(before);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.locator(".move").nth(before).waitFor({ timeout: 30_000 });
});

test("the computer plays itself to the end, with every overlay", async () => {
  const page = await open({}, { black: 1, white: 2 });
  await page.getByText("The game is over.").waitFor({ timeout: 60_000 });
  await page.getByText(/wins by|A draw/).waitFor();
  await bench.picture(page, "blokus-over");
  await bench.check(page);
  // In the middle of the game there is something to see.
  await page.getByRole("button", { name: /^9\. / }).click();
  const show = page.getByRole("combobox", { name: /^Show/ });
  await show.selectOption("reach");
  await page.locator(".marks circle").first().waitFor();
  await page.getByText("The larger the mark, the more ways").waitFor();
  await bench.picture(page, "blokus-reach");
  await show.selectOption("marks");
  // Moves have names of squares in them, this one among others.
  await page.getByRole("button", { name: "d2", exact: true }).click();
  await page.getByText("one step across").waitFor();
  await bench.picture(page, "blokus-marks");
  await show.selectOption("weights");
  await page.locator(".marks rect").first().waitFor();
  expect(await page.locator(".marks rect").count()).toBe(196);
  await board(page).hover();
  await page.getByText(/^[a-n]\d+: [+-]?\d/).waitFor();
  await bench.picture(page, "blokus-weights");
  await bench.check(page);
});

test("on a phone a move is made by touch", async () => {
  const page = await open({ size: phone });
  await page.getByRole("button", { name: "Piece F, 5" }).first().tap();
  await page.locator(".ghost[data-legal=true]").waitFor();
  await page.getByRole("button", { name: "Rotate", exact: true }).tap();
  await page.getByRole("button", { name: "Flip" }).tap();
  // A tap on the board moves the piece and does not place it.
  await board(page).tap({ position: { x: 300, y: 80 } });
  await page.locator(".ghost[data-legal=false]").waitFor();
  await page.getByText("The first piece must cover the marked start square. (e10)").first().waitFor();
  await bench.picture(page, "blokus-phone-illegal");
  await page.getByRole("button", { name: "Next fit" }).tap();
  await page.locator(".ghost[data-legal=true]").waitFor();
  await bench.picture(page, "blokus-phone");
  await page.getByRole("button", { name: "Place", exact: true }).tap();
  await page.getByText("Orange to move").waitFor();
  await bench.check(page);
});

test("in Japanese and dark", async () => {
  const page = await open({ language: "ja", dark: true });
  await board(page).focus();
  for (const key of ["5", "5", "4", "3"]) await placeByKey(page, key);
  await page.getByText("青の手番").waitFor();
  await page.keyboard.press("v");
  await page.getByRole("button", { name: "最善手を調べる" }).click();
  await page.getByRole("list", { name: "ヒント" }).getByRole("button").first().waitFor({ timeout: 30_000 });
  await bench.check(page);
  await bench.picture(page, "blokus-ja-dark");
  const small = await open({ language: "ja", dark: true, size: phone });
  await bench.check(small);
  await bench.picture(small, "blokus-ja-dark-phone");
});
