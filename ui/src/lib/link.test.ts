// @vitest-environment node
import { expect, test } from "vitest";
import { pack, unpack } from "./link";

test("a packed value comes out as it went in", async () => {
  const value = { stones: [{ x: 0.25, y: -1 }], words: "先読み", none: null };
  const text = await pack(value);
  expect(text).toMatch(/^[\w-]+$/);
  expect(await unpack(text)).toEqual(value);
});

test("a broken or swollen link is refused", async () => {
  await expect(unpack("%%%")).rejects.toThrow();
  await expect(unpack("AAAA")).rejects.toThrow();
  await expect(unpack(await pack("x".repeat(2_000_000)))).rejects.toThrow("too long");
});
