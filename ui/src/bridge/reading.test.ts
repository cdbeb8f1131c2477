import { expect, test } from "vitest";
import { inJapanese } from "./reading";

test("what cards say is said in Japanese", () => {
  expect(inJapanese("West shows an even number of clubs: played the 8")).toBe(
    "西は♣の枚数が偶数（♣8を出した）",
  );
  expect(inJapanese("East shows an odd number of hearts left: played the queen")).toBe(
    "東は♥の残り枚数が奇数（♥Qを出した）",
  );
  expect(inJapanese("West led the 5 of spades: fourth best, or singleton")).toBe(
    "西は♠5をリードした: 4th ベスト、またはシングルトン",
  );
  expect(inJapanese("West led spades: longest suit")).toBe("西は♠をリードした: 最長のスート");
  expect(
    inJapanese("East did not bare the king of spades: played the queen and did not have just king and queen"),
  ).toContain("裸にしない");
});

test("what calls promise is said as points and lengths", () => {
  expect(inJapanese("South's 1H (opening 1H): 12-21 points, 5+ hearts, spades < 5 or hearts > spades")).toBe(
    "南の1♥: 12〜21点、♥5枚以上、♠ < 5または♥ > ♠",
  );
  expect(inJapanese("South's 4H (acceptance of a limit raise): 13+ points")).toBe("南の4♥: 13点以上");
  expect(inJapanese("North's 2NT (some rule): 20-21 points, with stoppers")).toBeUndefined();
});

test("what is no such form stays as it is", () => {
  expect(inJapanese("South's call means nothing")).toBeUndefined();
  expect(inJapanese("")).toBeUndefined();
});
