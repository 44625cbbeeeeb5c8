import type { AppRouter } from "@korki/api/router";
import { BATCH_MAX } from "@korki/domain";
import { httpBatchLink, httpLink, splitLink, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import { accessToken } from "../session/access-token";
import { accountDisabled, requireFactor } from "../session/session-store";
import { watchedFetch } from "./connection";
import { hasDetail, isAccountDisabled, isUnauthenticated } from "./errors";
import { renewSession } from "./renew-session";
import { retryWrites } from "./retry-writes";
import { TRPC_URL } from "./trpc-url";

/** How calls travel: reads batched over HTTP, each write with a key of its own where it has one. */
export function callLinks(): TRPCLink<AppRouter>[] {
  return [
    retryWrites,
    renewAndRetry,
    splitLink({
      condition: (op) => op.type === "mutation",
      true: httpLink({
        url: TRPC_URL,
        fetch: watchedFetch,
        headers: ({ op: { context } }) => ({
          ...bearer([context]),
          ...(typeof context.idempotencyKey === "string" && {
            "idempotency-key": context.idempotencyKey,
          }),
        }),
      }),
      false: httpBatchLink({
        url: TRPC_URL,
        fetch: watchedFetch,
        maxItems: BATCH_MAX,
        headers: ({ opList }) => bearer(opList.map(({ context }) => context)),
      }),
    }),
  ];
}

/** Returns the header that authorises calls, and keeps its token with them. */
function bearer(contexts: readonly Record<string, unknown>[]): Record<string, string> {
  const token = accessToken();
  for (const context of contexts) context.token = token;
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** A session may end between its renewal and the call that goes out again: that call asks once more. */
const RENEWALS_MAX = 2;

/** A call that comes back as 401 renews the session and goes out again; the person never sees it. */
const renewAndRetry: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let current: Unsubscribable | null = null;
      let closed = false;
      const send = (renewals: number) => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            if (isAccountDisabled(error)) accountDisabled();
            if (hasDetail(error, "factorRequired")) requireFactor();
            if (renewals === RENEWALS_MAX || !isUnauthenticated(error)) return observer.error(error);
            // The token that it went out with: while it waited for its batch, another may have come in its place.
            const { token } = op.context;
            void renewSession(typeof token === "string" ? token : null).then((renewal) => {
              if (closed) return;
              if (renewal === "renewed") send(renewals + 1);
              else observer.error(renewal === "unreachable" ? new TRPCClientError("unreachable") : error);
            });
          },
        });
      };
      send(0);
      return () => {
        closed = true;
        current?.unsubscribe();
      };
    });
