import type { AppRouter } from "@korki/api/router";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createTRPCReact } from "@trpc/react-query";
import { forgetRefused, invalidateAfter, showResult } from "./invalidation";
import { onConnectionBack } from "./server/connection";
import { isUnreachable } from "./server/errors";
import { serverLinks } from "./server/server-links";

/** The hooks of every procedure: `trpc.<feature>.<verb>.useQuery()`, `.useMutation()`, `.useSubscription()`. */
export const trpc = createTRPCReact<AppRouter>();

export const trpcClient = trpc.createClient({ links: serverLinks() });

/**
 * Reads try again while the server cannot be reached; refusals are final. Writes are repeated by
 * `retryWrites` alone, where that is safe; others fail at once, and the form keeps what was typed.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => forgetRefused(error, query) }),
  mutationCache: new MutationCache({
    onSuccess: (result, _input, _before, _mutation, { client, mutationKey }) =>
      showResult(client, mutationKey, result),
    onSettled: (_result, error, _input, _before, _mutation, { client, mutationKey }) =>
      invalidateAfter(client, mutationKey, error),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isUnreachable(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4_000),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

// What could not be read while the server was away is read again, and the rest brought up to date.
onConnectionBack(() => void queryClient.invalidateQueries());
