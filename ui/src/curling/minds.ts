// The players that can be asked, and how each is drawn: a colour, a dash pattern and a letter, so that colour alone says nothing.

export const MINDS = ["jiritsu", "krucb", "ayumu", "gccs", "greedy"] as const;
export type MindName = (typeof MINDS)[number];

export type Look = { colour: string; dash?: string; letter: string };

export const LOOKS: Record<MindName, Look> = {
  jiritsu: { colour: "light-dark(#0b6b3a, #6fdc9a)", letter: "J" },
  krucb: { colour: "light-dark(#7a2ea0, #d39bf2)", dash: "16 7", letter: "K" },
  ayumu: { colour: "light-dark(#a8124f, #ff8fb4)", dash: "5 7", letter: "A" },
  gccs: { colour: "light-dark(#6b5200, #e6c34a)", dash: "18 6 4 6", letter: "G" },
  greedy: { colour: "light-dark(#3f4a56, #c3ccd6)", dash: "9 9", letter: "Y" },
};

/** How variants of a what-if are drawn. */
export const VARIANTS: Look[] = [
  { colour: "light-dark(#b3261e, #ff8a80)", letter: "1" },
  { colour: "light-dark(#0b6b3a, #6fdc9a)", dash: "16 7", letter: "2" },
  { colour: "light-dark(#7a2ea0, #d39bf2)", dash: "5 7", letter: "3" },
  { colour: "light-dark(#6b5200, #e6c34a)", dash: "18 6 4 6", letter: "4" },
];
