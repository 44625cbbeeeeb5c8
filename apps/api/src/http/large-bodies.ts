import type { Services } from "@korki/services";
import express, { type RequestHandler } from "express";
import { createContext, requireRole } from "../context";
import { callerOf } from "./request";

/** Calls that carry a file, and the largest body of each in bytes: the file in base64 and what stands around it. */
const FILE_CALLS: Readonly<Record<string, number>> = {
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
