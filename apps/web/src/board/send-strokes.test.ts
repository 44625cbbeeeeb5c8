import { type Draft, type Operation, pack } from "@korki/board";
import type { Profile } from "@korki/contracts/account";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearSession,
  currentSession,
  enterSession,
  leaveSession,
  sessionExpired,
} from "../session/session-store";
import { lessonsWithStrokes, strokesOf } from "../session/unsaved-strokes";
import type { BoardClientCalls } from "./board-calls";
import { sendStrokes } from "./send-strokes";

const anna = { id: "anna", role: "Student" } as Profile;
const ola = { id: "ola", role: "Student" } as Profile;

/** A browser's storage, as `Object.keys` sees it. */
const storageMethods = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value;
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key];
  },
};
let storage: Record<string, string>;

beforeEach(() => {
  storage = Object.create(storageMethods) as Record<string, string>;
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("location", { protocol: "https:" });
  enterSession(anna);
});

const dot = (key: string): Draft => ({
  key,
  page: 1,
  kind: "stroke",
  body: { points: [[1, 2, 0.5]], tool: "pen", colour: "blue", width: 4 },
});
const drawn = (lessonId: string, { id } = anna) => strokesOf(lessonId, id, () => currentSession().id === id);

/** A server with one log, as far as a board asks it. */
function boards({ isOpen = true, answers = true } = {}) {
  const log: Operation[] = [];
  const client = {
    board: {
      view: { query: async () => ({ isTeacher: false, writableUntil: isOpen ? "2026-12-01" : null }) },
      packed: { query: async ({ since }: { since: number }) => ({ operations: pack(log.slice(since)) }) },
      draw: {
        mutate: async ({ operations }: { operations: Draft[] }) => {
          if (!answers) throw new Error("away");
          for (const draft of operations) {
            if (!log.some(({ key }) => key === draft.key))
              log.push({ ...draft, seq: log.length + 1, authorId: anna.id });
          }
          return { seqs: operations.map(({ key }) => log.find((each) => each.key === key)?.seq ?? 0) };
        },
      },
    },
  };
  return { log, server: client as unknown as BoardClientCalls };
}

describe("what was drawn and is not saved", () => {
  it("is sent before the person leaves, in order, and once", async () => {
    const { server, log } = boards();
    drawn("lesson").save([dot("a"), dot("b"), dot("c")]);
    await server.board.draw.mutate({ lessonId: "lesson", operations: [dot("a")] });
    expect(await sendStrokes(server, anna.id)).toBe(true);
    expect(log.map(({ key }) => key)).toEqual(["a", "b", "c"]);
    expect(storage).toEqual({});
  });

  it("is not kept any longer where all of it has arrived", async () => {
    const { server } = boards();
    drawn("lesson").save([dot("a")]);
    await server.board.draw.mutate({ lessonId: "lesson", operations: [dot("a")] });
    expect(await sendStrokes(server, anna.id)).toBe(true);
    expect(lessonsWithStrokes(anna.id)).toEqual([]);
  });

  it("stays while the server does not answer, and goes with a board that takes nothing more", async () => {
    drawn("lesson").save([dot("a")]);
    expect(await sendStrokes(boards({ answers: false }).server, anna.id)).toBe(false);
    expect(drawn("lesson").load()).toEqual([dot("a")]);
    expect(await sendStrokes(boards({ isOpen: false }).server, anna.id)).toBe(true);
    expect(lessonsWithStrokes(anna.id)).toEqual([]);
  });

  it("is gone after the person left, and cannot be kept any more", () => {
    storage["korki.kept.colour-scheme"] = "dark";
    drawn("lesson").save([dot("a")]);
    leaveSession();
    drawn("lesson").save([dot("b")]);
    expect(storage).toEqual({ "korki.kept.colour-scheme": "dark" });
  });

  it("outlives a session that the server ended, and is gone when another person signs in", () => {
    drawn("lesson").save([dot("a")]);
    clearSession("Sesja wygasła");
    enterSession(anna);
    expect(lessonsWithStrokes(anna.id)).toEqual(["lesson"]);
    clearSession("Sesja wygasła");
    enterSession(ola);
    expect(lessonsWithStrokes(anna.id)).toEqual([]);
  });

  it("waits while the person signs in again over it", () => {
    drawn("lesson").save([dot("a")]);
    sessionExpired();
    expect(currentSession()).toMatchObject({ phase: "expired", id: anna.id });
    expect(lessonsWithStrokes(anna.id)).toEqual(["lesson"]);
    enterSession(anna);
    leaveSession();
  });
});
