import type { Role } from "@korki/domain";
import type { z } from "zod";
import type { appRouter } from "../trpc/router";

type Features = (typeof appRouter)["_def"]["record"];

/** `feature.procedure`, for every procedure of the router. */
export type ProcedurePath = {
  [F in keyof Features & string]: `${F}.${keyof Features[F] & string}`;
}[keyof Features & string];

/** A request taken apart: the path's variables, the query string and the JSON body. */
export type Parts = { params: unknown; query: unknown; body: unknown };

/**
 * One row of the REST table: a door to a procedure, with the specification's names on the wire. Rules
 * and roles are the procedure's; a row only translates, and may be a narrower door.
 */
export type RestRoute = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, with `{name}` for a variable. */
  path: string;
  procedure: ProcedurePath;
  /** Who may come by this door, where that is not everybody whom the procedure lets in. */
  roles?: readonly Role[];
  /** One sentence for the API's documentation. */
  summary: string;
  /** Wire schemas of what comes in; a part without one is ignored. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Wire schema of the answer; left out where it is `{}`. */
  answer?: z.ZodType;
  /** Whether an `Idempotency-Key` header makes repetitions harmless. */
  takesIdempotencyKey?: true;
  /** From the parts, already validated, to the procedure's input. */
  toInput?: (parts: { params: never; query: never; body: never }) => unknown;
  /** From the procedure's output to the wire. */
  toAnswer?: (output: never) => unknown;
  /** For a link that people open: the pages that say how it went, in place of an answer. */
  redirect?: { succeeded: string; failed: string };
};

type Infer<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Makes a row, holding the schemas, the translation and the procedure's name against each other. */
export function route<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends z.ZodType | undefined = undefined,
>(row: {
  method: RestRoute["method"];
  path: string;
  procedure: ProcedurePath;
  roles?: RestRoute["roles"];
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  answer?: A;
  takesIdempotencyKey?: true;
  toInput?: (parts: { params: Infer<P>; query: Infer<Q>; body: Infer<B> }) => unknown;
  toAnswer?: (output: never) => A extends z.ZodType ? z.input<A> : unknown;
  redirect?: RestRoute["redirect"];
}): RestRoute {
  return row as RestRoute;
}
