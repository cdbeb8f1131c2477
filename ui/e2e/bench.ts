// Workbench and browser for the tests of whole flows.
//
// The workbench is the binary in SAKIYOMI_BIN, started with SAKIYOMI_ARGS on a free port in an
// empty folder; the browser is Chromium at CHROMIUM; `run.sh` sets all of these. A test file may
// name another server of the binary, with files in that folder. Screenshots go to e2e/screens.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";

const screens = join(import.meta.dirname, "screens");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** A server of the binary: its arguments but for `--listen`, and the files it needs. */
export type Server = { args: string[]; files: Record<string, string> };

/** Returns the workbench or another server, and browser of a test file: call it once at the top. */
export function useBench(server?: Server) {
  const bench = new Bench(server);
  beforeAll(() => bench.open());
  afterAll(() => bench.close());
  return bench;
}

export class Bench {
  address = "";
  #program: ChildProcess | undefined;
  #browser: Browser | undefined;
  #folder = "";
  #contexts: BrowserContext[] = [];

  constructor(readonly server?: Server) {}

  /** The folder in which the workbench looks for records of matches. */
  get records(): string {
    return join(this.#folder, "results/records");
  }

  async open(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), "sakiyomi-e2e-"));
    for (const [name, text] of Object.entries(this.server?.files ?? {}))
      writeFileSync(join(this.#folder, name), text);
    this.address = await this.#start();
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    const args = [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
    ];
    this.#browser = await chromium.launch({ executablePath, args });
  }

  /** Kills the server, as a power cut would. */
  kill(): void {
    this.#program?.removeAllListeners("exit");
    this.#program?.kill("SIGKILL");
  }

  /** Starts the server again at its address. */
  async revive(): Promise<void> {
    await this.#start(new URL(this.address).host);
  }

  #start(listen = "127.0.0.1:0"): Promise<string> {
    const binary = process.env.SAKIYOMI_BIN;
    if (!binary) throw new Error("name the binary in SAKIYOMI_BIN; `make e2e` does");
    const usual = (process.env.SAKIYOMI_ARGS ?? "127.0.0.1:0").split(" ");
    const args = this.server ? [...this.server.args, "--listen", listen] : usual;
    const program = spawn(binary, args, { cwd: this.#folder });
    this.#program = program;
    return new Promise((resolve, reject) => {
      let said = "";
      const hear = (data: Buffer) => {
        said += data.toString();
        const address = /http:\/\/\S+/.exec(said);
        if (address) resolve(new URL(address[0]).origin);
      };
      program.stdout.on("data", hear);
      program.stderr.on("data", hear);
      program.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Opens a page with empty storage. Script errors in it fail the test that uses it, see `check`.
   */
  async page(
    path: string,
    options: { size?: typeof wide; language?: string; dark?: boolean } = {},
  ): Promise<Page> {
    const context = await this.#browser!.newContext({
      viewport: options.size ?? wide,
      locale: options.language ?? "en",
      colorScheme: options.dark ? "dark" : "light",
      hasTouch: options.size === phone,
    });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => this.troubles.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.troubles.push(message.text());
    });
    await page.goto(this.address + path);
    return page;
  }

  /** Errors of scripts and messages on the consoles of all pages so far. */
  troubles: string[] = [];

  /** Saves a screenshot of a page. */
  async picture(page: Page, name: string): Promise<void> {
    mkdirSync(screens, { recursive: true });
    await page.screenshot({ path: join(screens, `${name}.png`), fullPage: true });
  }

  /**
   * Checks that the browser reported no error, nothing is wider than the screen, and axe has no
   * serious finding.
   */
  async check(page: Page): Promise<void> {
    expect(this.troubles).toEqual([]);
    const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(surplus, "the page is wider than the screen").toBeLessThanOrEqual(0);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };
      const { violations } = await (
        globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
      ).axe.run();
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary})`).join("; ")}`,
        );
    });
    expect(found).toEqual([]);
  }
}
