import type { AppRouter } from "@korki/api/router";
import { createTRPCClient, httpLink } from "@trpc/client";
import { watchedFetch } from "./connection";
import { TRPC_URL } from "./trpc-url";

/**
 * For calls that need no session: signing in, registering, recovery, renewal. They go without the bearer header, as
 * the server refuses a stale one even where none is needed.
 */
export const publicClient = createTRPCClient<AppRouter>({
  links: [httpLink({ url: TRPC_URL, fetch: watchedFetch })],
});
