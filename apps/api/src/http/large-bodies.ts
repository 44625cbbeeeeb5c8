import { bankTexts } from "@korki/contracts/texts/bank";
import type { Role } from "@korki/domain";
import { invalidInput, type Services } from "@korki/services";
import express, { type Request, type RequestHandler } from "express";
import { createContext, requireRole } from "../context";
import type { RestRoute } from "../rest/route";
import { procedureOf } from "../trpc/procedures";
import { callerOf } from "./request";

/** Largest body of all other calls, in bytes; the longest legitimate one (a chat message, a subject list) is far below. */
export const BODY_LIMIT = 100_000;

/**
 * Calls with larger bodies, and the largest of each in bytes: a file in base64 and what stands around it, what is said of
 * everything that a preview shows, or all that fits on a board (rules §31), which the sockets of rooms take as well.
 */
export const LARGE_CALLS = {
  "bankStatements.changeColumns": 2_800_000,
  "bankStatements.upload": 2_800_000,
  "bills.issue": 1_500_000,
  "board.draw": 4_500_000,
  "centre.saveLogo": 1_400_000,
  "closures.add": 2_000_000,
  "imports.preview": 2_800_000,
  "imports.run": 2_800_000,
  "payouts.confirmRun": 2_800_000,
} as const;

/**
 * Where a large call comes in: the method, the path below the door with `{name}` for a variable, who may call, and what
 * reads its body.
 */
type Entrance = { method: string; path: string; roles: readonly Role[]; read: RequestHandler };

/** Takes the larger bodies of tRPC's calls. */
export function largeCallBodies(services: Services): RequestHandler {
  const entrances = Object.entries(LARGE_CALLS).map(([call, limit]) => ({
    method: "POST",
    path: `/${call}`,
    roles: rolesOf(call),
    read: express.json({ limit, strict: false }),
  }));
  return largeBodies(services, entrances);
}

/** Takes the same on REST, at every route of such a call; a bank's file has forms of its own (`bankFileBodies`). */
export function largeRouteBodies(services: Services, routes: readonly RestRoute[]): RequestHandler {
  const limits = new Map<string, number>(Object.entries(LARGE_CALLS));
  const entrances = routes.flatMap(({ method, path, procedure, roles }) => {
    const limit = limits.get(procedure);
    if (limit === undefined || procedure === "bankStatements.upload") return [];
    return [
      { method, path, roles: roles ?? rolesOf(procedure), read: express.json({ limit, strict: true }) },
    ];
  });
  return largeBodies(services, entrances);
}

/**
 * Takes a larger body for some calls, from those alone who may call them: others are refused before the body is read.
 * Every other body has the common limit.
 */
function largeBodies(services: Services, entrances: readonly Entrance[]): RequestHandler {
  return async (req, res, next) => {
    if (isSmall(req)) return next();
    const entrance = entrances.find(({ method, path }) => method === req.method && leadsTo(req.path, path));
    if (!entrance) return next();
    const ctx = await createContext(services, callerOf(req, res, services.settings));
    requireRole(ctx, entrance.roles);
    entrance.read(req, res, next);
  };
}

/** Whether a request's path is one of a template; a slash at the end says nothing. */
function leadsTo(path: string, template: string): boolean {
  const parts = path.replace(/\/$/, "").split("/");
  const wanted = template.split("/");
  return (
    parts.length === wanted.length && wanted.every((part, at) => part.startsWith("{") || part === parts[at])
  );
}

/** The roles that may make a large call. Throws for one that is open to more. */
function rolesOf(call: string): readonly Role[] {
  const { roles } = procedureOf(call).meta;
  if (typeof roles !== "object") throw new Error(`${call} takes large bodies from anybody`);
  return roles;
}

/** Whether a body is within the common limit by what its header says. */
function isSmall({ headers }: Request): boolean {
  return headers["content-encoding"] === undefined && Number(headers["content-length"]) <= BODY_LIMIT;
}

/**
 * Takes a bank's file on REST in every form in which programs send one: in base64 within JSON, as a form's file, or as the
 * body itself. Administrators alone, as above.
 */
export function bankFileBodies(services: Services): RequestHandler {
  const limit = LARGE_CALLS["bankStatements.upload"];
  const readJson = express.json({ limit, strict: true });
  const readBytes = express.raw({ limit, type: () => true });
  return async (req, res, next) => {
    if (req.method !== "POST" || !/^\/admin\/bank_statements\/?$/.test(req.path)) return next();
    requireRole(await createContext(services, callerOf(req, res, services.settings)), ["Admin"]);
    if (req.is("json")) return readJson(req, res, next);
    await new Promise<void>((resolve, reject) =>
      readBytes(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
    );
    req.body = await fileOf(req);
    next();
  };
}

async function fileOf(req: Request): Promise<{ fileName: string; base64: string }> {
  const body: unknown = req.body;
  if (!Buffer.isBuffer(body)) throw invalidInput(bankTexts.noFile);
  if (!req.is("multipart/form-data")) return { fileName: "wyciag", base64: body.toString("base64") };
  const headers = { "content-type": req.headers["content-type"] ?? "" };
  const form = await new globalThis.Response(new Uint8Array(body), { headers }).formData().catch(() => null);
  const file = [...(form?.values() ?? [])].find((value) => value instanceof File);
  if (!file) throw invalidInput(bankTexts.noFile);
  const bytes = Buffer.from(await file.arrayBuffer());
  return { fileName: file.name.slice(0, 200) || "wyciag", base64: bytes.toString("base64") };
}
