import type { RoomWindow } from "@korki/contracts/classroom";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LINGER_MS, type Presence, stepPresence } from "./presence";
import { comesAfter } from "./room";

const person = (window: string, userId = window, since = "2026-11-24T15:00:00.000Z"): RoomWindow => ({
  window,
  userId,
  since,
  name: "Anna",
  surname: "Nowak",
  role: "teacher",
});
const windows = (presence: Presence) => presence.map((one) => one.person.window);
const NOBODY = new Set<string>();

describe("presence", () => {
  it("is the server's list, but whoever is heard stays for some seconds", () => {
    const [a, b] = [person("a"), person("b")];
    let presence = stepPresence([], { people: [a, b], heard: NOBODY, now: 0 });
    presence = stepPresence(presence, { people: [a], heard: new Set(["b"]), now: 1 });
    expect(windows(presence)).toEqual(["a", "b"]);
    expect(windows(stepPresence(presence, { people: null, heard: NOBODY, now: 2 }))).toEqual(["a"]);
    const late = { people: null, heard: new Set(["b"]), now: 1 + LINGER_MS };
    expect(windows(stepPresence(presence, late))).toEqual(["a"]);
    expect(windows(stepPresence(presence, { people: [a, b], heard: NOBODY, now: 3 }))).toEqual(["a", "b"]);
  });

  it("has one window of a person: the one that the server names", () => {
    const presence = stepPresence([], { people: [person("old", "anna")], heard: NOBODY, now: 0 });
    const next = { people: [person("new", "anna")], heard: new Set(["old"]), now: 1 };
    expect(windows(stepPresence(presence, next))).toEqual(["new"]);
  });

  it("ends as the server's list, whatever came before", () => {
    const list = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(list, list, fc.nat(9_000))), list, (steps, last) => {
        let now = 0;
        let presence: Presence = [];
        for (const [listed, heard, wait] of steps) {
          now += wait;
          const people = listed.map((window) => person(window));
          presence = stepPresence(presence, { people, heard: new Set(heard), now });
          expect(windows(presence)).toEqual(expect.arrayContaining(listed));
          expect(new Set(windows(presence)).size).toBe(presence.length);
        }
        const everybody = new Set(["a", "b", "c", "d"]);
        presence = stepPresence(presence, {
          people: last.map((window) => person(window)),
          heard: everybody,
          now,
        });
        presence = stepPresence(presence, { people: null, heard: everybody, now: now + LINGER_MS });
        expect(new Set(windows(presence))).toEqual(new Set(last));
      }),
    );
  });
});

describe("the offering side", () => {
  it("is exactly one of two, whoever looks", () => {
    const since = fc.constantFrom("2026-11-24T15:00:00.000Z", "2026-11-24T15:00:01.000Z");
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), since, since, (a, b, sinceA, sinceB) => {
        fc.pre(a !== b);
        const [one, two] = [person(a, a, sinceA), person(b, b, sinceB)];
        expect(comesAfter(one, two)).toBe(!comesAfter(two, one));
      }),
    );
  });
});
