import { listen } from "../http-server";
import { createSandboxHandler } from "../sandbox-handler";
import { type TelegramOptions, TelegramSandbox } from "./emulator";

export interface TelegramEmulatorOptions extends TelegramOptions {
  /** 0 (the default): any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
}

/** The emulator with its HTTP server: the Bot API at `/bot<token>/…`, the page at `/dev/telegram`. */
export type TelegramEmulator = TelegramSandbox & {
  /** For `TELEGRAM_API_ROOT`; without a slash at its end. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
};

/**
 * Starts a Bot API server with one bot. Chats are made with `openChat` or by the first `sendText`.
 * @throws the listener's error, EADDRINUSE among them
 */
export async function startTelegramEmulator({
  port = 0,
  host = "127.0.0.1",
  ...options
}: TelegramEmulatorOptions = {}): Promise<TelegramEmulator> {
  const telegram = new TelegramSandbox(options);
  const server = await listen(createSandboxHandler({ telegram }), port, host).catch((error: unknown) => {
    telegram.stop();
    throw error;
  });
  return Object.assign(telegram, {
    url: server.url,
    port: server.port,
    close: async () => {
      telegram.stop();
      await server.close();
    },
  });
}
