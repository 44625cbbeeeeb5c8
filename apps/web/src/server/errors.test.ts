import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { RETRIED_BY_KEY } from "./errors";

const failure = (httpStatus: number) =>
  TRPCClientError.from({ error: { code: -32_000, message: "nie", data: { httpStatus } } });

it.each([
  ["the database or the server is away", failure(503), 0, true],
  ["no answer came", TRPCClientError.from(new TypeError("Failed to fetch")), 3, true],
  ["it was tried for long enough", failure(503), 4, false],
  ["the server refused", failure(409), 0, false],
  ["the fault is the server's own", failure(500), 0, false],
])("a write with an idempotency key: %s", (_, error, failures, again) => {
  expect(RETRIED_BY_KEY.retry(failures, error)).toBe(again);
});
