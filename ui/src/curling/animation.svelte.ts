// Animation on the sheet: a shot in motion, and the marks and tally of earlier throws.
import { ask, faultOf } from "../lib/api";
import type { CurlingCloud, CurlingShot, CurlingThrown, Fault } from "../lib/schema";
import { play, stonesAt } from "./playback";
import type { Position } from "./position.svelte";
import type { SheetStone } from "./shapes";

/** The point where a thrown stone stopped. */
export type Mark = { x: number; y: number; team: number };

export class ShotAnimation {
  /** The stones during and after a shot; nothing while the position itself is shown. */
  stones = $state.raw<SheetStone[] | undefined>();
  /** The result of the shown shot. */
  thrown = $state.raw<CurlingThrown | undefined>();
  moving = $state(false);
  fault = $state.raw<Fault | undefined>();
  /** The points where thrown stones stopped. */
  marks = $state.raw<Mark[]>([]);
  /** The number of throws by resulting points. */
  tally = $state.raw<Map<number, number>>(new Map());

  #stop: (() => void) | undefined;
  #generation = 0;
  #luck = 1;

  /** Clears everything about an earlier position. */
  reset(): void {
    this.#generation += 1;
    this.back();
    this.clear();
    this.fault = undefined;
  }

  /** Shows the position again. */
  back(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.moving = false;
    this.stones = undefined;
    this.thrown = undefined;
  }

  /** Clears earlier throws. */
  clear(): void {
    this.marks = [];
    this.tally = new Map();
  }

  /** Throws a shot once and animates it, with noise or exactly. */
  async throw(position: Position, shot: CurlingShot, noise: boolean): Promise<void> {
    this.back();
    const generation = this.#generation;
    this.moving = true;
    this.fault = undefined;
    const seed = noise ? this.#luck++ : null;
    try {
      const thrown = await ask("curling/throw", { ...position, shot, seed });
      if (generation !== this.#generation || !this.moving) return;
      this.thrown = thrown;
      const before: SheetStone[] = position.game.stones;
      this.#stop = play(
        thrown.trajectory,
        (seconds) => (this.stones = stonesAt(thrown.trajectory, before, seconds)),
        () => this.#rest(thrown),
      );
    } catch (error) {
      this.moving = false;
      this.fault = faultOf(error);
    }
  }

  #rest(thrown: CurlingThrown): void {
    this.moving = false;
    this.stones = thrown.stones;
    const track = thrown.trajectory.tracks[0];
    const rest = track && thrown.stones.find((s) => s.team === track.team && s.number === track.number);
    if (rest) this.marks = [...this.marks, { x: rest.x, y: rest.y, team: rest.team }];
    this.#count(new Map([[thrown.points, 1]]));
  }

  #count(more: Map<number, number>): void {
    const tally = new Map(this.tally);
    for (const [points, times] of more) tally.set(points, (tally.get(points) ?? 0) + times);
    this.tally = tally;
  }

  /** Throws a shot many times: every throw leaves its mark. */
  async throwMany(position: Position, shot: CurlingShot, count: number, slot: SlotName): Promise<void> {
    this.back();
    const generation = this.#generation;
    this.fault = undefined;
    try {
      const cloud = await ask("curling/cloud", { ...position, shot, count, seed: 1000 + this.#luck++ });
      if (generation !== this.#generation) return;
      this.marks = [...this.marks, ...rests(cloud, slot)];
      this.#count(new Map(cloud.results));
    } catch (error) {
      this.fault = faultOf(error);
    }
  }
}

type SlotName = { team: number; number: number };

/** Returns the points where the thrown stone stopped, of the throws that left it in play. */
export function rests(cloud: CurlingCloud, { team, number }: SlotName): Mark[] {
  return cloud.throws.flatMap(({ stones }) => {
    const stone = stones.find((one) => one.team === team && one.number === number);
    return stone ? [{ x: stone.x, y: stone.y, team }] : [];
  });
}
