import { expect, test } from "vitest";
import { useBench } from "./bench";

const bench = useBench();

const PAGES = 50;

async function send(
  path: string,
  body: unknown,
  client: string,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const headers = { "content-type": "application/json", "x-sakiyomi-client": client };
  const response = await fetch(bench.address + path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

async function ended(task: string): Promise<Record<string, unknown>> {
  for (;;) {
    const state = (await (await fetch(`${bench.address}/api/tasks/${task}`)).json()) as Record<
      string,
      unknown
    >;
    if (state.phase !== "waiting" && state.phase !== "running") return state;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("fifty pages are advised at once, and quick questions are still answered quickly", async () => {
  // The requests of a page; it is loaded again so that the first is not missed.
  const page = await bench.page("/curling");
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/curling/advise"));
  const checked = page.waitForRequest((request) => request.url().endsWith("/api/curling/check"));
  await page.reload();
  const check = (await checked).postDataJSON() as object;
  await page.getByLabel("Seconds each").fill("0.3");
  await page.getByRole("button", { name: "Ask the selected players" }).click();
  const advise = (await asked).postDataJSON() as object;

  const begun = performance.now();
  const started = await Promise.all(
    Array.from({ length: PAGES }, (_, number) => send("/api/curling/advise", advise, `page-${number}`)),
  );
  expect(started.map(({ status }) => status)).toEqual(Array<number>(PAGES).fill(202));
  const all = Promise.all(started.map(({ answer }) => ended(String(answer.task))));
  const waits: number[] = [];
  let busy = true;
  void all.finally(() => (busy = false));
  while (busy) {
    const before = performance.now();
    const { status } = await send("/api/curling/check", check, "quick");
    expect(status).toBe(200);
    waits.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const states = await all;
  expect(states.map((state) => state.phase)).toEqual(Array<string>(PAGES).fill("done"));
  waits.sort((a, b) => a - b);
  const share = (part: number) => Math.round(waits[Math.floor((waits.length - 1) * part)] ?? 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${PAGES} analyses in ${seconds} s; ${waits.length} quick answers: median ${share(0.5)} ms, 99 % ${share(0.99)} ms`,
  );
  expect(share(0.99)).toBeLessThan(2000);
});
