import { Redis } from "ioredis";

/**
 * Opens a connection for calls that must not wait for a Redis that is away: its commands fail at once, and limits fall
 * back to memory. One that was on its way when the connection broke, or that is not answered within a second, ends by the
 * timeout, and so does its socket.
 */
export function openPromptRedis(url: string): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 1_000,
    socketTimeout: 1_000,
  });
}
