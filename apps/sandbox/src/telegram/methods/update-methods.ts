import { z } from "zod";
import { BotApiError, badRequest, tooManyRequests } from "../bot-api-error";
import type { RequestParameters } from "../request-parameters";
import type { Methods } from "./method-context";

const LIMIT_MAX = 100;
const TIMEOUT_MAX_SECONDS = 50;
const DEFAULT_CONNECTIONS = 40;
/** "The method will return error 429 in the first 10 minutes after the bot is launched." */
const CLOSE_AFTER_MS = 10 * 60 * 1000;

/** The methods by which a bot hears of what happens, and its sessions. */
export const updateMethods: Methods<
  "getUpdates" | "setWebhook" | "deleteWebhook" | "getWebhookInfo" | "getMe" | "logOut" | "close"
> = {
  getUpdates(context, parameters, signal) {
    if (context.webhook.settings) {
      throw new BotApiError(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    return context.queue.take(
      {
        offset: parameters.integer("offset") ?? 0,
        limit: clamp(parameters.integer("limit") ?? LIMIT_MAX, 1, LIMIT_MAX),
        timeoutSeconds: clamp(parameters.integer("timeout") ?? 0, 0, TIMEOUT_MAX_SECONDS),
        allowed: readAllowedUpdates(parameters),
      },
      signal,
    );
  },

  setWebhook(context, parameters) {
    const url = parameters.text("url");
    const secretToken = parameters.text("secret_token");
    if (url && !mayBeWebhook(url)) throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
    if (secretToken.length > 256) throw badRequest("secret token is too long");
    if (!/^[\w-]*$/.test(secretToken)) throw badRequest("secret token contains unallowed characters");
    context.queue.allow(readAllowedUpdates(parameters));
    if (parameters.boolean("drop_pending_updates")) context.queue.drop();
    context.queue.endPolls();
    context.webhook.set(
      url
        ? {
            url,
            secretToken,
            maxConnections: clamp(parameters.integer("max_connections") ?? DEFAULT_CONNECTIONS, 1, 100),
            ipAddress: parameters.text("ip_address"),
            hasCertificate: parameters.has("certificate"),
          }
        : null,
    );
    context.webhookChanged();
    return true;
  },

  deleteWebhook(context, parameters) {
    if (parameters.boolean("drop_pending_updates")) context.queue.drop();
    context.webhook.set(null);
    context.webhookChanged();
    return true;
  },

  getWebhookInfo: (context) => context.webhook.info(),

  getMe: (context) => context.bot(),

  logOut(context) {
    context.logOut();
    return true;
  },

  close(context) {
    const left = context.startedAt + CLOSE_AFTER_MS - Date.now();
    if (left > 0) throw tooManyRequests(Math.ceil(left / 1000));
    return true;
  },
};

function readAllowedUpdates(parameters: RequestParameters): string[] | undefined {
  return parameters.json("allowed_updates", z.array(z.string()), "can't parse allowed_updates");
}

/** HTTPS, or this machine: a Bot API server that one runs oneself takes plain HTTP too. */
function mayBeWebhook(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const isOwnMachine = ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isOwnMachine);
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));
