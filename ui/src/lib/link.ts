// Links that hold the state of a view: JSON, compressed, behind the # of the address, so that it
// never leaves the browser.

/** The most bytes that are unpacked. */
const LONGEST = 1_000_000;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LONGEST) throw new Error("the link is too long");
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns a value as text for an address. */
export async function pack(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the value that `pack` was given. Throws if the text is anything else. */
export async function unpack(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
}

/** Returns a link to a view with this state. */
export async function linkTo(path: string, value: unknown): Promise<string> {
  return `${location.origin}${path}#s=${await pack(value)}`;
}

/**
 * Returns the state in the address, if there is one, and removes it from the address, so that a
 * reload does not undo later changes.
 */
export async function fromLink(): Promise<unknown> {
  if (!location.hash.startsWith("#s=")) return undefined;
  const text = location.hash.slice(3);
  history.replaceState(null, "", location.pathname + location.search);
  return unpack(text);
}
