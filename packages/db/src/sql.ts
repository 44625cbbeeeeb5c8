import { createHash } from "node:crypto";
import type { Executor } from "./client";

type Scalar = string | number | boolean | Date | null;

/** What a statement takes as a parameter; JSON goes in as text. */
export type SqlValue = Scalar | readonly Scalar[];

/** A statement or a fragment of one: its text, and its parameters apart from it. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];

  constructor(strings: readonly string[], parts: readonly (SqlValue | Sql)[]) {
    const merged = [strings[0] ?? ""];
    const values: SqlValue[] = [];
    parts.forEach((part, index) => {
      const after = strings[index + 1] ?? "";
      if (part instanceof Sql) {
        const [first = "", ...rest] = part.strings;
        merged.push(`${merged.pop()}${first}`, ...rest);
        values.push(...part.values);
        merged.push(`${merged.pop()}${after}`);
      } else {
        values.push(part);
        merged.push(after);
      }
    });
    this.strings = merged;
    this.values = values;
  }

  /** Returns the text with `$1`, `$2` … in place of the parameters. */
  get text(): string {
    return this.strings.reduce((text, part, index) => `${text}$${index}${part}`);
  }
}

/**
 * Composes a statement: an interpolated value becomes a parameter, an interpolated fragment a part of the text. Each
 * parameter whose type PostgreSQL cannot infer needs a cast (`${id}::uuid`).
 */
export function sql(strings: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql {
  return new Sql(strings, parts);
}

/** Makes a fragment of a text written in the code, such as a table's name. Never of anything that came from outside. */
export function rawSql(text: string): Sql {
  return new Sql([text], []);
}

/** Puts the fragments in a row, `", "` between them unless told otherwise. */
export function joinSql(fragments: readonly Sql[], separator = ", "): Sql {
  const between = fragments.slice(1).map(() => separator);
  return new Sql(["", ...between, ""], fragments);
}

const EMPTY = rawSql("");

/** Joins the conditions with AND after a WHERE; no condition is no filter. */
export function whereAll(conditions: readonly (Sql | false | null | undefined)[]): Sql {
  const given = conditions.filter((condition): condition is Sql => Boolean(condition));
  return given.length === 0 ? EMPTY : sql`WHERE ${joinSql(given, " AND ")}`;
}

const names = new Map<string, string>();

/** Returns the name under which each connection keeps the plan of this text. */
function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}

function run<Row extends object>(on: Executor, statement: Sql) {
  const { text, values } = statement;
  const target = "pool" in on ? on.pool : on.$connection;
  return target.query<Row>({ name: statementName(text), text, values: [...values] });
}

/**
 * Runs a prepared statement and returns its rows. `date` and `bigint` come as text and number, `timestamptz` as a Date;
 * the rows' type is the caller's word for what the statement selects.
 */
export async function query<Row extends object>(on: Executor, statement: Sql): Promise<Row[]> {
  return (await run<Row>(on, statement)).rows;
}

/** Runs a prepared statement and returns how many rows it wrote. */
export async function execute(on: Executor, statement: Sql): Promise<number> {
  return (await run(on, statement)).rowCount ?? 0;
}
