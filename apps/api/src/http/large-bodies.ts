import { bankTexts } from "@korki/contracts/texts/bank";
import type { Role } from "@korki/domain";
import { invalidInput, type Services } from "@korki/services";
import express, { type Request, type RequestHandler } from "express";
import { createContext, requireRole } from "../context";
import { callerOf } from "./request";

/** Largest body of all other calls, in bytes; the longest legitimate one (a chat message, a subject list) is far below. */
export const BODY_LIMIT = 100_000;

/**
 * Calls with larger bodies, and the largest of each in bytes: a file in base64 and what stands around it, or all that fits
 * on a board (rules §31), which the sockets of rooms take as well.
 */
export const LARGE_CALLS = {
  "bankStatements.upload": 2_800_000,
  "board.draw": 4_500_000,
  "centre.saveLogo": 1_400_000,
  "imports.preview": 2_800_000,
  "imports.run": 2_800_000,
} as const;
/** Files come from administrators. */
const ROLES: Readonly<Record<string, readonly Role[]>> = { "/board.draw": ["Student", "Teacher", "Parent"] };

/**
 * Takes a larger body for some calls, from those alone who may call them: others are refused before the body is read.
 * Every other body has the common limit.
 */
export function largeBodies(services: Services): RequestHandler {
  const parsers = new Map(
    Object.entries(LARGE_CALLS).map(([call, limit]) => [`/${call}`, express.json({ limit, strict: false })]),
  );
  return async (req, res, next) => {
    const parse = parsers.get(req.path);
    if (!parse || req.method !== "POST" || isSmall(req)) return next();
    const ctx = await createContext(services, callerOf(req, res, services.settings));
    requireRole(ctx, ROLES[req.path] ?? ["Admin"]);
    parse(req, res, next);
  };
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
