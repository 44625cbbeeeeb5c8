import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { BotApiError, tooManyRequests } from "./bot-api-error";
import type { CallLog } from "./call-log";
import type { BotApiFaults, Fault } from "./faults";
import { findMethod } from "./methods";
import type { MethodContext } from "./methods/method-context";
import { type RequestParameters, readParameters } from "./request-parameters";

const BODY_MAX_BYTES = 10 * 1024 * 1024;
const PATH = /^\/bot([^/]+)\/([^/?]*)$/;

export interface BotApiHandlerParts {
  readonly token: string;
  readonly context: MethodContext;
  readonly faults: BotApiFaults;
  readonly calls: CallLog;
  isLoggedOut(): boolean;
}

/** Whether the request is one for the Bot API, and not for a page. */
export const isBotApiPath = (path: string) => path.startsWith("/bot");

/** Answers `/bot<token>/<method>` as https://core.telegram.org/bots/api#making-requests says. */
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

/** @returns the status that was sent, 0 for none; `call` is filled in as it becomes known. */
async function answer(
  parts: BotApiHandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
  call: { method: string; chatId?: number },
): Promise<number> {
  const hungUp = new AbortController();
  response.once("close", () => hungUp.abort());
  const url = new URL(request.url ?? "/", "http://localhost");
  const [, token = "", methodInPath = ""] = PATH.exec(url.pathname) ?? [];
  checkToken(token, parts.token);
  const parameters = await readParameters(
    url.searchParams,
    request.headers["content-type"] ?? "",
    await readBody(request),
  );
  call.method = methodInPath || parameters.text("method");
  const chatId = parameters.integer("chat_id");
  if (chatId !== undefined) call.chatId = chatId;
  const method = findMethod(call.method);
  if (!method) throw new BotApiError(404, "Not Found: method not found");
  const fault = parts.faults.take(call.method, chatId);
  if (fault && !fault.afterEffect) return commit(fault, response);
  if (parts.isLoggedOut()) throw new BotApiError(400, "Logged out");
  const result = await method(parts.context, parameters, hungUp.signal);
  return fault ? commit(fault, response) : send(response, 200, { ok: true, result });
}

/** Runs the call that a webhook sent along with its answer; "it is not possible to know" whether it succeeded. */
export async function runWebhookReply(
  context: MethodContext,
  method: string,
  parameters: RequestParameters,
): Promise<void> {
  try {
    await findMethod(method)?.(context, parameters, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
  }
}

function checkToken(inPath: string, expected: string): void {
  const given = inPath.replaceAll(/%3A/gi, ":");
  if (!/^\d+:.+$/.test(given)) throw new BotApiError(401, "Unauthorized: invalid token specified");
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw new BotApiError(401, "Unauthorized");
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new BotApiError(413, "Request Entity Too Large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
  if (parameters && !response.headersSent) response.setHeader("retry-after", parameters.retry_after);
  return send(response, code, {
    ok: false,
    error_code: code,
    description,
    ...(parameters ? { parameters } : {}),
  });
}

function send(response: ServerResponse, status: number, body: object): number {
  if (response.destroyed || response.headersSent) return 0;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
  return status;
}
