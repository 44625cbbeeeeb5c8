import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveInk } from "./live-ink";

const STILL_MS = 6_000;

let hear: (from: string, text: string) => void;
let changes: number;
let ink: LiveInk;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  changes = 0;
  const wire = {
    send: () => undefined,
    listen: (heard: typeof hear) => {
      hear = heard;
      return () => undefined;
    },
    nameOf: () => "Jakub",
    isTeacher: () => true,
  };
  const onChange = () => {
    changes += 1;
  };
  ink = new LiveInk(wire, { onChange, onLook: () => undefined, isKept: () => false });
  stop = ink.listen();
});
afterEach(() => void vi.useRealTimers());

const cursor = JSON.stringify({ t: "cursor", page: 1, at: [10, 10] });
const stroke = { first: 0, points: [[10, 10, 0.5]], tool: "pen", colour: "blue", width: 4 };
const shown = () => [ink.strokes(1).length, ink.cursors(1).length];

it("a cursor and a stroke go when nothing more is heard of their window", () => {
  hear("jakub", JSON.stringify({ t: "ink", key: "1", page: 1, ...stroke }));
  hear("jakub", cursor);
  expect([shown(), changes]).toEqual([[1, 1], 2]);
  vi.advanceTimersByTime(STILL_MS);
  expect([shown(), changes]).toEqual([[0, 0], 3]);
});

it("a cursor stays while its window is heard of", () => {
  hear("jakub", cursor);
  vi.advanceTimersByTime(STILL_MS / 2);
  hear("jakub", cursor);
  vi.advanceTimersByTime(STILL_MS / 2);
  expect([shown(), changes]).toEqual([[0, 1], 2]);
});

it("a board that is left is told nothing more", () => {
  hear("jakub", cursor);
  stop();
  vi.advanceTimersByTime(STILL_MS);
  expect(changes).toBe(1);
});
