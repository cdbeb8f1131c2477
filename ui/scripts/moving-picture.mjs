// Makes the README's moving picture, the last stones of a match as an animated SVG:
//
//   sakiyomi curling serve --player0 Red=jiritsu:depth=1 --player1 Blue=gccs:sims=300 \
//     --set ends=2 --seed 3 --log match
//   node ui/scripts/moving-picture.mjs match/*.jsonl 2 11 > docs/pictures/last-stones.svg
//
// The arguments are a record, an end, and the first stone shown, all counted from 1. Paths and
// chances of winning are those of `sakiyomi curling replay`; SAKIYOMI names another binary.
import { execFileSync } from "node:child_process";

const [file, end, first] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const replay = (...options) => {
    const binary = process.env.SAKIYOMI ?? "sakiyomi";
    return execFileSync(binary, ["curling", "replay", file, ...options], { encoding: "utf8" });
};

const SCALE = 100; // pixels a metre
const HOG = -6.4; // metres from the tee at which the picture begins
const BACK = 2.1;
const HALF = 2.375; // half the width of the sheet
const HOLD = 1.1; // seconds that a position is shown
const COLOURS = ["#d7263d", "#1b4db1"];
// Stones go from left to right: along the sheet is x, across is y.
const place = (x, y) => [Math.round((y - HOG) * SCALE), Math.round((x + HALF) * SCALE)];
const [WIDTH, ICE] = place(HALF, BACK);
const HEIGHT = ICE + 74;

const scenes = replay("--json")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const { names } = scenes[0].scene;
const lead = Number(scenes.find((one) => one.end === end).scene.lead.slice(-1));
const { levelled } = JSON.parse(replay("--chances", "--json")).curve;
const scene = (shot) => scenes.find((one) => one.end === end && one.shot === shot).scene;
const chance = (shot) => levelled[16 * (end - 1) + shot];

// Keyframes of every stone: [seconds, along, across, in play].
const stones = new Map();
const keys = (number) => {
    if (!stones.has(number)) stones.set(number, []);
    return stones.get(number);
};
let clock = 0;
const put = (shot) => {
    const lying = new Map(scene(shot).stones.map((stone) => [stone.slot + 1, stone]));
    for (const [number, stone] of lying) keys(number).push([clock, ...place(stone.x, stone.y), 1]);
    for (const [number, frames] of stones) {
        const last = frames.at(-1);
        if (!lying.has(number)) frames.push([clock, last[1], last[2], 0]);
    }
};

const shown = [];
put(first - 1);
clock += HOLD;
for (let shot = first; shot <= 16; shot++) {
    const { paths } = JSON.parse(replay("--trajectory", `${end}.${shot}`));
    const thrown = paths.find((path) => path.stone === shot).points;
    // What happens before the stone comes into the picture is left out.
    const from = thrown.find(([, , y]) => y > HOG - 0.2)?.[0] ?? 0;
    const to = Math.max(...paths.map((path) => path.points.at(-1)[0]));
    shown.push({ shot, begins: clock, ends: clock + to - from });
    for (const { stone, points } of paths) {
        const frames = keys(stone);
        for (const [seconds, x, y] of points) {
            if (seconds >= from) frames.push([clock + seconds - from, ...place(x, y), 1]);
        }
    }
    clock += to - from;
    put(shot);
    clock += HOLD;
}
clock += 1.5;

/** Leaves out keyframes that lie within a pixel of the line between their neighbours. */
function thinned(frames) {
    const kept = [];
    let index = 0;
    while (index < frames.length) {
        kept.push(frames[index]);
        let next = index + 1;
        while (next + 1 < frames.length && straight(frames, index, next + 1)) next++;
        index = next;
    }
    return kept;
}

function straight(frames, from, to) {
    const [a, b] = [frames[from], frames[to]];
    return frames.slice(from + 1, to).every((one) => {
        const share = b[0] > a[0] ? (one[0] - a[0]) / (b[0] - a[0]) : 0;
        const off = [1, 2].map((axis) => one[axis] - a[axis] - share * (b[axis] - a[axis]));
        return one[3] === a[3] && one[3] === b[3] && Math.hypot(...off) < 1.5;
    });
}

const when = (seconds) => Number((seconds / clock).toFixed(4));
const timing = `dur="${clock.toFixed(1)}s" repeatCount="indefinite"`;

function moving([number, all]) {
    const frames = [[0, all[0][1], all[0][2], number < first ? 1 : 0], ...thinned(all)];
    const end = frames.at(-1);
    frames.push([clock, end[1], end[2], end[3]]);
    const times = frames.map((frame) => when(frame[0])).join(";");
    const places = frames.map((frame) => `${frame[1]},${frame[2]}`).join(";");
    const seen = frames.filter((frame, at) => at === 0 || frame[3] !== frames[at - 1][3]);
    const opacity = `<animate attributeName="opacity" calcMode="discrete" ${timing} keyTimes="${seen
        .map((frame) => when(frame[0]))
        .join(";")}" values="${seen.map((frame) => frame[3]).join(";")}"/>`;
    const colour = COLOURS[(lead + number + 1) % 2];
    return `<g><circle r="14.5" fill="#7a7f87"/><circle r="10" fill="${colour}"/><text y="4.5" fill="#fff" font-size="12">${number}</text>
<animateTransform attributeName="transform" type="translate" ${timing} keyTimes="${times}" values="${places}"/>
${opacity}</g>`;
}

function during(begins, ends, text) {
    const [a, b] = [when(begins), when(ends)];
    return `<g opacity="0">${text}<animate attributeName="opacity" calcMode="discrete" ${timing} keyTimes="0;${a};${b}" values="0;1;0"/></g>`;
}

const captions = shown.map(({ shot, begins }, index) => {
    const ends = shown[index + 1]?.begins ?? clock;
    const team = (lead + shot + 1) % 2;
    const words = `End ${end}, stone ${shot}: ${names[team]} throws`;
    return during(begins, ends, `<text x="16" y="${ICE + 30}" class="words">${words}</text>`);
});
const bars = [{ shot: first - 1, ends: 0 }, ...shown];
const widths = bars.map(({ shot }) => Math.round(chance(shot) * (WIDTH - 32)));
const settle = bars.flatMap(({ ends }, at) => (at === 0 ? [0] : [when(ends), when(ends + 0.5)]));
const values = widths.flatMap((width, at) => (at === 0 ? [width] : [widths[at - 1], width]));
const percents = bars.map(({ shot, ends }, at) => {
    const text = `${names[0]} ${Math.round(100 * chance(shot))} % to win`;
    return during(
        ends,
        bars[at + 1]?.ends ?? clock,
        `<text x="${WIDTH - 16}" y="${ICE + 30}" class="words" text-anchor="end">${text}</text>`,
    );
});

const [teeX, teeY] = place(0, 0);
const rings = [
    [1.83, "#bcd7f5"],
    [1.22, "#fff"],
    [0.61, "#f6c1c5"],
    [0.15, "#fff"],
].map(([radius, fill]) => `<circle cx="${teeX}" cy="${teeY}" r="${radius * SCALE}" fill="${fill}"/>`);
const [backX] = place(0, 1.83);

console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
<title>The last stones of an end of curling, and the chance of winning after each</title>
<style>text{font-family:system-ui,sans-serif;text-anchor:middle;font-weight:600}.words{font-size:20px;text-anchor:start;fill:#1d2733}.words[text-anchor=end]{text-anchor:end}</style>
<rect width="${WIDTH}" height="${HEIGHT}" rx="12" fill="#eef3f8"/>
<clipPath id="ice"><rect width="${WIDTH}" height="${ICE}" rx="12"/></clipPath>
<g clip-path="url(#ice)"><rect width="${WIDTH}" height="${ICE}" fill="#fbfdff"/>
${rings.join("\n")}
<path d="M0 ${teeY}H${WIDTH}M${teeX} 0V${ICE}M${backX} 0V${ICE}" stroke="#9fb3c8" stroke-width="1.5"/>
${[...stones]
    .sort(([a], [b]) => a - b)
    .map(moving)
    .join("\n")}
</g>
${captions.join("\n")}
${percents.join("\n")}
<rect x="16" y="${ICE + 46}" width="${WIDTH - 32}" height="12" rx="6" fill="${COLOURS[1]}"/>
<rect x="16" y="${ICE + 46}" width="${widths[0]}" height="12" rx="6" fill="${COLOURS[0]}"><animate attributeName="width" ${timing} keyTimes="${settle.join(";")};1" values="${values.join(";")};${widths.at(-1)}"/></rect>
</svg>`);
