import type { TRPCProcedureType } from "@trpc/server";
import type { z } from "zod";
import type { ProcedureMeta } from "./init";
import { appRouter } from "./router";

/** What is known of a procedure without calling it. */
export type ProcedureFacts = { type: TRPCProcedureType; meta: ProcedureMeta };

/** tRPC keeps all procedures in one flat record by their dotted names, whatever its type says. */
const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: ProcedureFacts & { inputs: z.ZodType[] } } | undefined
>;

/** Throws for a name that no procedure has. */
export function procedureOf(path: string): ProcedureFacts {
  const found = procedures[path];
  if (!found) throw new Error(`there is no procedure ${path}`);
  return { type: found._def.type, meta: found._def.meta };
}

/** Whether there is a procedure of this dotted name. */
export function isProcedure(path: string | undefined): boolean {
  return path !== undefined && Object.hasOwn(procedures, path);
}

/** The schema of what goes in; undefined where nothing does. */
export function inputOf(path: string): z.ZodType | undefined {
  return procedures[path]?._def.inputs[0];
}

/** The dotted names of all procedures. */
export function procedurePaths(): string[] {
  return Object.keys(procedures).sort();
}
