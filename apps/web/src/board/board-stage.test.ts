import { BoardClient, PAGE } from "@korki/board";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BoardStage } from "./board-stage";

const options = {
  tool: "pen",
  look: { colour: "black", width: 4 },
  page: 1,
  isReadOnly: false,
} as const;

let client: BoardClient;
let host: EventTarget;
let stage: BoardStage;

beforeEach(async () => {
  vi.useFakeTimers();
  const nothing = () => undefined;
  vi.stubGlobal("addEventListener", nothing);
  vi.stubGlobal("requestAnimationFrame", nothing);
  vi.stubGlobal("cancelAnimationFrame", nothing);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = nothing;
      disconnect = nothing;
    },
  );
  const canvas = () => ({ style: {}, getContext: () => null });
  vi.stubGlobal("document", { createElement: canvas });
  host = Object.assign(new EventTarget(), {
    clientWidth: PAGE.width,
    clientHeight: PAGE.height,
    dataset: {},
    style: { setProperty: nothing },
    focus: nothing,
    setPointerCapture: nothing,
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
  });
  const never = () => new Promise<never>(nothing);
  const events = { onChange: nothing, onState: nothing, onRefused: nothing };
  client = new BoardClient({ id: "anna", isTeacher: false }, { since: never, draw: never }, events);
  const { BoardStage } = await import("./board-stage");
  type Surfaces = ConstructorParameters<typeof BoardStage>[0];
  stage = new BoardStage(
    { host, base: canvas(), live: canvas() } as unknown as Surfaces,
    client,
    () => crypto.randomUUID(),
    { onChosen: nothing, onWords: nothing, onKeyboardPen: nothing },
    () => null,
    () => null,
    null,
  );
  stage.set(options);
});
afterEach(() => {
  stage.stop();
  vi.useRealTimers();
});

const tell = (type: string, details: object) => host.dispatchEvent(Object.assign(new Event(type), details));
const point = (type: string, clientX: number, clientY: number) =>
  tell(type, { pointerId: 1, pointerType: "mouse", button: 0, clientX, clientY });
/** Everything that was drawn: its page, and its first and last point. */
const drawn = () =>
  client.copy.pending.map(({ page, body }) => {
    const points = "points" in body ? body.points.map(([x, y]) => [Math.round(x), Math.round(y)]) : [];
    return [page, points[0], points.at(-1)];
  });

it("keeps a stroke as it is and on its page when the teacher leads to another place", () => {
  point("pointerdown", 100, 100);
  point("pointermove", 200, 200);
  stage.lookAt({ page: 2, at: [800, 500], span: 400 });
  point("pointermove", 300, 200);
  stage.set({ ...options, page: 2 });
  point("pointermove", 400, 200);
  point("pointerup", 400, 200);
  vi.runAllTimers();
  expect(drawn()).toEqual([[1, [100, 100], [200, 200]]]);
});

it("keeps what the keyboard's pen drew on its page when another page is shown", () => {
  for (const key of [" ", "ArrowRight"]) tell("keydown", { key });
  stage.set({ ...options, page: 2 });
  for (const key of ["ArrowRight", " ", "ArrowDown", " "]) tell("keydown", { key });
  expect(drawn()).toEqual([
    [1, [800, 500], [820, 500]],
    [2, [840, 500], [840, 520]],
  ]);
});
