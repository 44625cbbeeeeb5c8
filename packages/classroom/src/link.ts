/**
 * The connection between two windows, without the browser: what happens goes in, what is to be done comes out (rules §30).
 * The side that came later offers, always; the other one answers. So two offers never meet.
 */

/** Without a packet for so long, a connection counts as interrupted. */
const SILENCE_MS = 1_500;
/** A connection that has carried nothing yet has more time. */
const FIRST_CONTACT_MS = 4_000;
/** When a path is looked for again, after the interruption was noticed. */
const RESTARTS_AFTER_MS = [0, 2_000, 6_000];
/** Each search is given so much time, whichever side it is for. */
export const RESTARTS_APART_MS = 2_000;
/** When all of that was in vain, and a new connection takes the place of the old one. */
const RENEWAL_AFTER_MS = 10_000;
/** In a choppy network, looking for paths all the time would be the greater trouble. */
export const RESTARTS_MAX = 3;
export const RESTARTS_WINDOW_MS = 30_000;

/** What the two windows tell each other through the server. `no` counts the offers of a generation. */
export type LinkSignal =
  | { readonly kind: "offer" | "answer"; readonly no: number; readonly sdp: string }
  | { readonly kind: "candidates"; readonly candidates: readonly RTCIceCandidateInit[] }
  /** The answering side hears nothing, and asks the other one to look for a new path. */
  | { readonly kind: "unheard" };

export type LinkEvent =
  /** Packets came since the last look. */
  | { readonly kind: "heard" }
  | { readonly kind: "tick" }
  /** The browser gave the connection up. */
  | { readonly kind: "failed" }
  /** Whether signals can be sent. */
  | { readonly kind: "signalling"; readonly isUp: boolean }
  | { readonly kind: "signal"; readonly generation: number; readonly signal: LinkSignal };

export type LinkCommand =
  /** Begins a connection, in the place of the one before. */
  | { readonly kind: "open"; readonly generation: number }
  | { readonly kind: "offer"; readonly no: number; readonly isRestart: boolean }
  | { readonly kind: "answer"; readonly no: number; readonly sdp: string }
  | { readonly kind: "accept"; readonly sdp: string }
  | { readonly kind: "add"; readonly candidates: readonly RTCIceCandidateInit[] }
  | { readonly kind: "ask" };

type Trouble = {
  readonly since: number;
  /** Of this interruption. */
  readonly attempts: number;
};

export type LinkState = {
  readonly isOfferer: boolean;
  /** 0: the answering side before the first offer. */
  readonly generation: number;
  /** The last offer that was sent or answered. */
  readonly offer: number;
  readonly isAnswered: boolean;
  /** When a packet came last; before the first one, when the connection began. */
  readonly heardAt: number;
  readonly hasHeard: boolean;
  readonly trouble: Trouble | null;
  /** When paths were looked for again, within the window. */
  readonly restarts: readonly number[];
  readonly isSignallingUp: boolean;
  /** Candidates that overtook the offer that they belong to. */
  readonly early: readonly {
    readonly generation: number;
    readonly candidates: readonly RTCIceCandidateInit[];
  }[];
};

type Step = readonly [LinkState, readonly LinkCommand[]];

/** Begins a link. The offering side opens its first connection at once. */
export function beginLink(
  { isOfferer, generation }: { isOfferer: boolean; generation: number },
  now: number,
): Step {
  const state: LinkState = {
    isOfferer,
    generation: 0,
    offer: 0,
    isAnswered: false,
    heardAt: now,
    hasHeard: false,
    trouble: null,
    restarts: [],
    isSignallingUp: true,
    early: [],
  };
  return isOfferer ? open(state, generation, now) : [state, []];
}

/** Takes what happened at a moment (milliseconds). Returns the state after it, and what is to be done, in order. */
export function stepLink(state: LinkState, event: LinkEvent, now: number): Step {
  switch (event.kind) {
    case "heard":
      return [{ ...state, heardAt: now, hasHeard: true, trouble: null }, []];
    case "tick":
      return look(state, now);
    case "failed":
      return look({ ...state, hasHeard: true, heardAt: Math.min(state.heardAt, now - SILENCE_MS) }, now);
    case "signalling":
      // What was tried without the server reached nobody: it begins again.
      return event.isUp && !state.isSignallingUp
        ? look({ ...state, isSignallingUp: true, trouble: state.trouble && { since: now, attempts: 0 } }, now)
        : [{ ...state, isSignallingUp: event.isUp }, []];
    case "signal":
      return event.generation < state.generation ? [state, []] : take(state, event, now);
  }
}

/** Whether nothing is heard although something should be. */
export function isInterrupted({ trouble, hasHeard }: LinkState): boolean {
  return trouble !== null && hasHeard;
}

function open(state: LinkState, generation: number, now: number): Step {
  const opened: LinkState = {
    ...state,
    generation,
    offer: 1,
    isAnswered: !state.isOfferer,
    heardAt: now,
    hasHeard: false,
    trouble: null,
  };
  const commands: LinkCommand[] = [{ kind: "open", generation }];
  if (state.isOfferer) commands.push({ kind: "offer", no: 1, isRestart: false });
  return [opened, commands];
}

/** Takes a signal of this or a newer generation. */
function take(
  state: LinkState,
  { generation, signal }: { generation: number; signal: LinkSignal },
  now: number,
): Step {
  const isCurrent = generation === state.generation;
  switch (signal.kind) {
    case "offer": {
      if (state.isOfferer || (isCurrent && signal.no <= state.offer)) return [state, []];
      const answer: LinkCommand = { kind: "answer", no: signal.no, sdp: signal.sdp };
      if (isCurrent) return [{ ...state, offer: signal.no }, [answer]];
      const [opened, commands] = open(state, generation, now);
      const waiting = state.early.filter((early) => early.generation === generation);
      return [
        { ...opened, offer: signal.no, early: [] },
        [...commands, answer, ...waiting.map(({ candidates }): LinkCommand => ({ kind: "add", candidates }))],
      ];
    }
    case "answer":
      return state.isOfferer && isCurrent && signal.no === state.offer && !state.isAnswered
        ? [{ ...state, isAnswered: true }, [{ kind: "accept", sdp: signal.sdp }]]
        : [state, []];
    case "candidates":
      if (isCurrent) return [state, [{ kind: "add", candidates: signal.candidates }]];
      if (state.isOfferer) return [state, []];
      return [{ ...state, early: [...state.early, { generation, candidates: signal.candidates }] }, []];
    case "unheard":
      return state.isOfferer && state.isSignallingUp && isCurrent ? restart(state, now) : [state, []];
  }
}

/** Looks whether packets come, and what is to be done where they do not. */
function look(state: LinkState, now: number): Step {
  const patience = state.hasHeard ? SILENCE_MS : FIRST_CONTACT_MS;
  if (state.generation === 0 || now - state.heardAt < patience) return [state, []];
  const trouble = state.trouble ?? { since: now, attempts: 0 };
  const troubled = { ...state, trouble };
  if (!state.isSignallingUp) return [troubled, []];
  if (state.isOfferer && now - trouble.since >= RENEWAL_AFTER_MS) {
    return open(troubled, state.generation + 1, now);
  }
  const dueAfter = RESTARTS_AFTER_MS[trouble.attempts];
  if (dueAfter === undefined || now - trouble.since < dueAfter) return [troubled, []];
  const tried = { ...troubled, trouble: { ...trouble, attempts: trouble.attempts + 1 } };
  return state.isOfferer ? restart(tried, now) : [tried, [{ kind: "ask" }]];
}

/** Looks for another path, unless that was begun a moment ago or too often. */
function restart(state: LinkState, now: number): Step {
  const restarts = state.restarts.filter((at) => now - at < RESTARTS_WINDOW_MS);
  const isUnderWay = now - (restarts.at(-1) ?? -Infinity) < RESTARTS_APART_MS;
  if (isUnderWay || restarts.length >= RESTARTS_MAX) return [state, []];
  const no = state.offer + 1;
  return [
    { ...state, offer: no, isAnswered: false, restarts: [...restarts, now] },
    [{ kind: "offer", no, isRestart: true }],
  ];
}
