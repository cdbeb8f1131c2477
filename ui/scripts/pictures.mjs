// Takes the README's pictures of a workbench that is running: `node scripts/pictures.mjs
// http://127.0.0.1:8710 ../docs/pictures`.
import { join } from "node:path";
import { chromium } from "playwright-core";

const [address, folder] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

async function picture(name, path, act, options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: "en",
        ...options,
    });
    const page = await context.newPage();
    await page.goto(address + path);
    await act(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(folder, `workbench-${name}.png`) });
    await context.close();
}

await picture("curling", "/curling", async (page) => {
    await page.getByLabel("Example positions").selectOption({ index: 2 });
    await page.getByRole("checkbox", { name: "KR-UCB" }).check();
    await page.getByRole("button", { name: "Ask the selected engines" }).click();
    await page.getByRole("button", { name: /^KR-UCB 1:/ }).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: /^Jiritsu-kun 1:/ }).hover();
    await page.getByLabel("Show").selectOption("value");
});
await picture("replay", "/curling/replay", async (page) => {
    await page.getByRole("button", { name: /End 2 · stone 16/ }).click({ timeout: 60_000 });
});
await picture("blokus", "/blokus", async (page) => {
    await page.getByRole("button", { name: "Let the computer move" }).waitFor();
    // Orange answers by itself.
    for (let move = 0; move < 4; move++) {
        await page.getByText("Blue to move").waitFor({ timeout: 60_000 });
        await page.getByRole("button", { name: "Let the computer move" }).click();
        await page.waitForTimeout(4000);
    }
    await page.getByText("Blue to move").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Show the best moves" }).click();
    await page.getByText("→").first().waitFor({ timeout: 60_000 });
    await page.waitForTimeout(3500);
});
await picture("bridge", "/bridge", async (page) => {
    await page.getByLabel("Seconds").fill("6");
    await page.getByRole("button", { name: "Ask for a card" }).click();
    await page.getByText(/Choice:/).waitFor({ timeout: 60_000 });
});
await picture("phone", "/curling/play", async (page) => page.getByRole("button").first().waitFor(), {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    locale: "ja",
});
await browser.close();
