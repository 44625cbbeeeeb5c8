import { listen } from "../http-server";
import { createSandboxHandler } from "../sandbox-handler";
import { PushSandbox } from "./emulator";

/** The phones with the HTTP server of their push service. */
type PushEmulator = PushSandbox & { readonly url: string; close(): Promise<void> };

/**
 * Starts a push service with phones.
 *
 * @param productUrl to which phones say that they showed a message; null: they say nothing
 */
export async function startPushEmulator(
  options: { productUrl?: string | null; keep?: number } = {},
): Promise<PushEmulator> {
  let url = "";
  const { productUrl = null, keep } = options;
  const push = new PushSandbox({ url: () => url, productUrl, ...(keep === undefined ? {} : { keep }) });
  const server = await listen(createSandboxHandler({ push }), 0, "127.0.0.1");
  url = server.url;
  return Object.assign(push, {
    url,
    close: async () => {
      push.changes.release();
      await server.close();
    },
  });
}
