import { Board, type Operation } from "@korki/board";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BoardPainter } from "./board-painter";

const SLICE_MS = 40;

/** The pictures that have come. */
let pictures: Map<string, ImageBitmap>;
let shown: number;
/** Which pictures were drawn on the canvas, beside the page painted in slices. */
let drawn: unknown[];
let canvas: HTMLCanvasElement;
let painter: BoardPainter;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("requestAnimationFrame", (work: () => void) => setTimeout(work));
  vi.stubGlobal("document", { createElement: () => newCanvas(() => undefined) });
  [pictures, shown, drawn] = [new Map(), 0, []];
  canvas = newCanvas((picture) => drawn.push(picture));
  // Each object takes a whole slice.
  const pictureOf = (id: string) => {
    vi.setSystemTime(Date.now() + SLICE_MS);
    return pictures.get(id) ?? null;
  };
  vi.spyOn(performance, "now").mockImplementation(() => Date.now());
  const { BoardPainter } = await import("./board-painter");
  painter = new BoardPainter(
    canvas,
    pictureOf,
    () => null,
    () => false,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A canvas that does nothing but say which pictures are drawn on it. */
function newCanvas(onPicture: (picture: unknown) => void): HTMLCanvasElement {
  const context = new Proxy({}, { get: (_, name) => (name === "drawImage" ? onPicture : () => undefined) });
  return { getContext: () => context } as unknown as HTMLCanvasElement;
}

it("paints a picture that comes while the rest of its page is being painted", () => {
  const board = new Board();
  for (const seq of [1, 2, 3]) {
    const body = { at: [0, 0], pictureId: String(seq), width: 600 };
    board.apply({ seq, key: String(seq), authorId: "anna", page: 1, kind: "picture", body } as Operation);
  }
  const view = { scale: 1, x: 0, y: 0 };
  painter.showAll(board, { page: 1, view, size: { width: 1_600, height: 1_000 } }, () => {
    shown += 1;
  });
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  expect([painter.isPainting, shown]).toEqual([true, 0]);
  const picture = { width: 3, height: 2 } as ImageBitmap;
  pictures.set("1", picture);
  painter.forget("1");
  expect(painter.update(board)).toBe(false);
  vi.runAllTimers();
  expect(shown).toBe(1);
  drawn.length = 0;
  expect(painter.onlyAdds(board)).toBe(false);
  expect(painter.update(board)).toBe(true);
  expect(drawn).toEqual([picture]);
});
