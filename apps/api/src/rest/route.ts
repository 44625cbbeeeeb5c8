import { fromWire, type Own, toWire } from "@korki/contracts/wire/names";
import type { Role } from "@korki/domain";
import { z } from "zod";
import type { JsonText } from "../http/send-json";
import type { Resource } from "../trpc/access";
import type { InputOf, OutputOf, ProcedurePath } from "../trpc/procedures";

/** Stands for any id in an example. */
export const EXAMPLE_ID = "01980000-0000-7000-8000-000000000001";

/** A slot, a lesson at it and its booking as the documentation shows them. */
export const EXAMPLE_SLOT = { dateDay: 24, dateMonth: 11, dateYear: 2026, blockIndex: 9 } as const;
export const EXAMPLE_LESSON = {
  teacherId: EXAMPLE_ID,
  ...EXAMPLE_SLOT,
  subject: "Fizyka",
  subjectLevel: "liceumP",
} as const;
export const EXAMPLE_BOOKING = {
  ...EXAMPLE_LESSON,
  studentId: EXAMPLE_ID,
  title: "Fizyka",
  description: "Optyka",
} as const;

/** The parts of a request: the path's variables, the query string and the JSON body. HEAD must change nothing. */
type Parts = { params: unknown; query: unknown; body: unknown; isHead: boolean };

/** How many entries a list has in all, and what its address says for the next part; null: this is the last one. */
export type Position = { total: number; next: Readonly<Record<string, string>> | null };

/**
 * One row of the REST table: an endpoint for a procedure, with the specification's names on the wire. The rules
 * and roles are the procedure's. A row only translates, and may admit fewer roles.
 */
export type RestRoute = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, with `{name}` for a variable. */
  path: string;
  procedure: ProcedurePath;
  /** The roles that may use this endpoint, where they are fewer than the procedure's. */
  roles?: readonly Role[];
  /** What a call here is about, where the procedure is about more kinds than one. */
  about?: Resource;
  /** One sentence for the API's documentation. */
  summary: string;
  /** Wire schemas of what comes in; a part without one is ignored. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Fields of the body that are one role's: from others they have no effect, whatever they hold. */
  onlyFor?: Readonly<Record<string, Role>>;
  /** Wire schema of the answer; left out where it is `{}`. */
  answer?: z.ZodType;
  /** A body that the documentation shows, and that the tests send with the ids and dates of their fixtures. */
  example?: unknown;
  /** Whether an `Idempotency-Key` header makes repetitions harmless, although `KEYED_WRITES` does not say so. */
  takesIdempotencyKey?: true;
  /** The procedure returns a page: the answer is its items, and headers say how many there are and what comes next. */
  paged?: true;
  // Methods, not function properties: their parameters are compared bivariantly, so that a row with its own types is
  // a `RestRoute` without a cast. `route` has checked them against the schemas and the procedure.
  /**
   * Translates the validated parts to the procedure's input. Not needed if merging the parts and renaming fields is enough.
   */
  toInput?(parts: Parts): unknown;
  /** Translates the procedure's output to the wire. Not needed if only names differ. */
  toAnswer?(output: unknown): unknown;
  /** The position of the answer in a longer list, by what was asked for, unless `paged` gives it. */
  toPosition?(output: unknown, query: unknown): Position;
  /** Translates what a refusal carries beside its text, where the wire has other names for it. */
  toErrorDetails?(details: Readonly<Record<string, unknown>>): Record<string, unknown>;
};

/** Whether a list comes whole from its procedure, and is cut into its pages afterwards. */
export function isCutHere({ method, answer, paged, toPosition }: RestRoute): boolean {
  return method === "GET" && answer instanceof z.ZodArray && !paged && !toPosition;
}

type Schema = z.ZodType | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Wire<S> = S extends z.ZodType ? z.input<S> : Record<string, never>;

/** What an answer is translated from: the output, or the items of a page. */
type Answered<P extends ProcedurePath, A extends Schema> =
  Wire<A> extends readonly unknown[]
    ? OutputOf<P> extends { items: infer Items }
      ? Items
      : OutputOf<P>
    : OutputOf<P>;

/** Optional if only names differ, if the wire has fewer fields, or if there is no output. */
type AnswerOf<P extends ProcedurePath, A extends Schema> = [Answered<P, A>] extends [Own<Wire<A>> | undefined]
  ? { toAnswer?(output: OutputOf<P>): Wire<A> }
  : { toAnswer(output: OutputOf<P>): Wire<A> | JsonText };

/** The parts of a request merged into one object; a part without a schema adds nothing. */
type Joined<Q> = UnionToIntersection<Exclude<Q[keyof Q], undefined>>;
type UnionToIntersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Optional if only names differ from the procedure's input, or if it has no input. */
type InputFrom<P extends ProcedurePath, Q extends Parts> = [
  Joined<Pick<Q, "params" | "query"> & { body: Own<Q["body"]> }>,
] extends [InputOf<P>]
  ? { toInput?(parts: Q): InputOf<P> }
  : undefined extends InputOf<P>
    ? { toInput?(parts: Q): InputOf<P> }
    : { toInput(parts: Q): InputOf<P> };

/** Makes a row. Its translations are checked against its schemas and against the procedure's input and output. */
export function route<
  const P extends ProcedurePath,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Answer extends Schema = undefined,
>(
  row: Omit<
    RestRoute,
    "procedure" | "params" | "query" | "body" | "answer" | "example" | "toInput" | "toAnswer" | "toPosition"
  > & {
    procedure: P;
    params?: Params;
    query?: Query;
    body?: Body;
    answer?: Answer;
    toPosition?(output: OutputOf<P>, query: Parsed<Query>): Position;
    example?: Body extends z.ZodType ? z.input<Body> : never;
  } & InputFrom<P, { params: Parsed<Params>; query: Parsed<Query>; body: Parsed<Body>; isHead: boolean }> &
    AnswerOf<P, Answer>,
): RestRoute {
  return { toInput: join, ...(row.answer && { toAnswer: translation(row.answer, row.paged) }), ...row };
}

function join({ params, query, body }: Parts): unknown {
  const parts = [params, query, fromWire(body)].filter((part) => part !== undefined);
  return parts.length > 1 ? Object.assign({}, ...parts) : parts[0];
}

function translation(answer: z.ZodType, paged?: boolean): (output: unknown) => unknown {
  const translate = toWire(answer) as (value: unknown) => unknown;
  return paged ? (output) => translate((output as { items: unknown }).items) : translate;
}
