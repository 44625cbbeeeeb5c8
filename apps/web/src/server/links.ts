import type { AppRouter } from "@korki/api/router";
import { BATCH_MAX } from "@korki/domain";
import { httpBatchLink, splitLink, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import { accessToken } from "../session/access-token";
import { accountDisabled } from "../session/end-session";
import { renewSession } from "../session/renew-session";
import { watchedFetch } from "./connection";
import { isAccountDisabled, isUnauthenticated } from "./errors";
import { TRPC_URL } from "./trpc-url";

/** How every call of a signed-in person travels: batched over HTTP; subscriptions over a websocket. */
export function serverLinks(): TRPCLink<AppRouter>[] {
  return [
    splitLink({
      condition: (op) => op.type === "subscription",
      true: subscriptionsOnDemand,
      false: [
        renewAndRetry,
        httpBatchLink({
          url: TRPC_URL,
          fetch: watchedFetch,
          maxItems: BATCH_MAX,
          headers() {
            const token = accessToken();
            return token ? { authorization: `Bearer ${token}` } : {};
          },
        }),
      ],
    }),
  ];
}

/** A call that comes back as 401 renews the session once and goes out again; the person never sees it. */
const renewAndRetry: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let current: Unsubscribable | null = null;
      let closed = false;
      const send = (mayRenew: boolean) => {
        const token = accessToken();
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            if (isAccountDisabled(error)) accountDisabled();
            if (!mayRenew || !isUnauthenticated(error)) return observer.error(error);
            void renewSession(token).then((renewal) => {
              if (closed) return;
              if (renewal === "renewed") send(false);
              else observer.error(renewal === "unreachable" ? new TRPCClientError("unreachable") : error);
            });
          },
        });
      };
      send(true);
      return () => {
        closed = true;
        current?.unsubscribe();
      };
    });

/** The websocket's code arrives with the first subscription, so that the first page does not carry it. */
const subscriptionsOnDemand: TRPCLink<AppRouter> = (runtime) => {
  let loading: Promise<ReturnType<TRPCLink<AppRouter>>> | null = null;
  const load = () => {
    loading ??= import("./subscription-link")
      .then(({ subscriptionLink }) => subscriptionLink()(runtime))
      .catch((error: unknown) => {
        loading = null;
        throw error;
      });
    return loading;
  };
  return (params) =>
    observable((observer) => {
      let current: Unsubscribable | null = null;
      let closed = false;
      load().then(
        (link) => {
          if (!closed) current = link(params).subscribe(observer);
        },
        () => observer.error(new TRPCClientError("unreachable")),
      );
      return () => {
        closed = true;
        current?.unsubscribe();
      };
    });
};
