import { expect, test } from "vitest";
import { joinSql, rawSql, sql, whereAll } from "./sql";

test("values become parameters, fragments become text, in the order of the whole statement", () => {
  const condition = sql`a = ${1} AND b = ${"x"}`;
  const statement = sql`SELECT ${rawSql("c")} FROM t WHERE ${condition} AND d = ${null} LIMIT ${5}`;
  expect(statement.text).toBe("SELECT c FROM t WHERE a = $1 AND b = $2 AND d = $3 LIMIT $4");
  expect(statement.values).toEqual([1, "x", null, 5]);
});

test("fragments are joined, nested ones too", () => {
  const joined = joinSql([sql`a = ${1}`, sql`${sql`b`} = ${2}`, sql`c`], " OR ");
  expect([joined.text, joined.values]).toEqual(["a = $1 OR b = $2 OR c", [1, 2]]);
  expect(joinSql([]).text).toBe("");
});

test("an array is one parameter", () => {
  const { text, values } = sql`id = ANY(${["a", "b"]}::uuid[])`;
  expect([text, values]).toEqual(["id = ANY($1::uuid[])", [["a", "b"]]]);
});

test("what looks like SQL in a value stays a value", () => {
  const { text, values } = sql`name = ${"'; DROP TABLE users; --"}`;
  expect([text, values]).toEqual(["name = $1", ["'; DROP TABLE users; --"]]);
});

test("conditions are joined with AND; none is no filter", () => {
  expect(whereAll([false, sql`a = ${1}`, null, undefined, sql`b`]).text).toBe("WHERE a = $1 AND b");
  expect(whereAll([false, null]).text).toBe("");
});
