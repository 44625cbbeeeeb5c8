import { createHash } from "node:crypto";
import type { Executor } from "./client";

type Scalar = string | number | boolean | Date | null;

/** What a statement takes as a parameter; JSON goes in as text. */
export type SqlValue = Scalar | readonly Scalar[];

type Part = SqlValue | Sql;

/** A statement or a fragment of one: its text in pieces, and the parameters that stand between them. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: SqlValue[];

  constructor(strings: readonly string[], values: SqlValue[]) {
    this.strings = strings;
    this.values = values;
  }

  /** Returns the text with `$1`, `$2` … in place of the parameters. */
  get text(): string {
    return this.strings.reduce((text, piece, index) => `${text}$${index}${piece}`);
  }
}

/** Puts the fragments among the parts into the text. */
function compose(strings: readonly string[], parts: readonly Part[]): Sql {
  const pieces = [strings[0] ?? ""];
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    const after = strings[index + 1] ?? "";
    if (part instanceof Sql) {
      const [first = "", ...rest] = part.strings;
      pieces.push(pieces.pop() + first, ...rest);
      pieces.push(pieces.pop() + after);
      values.push(...part.values);
    } else {
      pieces.push(after);
      values.push(part);
    }
  }
  return new Sql(pieces, values);
}

/**
 * Composes a statement: an interpolated value becomes a parameter, an interpolated fragment a part of the text. Each
 * parameter whose type PostgreSQL cannot infer needs a cast (`${id}::uuid`).
 */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Sql {
  return isPlain(parts) ? new Sql(strings, parts) : compose(strings, parts);
}

function isPlain(parts: Part[]): parts is SqlValue[] {
  return !parts.some((part) => part instanceof Sql);
}

/** Makes a fragment of a text written in the code, such as a table's name. Never of anything that came from outside. */
export function rawSql(text: string): Sql {
  return new Sql([text], []);
}

/** Puts the fragments in a row, `", "` between them by default. */
export function joinSql(fragments: readonly Sql[], separator = ", "): Sql {
  const between = fragments.slice(1).map(() => separator);
  return compose(["", ...between, ""], fragments);
}

const EMPTY = rawSql("");

/** Joins the conditions with AND after a WHERE; no condition is no filter. */
export function whereAll(conditions: readonly (Sql | false | null | undefined)[]): Sql {
  const given = conditions.filter((condition): condition is Sql => Boolean(condition));
  return given.length === 0 ? EMPTY : sql`WHERE ${joinSql(given, " AND ")}`;
}

type Prepared = { name: string; text: string };

/** By text; and by the pieces of a template without fragments, which are the same array at each call. */
const byText = new Map<string, Prepared>();
const byPieces = new WeakMap<readonly string[], Prepared>();

/** Returns a statement's text and the name under which each connection keeps its plan. */
function prepared(statement: Sql): Prepared {
  const known = byPieces.get(statement.strings);
  if (known) return known;
  const { text } = statement;
  const found = byText.get(text) ?? { name: createHash("sha256").update(text).digest("base64url"), text };
  byText.set(text, found);
  // The pieces of a composed statement are another array each time.
  if ("raw" in statement.strings) byPieces.set(statement.strings, found);
  return found;
}

function run<Row extends object>(on: Executor, statement: Sql) {
  const { name, text } = prepared(statement);
  const target = "pool" in on ? (on.tx?.$connection ?? on.pool) : on.$connection;
  return target.query<Row>({ name, text, values: statement.values });
}

/**
 * Runs a prepared statement and returns its rows. `date` and `bigint` are returned as text and number, `timestamptz`
 * as a Date. The caller states the rows' type.
 */
export async function query<Row extends object>(on: Executor, statement: Sql): Promise<Row[]> {
  return (await run<Row>(on, statement)).rows;
}

/** Runs a prepared statement and returns how many rows it wrote. */
export async function execute(on: Executor, statement: Sql): Promise<number> {
  return (await run(on, statement)).rowCount ?? 0;
}
