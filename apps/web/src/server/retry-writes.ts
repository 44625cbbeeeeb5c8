import type { AppRouter } from "@korki/api/router";
import { IDEMPOTENT_WRITES, KEYED_WRITES, PROVEN_WRITES } from "@korki/contracts/repeatable-writes";
import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import { useSyncExternalStore } from "react";
import { currentConnection } from "./connection";
import { isUnreachable } from "./errors";
import { newRequestKey } from "./request-key";

const REPEATABLE: ReadonlySet<string> = new Set([...KEYED_WRITES, ...IDEMPOTENT_WRITES, ...PROVEN_WRITES]);
const PROVEN: ReadonlySet<string> = new Set(PROVEN_WRITES);
/** About as long as a server takes to restart. */
const LONGEST_MS = 20_000;
const FIRST_WAIT_MS = 500;
/** A write that succeeds sooner shows no notice. */
const MOMENT_MS = 1_000;
/** How long a write that got no answer keeps its key: the same write, sent again by the person, uses it. */
const SAME_WRITE_MS = 10 * 60_000;

/**
 * Repeats a write that got no answer, or 503, under the same `Idempotency-Key` until it gets one, for up to 20 seconds:
 * after `Retry-After`, or after pauses that double. The server does such a write once. Without a network there are no
 * repetitions.
 */
export const retryWrites: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== "mutation" || !REPEATABLE.has(op.path)) return next(op);
    return observable((observer) => {
      const idempotencyKey = takeKey(op);
      const startedAt = performance.now();
      let current: Unsubscribable | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let noticeTimer: ReturnType<typeof setTimeout> | undefined;
      let isNoticed = false;
      const endNotice = () => {
        clearTimeout(noticeTimer);
        if (isNoticed) noteRetrying(-1);
        isNoticed = false;
      };
      const send = (failures: number) => {
        current = next({ ...op, context: { ...op.context, idempotencyKey } }).subscribe({
          next(value) {
            endNotice();
            observer.next(value);
          },
          complete: () => observer.complete(),
          error(error) {
            const waitMs = waitBefore(error, failures);
            if (waitMs === null || performance.now() - startedAt + waitMs > LONGEST_MS) {
              endNotice();
              if (isUnreachable(error)) keepKey(op, idempotencyKey);
              return observer.error(error);
            }
            timer = setTimeout(() => send(failures + 1), waitMs);
            if (failures > 0) return;
            noticeTimer = setTimeout(() => {
              isNoticed = true;
              noteRetrying(1);
            }, MOMENT_MS);
          },
        });
      };
      send(0);
      return () => {
        clearTimeout(timer);
        endNotice();
        current?.unsubscribe();
      };
    });
  };

/** Returns the pause before the next attempt in milliseconds; null if the write was answered or the browser is offline. */
function waitBefore(error: unknown, failures: number): number | null {
  if (!isUnreachable(error) || currentConnection() === "offline") return null;
  const response = error instanceof TRPCClientError ? error.meta?.response : undefined;
  const seconds = response instanceof Response ? Number(response.headers.get("retry-after")) : 0;
  return seconds > 0 ? seconds * 1_000 : FIRST_WAIT_MS * 2 ** failures;
}

type Write = { path: string; input: unknown };
/** Keys of writes that never got an answer: they may have happened. */
const unanswered = new Map<string, { key: string; at: number }>();
/** What proves the person is no part of the write: the next code is another one. */
const withoutProof = (name: string, value: unknown) =>
  name === "password" || name === "code" ? undefined : value;
const nameOf = ({ path, input }: Write) =>
  `${path} ${JSON.stringify(input, PROVEN.has(path) ? withoutProof : undefined)}`;

function takeKey(write: Write): string {
  const name = nameOf(write);
  const kept = unanswered.get(name);
  unanswered.delete(name);
  return kept && performance.now() - kept.at < SAME_WRITE_MS ? kept.key : newRequestKey();
}

function keepKey(write: Write, key: string): void {
  unanswered.set(nameOf(write), { key, at: performance.now() });
}

let retrying = 0;
const listeners = new Set<() => void>();

function noteRetrying(change: 1 | -1): void {
  retrying += change;
  for (const listener of listeners) listener();
}

/** Returns whether a write has been repeated for longer than a moment; re-renders when that changes. */
export function useIsRetrying(): boolean {
  return useSyncExternalStore(subscribe, () => retrying > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
