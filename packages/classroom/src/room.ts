import type { EnteredRoom, RoomServerEvents, RoomWindow } from "@korki/contracts/classroom";
import type { RoomConnection } from "./connection";
import type { LinkSignal } from "./link";
import type { OwnMedia } from "./own-media";
import { Peer, type PeerView } from "./peer";
import { type Presence, stepPresence } from "./presence";

type Closing = Parameters<RoomServerEvents["closed"]>[0]["reason"];

/** What a screen shows of a room; a new object after each change. */
export type RoomView = {
  /** `outside`: not entered, or left. */
  readonly phase: "outside" | "entering" | "inside" | "taken-over" | "closed" | "refused";
  readonly closing: Closing | null;
  /** The server's words about an entry that it refused. */
  readonly refusal: string | null;
  /** Whether the server hears this window; sound and picture do not need it. */
  readonly isOnline: boolean;
  readonly self: string | null;
  /** The others, in the order of their coming. */
  readonly others: readonly (RoomWindow & PeerView)[];
};

const ANSWER_MS = 10_000;
const AGAIN_MS = 1_000;
/** How often it is looked who is not among the people any more, and not heard either. */
const SWEEP_MS = 500;
const EARLY_MAX = 50;

/**
 * One window in the room of a lesson, without its screen (rules §30): enters, comes back after each loss with the same
 * window, and keeps a connection to every other window. Sound and picture go on without the server.
 */
export class Room {
  #view: RoomView = {
    phase: "outside",
    closing: null,
    refusal: null,
    isOnline: false,
    self: null,
    others: [],
  };
  #entered: EnteredRoom | null = null;
  #presence: Presence = [];
  readonly #peers = new Map<string, Peer>();
  readonly #listeners = new Set<() => void>();
  readonly #fastListeners = new Set<(from: string, data: string) => void>();
  /** Signals that overtook the news of who sends them, by window. */
  readonly #early = new Map<string, [generation: number, signal: LinkSignal][]>();
  /** Windows that said that they leave; the server may name them for a while. */
  readonly #gone = new Set<string>();
  readonly #estimates = new Map<string, number>();
  #told = "";
  /** Grows with each question to enter, and when the visit ends: answers to earlier questions do not count. */
  #attempt = 0;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly lessonId: string,
    readonly connection: RoomConnection,
    private readonly media: OwnMedia,
  ) {
    media.onTrack = (kind) => {
      for (const peer of this.#peers.values()) peer.replace(kind);
    };
    media.subscribe(() => this.#tell());
    connection.on("connect", () => void this.#enter());
    connection.on("disconnect", () => this.#signalling(false));
    connection.on("people", ({ people }) => this.#takePeople(people));
    connection.on("signal", ({ from, generation, data }) => this.#takeSignal(from, generation, data));
    connection.on("taken-over", () => this.#end({ phase: "taken-over" }));
    connection.on("closed", ({ reason }) => this.#end({ phase: "closed", closing: reason }));
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS);
    connection.connect();
  }

  snapshot = (): RoomView => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Enters; also in the place of another window of the same person. Does nothing while it is entering. */
  enter(): void {
    if (this.#view.phase === "entering") return;
    this.#entered = null;
    this.#set({ phase: "entering", closing: null, refusal: null });
    if (this.connection.connected) void this.#enter();
  }

  /** Sends a fresh token, so that the connection outlives the token that it was opened with; false without a connection. */
  renew(token: string): boolean {
    const { connected } = this.connection;
    if (connected) this.connection.emit("renew", { token });
    return connected;
  }

  leave(): void {
    this.connection.emit("leave", {});
    this.#end({ phase: "outside" });
  }

  /** Leaves for good: the page is closed. */
  stop(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
    this.#end({ phase: "outside" });
    this.connection.disconnect();
  }

  /** Sends what is worth nothing later (strokes in motion, cursors) to everybody, from window to window. */
  sendFast(data: string): void {
    for (const peer of this.#peers.values()) peer.sendFast(data);
  }

  onFast(listener: (from: string, data: string) => void): () => void {
    this.#fastListeners.add(listener);
    return () => this.#fastListeners.delete(listener);
  }

  async #enter(): Promise<void> {
    const { phase, self } = this.#view;
    if (phase !== "entering" && phase !== "inside") return;
    // At the server, each entry without a window replaces the one before: only the last answer is true.
    this.#attempt += 1;
    const mine = this.#attempt;
    try {
      const input = { lessonId: this.lessonId, ...(phase === "inside" && self ? { window: self } : {}) };
      const answer = await this.connection.timeout(ANSWER_MS).emitWithAck("enter", input);
      if (mine !== this.#attempt) return;
      if (!("error" in answer)) return this.#inside(answer);
      // A server that is away for a moment refuses nobody.
      if (answer.status < 500) return this.#end({ phase: "refused", refusal: answer.error });
    } catch {
      // The connection was lost on the way; the next one enters.
    }
    setTimeout(() => {
      if (mine === this.#attempt && this.connection.connected && !this.#view.isOnline) void this.#enter();
    }, AGAIN_MS);
  }

  #inside(entered: EnteredRoom): void {
    // A window that was away for too long is a new one: its connections are of no use to anybody.
    if (entered.self !== this.#view.self) this.#closePeers();
    this.#entered = entered;
    this.#set({ phase: "inside", self: entered.self });
    this.#takePeople(entered.people);
    this.#signalling(true);
  }

  #takePeople(named: readonly RoomWindow[]): void {
    if (this.#view.phase !== "inside") return;
    const people = named.filter(({ window }) => !this.#gone.has(window));
    this.#presence = stepPresence(this.#presence, { people, heard: this.#heard(), now: Date.now() });
    this.#meet();
  }

  #sweep(): void {
    if (this.#presence.every(({ goneAt }) => goneAt === null)) return;
    this.#presence = stepPresence(this.#presence, { people: null, heard: this.#heard(), now: Date.now() });
    this.#meet();
  }

  /** Keeps one connection to each other window, and none to those who are gone. */
  #meet(): void {
    const { self } = this.#view;
    const me = this.#presence.find(({ person }) => person.window === self)?.person;
    const windows = new Set(this.#presence.map(({ person }) => person.window));
    for (const window of this.#peers.keys()) if (!windows.has(window)) this.#drop(window);
    for (const { person } of this.#presence) {
      if (me && person.userId !== me.userId && !this.#peers.has(person.window)) this.#greet(me, person);
    }
    this.#show();
  }

  #greet(me: RoomWindow, other: RoomWindow): void {
    const { iceServers = [], iceTransportPolicy = "all", generation = 1 } = this.#entered ?? {};
    const { window } = other;
    const peer = new Peer({
      isOfferer: comesAfter(me, other),
      generation,
      configuration: { iceServers, iceTransportPolicy },
      tracks: this.media.tracks,
      sending: this.media.sending,
      send: (generation, signal) => {
        if (this.#view.isOnline) this.connection.emit("signal", { to: window, generation, data: signal });
      },
      onChange: () => this.#show(),
      onBye: () => {
        this.#gone.add(window);
        this.#presence = this.#presence.filter(({ person }) => person.window !== window);
        this.#drop(window);
        this.#show();
      },
      onFast: (data) => {
        for (const listener of this.#fastListeners) listener(window, data);
      },
      onEstimate: (estimate) => this.#estimate(window, estimate),
    });
    this.#peers.set(window, peer);
    for (const [generation, signal] of this.#early.get(window) ?? []) peer.take(generation, signal);
    this.#early.delete(window);
  }

  #takeSignal(from: string, generation: number, data: unknown) {
    if (!isSignal(data) || this.#view.phase === "outside") return;
    const peer = this.#peers.get(from);
    if (peer) return peer.take(generation, data);
    const early = this.#early.get(from) ?? [];
    if (early.length < EARLY_MAX) this.#early.set(from, [...early, [generation, data]]);
  }

  /** The camera is one for all: the narrowest way counts. */
  #estimate(window: string, estimate: number | null): void {
    if (estimate === null) this.#estimates.delete(window);
    else this.#estimates.set(window, estimate);
    this.media.estimate(this.#estimates.size > 0 ? Math.min(...this.#estimates.values()) : null);
  }

  #signalling(isUp: boolean): void {
    this.#set({ isOnline: isUp });
    for (const peer of this.#peers.values()) peer.signalling(isUp);
  }

  #tell(): void {
    const { sending } = this.media;
    const told = JSON.stringify(sending);
    if (told === this.#told) return;
    this.#told = told;
    for (const peer of this.#peers.values()) peer.tell(sending);
  }

  #heard(): Set<string> {
    return new Set([...this.#peers].filter(([, { isHeard }]) => isHeard).map(([window]) => window));
  }

  /** @param isLeaving whether it is this window that leaves; it says so */
  #drop(window: string, isLeaving = false): void {
    this.#peers.get(window)?.close(isLeaving);
    this.#peers.delete(window);
    this.#estimates.delete(window);
  }

  #closePeers(): void {
    for (const window of this.#peers.keys()) this.#drop(window, true);
    this.#presence = [];
    this.#early.clear();
  }

  #end(changes: Partial<RoomView>): void {
    this.#closePeers();
    this.#attempt += 1;
    this.#entered = null;
    this.#set({ ...changes, self: null, isOnline: false, others: [] });
  }

  #show(): void {
    const others = this.#presence.flatMap(({ person }) => {
      const peer = this.#peers.get(person.window);
      return peer ? [{ ...person, ...peer.view }] : [];
    });
    this.#set({ others });
  }

  #set(changes: Partial<RoomView>): void {
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether somebody came after somebody else; then they offer the connection (rules §30). */
export function comesAfter(me: RoomWindow, other: RoomWindow): boolean {
  return me.since === other.since ? me.window > other.window : me.since > other.since;
}

/** What another window sends is not to be trusted to be a signal. */
function isSignal(data: unknown): data is LinkSignal {
  const { kind, sdp, no, candidates } = (data ?? {}) as Record<string, unknown>;
  if (kind === "offer" || kind === "answer") return typeof sdp === "string" && typeof no === "number";
  return kind === "unheard" || (kind === "candidates" && Array.isArray(candidates));
}
