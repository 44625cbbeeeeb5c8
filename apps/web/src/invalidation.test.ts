import { QueryCache, QueryClient, QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetRefused, invalidateAfter, invalidateTopic, showResult } from "./invalidation";

const LESSON = [["lessons", "get"], { input: { lessonId: "1" }, type: "query" }];
const BALANCE = [["lessons", "available"], { type: "query" }];
const TEACHERS = [["people", "teachers"], { type: "query" }];

describe("after a mutation", () => {
  let client: QueryClient;

  beforeEach(() => {
    client = new QueryClient();
    for (const key of [LESSON, BALANCE, TEACHERS]) client.setQueryData(key, { id: "old" });
  });

  const stale = () => [LESSON, BALANCE, TEACHERS].map((key) => client.getQueryState(key)?.isInvalidated);

  it("reads the invitations again after a new one", () => {
    const key = [["families", "invitations"], { type: "query" }];
    client.setQueryData(key, []);
    invalidateAfter(client, [["families", "inviteParent"]], null);
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it("reads again what the table names, and nothing else", () => {
    invalidateAfter(client, [["lessons", "book"]], null);
    expect(stale()).toEqual([true, true, false]);
  });

  it("reads no deleted lesson again", () => {
    invalidateAfter(client, [["lessons", "delete"]], null);
    expect(stale()).toEqual([false, true, false]);
  });

  it("reads everything again after a mutation that the table does not name", () => {
    invalidateAfter(client, [["somebody", "new"]], null);
    expect(stale()).toEqual([true, true, true]);
  });

  it("reads again after a conflict with another person", () => {
    invalidateAfter(client, [["lessons", "book"]], refusal(409));
    expect(stale()).toEqual([true, true, false]);
  });

  it.each([
    ["lessons", "book"],
    ["lessons", "delete"],
    ["lessons", "waive"],
    ["adminLessons", "delete"],
    ["payments", "add"],
    ["ledger", "adjust"],
    ["money", "saveSettings"],
    ["bills", "setPayerMode"],
    ["families", "saveGuardianship"],
    ["adminPeople", "update"],
  ])("reads a student's card again after %s.%s", (feature, verb) => {
    const key = [["people", "student"], { input: { studentId: "1" }, type: "query" }];
    client.setQueryData(key, {});
    invalidateAfter(client, [[feature, verb]], null);
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
    expect(client.getQueryState(TEACHERS)?.isInvalidated).toBe(false);
  });

  it("leaves everything when the input was wrong or the server away", () => {
    invalidateAfter(client, [["lessons", "book"]], refusal(400));
    invalidateAfter(client, [["lessons", "book"]], new TRPCClientError("no answer"));
    expect(stale()).toEqual([false, false, false]);
  });

  it("shows the returned state at once", () => {
    showResult(client, [["lessons", "confirm"]], { id: "1", status: "Potwierdzona" });
    expect(client.getQueryData(LESSON)).toEqual({ id: "1", status: "Potwierdzona" });
  });
});

describe("after a change by somebody else", () => {
  it("reads once more what was under way for the first time", async () => {
    const client = new QueryClient();
    const answers = ["before the change", "after it"];
    let read = 0;
    const answered: (() => void)[] = [];
    const observer = new QueryObserver(client, {
      queryKey: TEACHERS,
      queryFn: () => {
        const answer = answers[read++];
        return new Promise((resolve) => answered.push(() => resolve(answer)));
      },
    });
    const stop = observer.subscribe(() => undefined);
    invalidateTopic(client, "people");
    answered.shift()?.();
    await vi.waitFor(() => expect(read).toBe(2));
    answered.shift()?.();
    await vi.waitFor(() => expect(client.getQueryData(TEACHERS)).toBe("after it"));
    stop();
  });

  it.each([
    ["money", ["bills", "mine"], true],
    ["money", ["bills", "get"], true],
    ["money", ["bills", "ofMonth"], true],
    ["money", ["adminPeople", "students"], true],
    ["money", ["people", "student"], true],
    ["lessons", ["people", "student"], true],
    ["lessons", ["people", "students"], false],
    ["lessons", ["statistics", "myOverall"], true],
    ["lessons", ["settlement", "mine"], true],
    ["lessons", ["adminPeople", "teachers"], true],
    ["money", ["adminPeople", "teachers"], true],
    ["money", ["bankStatements", "get"], true],
    ["people", ["orders", "offer"], true],
    ["lessons", ["adminPeople", "students"], true],
    ["closures", ["adminLessons", "lanes"], true],
    ["money", ["bills", "settings"], false],
  ] as const)("%s: is %j read again? %s", (topic, path, isRead) => {
    const client = new QueryClient();
    const key = [path, { type: "query" }];
    client.setQueryData(key, {});
    invalidateTopic(client, topic);
    expect(client.getQueryState(key)?.isInvalidated).toBe(isRead);
  });
});

describe("after a query that had an answer", () => {
  const read = async (client: QueryClient, error: Error) => {
    client.setQueryData(LESSON, { id: "old" });
    const options = { queryKey: LESSON, retry: false, staleTime: 0, queryFn: () => Promise.reject(error) };
    await client.fetchQuery(options).catch(() => null);
    return client.getQueryData(LESSON);
  };
  const client = () => new QueryClient({ queryCache: new QueryCache({ onError: forgetRefused }) });

  it.each([403, 404])("nothing stays where the server refuses it now (%i)", async (status) => {
    expect(await read(client(), refusal(status))).toBeUndefined();
  });

  it.each([
    ["the server fails", refusal(500)],
    ["there is no connection", new TRPCClientError("no answer")],
  ])("the answer stays where %s", async (_, error) => {
    expect(await read(client(), error)).toEqual({ id: "old" });
  });
});

function refusal(httpStatus: number) {
  return new TRPCClientError("refused", {
    result: { error: { message: "refused", code: -32009, data: { httpStatus } } },
  });
}
