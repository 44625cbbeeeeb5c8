import { SignatureKind, type Type, TypeFlags } from "typescript/unstable/sync";
import type { Call, DbSource } from "./db-source";
import { type Choose, remembered, sampleValues } from "./sample-values";

/** A statement that packages/db makes, and the type that it states for its rows; null: it reads none. */
type Statement = { call: Call; text: string; row: Type | null };

/** So often each function is called, each time with other members of the unions. */
const ROUNDS = 16;

/** Round 0 takes what comes first in each union, a value rather than null; the others take anything. */
function chooserOf(round: number): Choose {
  const next = (state: number) => (state * 48_271) % 2_147_483_647;
  let state = next(next(round));
  return (count) => {
    state = next(state);
    return Math.floor(state / 65_536) % count;
  };
}

/**
 * Calls the functions of packages/db that take a database or a transaction, with values made up from the types of
 * their parameters, and answers each statement with rows made up from the type that it states.
 */
export async function makeStatements({ checker, calls, files, exportsOf }: DbSource): Promise<Statement[]> {
  const byPlace = new Map(calls.map((call) => [call.place, call]));
  const statements = new Map<string, Statement>();
  let choose = chooserOf(0);
  let answered = new Set<string>();

  /** The calls of packages/db that are going on, the innermost first. */
  const callStack = (): Call[] =>
    [...(new Error().stack ?? "").matchAll(/packages\/db\/src\/([\w-]+\.ts:\d+:\d+)/g)].flatMap(
      ([, place = ""]) => byPlace.get(place) ?? [],
    );
  const argumentOf = (type: Type | undefined): Type | undefined =>
    type?.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined;
  /** `T` of a call that returns a promise of it. */
  const resultOf = remembered(({ node }: Call) => argumentOf(checker.getTypeAtLocation(node)));
  const rowOf = remembered((call: Call) => {
    const result = resultOf(call);
    const isList = result && (checker.isArrayLikeType(result) || result.getSymbol()?.name === "QueryResult");
    const row = isList ? argumentOf(result) : result;
    return row && checker.getNonNullableType(row);
  });

  const query = async (statement: string | { text: string }) => {
    const stack = callStack().filter(({ place }) => !place.startsWith("sql.ts"));
    const text = typeof statement === "string" ? statement : statement.text;
    const [call] = stack;
    // A transaction begins and ends with statements of its own.
    if (!call || call.place.startsWith("transaction.ts")) return { rows: [], rowCount: 0 };
    // A generic function is told the type by its caller.
    const stated =
      call.callee === "execute" ? undefined : stack.map(rowOf).find((row) => row && !row.isTypeParameter());
    const row = stated && !(stated.flags & TypeFlags.Any) ? stated : null;
    const key = `${call.place} ${text}`;
    statements.set(key, { call, text, row });
    // The second time there is nothing left, so that every loop ends.
    const rowCount = answered.has(key) ? 0 : ([1, 2, 3, 0][choose(4)] ?? 0);
    answered.add(key);
    return { rows: row ? Array.from({ length: rowCount }, () => samples.make(row, choose)) : [], rowCount };
  };
  const model = new Proxy(
    {},
    {
      get: () => async () => {
        const [result] = callStack().map(resultOf);
        return result && samples.make(result, choose);
      },
    },
  );
  const prisma = new Proxy({}, { get: () => model });
  const tx = new Proxy(
    {},
    {
      get: (_, name) => (name === "$connection" ? { query } : model),
      has: (_, name) => name === "$connection",
    },
  );
  const samples = sampleValues(checker, { db: { pool: { query }, prisma, tx, query }, tx });

  const parametersOf = remembered((type: Type): Type[] => {
    const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
    return (signature?.getParameters() ?? []).flatMap((symbol) => checker.getTypeOfSymbol(symbol) ?? []);
  });
  const returnedOf = remembered((type: Type) => {
    const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
    return signature && checker.getReturnTypeOfSignature(signature);
  });
  /** Calls a function, and what it returns if that is one. It may refuse made-up values: what is missed shows. */
  const run = async (called: unknown, type: Type | undefined): Promise<void> => {
    if (typeof called !== "function" || !type) return;
    const returned = await called(...parametersOf(type).map((parameter) => samples.make(parameter, choose)));
    await run(returned, returnedOf(type));
  };

  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  for (const file of files) {
    const module: Record<string, unknown> = await import(file);
    for (const [name, type] of exportsOf(file)) {
      if (!parametersOf(type).some(samples.isOnDatabase)) continue;
      for (let round = 0; round < ROUNDS; round += 1) {
        choose = chooserOf(round);
        answered = new Set();
        await run(module[name], type).catch(() => undefined);
      }
    }
  }
  Error.stackTraceLimit = stackTraceLimit;
  return [...statements.values()];
}
