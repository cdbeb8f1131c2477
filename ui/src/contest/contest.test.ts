import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Contest } from "./contest.svelte";
import EntrantTable from "./EntrantTable.svelte";
import FinishedMatch from "./FinishedMatch.svelte";
import { Organiser } from "./organiser.svelte";
import OrganiserMatches from "./OrganiserMatches.svelte";
import { oneAtATime, presence } from "./server.svelte";
import { aContest, aLiveMatch, aMatch, anEntrant } from "./testing";

type Answer = { status?: number; body?: unknown; html?: boolean } | "gone";

/** Requests so far, and the server's answer to the next ones. */
let asked: { path: string; method: string; headers: Record<string, string>; body: unknown }[] = [];
let answer: (path: string) => Answer = () => "gone";

beforeEach(() => {
  asked = [];
  presence.here = undefined;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (path: string, options: RequestInit) => {
    asked.push({
      path,
      method: options.method!,
      headers: options.headers as Record<string, string>,
      body: options.body,
    });
    const found = answer(path);
    if (found === "gone") throw new TypeError("failed to fetch");
    const { status = 200, body, html = false } = found;
    const text = html ? "<!doctype html>" : JSON.stringify(body);
    return new Response(status === 204 ? null : text, { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test("a contest is followed, a server that is gone is noticed, and found again", async () => {
  const contest = new Contest();
  answer = () => ({ body: aContest() });
  const stop = contest.watch();
  await after(0.3);
  expect(presence.here).toBe(true);
  expect(contest.state?.title).toBe("GPW Cup");
  answer = () => "gone";
  await after(2);
  expect(contest.lost).toBeInstanceOf(Date);
  // What was known stays.
  expect(contest.match("m1")?.score).toEqual([2, 1]);
  answer = () => ({ body: aContest({ version: 9, matches: [aMatch()] }) });
  await after(3);
  expect(contest.lost).toBeUndefined();
  expect(contest.state?.version).toBe(9);
  stop();
  const before = asked.length;
  await after(60);
  expect(asked).toHaveLength(before);
});

test("a workbench without a contest is told apart from a server that is gone or ill", async () => {
  answer = () => "gone";
  await new Contest().look();
  expect(presence.here).toBeUndefined();
  answer = () => ({ status: 500, body: { detail: "disk full" } });
  const contest = new Contest();
  await contest.look();
  expect(presence.here).toBeUndefined();
  expect(contest.refused?.message).toBe("disk full");
  answer = () => ({ html: true });
  await new Contest().look();
  expect(presence.here).toBe(false);
});

test("a contest that was there is not forgotten because of one missing answer", async () => {
  const contest = new Contest();
  answer = () => ({ body: aContest() });
  await contest.look();
  answer = () => ({ status: 404, body: {} });
  await contest.look();
  expect(presence.here).toBe(true);
  expect(contest.refused?.status).toBe(404);
});

test("work is done one at a time, and once more for all calls during it", async () => {
  const release: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((done) => release.push(done)));
  const run = oneAtATime(work);
  run();
  run();
  run();
  expect(work).toHaveBeenCalledTimes(1);
  release[0]!();
  await after(0);
  expect(work).toHaveBeenCalledTimes(2);
  release[1]!();
  await after(0);
  expect(work).toHaveBeenCalledTimes(2);
  run();
  expect(work).toHaveBeenCalledTimes(3);
});

const view = { entrants: [anEntrant()], log: [], cores: 2, games_at_once: 1 };

test("the organiser's password is sent as UTF-8, kept by nobody, and a wrong one is told", async () => {
  const organiser = new Organiser();
  answer = () => ({ status: 401, body: { detail: "wrong password" } });
  await organiser.signIn("falsch");
  expect(organiser.signedIn).toBe(false);
  expect(organiser.fault?.status).toBe(401);
  answer = () => ({ body: view });
  await organiser.signIn("氷");
  expect(organiser.signedIn).toBe(true);
  const encoded = asked.at(-1)!.headers.authorization!.replace("Basic ", "");
  expect(Buffer.from(encoded, "base64").toString()).toBe("organiser:氷");
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("氷");
  organiser.signOut();
  organiser.refresh();
  await after(0);
  expect(asked).toHaveLength(2);
});

test("the organiser's actions name match and entrant, and a refusal is told", async () => {
  const organiser = new Organiser();
  answer = () => ({ body: view });
  await organiser.signIn("x");
  answer = (path) => (path.endsWith("organiser") ? { body: view } : { status: 204 });
  expect(await organiser.forfeit("a/b", "MogMog")).toBe(true);
  const post = asked.find(({ method }) => method === "POST")!;
  expect(post.path).toBe("/cup/api/organiser/matches/a%2Fb/forfeit");
  expect(post.body).toBe('{"entrant":"MogMog"}');
  answer = () => ({ status: 409, body: { detail: "round 2 is paired" } });
  expect(await organiser.replay("m1")).toBe(false);
  expect(organiser.fault?.message).toBe("round 2 is paired");
});

test("a forfeit is confirmed first: who, then whether", async () => {
  const organiser = { busy: false, forfeit: vi.fn(async () => true), replay: vi.fn(async () => true) };
  render(OrganiserMatches, { matches: [aLiveMatch()], organiser });
  await fireEvent.click(screen.getByRole("button", { name: "Forfeit … MogMog – SampleAI" }));
  await fireEvent.click(screen.getByRole("button", { name: "SampleAI" }));
  expect(organiser.forfeit).not.toHaveBeenCalled();
  expect(screen.getByText(/^SampleAI loses the match and MogMog wins it/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByText(/loses the match/)).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Forfeit … MogMog – SampleAI" }));
  await fireEvent.click(screen.getByRole("button", { name: "SampleAI" }));
  await fireEvent.click(screen.getByRole("button", { name: "SampleAI forfeits" }));
  expect(organiser.forfeit).toHaveBeenCalledExactlyOnceWith("m1", "SampleAI");
});

test("matches are chosen by status; those that are over can be played again, not forfeited", async () => {
  const organiser = { busy: false, forfeit: vi.fn(async () => true), replay: vi.fn(async () => true) };
  const matches = [aLiveMatch(), aMatch({ id: "m2", status: "over", winner: 1, reason: "fault" })];
  render(OrganiserMatches, { matches, organiser });
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  await fireEvent.change(screen.getByLabelText("Show"), { target: { value: "over" } });
  expect(screen.getByText("SampleAI wins: MogMog lost by a fault")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Forfeit/ })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^Play again/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Play it again" }));
  expect(organiser.replay).toHaveBeenCalledExactlyOnceWith("m2");
});

test("entrants are shown with connection, door and faults", () => {
  const faults = [{ time: "2026-11-18T12:00:00Z", text: { en: "crashed", ja: "異常終了" } }];
  render(EntrantTable, {
    entrants: [
      anEntrant(),
      anEntrant({ name: "Mont", connected: false, faults }),
      anEntrant({ name: "In", connected: null }),
    ],
  });
  expect(screen.getByText("connected")).toBeTruthy();
  expect(screen.getByText("not connected").closest("tr")?.textContent).toContain("crashed");
  expect(screen.getByText("1 fault")).toBeTruthy();
  expect(screen.getAllByText("http://host:10000, account mogmog")).toHaveLength(3);
});

test("a match without a film has its score and its logs; a server that is gone is asked again", async () => {
  answer = () => "gone";
  const match = aMatch({ status: "over", winner: 0, score: [3, 1], ends: [[3, 1]] });
  const { unmount } = render(FinishedMatch, { match: { ...match, files: ["record", "dcl"] } });
  await after(1);
  expect(screen.getByText("Loading …")).toBeTruthy();
  answer = () => ({ status: 404, body: { detail: "no film" } });
  await after(3);
  await waitFor(() => expect(screen.getByText("There is no replay of this match.")).toBeTruthy());
  const link = screen.getByRole("link", { name: "Log (.dcl)" });
  expect(link.getAttribute("href")).toBe("/cup/api/matches/m1/dcl");
  expect(link.hasAttribute("download")).toBe(true);
  const count = asked.length;
  await after(10);
  unmount();
  render(FinishedMatch, { match: { ...match, files: [] } });
  await after(10);
  expect(screen.getByText("There is no replay of this match.")).toBeTruthy();
  expect(asked).toHaveLength(count);
});
