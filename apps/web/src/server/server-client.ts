import type { AppRouter } from "@korki/api/router";
import { createTRPCClient } from "@trpc/client";
import { serverLinks } from "./links";

/** Calls of a signed-in person from outside React; screens use the hooks of `trpc.ts`. */
export const serverClient = createTRPCClient<AppRouter>({ links: serverLinks() });
