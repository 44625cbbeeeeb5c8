import { commonTexts } from "@korki/contracts/texts/common";
import { ServiceError } from "@korki/services";
import { TRPCError } from "@trpc/server";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { errorResponseOf, trpcCodeOf } from "./errors";

let logged: string[] = [];
beforeEach(() => {
  logged = [];
});
const log = pino({}, { write: (line: string) => void logged.push(line) });

const badValue = z.number("Za mało").safeParse("x").error;

test("refused input is answered with the schema's text", () => {
  for (const thrown of [badValue, new TRPCError({ code: "BAD_REQUEST", cause: badValue })]) {
    expect(errorResponseOf(thrown, log)).toEqual({ status: 400, text: "Za mało" });
  }
  expect(logged).toEqual([]);
});

test("an answer that its schema refuses is our fault, and logged", () => {
  const thrown = new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: badValue });
  expect(errorResponseOf(thrown, log)).toEqual({ status: 500, text: commonTexts.somethingWentWrong });
  expect(logged).toHaveLength(1);
});

test("a call that is not allowed, or comes too often, is logged", () => {
  for (const code of ["forbidden", "rate_limited", "not_found", "input"] as const) {
    errorResponseOf(new ServiceError(code, "Nie"), log);
  }
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "call refused", status: 403 },
    { msg: "call refused", status: 429 },
  ]);
});

test("what does not exist for somebody who is signed in is logged", () => {
  const ofCaller = log.child({ userId: "u1" });
  errorResponseOf(new TRPCError({ code: "NOT_FOUND" }), ofCaller);
  expect(logged).toEqual([]);
  errorResponseOf(new ServiceError("not_found", "Nie"), ofCaller);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "call refused", status: 404, userId: "u1" },
  ]);
});

test("tRPC calls a refusal by the name that its status has", () => {
  const cause = new ServiceError("conflict", "Zajęte");
  expect(trpcCodeOf(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }))).toBe("CONFLICT");
  expect(trpcCodeOf(new TRPCError({ code: "NOT_FOUND" }))).toBe("NOT_FOUND");
});
