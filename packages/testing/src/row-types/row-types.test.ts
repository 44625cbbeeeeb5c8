import { openDatabase } from "@korki/db";
import { type Checker, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync";
import { expect, test } from "vitest";
import { createTestDatabase } from "../database";
import { openDbSource } from "./db-source";
import { makeStatements } from "./make-statements";
import { type Column, columnReader } from "./prepared-columns";

/** What PostgreSQL takes for nullable, and why it is not; and statements that made-up values spoil. */
const KNOWN = [
  // The statement's own condition leaves nulls out.
  "consents.ts validUntil: can be null, the row's type says string",
  "demo.ts email: can be null, the row's type says string",
  "imports.ts email: can be null, the row's type says string",
  "imports.ts row_key: can be null, the row's type says string",
  "ledger.ts expiresOn: can be null, the row's type says string",
  "provider-notifications.ts outcome: can be null, the row's type says SuspectOutcome",
  "reports.ts homework: can be null, the row's type says string",
  // The statement has just set it.
  "notifications.ts claimed_till: can be null, the row's type says Date",
  // A list, and an empty one for nobody.
  "notifications.ts disabledChannels: can be null, the row's type says string[]",
  // An order has it since it was paid, and only a paid one has a refund.
  "refunds.ts transactionId: can be null, the row's type says string",
  // Made of whole statements that callers give: their rows are JSON.
  'attention.ts syntax error at or near "true"',
  // A list by debt is asked for with the debts.
  'people-pages.ts relation "debt" does not exist',
];

const database = await createTestDatabase();

const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

/** Whether a value of this type can hold a Date, which JSON cannot. */
function hasDate(checker: Checker, type: Type, depth = 0): boolean {
  if (type.isUnionType()) return type.getTypes().some((member) => hasDate(checker, member, depth));
  if (type.getSymbol()?.name === "Date") return true;
  if (depth > 5 || !(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return false;
  const parts =
    checker.isArrayLikeType(type) && type.isTypeReference()
      ? checker.getTypeArguments(type)
      : checker.getPropertiesOfType(type).flatMap((field) => checker.getTypeOfSymbol(field) ?? []);
  return parts.some((part) => hasDate(checker, part, depth + 1));
}

/** Whether the type holds what pg makes of a column. */
function holds(checker: Checker, type: Type, kind: string): boolean {
  if (type.flags & TypeFlags.AnyOrUnknown) return true;
  if (kind === "json") return !hasDate(checker, type);
  if (kind === "string") return checker.isTypeAssignableTo(type, checker.getStringType());
  if (kind === "number") return checker.isTypeAssignableTo(type, checker.getNumberType());
  if (kind === "boolean") return checker.isTypeAssignableTo(type, checker.getBooleanType());
  if (!kind.endsWith("[]")) return type.getSymbol()?.name === kind;
  const item = checker.isArrayLikeType(type) && type.isTypeReference() && checker.getTypeArguments(type)[0];
  return item ? holds(checker, checker.getNonNullableType(item) ?? item, kind.slice(0, -2)) : false;
}

function faultsOf(checker: Checker, row: Type, columns: readonly Column[]): string[] {
  const fields = checker.getPropertiesOfType(row);
  const unread = columns.filter(({ name }) => !fields.some((field) => field.name === name));
  const faults = unread.map(({ name }) => `${name}: the row's type has no such field`);
  for (const field of fields) {
    const type = checker.getTypeOfSymbol(field);
    const column = columns.find(({ name }) => name === field.name);
    if (!type) continue;
    const says = `the row's type says ${checker.typeToString(type)}`;
    if (!column) {
      if (!(field.flags & SymbolFlags.Optional)) faults.push(`${field.name}: no such column, ${says}`);
      continue;
    }
    const canBeNull = membersOf(type).some(({ flags }) => flags & (TypeFlags.Null | TypeFlags.AnyOrUnknown));
    if (column.canBeNull && !canBeNull) faults.push(`${field.name}: can be null, ${says}`);
    const value = checker.getNonNullableType(type) ?? type;
    if (!holds(checker, value, column.kind)) faults.push(`${field.name}: is ${column.kind}, ${says}`);
  }
  return faults;
}

/**
 * `query<Row>` believes its caller. What is in JSON PostgreSQL cannot tell, but the procedures parse what they return
 * with their contract's `output`, also in the tests: all but the lists of lessons and free days, which are to be fast.
 */
test("rows have the columns, types and nulls that their types say", async () => {
  const source = openDbSource();
  const db = openDatabase(database.url, 1);
  const client = await db.pool.connect();
  try {
    const statements = await makeStatements(source);
    const columnsOf = await columnReader(client);
    const faults = new Map<string, string>();
    for (const { call, text, row } of statements) {
      const found = await columnsOf(text)
        .then((columns) => (row ? faultsOf(source.checker, row, columns) : []))
        .catch((error: Error) => [error.message]);
      for (const fault of found) faults.set(`${call.place} ${fault}`, `${call.place.split(":")[0]} ${fault}`);
    }
    const made = new Set(statements.map(({ call }) => call.place));
    const missed = source.calls.filter(
      ({ callee, place }) => (callee === "query" || callee === "execute") && !made.has(place),
    );
    expect([
      ...[...faults]
        .filter(([, fault]) => !KNOWN.includes(fault))
        .map(([fault]) => `packages/db/src/${fault}`),
      ...missed.map(({ place }) => `packages/db/src/${place} made-up values do not lead to this statement`),
      ...KNOWN.filter((fault) => ![...faults.values()].includes(fault)).map(
        (fault) => `no longer so: ${fault}`,
      ),
    ]).toEqual([]);
    expect(statements.filter(({ row }) => row).length).toBeGreaterThan(400);
  } finally {
    client.release();
    await db.close();
    source.close();
  }
});
