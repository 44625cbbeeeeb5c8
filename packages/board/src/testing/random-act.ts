import type { BoardClient } from "../board-client";
import type { Draft } from "../operations";

const KINDS = [
  "stroke",
  "stroke",
  "stroke",
  "erase",
  "move",
  "undo",
  "redo",
  "clear",
  "lock",
  "page",
] as const;

/**
 * Has a window draw, erase, move, undo or the like at random.
 *
 * @param random returns numbers from 0 to 1
 * @param key of the new operation
 * @returns what was drawn; null: nothing that is sure to be kept
 */
export function randomAct(client: BoardClient, random: () => number, key: string): Draft | null {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const page = random() < 0.8 ? 1 : 2;
  const kind = pick(KINDS) ?? "stroke";
  const keys = [pick(client.copy.view.visible(page))?.operation.key ?? key];
  const tenth = Math.round(random() * 100) / 10;
  if (kind === "undo" || kind === "redo") {
    client[kind](key, page);
    return null;
  }
  const bodies = {
    stroke: { points: [[tenth, 0.1, 0.5]], tool: "pen", colour: "black", width: 2 },
    erase: { keys },
    move: { keys, by: [tenth, 0.1] },
    clear: { no: page },
    lock: { on: random() < 0.3 },
    page: { no: page, ground: "grid" },
  };
  const draft = { key, page, kind, body: bodies[kind] } as Draft;
  return client.draw(draft) ? draft : null;
}
