import { commonTexts } from "@korki/contracts/texts/common";
import { wirePage } from "@korki/contracts/wire/query";
import type { Role } from "@korki/domain";
import { invalidInput, type Services } from "@korki/services";
import { TRPCError } from "@trpc/server";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import findMyWay, { type HTTPMethod } from "find-my-way";
import { z } from "zod";
import { callProcedure } from "../call-procedure";
import { createContext, requireRole } from "../context";
import { errorResponseOf } from "../errors";
import { callerOf, nameRoute, traceOf } from "../http/request";
import { sendJson } from "../http/send-json";
import { runAgain } from "../run-again";
import { procedureOf } from "../trpc/procedures";
import { isCutHere, type Position, type RestRoute } from "./route";

/** The longest variable of a path, in characters; tokens are far shorter. */
const VARIABLE_MAX = 4_000;

/**
 * Serves the REST routes, each by translating in, calling its procedure and translating out. A tree finds them: Express
 * would compare a request with every route before its own.
 */
export function restRoutes(services: Services, routes: readonly RestRoute[]): RequestHandler {
  const tree = findMyWay({
    caseSensitive: true,
    ignoreTrailingSlash: true,
    maxParamLength: VARIABLE_MAX,
    onBadUrl: () => undefined,
  });
  const add = (method: HTTPMethod, { path }: RestRoute, handler: RequestHandler) =>
    tree.on(method, path.replace(/\{(\w+)\}/g, ":$1"), () => undefined, handler);
  for (const row of routes) {
    const handler = handle(services, row);
    add(row.method, row, handler);
    if (row.method !== "GET") continue;
    // A mutation must not run for HEAD.
    const reads = procedureOf(row.procedure).type === "query";
    add("HEAD", row, reads ? handler : (_req, res) => void res.status(200).end());
  }
  return (req, res, next) => {
    const found = tree.find(req.method as HTTPMethod, req.path);
    if (!found) return next();
    const handler: RequestHandler | null = found.store;
    // What is no text once it is decoded.
    if (!handler) throw invalidInput(commonTexts.invalidInput);
    Object.assign(req, { params: found.params });
    return handler(req, res, next);
  };
}

function handle(services: Services, row: RestRoute): RequestHandler {
  // A GET of the specification may change something (a code is confirmed), a POST may only read.
  const { type } = procedureOf(row.procedure);
  const name = `/api${row.path}`;
  return async (req: Request, res: Response, next: NextFunction) => {
    nameRoute(req, res, name);
    try {
      const ctx = await runAgain(() => createContext(services, callerOf(req, res, services.settings)));
      if (row.roles) requireRole(ctx, row.roles);
      const output = await callProcedure(ctx, {
        path: row.procedure,
        type,
        getRawInput: async () => inputOf(row, req, ctx.actor?.role),
        request: { path: req.path, query: req.query, body: req.body },
      });
      const answer = row.toAnswer ? row.toAnswer(output) : (output ?? {});
      const part = partOf(row, output, answer, req);
      if (part.position) sendPosition(res, req.originalUrl, part.position);
      sendJson(res, part.answer);
    } catch (error) {
      next(row.toErrorDetails ? new TranslatedError(error, row) : error);
    }
  };
}

const pagePosition = z
  .object({ total: z.number(), page: z.number(), pageSize: z.number() })
  .transform(({ total, page, pageSize }): Position => {
    return { total, next: page * pageSize < total ? { page: String(page + 1) } : null };
  });

/** What is sent, and where that part of a list stands (rules §1); null for what is no list. */
function partOf(
  row: RestRoute,
  output: unknown,
  answer: object,
  req: Request,
): { answer: object; position: Position | null } {
  if (row.toPosition) return { answer, position: row.toPosition(output, row.query?.parse(req.query)) };
  if (row.paged) return { answer, position: pagePosition.parse(output) };
  if (!Array.isArray(answer)) return { answer, position: null };
  if (!isCutHere(row)) return { answer, position: { total: answer.length, next: null } };
  const { data, error } = wirePage.safeParse(req.query);
  if (!data) throw new TRPCError({ code: "BAD_REQUEST", cause: error });
  const { page = 1, pageSize } = data;
  const position = pagePosition.parse({ total: answer.length, page, pageSize });
  return { answer: answer.slice((page - 1) * pageSize, page * pageSize), position };
}

/** Says how long a list is, and where its next part is. */
function sendPosition(res: Response, address: string, { total, next }: Position): void {
  res.setHeader("X-Total-Count", String(total));
  if (!next) return;
  const [path, search] = address.split("?", 2);
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(next)) query.set(name, value);
  res.setHeader("Link", `<${path}?${query}>; rel="next"`);
}

function inputOf(row: RestRoute, req: Request, role: Role | undefined): unknown {
  try {
    const params = row.params?.parse(req.params);
    const query = row.query?.parse(req.query);
    const body = row.body?.parse(ownFields(row, bodyOf(req), role));
    return row.toInput?.({ params, query, body, isHead: req.method === "HEAD" });
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", cause });
  }
}

/** Returns the body that was read, `{}` for a call without one. Throws for one that is not declared as JSON. */
function bodyOf({ body, headers }: Request): unknown {
  if (body !== undefined) return body;
  if ("transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0)
    throw new Error("the body is not declared as JSON");
  return {};
}

/** Leaves out of a body what is another role's. */
function ownFields({ onlyFor }: RestRoute, body: unknown, role: Role | undefined): unknown {
  if (!onlyFor || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const others = Object.keys(onlyFor).filter((name) => onlyFor[name] !== role);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !others.includes(name)));
}

/** Ends a failed REST call with `{ "error": … }`. */
export function sendFailure(services: Services, thrown: unknown, req: Request, res: Response): void {
  const [error, row] = thrown instanceof TranslatedError ? [thrown.error, thrown.row] : [thrown, undefined];
  const { status, text, retryAfterSeconds, details } = errorResponseOf(error, logOf(services, req, res));
  if (retryAfterSeconds !== undefined) res.setHeader("Retry-After", String(retryAfterSeconds));
  res.status(status);
  sendJson(res, { error: text, ...(details && (row?.toErrorDetails?.(details) ?? details)) });
}

/** A failure of a route that has the wire's own names for what goes beside the text. */
class TranslatedError extends Error {
  constructor(
    readonly error: unknown,
    readonly row: RestRoute,
  ) {
    super();
  }
}

/** The log in which every line names the request and its caller. */
function logOf({ log }: Services, req: Request, res: Response): Services["log"] {
  return log.child(traceOf(req, res));
}
