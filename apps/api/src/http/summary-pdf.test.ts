import { makeClassroom } from "@korki/services/testing/classroom";
import { signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, origin } = await openTestApi();

test("a student gets the own month as a PDF; others are refused as everywhere", async () => {
  const { student, teacher } = await makeClassroom(services);
  const get = async (month: string, token?: string) =>
    fetch(`${origin}/api/student/summary/2026/${month}.pdf`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
  const { accessToken } = await signIn(services, student);
  const found = await get("10", accessToken);
  expect([found.status, found.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(
    Buffer.from(await found.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect((await get("13", accessToken)).status).toBe(400);
  expect((await get("10")).status).toBe(401);
  expect((await get("10", (await signIn(services, teacher)).accessToken)).status).toBe(403);
});
