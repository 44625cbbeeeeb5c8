import { commonTexts } from "@korki/contracts/texts/common";
import { BATCH_MAX } from "@korki/domain";
import { invalidInput, type Services } from "@korki/services";
import { getErrorShape, getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { callProcedure } from "../call-procedure";
import { type ApiCtx, anonymousContext, createContext } from "../context";
import { callerOf, nameRoute } from "../http/request";
import { JsonText, sendJson } from "../http/send-json";
import { runAgain } from "../run-again";
import { isProcedure } from "./procedures";
import { appRouter } from "./router";
import { sharedJson } from "./shared-output";

/** One call of a request, and what becomes of it, as JSON. */
type Call = { path: string; index: number };
type Outcome = { status: number; retryAfterSeconds?: number | undefined; json: string };

/**
 * tRPC's HTTP protocol for queries and mutations, on Express's own request and response. The stock adapter
 * builds a fetch Request and Response around each call, which costs more than most of our calls do.
 * Subscriptions have the websocket.
 */
export function trpcHandler(services: Services): RequestHandler {
  return async (req, res) => {
    if (req.method !== "GET" && req.method !== "POST") {
      res.status(req.method === "HEAD" ? 204 : 405).end();
      return;
    }
    const { calls, isBatch } = asked(req, res);
    const caller = callerOf(req, res, services.settings);
    let ctx: ApiCtx;
    let inputs: unknown[];
    try {
      if (calls.length > (isBatch ? BATCH_MAX : 1)) throw invalidInput(commonTexts.tooManyInBatch);
      inputs = inputsOf(req, isBatch, calls);
      ctx = await runAgain(() => createContext(services, caller));
    } catch (error) {
      refuseAll(res, { calls, isBatch }, refusal(error, anonymousContext(services, caller)));
      return;
    }
    const type = req.method === "GET" ? "query" : "mutation";
    const own = calls.length > 1 ? (index: number) => inBatch(ctx, index) : () => ctx;
    const outcomes = calls.map((call) => run(own(call.index), call, type, inputs[call.index]));
    respond(res, await Promise.all(outcomes), isBatch);
  };
}

/** The same protocol for a request that is refused before any call is looked at, as one whose body is no JSON. */
export function trpcFailure(services: Services): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const ctx = anonymousContext(services, callerOf(req, res, services.settings));
    refuseAll(res, asked(req, res), refusal(error, ctx));
  };
}

/** What a request asks for: one call, or a batch of them. */
type Asked = { calls: Call[]; isBatch: boolean };

function asked(req: Request, res: Response): Asked {
  const paths = req.path.slice(1).replaceAll("%2C", ",").split(",");
  const isBatch = req.query.batch === "1";
  nameRoute(req, res, isBatch ? "/trpc/(batch)" : `/trpc/${isProcedure(paths[0]) ? paths[0] : "*"}`);
  return { calls: paths.map((path, index) => ({ path, index })), isBatch };
}

function refuseAll(res: Response, { calls, isBatch }: Asked, outcome: Outcome): void {
  respond(res, isBatch ? calls.slice(0, BATCH_MAX).map(() => outcome) : [outcome], isBatch);
}

/** The calls of a batch share its key: each of them gets one of its own. */
function inBatch(ctx: ApiCtx, index: number): ApiCtx {
  const { idempotencyKey: key } = ctx;
  return key === null ? ctx : { ...ctx, idempotencyKey: `${key}:${index}` };
}

async function run(ctx: ApiCtx, call: Call, type: "query" | "mutation", input: unknown): Promise<Outcome> {
  try {
    const data = await callProcedure(ctx, {
      path: call.path,
      type,
      getRawInput: async () => input,
      request: { input },
      batchIndex: call.index,
    });
    const json = sharedJson(data);
    return {
      status: 200,
      json: json === undefined ? JSON.stringify({ result: { data } }) : `{"result":{"data":${json}}}`,
    };
  } catch (error) {
    return refusal(error, ctx, call.path);
  }
}

function refusal(thrown: unknown, ctx: ApiCtx, path?: string): Outcome {
  const error = getTRPCErrorFromUnknown(thrown);
  const config = appRouter._def._config;
  const shape = getErrorShape({ config, error, type: "unknown", path, input: undefined, ctx });
  const { httpStatus: status, retryAfterSeconds } = shape.data;
  return { status, retryAfterSeconds, json: JSON.stringify({ error: shape }) };
}

/** A query's input is in the address, a mutation's in the body; in a batch, an object by call number. */
function inputsOf(req: Request, isBatch: boolean, calls: Call[]): unknown[] {
  const given = req.method === "GET" ? fromAddress(req.query.input) : req.body;
  if (!isBatch) return [given];
  const byIndex = (given ?? {}) as Record<string, unknown>;
  return calls.map(({ index }) => byIndex[String(index)]);
}

function fromAddress(input: unknown): unknown {
  if (input === undefined) return undefined;
  if (typeof input !== "string") throw new TRPCError({ code: "PARSE_ERROR" });
  try {
    return JSON.parse(input);
  } catch {
    throw new TRPCError({ code: "PARSE_ERROR" });
  }
}

function respond(res: Response, outcomes: Outcome[], isBatch: boolean): void {
  const statuses = new Set(outcomes.map(({ status }) => status));
  const [status = 200] = statuses;
  const retryAfter = outcomes.find(({ retryAfterSeconds }) => retryAfterSeconds)?.retryAfterSeconds;
  if (retryAfter !== undefined) res.setHeader("Retry-After", String(retryAfter));
  res.status(statuses.size > 1 ? 207 : status);
  const texts = outcomes.map(({ json }) => json).join();
  sendJson(res, new JsonText(isBatch ? `[${texts}]` : texts));
}
