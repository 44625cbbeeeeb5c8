import { bankTexts } from "@korki/contracts/texts/bank";
import { invalidInput, type Services } from "@korki/services";
import express, { type Request, type RequestHandler } from "express";
import { createContext, requireRole } from "../context";
import { callerOf } from "./request";

/** Calls that carry a file, and the largest body of each in bytes: the file in base64 and what stands around it. */
const FILE_CALLS: Readonly<Record<string, number>> = {
  "bankStatements.upload": 2_800_000,
  "centre.saveLogo": 1_400_000,
  "imports.preview": 2_800_000,
  "imports.run": 2_800_000,
};

/**
 * Takes a larger body for the calls that carry a file, from administrators alone: who is none is refused before the body
 * is read. Every other body has the common limit.
 */
export function largeBodies(services: Services): RequestHandler {
  const parsers = new Map(
    Object.entries(FILE_CALLS).map(([call, limit]) => [`/${call}`, express.json({ limit, strict: false })]),
  );
  return async (req, res, next) => {
    const parse = parsers.get(req.path);
    if (!parse || req.method !== "POST") return next();
    requireRole(await createContext(services, callerOf(req, res, services.settings)), ["Admin"]);
    parse(req, res, next);
  };
}

/**
 * Takes a bank's file on REST in every form in which programs send one: in base64 within JSON, as a form's file, or as the
 * body itself. Administrators alone, as above.
 */
export function bankFileBodies(services: Services): RequestHandler {
  const limit = FILE_CALLS["bankStatements.upload"];
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
