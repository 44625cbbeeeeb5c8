import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from "@trpc/client";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";
import type { AppRouter } from "./router";

const { origin } = await openTestApi();

const UNREADABLE = { code: "PARSE_ERROR", httpStatus: 400 } as const;
const TOO_LARGE = { code: "PAYLOAD_TOO_LARGE", httpStatus: 413 } as const;
const inWords = {
  PARSE_ERROR: "Nie udało się odczytać przesłanych danych",
  PAYLOAD_TOO_LARGE: "Przesłane dane są za duże",
};

const bodies = [
  ["{", UNREADABLE],
  ["undefined", UNREADABLE],
  ['{"email":"a@b.pl",}', UNREADABLE],
  [`"${"x".repeat(100_001)}"`, TOO_LARGE],
] as const;

async function post(path: string, body: string): Promise<{ status: number; answer: unknown }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/trpc/${path}`, { method: "POST", headers, body });
  return { status: answer.status, answer: await answer.json() };
}

describe.each(bodies)("a body that cannot be read, %.20s", (body, data) => {
  const failure = { error: { code: expect.any(Number), message: inWords[data.code], data } };

  test("is refused in tRPC's shape", async () => {
    expect(await post("account.login", body)).toEqual({ status: data.httpStatus, answer: failure });
  });

  test("once for each call of a batch", async () => {
    expect(await post("account.login,account.logout?batch=1", body)).toEqual({
      status: data.httpStatus,
      answer: [failure, failure],
    });
  });

  test.each([httpLink, httpBatchLink])("and tRPC's own client understands it", async (link) => {
    const client = createTRPCClient<AppRouter>({
      links: [
        link({ url: `${origin}/trpc`, fetch: (url, init) => fetch(url, { ...(init as RequestInit), body }) }),
      ],
    });
    const refused = await client.account.logout.mutate({}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TRPCClientError);
    expect(refused).toMatchObject({ message: inWords[data.code], data });
  });
});

test("an address whose input cannot be read is refused the same way", async () => {
  for (const [path, isBatch] of [
    ["account.profile?input=%7B", false],
    ["account.profile,people.teachers?batch=1&input=%7B", true],
  ] as const) {
    const answer = await fetch(`${origin}/trpc/${path}`);
    const failure = { error: { message: inWords.PARSE_ERROR, data: UNREADABLE } };
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject(isBatch ? [failure, failure] : failure);
  }
});
