import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  beginLink,
  type LinkCommand,
  type LinkEvent,
  type LinkSignal,
  type LinkState,
  RESTARTS_APART_MS,
  RESTARTS_MAX,
  RESTARTS_WINDOW_MS,
  stepLink,
} from "./link";

const TICK_MS = 250;
type Side = "offerer" | "answerer";
type Letter = { to: Side; generation: number; signal: LinkSignal; at: number };

/** Two windows, the server between them, and a network that breaks: what the browsers would do, as little as counts. */
class World {
  now = 0;
  isNetworkUp = true;
  /** What each side's browser has negotiated last. */
  readonly described = { offerer: "", answerer: "" };
  readonly links: Record<Side, LinkState>;
  readonly restarts: number[] = [];
  readonly opened: Record<Side, number[]> = { offerer: [], answerer: [] };
  readonly offers: Side[] = [];
  letters: Letter[] = [];
  #carries: string | null = null;

  constructor() {
    const [offerer, commands] = beginLink({ isOfferer: true, generation: 1 }, 0);
    const [answerer] = beginLink({ isOfferer: false, generation: 0 }, 0);
    this.links = { offerer, answerer };
    for (const command of commands) this.#do("offerer", command);
  }

  happen(side: Side, event: LinkEvent): void {
    const [state, commands] = stepLink(this.links[side], event, this.now);
    this.links[side] = state;
    for (const command of commands) this.#do(side, command);
  }

  get isConnected(): boolean {
    return this.isNetworkUp && this.#carries !== null && this.#carries === this.described.answerer;
  }

  tick(): void {
    this.now += TICK_MS;
    const due = this.letters.filter(({ at }) => at <= this.now);
    this.letters = this.letters.filter(({ at }) => at > this.now);
    for (const { to, generation, signal } of due.filter(({ to }) => this.links[to].isSignallingUp))
      this.happen(to, { kind: "signal", generation, signal });
    for (const side of ["offerer", "answerer"] as const) {
      this.happen(side, { kind: this.isConnected ? "heard" : "tick" });
    }
  }

  /** The network changed: what was negotiated before carries nothing any more. */
  break(): void {
    this.#carries = null;
  }

  #do(side: Side, command: LinkCommand): void {
    const { generation } = this.links[side];
    const to = side === "offerer" ? "answerer" : "offerer";
    const post = (signal: LinkSignal) => {
      if (this.links[side].isSignallingUp) this.letters.push({ to, generation, signal, at: this.now });
    };
    switch (command.kind) {
      case "open":
        this.opened[side].push(command.generation);
        break;
      case "offer":
        this.offers.push(side);
        if (command.isRestart) this.restarts.push(this.now);
        post({ kind: "offer", no: command.no, sdp: `${generation}.${command.no}` });
        break;
      case "answer":
        this.described.answerer = command.sdp;
        post({ kind: "answer", no: command.no, sdp: command.sdp });
        break;
      case "accept":
        this.described.offerer = command.sdp;
        if (this.isNetworkUp) this.#carries = command.sdp;
        break;
      case "ask":
        post({ kind: "unheard" });
    }
  }
}

const seconds = (count: number, world: World) => {
  for (let left = (count * 1_000) / TICK_MS; left > 0; left--) world.tick();
};

/** What may go wrong; each takes its turn at some moment. */
const mishap = fc.oneof(
  fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant("network" as const), isUp: fc.boolean() }),
  fc.record({ kind: fc.constant("break" as const) }),
  fc.record({ kind: fc.constant("lose" as const), nth: fc.nat(5) }),
  fc.record({ kind: fc.constant("repeat" as const), nth: fc.nat(5) }),
  fc.record({ kind: fc.constant("delay" as const), nth: fc.nat(5), ms: fc.nat(9_000) }),
  fc.record({
    kind: fc.constant("server" as const),
    side: fc.constantFrom<Side>("offerer", "answerer"),
    isUp: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("failed" as const), side: fc.constantFrom<Side>("offerer", "answerer") }),
);
type Mishap = typeof mishap extends fc.Arbitrary<infer Value> ? Value : never;

function suffer(world: World, one: Mishap) {
  const letter = "nth" in one ? world.letters[one.nth % Math.max(1, world.letters.length)] : undefined;
  switch (one.kind) {
    case "wait":
      return seconds(one.seconds, world);
    case "network":
      world.isNetworkUp = one.isUp;
      return world.break();
    case "break":
      return world.break();
    case "lose":
      world.letters = world.letters.filter((other) => other !== letter);
      return;
    case "repeat":
      if (letter) world.letters.push({ ...letter, at: world.now + 3_000 });
      return;
    case "delay":
      if (letter) letter.at += one.ms;
      return;
    case "server":
      return world.happen(one.side, { kind: "signalling", isUp: one.isUp });
    case "failed":
      return world.happen(one.side, { kind: "failed" });
  }
}

describe("a connection between two windows", () => {
  it("is there after one offer and one answer", () => {
    const world = new World();
    seconds(1, world);
    expect(world.isConnected).toBe(true);
    expect(world.offers).toEqual(["offerer"]);
  });

  it("looks for a path 0, 2 and 6 s after the interruption was noticed, and begins anew after 10 s", () => {
    const world = new World();
    seconds(5, world);
    world.isNetworkUp = false;
    world.break();
    const brokenAt = world.now;
    seconds(14, world);
    expect(world.restarts.map((at) => at - brokenAt)).toEqual([1_500, 3_500, 7_500]);
    expect(world.opened.offerer).toEqual([1, 2]);
    world.isNetworkUp = true;
    seconds(40, world);
    expect(world.isConnected).toBe(true);
  });

  it("looks for a path once where both sides notice the interruption, one a moment after the other", () => {
    const [began] = beginLink({ isOfferer: true, generation: 1 }, 0);
    const [heard] = stepLink(began, { kind: "heard" }, 1_000);
    const ask = { kind: "signal", generation: 1, signal: { kind: "unheard" } } as const;
    const [asked, first] = stepLink(heard, ask, 2_400);
    const [noticed, none] = stepLink(asked, { kind: "tick" }, 2_500);
    const [, next] = stepLink(noticed, { kind: "tick" }, 4_500);
    expect([first, none, next]).toEqual([
      [{ kind: "offer", no: 2, isRestart: true }],
      [],
      [{ kind: "offer", no: 3, isRestart: true }],
    ]);
  });

  it("waits for the server where it cannot signal, and tries at once when it is back", () => {
    const world = new World();
    seconds(5, world);
    world.break();
    world.happen("offerer", { kind: "signalling", isUp: false });
    seconds(60, world);
    expect(world.restarts).toEqual([]);
    world.happen("offerer", { kind: "signalling", isUp: true });
    seconds(1, world);
    expect(world.isConnected).toBe(true);
    expect(world.restarts).toHaveLength(1);
  });

  it("drops signals of an older generation", () => {
    const world = new World();
    seconds(1, world);
    world.happen("answerer", { kind: "signal", generation: 7, signal: { kind: "offer", no: 1, sdp: "7.1" } });
    const before = world.links.answerer;
    for (const signal of [
      { kind: "offer", no: 9, sdp: "1.9" },
      { kind: "answer", no: 1, sdp: "1.1" },
      { kind: "candidates", candidates: [{}] },
    ] as const) {
      expect(stepLink(before, { kind: "signal", generation: 1, signal }, world.now)).toEqual([before, []]);
    }
  });

  it("keeps candidates that overtake their offer", () => {
    const [before] = beginLink({ isOfferer: false, generation: 0 }, 0);
    const candidates = [{ candidate: "c" }];
    const [kept] = stepLink(
      before,
      { kind: "signal", generation: 2, signal: { kind: "candidates", candidates } },
      1,
    );
    const offer = { kind: "offer", no: 1, sdp: "o" } as const;
    const [, commands] = stepLink(kept, { kind: "signal", generation: 2, signal: offer }, 2);
    expect(commands.map(({ kind }) => kind)).toEqual(["open", "answer", "add"]);
  });

  it("comes back whatever was lost, late, repeated or broken, with one side offering and few restarts", () => {
    fc.assert(
      fc.property(fc.array(mishap, { maxLength: 40 }), (mishaps) => {
        const world = new World();
        for (const one of mishaps) {
          suffer(world, one);
          world.tick();
        }
        world.isNetworkUp = true;
        for (const side of ["offerer", "answerer"] as const)
          world.happen(side, { kind: "signalling", isUp: true });
        seconds(60, world);
        expect(world.isConnected).toBe(true);
        expect(new Set(world.offers)).toEqual(new Set(["offerer"]));
        for (const [nth, at] of world.restarts.entries()) {
          expect(at - (world.restarts[nth - 1] ?? -Infinity)).toBeGreaterThanOrEqual(RESTARTS_APART_MS);
          const within = world.restarts.filter((other) => other >= at && other - at < RESTARTS_WINDOW_MS);
          expect(within.length).toBeLessThanOrEqual(RESTARTS_MAX);
        }
        for (const generations of Object.values(world.opened)) {
          expect(generations).toEqual(generations.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 500 },
    );
  });
});
