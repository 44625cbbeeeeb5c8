import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { makePerson, signIn } from "@korki/services/testing/people";
import { startTracing } from "@korki/tracing";
import { afterAll, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Sent = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] };

const spans: Sent[] = [];
const collector = createServer(async (request, response) => {
  const { resourceSpans } = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
  response.end("{}");
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
afterAll(() => void collector.close());

// Before the database is opened: its connections are made for tracing or not.
const tracing = await startTracing("api", `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
const api = await openTestApi({ TRUST_PROXY: "1" });

const ID = "0af7651916cd43dd8448eb211c80319c";

test("a request, its procedure and its statements are one trace, which a proxy may have begun", async () => {
  const person = await makePerson(api.services, "Student");
  const { accessToken: token } = await signIn(api.services, person);
  const { status, headers } = await api.rest("GET", "/student/lessons", {
    token,
    headers: { traceparent: `00-${ID}-b7ad6b7169203331-01` },
  });
  expect([status, headers.get("x-request-id")]).toEqual([200, ID]);
  await tracing.stop();

  const ours = spans.filter(({ traceId }) => traceId === ID);
  const request = ours.find(({ name }) => name === "GET");
  expect(request?.attributes).toContainEqual({
    key: "http.route",
    value: { stringValue: "/api/student/lessons" },
  });
  const procedure = ours.find(({ name }) => name.includes("."));
  expect(procedure?.parentSpanId).toBe(request?.spanId);
  const statements = ours.filter(({ name }) => name === "sql");
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(procedure?.spanId);
  for (const secret of [person.id, person.email, token]) expect(JSON.stringify(ours)).not.toContain(secret);
});
