import type { TRPCProcedureType } from "@trpc/server";
import { z } from "zod";
import type { ProcedureMeta } from "./access";
import { appRouter } from "./router";

type Features = (typeof appRouter)["_def"]["record"];

/** Every procedure by its dotted name, `feature.procedure`. */
type Procedures = {
  [P in {
    [F in keyof Features & string]: `${F}.${keyof Features[F] & string}`;
  }[keyof Features & string]]: P extends `${infer F extends keyof Features & string}.${infer Name}`
    ? Name extends keyof Features[F]
      ? Features[F][Name]
      : never
    : never;
};

export type ProcedurePath = keyof Procedures;

/** What a caller passes to a procedure. */
export type InputOf<P extends ProcedurePath> = TypesOf<Procedures[P]>["input"];

/** What a procedure returns. */
export type OutputOf<P extends ProcedurePath> = TypesOf<Procedures[P]>["output"];

type TypesOf<Procedure> = Procedure extends {
  _def: { $types: infer Types extends { input: unknown; output: unknown } };
}
  ? Types
  : never;

/** What is known of a procedure without calling it. */
export type ProcedureFacts = {
  type: TRPCProcedureType;
  meta: ProcedureMeta;
  /** The schema of what goes in; undefined where nothing does. */
  input: z.ZodType | undefined;
};

const procedures = new Map<string, ProcedureFacts>(
  Object.entries(appRouter._def.record).flatMap(([feature, members]) =>
    Object.entries(members).map(([name, { _def }]) => {
      const { type, meta, inputs } = _def;
      const [input] = inputs;
      return [
        `${feature}.${name}`,
        { type, meta: isMeta(meta) ? meta : {}, input: input instanceof z.ZodType ? input : undefined },
      ] as const;
    }),
  ),
);

/** tRPC keeps `meta` as unknown; the builders of `init.ts` write nothing else there. */
function isMeta(meta: unknown): meta is ProcedureMeta {
  return typeof meta === "object" && meta !== null && "roles" in meta;
}

/** Returns a procedure's facts. Throws for a name that no procedure has. */
export function procedureOf(path: string): ProcedureFacts {
  const found = procedures.get(path);
  if (!found) throw new Error(`there is no procedure ${path}`);
  return found;
}

/** Returns whether there is a procedure of this dotted name. */
export function isProcedure(path: string | undefined): path is ProcedurePath {
  return path !== undefined && procedures.has(path);
}

/** Returns the dotted names of all procedures, sorted. */
export function procedurePaths(): ProcedurePath[] {
  return [...procedures.keys()].filter(isProcedure).sort();
}
