// Requests to a contest's server, and whether this server runs a contest at all.

/** Why a request failed: the server does not answer, or refuses it. */
export class ContestError extends Error {
  constructor(
    /** The status of the answer; none if there was no answer. */
    readonly status: number | undefined,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Presence of a contest on this server. The pages are the same build as the workbench, which has
 * none; the first answer to a contest's address tells.
 */
class Presence {
  /** Nothing while it is not known. */
  here = $state<boolean | undefined>();
}
export const presence = new Presence();

/** Sends a request and returns the answer; a failure is thrown as `ContestError`. */
export async function send<T>(
  path: string,
  options: { method?: string; password?: string; body?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const { method = "GET", password, body, signal } = options;
  const headers: Record<string, string> = {};
  if (password !== undefined) headers.authorization = basic("organiser", password);
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/cup/api/${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      // The browser must not ask for a password itself when ours is wrong.
      credentials: "omit",
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ContestError(undefined, "");
  }
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as T;
  // A server without a contest answers with a page.
  const status = response.ok ? 404 : response.status;
  throw new ContestError(status, detailOf(answer));
}

function detailOf(answer: unknown): string {
  const detail = (answer as { detail?: unknown } | undefined)?.detail;
  return typeof detail === "string" ? detail : "";
}

/** Returns the header of HTTP Basic authentication; names and passwords are UTF-8. */
function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

/**
 * Returns a function that does some work one at a time: calls during it lead to one more round
 * after it. The work must not throw.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
  let [busy, again] = [false, false];
  const run = async () => {
    again = busy;
    if (busy) return;
    busy = true;
    do {
      again = false;
      await work();
    } while (again);
    busy = false;
  };
  return () => void run();
}
