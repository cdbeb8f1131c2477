import { expect, test } from "vitest";
import { phone, useBench } from "./bench";

const bench = useBench();

test("the first page is there in both languages, light and dark, on both sizes", async () => {
  const page = await bench.page("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await bench.check(page);
  await bench.picture(page, "home");
  await page.getByLabel("Language").selectOption("ja");
  await page.getByRole("heading", { name: "不確かさの中で先を読む" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("ja");
  await page.getByLabel("配色").selectOption("dark");
  await bench.check(page);
  await page.reload();
  await page.getByRole("heading", { name: "不確かさの中で先を読む" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  const small = await bench.page("/", { size: phone });
  await small.getByRole("heading", { level: 1 }).waitFor();
  await bench.check(small);
  await bench.picture(small, "home-phone");
});

test("the first paint comes within a second", async () => {
  const page = await bench.page("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  // The entry may come a frame after the page has loaded.
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  expect(paint).toBeLessThan(1000);
});

test("an address that does not exist says so and shows what there is", async () => {
  const page = await bench.page("/nonsense");
  await page.getByText("Page not found.").waitFor();
  await page
    .getByRole("link", { name: /Blokus Duo/ })
    .last()
    .click();
  await page.getByRole("heading", { name: "Blokus Duo", level: 1 }).waitFor();
  await bench.check(page);
});

test("a workbench has no contest: its address shows what there is", async () => {
  const page = await bench.page("/cup");
  await page.getByText("Page not found.").waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("link", { name: "Curling" }).first().waitFor();
  expect(await page.getByRole("link", { name: "Organiser" }).count()).toBe(0);
  await bench.check(page);
});
