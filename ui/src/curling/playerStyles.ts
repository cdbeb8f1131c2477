// Styles of players on the sheet: a colour, a dash pattern and a letter, so that colour is never
// the only sign.

export type PlayerStyle = {
  colour: string;
  dash?: string;
  letter: string;
  /** The side of a stone for its label. */
  side: "left" | "right";
};

export const STYLES: Record<string, PlayerStyle> = {
  jiritsu: { colour: "light-dark(#0b6b3a, #6fdc9a)", letter: "J", side: "left" },
  krucb: { colour: "light-dark(#7a2ea0, #d39bf2)", dash: "16 7", letter: "K", side: "right" },
  ayumu: { colour: "light-dark(#a8124f, #ff8fb4)", dash: "5 7", letter: "A", side: "left" },
  gccs: { colour: "light-dark(#6b5200, #e6c34a)", dash: "18 6 4 6", letter: "G", side: "right" },
  greedy: { colour: "light-dark(#3f4a56, #c3ccd6)", dash: "9 9", letter: "Y", side: "right" },
};

/** Returns the style of a player, a common one if it has none of its own. */
export const styleOf = (name: string): PlayerStyle =>
  STYLES[name] ?? {
    colour: "light-dark(#1d4f91, #9cc4ff)",
    dash: "3 5",
    letter: name.charAt(0).toUpperCase(),
    side: "left",
  };

/** The styles of the variants of a what-if. */
export const VARIANTS: PlayerStyle[] = [
  { colour: "light-dark(#b3261e, #ff8a80)", letter: "1", side: "left" },
  { colour: "light-dark(#0b6b3a, #6fdc9a)", dash: "16 7", letter: "2", side: "right" },
  { colour: "light-dark(#7a2ea0, #d39bf2)", dash: "5 7", letter: "3", side: "left" },
  { colour: "light-dark(#6b5200, #e6c34a)", dash: "18 6 4 6", letter: "4", side: "right" },
];
