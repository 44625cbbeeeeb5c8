import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { BotApiError, badRequest, tooManyRequests } from "./bot-api-error";
import { findMethod, type MethodContext } from "./bot-api-methods";
import type { CallLog } from "./call-log";
import type { BotApiFaults, Fault } from "./faults";

const PATH = /^\/bot([^/]+)\/([^/?]*)$/;

export interface BotApiHandlerParts {
  readonly token: string;
  readonly context: MethodContext;
  readonly faults: BotApiFaults;
  readonly calls: CallLog;
}

/** Serves `/bot<token>/<method>` with parameters in a JSON body, as grammY sends them. */
export function createBotApiHandler(parts: BotApiHandlerParts) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = Date.now();
    const call: { method: string; chatId?: number } = { method: "" };
    const status = await answer(parts, request, response, call).catch((error: unknown) => {
      if (error instanceof BotApiError) return refuse(response, error);
      console.error("The Bot API emulator failed:", error);
      return refuse(response, internalError());
    });
    parts.calls.add({ at, status, ...call });
  };
}

/** Returns the status that was sent, 0 for none. Fills `call` in as it becomes known. */
async function answer(
  parts: BotApiHandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
  call: { method: string; chatId?: number },
): Promise<number> {
  const hungUp = new AbortController();
  response.once("close", () => hungUp.abort());
  const [, token = "", methodName = ""] = PATH.exec(request.url ?? "") ?? [];
  checkToken(token, parts.token);
  call.method = methodName;
  const parameters = readParameters(await text(request));
  const chatId = Number(parameters.chat_id);
  if (Number.isSafeInteger(chatId)) call.chatId = chatId;
  const method = findMethod(methodName);
  if (!method) throw new BotApiError(404, "Not Found: method not found");
  const fault = parts.faults.take(methodName, call.chatId);
  if (fault) return commit(fault, response);
  const result = await method(parts.context, parameters, hungUp.signal);
  return send(response, 200, { ok: true, result });
}

function checkToken(given: string, expected: string): void {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw new BotApiError(401, "Unauthorized");
}

function readParameters(body: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(body || "{}"));
  } catch {
    throw badRequest("can't parse JSON");
  }
}

function commit(fault: Fault, response: ServerResponse): number {
  switch (fault.answer) {
    case "too-many-requests":
      return refuse(response, tooManyRequests(fault.retryAfter));
    case "server-error":
      return refuse(response, internalError());
    case "bad-gateway":
      response.writeHead(502, { "content-type": "text/html" });
      response.end("<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>");
      return 502;
    case "silence":
      return 0;
    case "reset":
      response.destroy();
      return 0;
  }
}

const internalError = () => new BotApiError(500, "Internal Server Error");

function refuse(response: ServerResponse, { code, description, parameters }: BotApiError): number {
  return send(response, code, {
    ok: false,
    error_code: code,
    description,
    ...(parameters ? { parameters } : {}),
  });
}

function send(response: ServerResponse, status: number, body: object): number {
  if (response.destroyed || response.headersSent) return 0;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
  return status;
}
